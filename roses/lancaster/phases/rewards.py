"""Phase 3: rewards of the counties, the castles, and the conflicts in France (rules 9.1 to 11.7, 14.5 to 14.10)."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from roses.engine.protocol import Action, Decline
from roses.engine.state import put
from roses.lancaster import events
from roses.lancaster.actions import Claim, Forgo, Name, Ransom, Score
from roses.lancaster.gains import Source
from roses.lancaster.phases.effects import grant, pay, take, take_noble, vacate
from roses.lancaster.position import (
    Conflict,
    Draft,
    Knights,
    Phase,
    Position,
    Slot,
    order,
    owner,
    parties,
    stack_in,
    without,
)
from roses.lancaster.tables import ALL_TILES, COLOURS, COUNTIES, ROUNDS, SPACE, SPACES, bits

# ---- counties (rule 9)

_CLAIM = {what: Claim(what) for what in ("noble", "reward", "both", "nothing")}
_NAME = tuple(Name(colour) for colour in COLOURS)


def next_county(d: Draft) -> None:
    """Stage "county": ask the owner of the knight in the next county that is held (rule 9.1)."""
    while d.at < len(COUNTIES) and d.counties[d.at] is None:
        d.at += 1
    if d.at == len(COUNTIES):
        d.stage = "castles"
        return
    stack = stack_in(d, d.at)
    player = owner(d, stack.party)
    if noble_open(d, stack.party) or d.rules.county_choice == "may":
        d.ask(Phase.COUNTY, player)
    else:
        apply_county(d, player, _CLAIM["reward"])


def noble_open(s: Position, party: int) -> bool:
    """Return whether a colour can take a noble of the county: an ally any, a player one he lacks (9.2, 14.8)."""
    return s.stacks[s.at] > 0 and (party >= s.setup.players or not s.nobles[party] >> s.at & 1)


def legal_county(s: Position, player: int) -> list[Claim]:
    """Return the choices: noble, reward, both for gold (not for an ally), by the ruleset nothing (9.2, 14.8)."""
    stack = stack_in(s, s.at)
    choices = ["reward"]
    if noble_open(s, stack.party):
        choices.insert(0, "noble")
        if stack.party == player and s.gold[player] >= s.parts.numbers.both_price:
            choices.append("both")
    if s.rules.county_choice == "may":
        choices.append("nothing")
    return [_CLAIM[what] for what in choices]


def apply_county(d: Draft, player: int, action: Claim) -> None:
    """Pay if both are taken, then take the noble, then the reward (rules 9.2, 9.4)."""
    stack, county = stack_in(d, d.at), d.parts.counties[d.at]
    d.log(events.CountyResolved(COLOURS[stack.party], county.name, action.what))
    if action.what == "both":
        pay(d, player, "gold", d.parts.numbers.both_price, "9.2")
    if action.what in ("noble", "both"):
        take_noble(d, stack.party, d.at, "9.2" if stack.party == player else "14.8")
    if action.what in ("reward", "both"):
        grant(d, stack.party, county.reward, "9.4", Source("county", county.name), county=d.at)
    d.mover = player
    d.settle("county end")


def end_county(d: Draft) -> None:
    """Stage "county end": move the knight to court unless he crossed; Surrey's holder names the start player."""
    stack, county = d.counties[d.at], d.parts.counties[d.at]
    if stack is not None:
        d.counties = put(d.counties, d.at, None)
        d.come(stack.party, stack.knight)
        d.log(events.CameHome(COLOURS[stack.party], county.name, stack.knight))
    if county.names_start:
        d.ask(Phase.NAMING, d.mover)
    else:
        d.at += 1
        d.stage = "county"


def legal_name(s: Position, player: int) -> tuple[Name, ...]:
    """Return each player, the one who names included (rule 9.5)."""
    return _NAME[: s.setup.players]


def apply_name(d: Draft, player: int, action: Name) -> None:
    """Set the start player at once (rules 4.2, 9.5)."""
    d.first = COLOURS.index(action.colour)
    d.log(events.StartPlayerNamed(action.colour, "9.5"))
    d.at += 1
    d.stage = "county"


# ---- castles (rule 10)

_SCORE = tuple(Score(space) for space in SPACES)
_FORGO = tuple(Forgo(space) for space in SPACES)


def begin_castles(d: Draft) -> None:
    """Stage "castles": begin with the castle of the start player (rule 10.1)."""
    d.waiting = tuple(order(d))
    d.stage = "castle"


def next_castle(d: Draft) -> None:
    """Stage "castle": score the next player's extensions that are not turned, and knights (10.1, 10.2, 14.9)."""
    if not d.waiting:
        d.mover, d.at = -1, 0
        d.stage = "conflicts"
        return
    player, d.waiting = d.waiting[0], d.waiting[1:]
    knights = sum([1 << i for party in parties(d, player) for i, knight in enumerate(d.castle[party]) if knight])
    d.mover, d.items = player, d.built[player] & ~d.turned[player] | knights
    d.log(events.CastleScoring(COLOURS[d.mover]))
    d.stage = "castle item"


def next_item(d: Draft) -> None:
    """Stage "castle item": ask while a choice is left; spaces without one are then scored in order (rule 10.2)."""
    if d.items & d.parts.priced:
        d.ask(Phase.CASTLE, d.mover)
        return
    for space in bits(d.items):
        _score_space(d, d.mover, space)
    d.items = 0
    if d.round < ROUNDS:  # the round table: markers for the lord and for each noble (rule 10.5)
        numbers = d.parts.numbers
        markers = numbers.lord_markers + d.nobles[d.mover].bit_count() * numbers.noble_markers
        take(d, d.mover, "markers", markers, "10.5", Source("round table"))
    d.settle("castle")


def legal_castle(s: Position, player: int) -> list[Score | Forgo]:
    """Return the spaces left to score, if the price can be paid; those with a price may be forgone (10.2, 10.3)."""
    choices: list[Score | Forgo] = []
    for space in bits(s.items):
        price = s.parts.spaces[space].price
        if price <= s.squires[player]:
            choices.append(_SCORE[space])
        if price:
            choices.append(_FORGO[space])
    return choices


def apply_castle(d: Draft, player: int, action: Score | Forgo) -> None:
    """Score or forgo one space; its knight goes to court in both cases (rules 10.2, 10.3)."""
    space = SPACE[action.space if isinstance(action, Score) else action.item]
    d.items &= ~(1 << space)
    if isinstance(action, Score):
        _score_space(d, player, space)
    else:
        d.log(events.SpaceForgone(COLOURS[player], action.item))
        vacate(d, player, space)
    d.settle("castle item")


def _score_space(d: Draft, player: int, space: int) -> None:
    """Pay the price, move the knight to court, then take the reward (rules 10.2 to 10.4)."""
    party = player if 1 << space & ALL_TILES else player + d.setup.players
    part = d.parts.spaces[space]
    d.log(events.SpaceScored(COLOURS[party], part.id))
    pay(d, player, "squires", part.price, "10.3")
    vacate(d, party, space)
    grant(d, party, part.reward, "10.4", Source("castle", part.id))


# ---- conflicts (rule 11)


def begin_conflicts(d: Draft) -> None:
    """Stage "conflicts": score all in their order: the lower row, then the upper, left to right (rule 11.1)."""
    d.at = len(d.conflicts)
    d.stage = "conflict"


def strength(slot: Slot) -> int:
    """Return the strength of a slot, squires of law M05 included (rule 11.3)."""
    return sum(slot.knights) + slot.squires


def total(conflict: Conflict) -> int:
    """Return the strength of England in a conflict (rule 11.2)."""
    return sum(map(strength, conflict.slots))


def ranks(conflict: Conflict) -> tuple[int, ...]:
    """Return the colours by rank: the stronger first, among equals the one that came later (rule 11.3).

    >>> ranks(Conflict(5, False, (Slot(0, (2,)), Slot(1, (1,)), Slot(3, (2,)))))
    (3, 0, 1)
    """
    later = reversed(conflict.slots)
    return tuple(slot.party for slot in sorted(later, key=strength, reverse=True))


def next_conflict(d: Draft) -> None:
    """Stage "conflict": score the next one (rules 11.2 to 11.4)."""
    if not d.at:
        d.stage = "final" if d.round == ROUNDS else "round"
        return
    conflict, d.conflicts = d.conflicts[0], d.conflicts[1:]
    d.at -= 1
    card = d.parts.conflicts[conflict.card]
    england = total(conflict) >= card.strength
    d.log((events.EnglandWon if england else events.FranceWon)(card.id, total(conflict), card.strength))
    values = card.points if england else card.points[1:]
    for rank, (party, points) in enumerate(zip(ranks(conflict), values, strict=False), 1):
        take(d, party, "points", points, "11.4", Source("conflict", card.id, rank))
    d.stage = "conflict"
    if england:
        for slot in conflict.slots:
            for knight in slot.knights:
                d.come(slot.party, knight)
            d.log(events.WentToCourt(COLOURS[slot.party], slot.knights, card.id))
        d.log(events.ConflictEnded(card.id, "11.4"))
    elif conflict.lower:
        for slot in conflict.slots:
            d.log(events.Captured(COLOURS[slot.party], slot.knights, card.id))
        d.log(events.ConflictEnded(card.id, "11.6"))
        players = order(d)
        captured = {slot.party: slot.knights for slot in conflict.slots}
        for party in captured.keys() - set(players):  # those of allies go to the reserve (rule 14.10)
            _lose(d, party, captured[party])
        d.captured = tuple((player, captured[player]) for player in players if player in captured)
        d.stage = "ransom"
    else:
        slots = tuple(Slot(slot.party, slot.knights) for slot in conflict.slots)  # squires of law M05 do not stay
        d.conflicts += (Conflict(conflict.card, True, slots),)
        d.log(events.MovedDown(card.id))


def ransom(d: Draft) -> None:
    """Stage "ransom": ask the next player with captured knights (rule 11.5)."""
    if d.captured:
        d.mover = d.captured[0][0]
        d.ask(Phase.RANSOM, d.mover)
    else:
        d.mover = -1
        d.stage = "conflict"


def legal_ransom(s: Position, player: int) -> list[Action]:
    """Return each set of captured knights that the gold can ransom, and decline (rule 11.5)."""
    price, gold = s.parts.numbers.ransom, s.gold[player]
    return [*(r for r in _ransoms(s.captured[0][1]) if price * sum(r.knights) <= gold), Decline()]


@cache
def _ransoms(knights: Knights) -> tuple[Ransom, ...]:
    sets = (chosen for n in range(1, len(knights) + 1) for chosen in combinations(knights, n))
    return tuple(Ransom(chosen) for chosen in dict.fromkeys(sets))


def apply_ransom(d: Draft, player: int, action: Action) -> None:
    """Move ransomed knights to court and the others to the reserve (rule 11.5)."""
    (_, knights), d.captured = d.captured[0], d.captured[1:]
    if isinstance(action, Ransom):
        pay(d, player, "gold", d.parts.numbers.ransom * sum(action.knights), "11.5")
        for knight in action.knights:
            d.come(player, knight)
        d.log(events.Ransomed(COLOURS[player], action.knights))
        knights = without(knights, *action.knights)
    if knights:
        _lose(d, player, knights)
    d.stage = "ransom"


def _lose(d: Draft, party: int, knights: Knights) -> None:
    d.reserve = put(d.reserve, party, tuple(sorted((*d.reserve[party], *knights))))
    d.log(events.Lost(COLOURS[party], knights, "11.5" if party < d.setup.players else "14.10"))
