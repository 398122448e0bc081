"""Phase 1: placing knights in counties, castles and conflicts, and favours of the king (rules 5.1 to 6.3)."""

from __future__ import annotations

from functools import cache, lru_cache

from roses.engine.protocol import Action, Decline
from roses.engine.state import put
from roses.lancaster import events
from roses.lancaster.actions import Garrison, Join, Pick, Place
from roses.lancaster.gains import Source
from roses.lancaster.phases.effects import grant, join, open_to
from roses.lancaster.position import Draft, Phase, Position, Stack, parties, spaces, without
from roses.lancaster.tables import CARD, CARDS, COLOURS, COUNTIES, COUNTY, FAVOUR, FAVOURS, SPACE, SPACES, bits

_PICK = tuple(Pick(favour) for favour in FAVOURS)


def begin(d: Draft) -> None:
    """Stage "placing": begin with the start player (rule 5.1)."""
    d.mover = d.first - 1
    d.stage = "next knight"


def next_knight(d: Draft) -> None:
    """Stage "next knight": ask the next player, clockwise, who can place a knight (rules 5.1, 5.2)."""
    number = d.setup.players
    for step in range(1, number + 1):
        player = (d.mover + step) % number
        if not any([d.court[party] for party in parties(d, player)]):
            continue
        if can_place(d, player):
            d.mover = player
            d.ask(Phase.PLACING, player)
            return
        d.log(events.Skipped(COLOURS[player]))
    d.mover = -1
    d.log(events.PlacingEnded())
    d.stage = "parliament"


def can_place(s: Position, player: int) -> bool:
    """Return whether a player has any legal placement (rule 5.2)."""
    for party in parties(s, player):
        castle = s.castle[party]
        if s.court[party] and (open_to(s, party) or any(not castle[i] for i in bits(spaces(s, party)))):
            return True
    return bool(legal(s, player))


def legal(s: Position, player: int) -> list[Action]:
    """Return each strength at court in each place open to it, in counties with each number of squires (5.3-5.5)."""
    choices: list[Action] = []
    own = parties(s, player)
    for party in own:
        if not s.court[party]:
            continue
        squires = s.squires[player] if party == player else 0
        castle = s.castle[party]
        free = tuple([space for space in bits(spaces(s, party)) if not castle[space]])
        conflicts = tuple(open_to(s, party))
        # the least strength, squires included, that displaces the knight there; nothing displaces one's own
        to_beat = [
            0 if stack is None else 10**6 if stack.party in own else stack.knight + stack.squires + 1
            for stack in s.counties
        ]
        for knight in dict.fromkeys(s.court[party]):
            for county, places in _places(party, knight, squires | 7, s.parts.minima):  # fewer tables than of squires
                short = to_beat[county] - knight
                if short <= squires:
                    choices += places[short if short > 0 else 0 : squires + 1]
            choices += _garrisons(party, knight, free)
            choices += _joins(party, knight, conflicts)
    return choices


@lru_cache(maxsize=256)
def _places(party: int, knight: int, squires: int, minima: tuple[int, ...]) -> list[tuple[int, tuple[Place, ...]]]:
    """Return (county, placements with 0 to ``squires`` squires) where the knight reaches the least strength (5.3)."""
    numbers, colour = range(squires + 1), COLOURS[party]
    return [
        (i, tuple([Place(colour, knight, n, COUNTIES[i]) for n in numbers]))
        for i, minimum in enumerate(minima)
        if minimum <= knight
    ]


@cache
def _garrisons(party: int, knight: int, free: tuple[int, ...]) -> tuple[Garrison, ...]:
    return tuple([Garrison(COLOURS[party], knight, SPACES[space]) for space in free])


@lru_cache(maxsize=4096)
def _joins(party: int, knight: int, cards: tuple[int, ...]) -> tuple[Join, ...]:
    return tuple([Join(COLOURS[party], knight, CARDS[card]) for card in cards])


def apply(d: Draft, player: int, action: Place | Garrison | Join) -> None:
    """Place the knight; in a conflict a favour may follow (rule 6.1).

    A knight displaced from a county goes to court, his squires to the supply (rule 5.3).
    """
    party = COLOURS.index(action.colour)
    d.court = put(d.court, party, without(d.court[party], action.knight))
    d.stage = "next knight"
    if isinstance(action, Place):
        county = COUNTY[action.county]
        before = d.counties[county]
        d.counties = put(d.counties, county, Stack(party, action.knight, action.squires))
        if action.squires:
            d.hold(party, "squires", -action.squires)
        d.log(events.Placed(action.colour, action.county, action.knight, action.squires))
        if before:
            d.come(before.party, before.knight)
            d.log(events.Displaced(COLOURS[before.party], action.county, before.knight))
    elif isinstance(action, Garrison):
        d.garrison(party, SPACE[action.space], action.knight)
        d.log(events.Garrisoned(action.colour, action.space, action.knight))
    else:
        slot = join(d, party, CARD[action.card], action.knight)
        d.log(events.Joined(action.colour, action.card, action.knight, slot))
        d.at = party
        d.stage = "favour"


# ---- the king's favour


def begin_favour(d: Draft) -> None:
    """Stage "favour": ask for a favour after placing in a conflict, if one is face up (rule 6.1)."""
    if d.favours:
        d.ask(Phase.FAVOUR, d.mover)
    else:
        d.stage = "next knight"


def legal_favour(s: Position, player: int) -> list[Action]:
    """Return each favour that is face up, and by the ruleset decline (rule 6.1)."""
    picks: list[Action] = [_PICK[i] for i in bits(s.favours)]
    return [*picks, Decline()] if s.rules.favour_pick == "may" else picks


def apply_favour(d: Draft, player: int, action: Action) -> None:
    """Turn the favour down and give its reward to the colour whose knight earned it (rules 6.1, 6.3)."""
    party, d.at = d.at, 0
    if isinstance(action, Pick):
        favour = FAVOUR[action.favour]
        d.favours &= ~(1 << favour)
        d.log(events.FavourTaken(COLOURS[party], action.favour))
        grant(d, party, d.parts.favours[favour].reward, "6.3", Source("favour", action.favour))
        d.settle("next knight")
    else:
        d.log(events.FavourDeclined(COLOURS[party]))
        d.stage = "next knight"
