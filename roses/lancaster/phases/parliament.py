"""Phase 2: three secret votes, and the laws in force, applied left to right (rules 7.1 to 8.7)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

import msgspec

from roses.engine.protocol import Action, Decline, Done
from roses.engine.state import put
from roses.lancaster import gains, law_events
from roses.lancaster.actions import Barter, Commit, Forgo, Pay, Trade, Vote
from roses.lancaster.gains import Source
from roses.lancaster.phases.effects import grant, pay, slot_of, standing, supply, take
from roses.lancaster.position import Draft, Owed, Phase, Position, Slot, order, stack_in
from roses.lancaster.tables import (
    CARD,
    CARDS,
    COLOURS,
    COUNTIES,
    COUNTY,
    IN_FORCE,
    LAWS,
    SPACE,
    SPACES,
    TILES,
    Law,
    bits,
)

_OTHER: Final = {"gold": "squires", "squires": "gold"}
_PHASES: Final = {
    "trade": Phase.TRADE,
    "barter": Phase.BARTER,
    "commit": Phase.COMMIT,
    "upkeep_counties": Phase.UPKEEP,
    "upkeep_castle": Phase.UPKEEP,
}


# ---- votes


def begin(d: Draft) -> None:
    """Stage "parliament": vote on the leftmost proposal that is left, or end the votes (rule 7.1).

    The markers left go to the supply; if a law in force uses them, only after the laws (rules 7.4, 8.7).
    """
    if len(d.passed) < len(d.proposals):
        d.votes = (None,) * d.setup.players
        d.ask(Phase.VOTE, *range(d.setup.players))
        return
    laws = [d.parts.laws[law] for law in d.laws]
    if any(law.counts == "leftover" or law.pay.leftover for law in laws):
        d.leftover = d.markers
    else:
        for player, markers in enumerate(d.markers):
            if markers:
                d.log(law_events.MarkersReturned(COLOURS[player], markers, "7.4"))
    d.markers = (0,) * d.setup.players
    d.at = 0
    d.stage = "law"


def legal_vote(s: Position, player: int) -> tuple[Vote, ...]:
    """Return yes and no with each number of own markers (rule 7.2)."""
    return _votes(player, s.markers[player])


@cache
def _votes(player: int, markers: int) -> tuple[Vote, ...]:
    return tuple(Vote(COLOURS[player], choice, n) for choice in ("yes", "no") for n in range(markers + 1))


def apply_vote(d: Draft, player: int, action: Vote) -> None:
    """Take a vote in secret; after the last one all are opened (rules 7.2, 16.2).

    Each counts 1 plus its markers, which go to the supply.
    """
    ballot = (action.choice == "yes", action.markers)
    d.votes = put(d.votes, player, ballot)
    d.active = tuple([side for side in d.active if side != action.side])
    if d.active:
        d.log(law_events.VoteSealed(COLOURS[player]))
        return
    total = {True: 0, False: 0}
    for colour, (choice, markers) in zip(COLOURS, filter(None, d.votes), strict=False):
        total[choice] += 1 + markers
        d.log(law_events.VoteOpened(colour, choice, markers))
    d.markers = tuple([held - vote[1] for held, vote in zip(d.markers, d.votes, strict=True) if vote])
    law = d.proposals[len(d.passed)]
    accepted = passes(total[True], total[False])
    d.passed = (*d.passed, accepted)
    event = law_events.LawAccepted if accepted else law_events.LawRejected
    d.log(event(LAWS[law], d.parts.laws[law].name, total[True], total[False]))
    if accepted:
        gone = d.laws[0]
        d.laws = (*d.laws[1:], law)
        d.log(law_events.LawRepealed(LAWS[gone], d.parts.laws[gone].name))
    d.votes = ()
    d.stage = "parliament"


def passes(yes: int, no: int) -> bool:
    """Return whether a proposal with these votes is accepted: a tie is a yes (rule 7.2).

    >>> passes(3, 3), passes(2, 3)
    (True, False)
    """
    return yes >= no


def end_laws(d: Draft) -> None:
    """Stage "laws end": return the markers left after the laws to the supply (rule 8.7)."""
    for player, markers in enumerate(d.leftover):
        if markers:
            d.log(law_events.MarkersReturned(COLOURS[player], markers, "8.7"))
    d.leftover = (0,) * d.setup.players
    d.at = 0
    d.stage = "county"


# ---- counting


def count(s: Position, player: int, what: str) -> int:
    """Return how many a player has of ``what``, a count of tables.py; an ally's do not count (rules 8.2, 14.7)."""
    return _COUNTS[what](s, player)


def deployed_knights(s: Position, player: int) -> list[int]:
    """Return the strengths of the own knights in counties, castle and conflicts (rule 2.5)."""
    return [knight for _, knights in standing(s, player, deployed=True) for knight in knights]


def counties_of(s: Position, player: int) -> list[int]:
    """Return the counties with an own knight."""
    return [i for i, stack in enumerate(s.counties) if stack and stack.party == player]


def slots_of(s: Position, player: int) -> list[Slot]:
    """Return the own slots in conflicts of both rows."""
    return [slot for conflict in s.conflicts for slot in conflict.slots if slot.party == player]


def county_squires(s: Position, player: int) -> int:
    """Return the number of squires with own knights in counties."""
    return sum(stack.squires for stack in s.counties if stack and stack.party == player)


_COUNTS: Final[dict[str, Callable[[Position, int], int]]] = {
    "gold": lambda s, p: s.gold[p],
    "squires": lambda s, p: s.squires[p] + (county_squires(s, p) if s.rules.squires_counted == "with_counties" else 0),
    "squires_in_hand": lambda s, p: s.squires[p],
    "leftover": lambda s, p: s.leftover[p],
    "counties": lambda s, p: len(counties_of(s, p)),
    "conflicts": lambda s, p: len(slots_of(s, p)),
    "extensions": lambda s, p: s.built[p].bit_count(),
    "nobles": lambda s, p: s.nobles[p].bit_count(),
    "deployed_1": lambda s, p: deployed_knights(s, p).count(1),
    "deployed_2": lambda s, p: deployed_knights(s, p).count(2),
    "deployed_ranks": lambda s, p: len(set(deployed_knights(s, p))),
    "castle_knights": lambda s, p: sum(map(bool, s.castle[p])),
    "conflict_knights": lambda s, p: sum(len(slot.knights) for slot in slots_of(s, p)),
    "county_squires": county_squires,
    "bare_counties": lambda s, p: sum(not s.stacks[i] for i in counties_of(s, p)),
}


# ---- one law after the other


def next_law(d: Draft) -> None:
    """Stage "law": apply the next law in force, left to right (rule 7.5)."""
    if d.at == IN_FORCE:
        d.stage = "laws end"
        return
    law = current_law(d)
    d.log(law_events.LawApplied(law.id, law.name))
    d.waiting = tuple(order(d))
    if law.kind in _PHASES:
        d.stage = "law turn"
        return
    if law.kind == "most":  # all who are tied have the most (rule 8.3)
        amounts = [count(d, player, law.counts) for player in range(d.setup.players)]
        top = max(amounts)
        winners = [player for player in order(d) if amounts[player] == top and (top or d.rules.zero_is_most)]
        announced = top if d.rules.most_announced == "amounts" else None
        d.log(law_events.MostCounted(law.counts, tuple(COLOURS[player] for player in winners), announced))
        for player in winners:
            _give(d, player, law)
    elif law.kind == "banneret":  # law L10 exchanges a deployed knight of strength 3 for the one of 4 (ruling G14)
        optional = d.rules.banneret == "may"
        for player in order(d):
            if 3 in deployed_knights(d, player) and 4 in d.reserve[player]:
                d.owed += (Owed("upgrade", player, "8.4", True, 3, optional),)
    else:  # once for each whole group counted, or once if the count is within the limits (rules 8.3, 8.4)
        for player in order(d):
            number = count(d, player, law.counts)
            times = number // law.group if law.kind == "per" else int(law.at_least <= number <= law.at_most)
            if times:
                _give(d, player, law, times)
    d.settle("law end")


def end_law(d: Draft) -> None:
    """Stage "law end": go on to the law on the right."""
    d.mover = -1
    d.at += 1
    d.stage = "law"


def current_law(s: Position) -> Law:
    """Return the law that is being applied."""
    return s.parts.laws[s.laws[s.at]]


def _give(d: Draft, player: int, law: Law, times: int = 1) -> None:
    optional = law.kind != "trade" and d.rules.law_extension == "may"  # a bought extension may not be declined
    grant(d, player, law.reward, "8.4", Source("law", law.id), deployed=law.scope == "deployed", times=times,
          optional=optional)  # fmt: skip


# ---- laws that leave a choice, in player order (rule 8.5)


def next_turn(d: Draft) -> None:
    """Stage "law turn": ask the next player who is concerned by the law."""
    law = current_law(d)
    while d.waiting:
        player, d.waiting = d.waiting[0], d.waiting[1:]
        if law.kind == "upkeep_counties":
            d.items = sum(1 << county for county in counties_of(d, player))
        elif law.kind == "upkeep_castle":
            d.items = d.built[player]
        if (law.kind == "commit" and not slots_of(d, player)) or (law.kind.startswith("upkeep") and not d.items):
            continue
        d.mover = player
        d.ask(_PHASES[law.kind], player)
        return
    d.stage = "law end"


def legal_trade(s: Position, player: int) -> tuple[Trade, ...]:
    """Return each number of times from 0 that goods, supply and extensions left allow (rule 8.5)."""
    law = current_law(s)
    prices = [(goods, n) for goods in law.pay.__struct_fields__ if (n := getattr(law.pay, goods))]
    most = min(getattr(s, goods)[player] // n for goods, n in prices)
    if law.reward.extensions:
        most = min(most, len(TILES) - s.built[player].bit_count())
    for goods in ("gold", "squires", "markers"):
        if n := getattr(law.reward, goods):
            most = min(most, supply(s, goods) // n)
    return tuple(Trade(times) for times in range(most + 1))


def apply_trade(d: Draft, player: int, action: Trade) -> None:
    """Pay the price and take the reward the chosen number of times (rule 8.5)."""
    law = current_law(d)
    if action.times:
        d.log(law_events.Traded(COLOURS[player], action.times))
        for goods in law.pay.__struct_fields__:
            pay(d, player, goods, action.times * getattr(law.pay, goods), "8.5")
        _give(d, player, law, action.times)
    d.settle("law turn")


def legal_barter(s: Position, player: int) -> list[Action]:
    """Return each exchange in both directions that goods and supply allow, and done (law M13)."""
    rate = current_law(s).group
    choices: list[Action] = []
    for goods, other in _OTHER.items():
        most = min(getattr(s, goods)[player] // rate, supply(s, other))
        choices += [Barter(goods, times) for times in range(1, most + 1)]
    return [*choices, Done()]


def apply_barter(d: Draft, player: int, action: Action) -> None:
    """Carry out one exchange, after which the player chooses again, or end (law M13)."""
    if not isinstance(action, Barter):
        d.stage = "law turn"
        return
    law = current_law(d)
    d.log(law_events.Exchanged(COLOURS[player], action.goods, law.group * action.times))
    pay(d, player, action.goods, law.group * action.times, "8.5")
    take(d, player, _OTHER[action.goods], action.times, "8.5", Source("law", law.id))


def legal_commit(s: Position, player: int) -> list[Action]:
    """Return each way to send up to as many squires as conflicts joined, in any distribution (law M05)."""
    cards = [c.card for c in s.conflicts if slot_of(c, player) >= 0]
    most = min(s.squires[player], len(cards))
    sets = (sent for n in range(1, most + 1) for sent in combinations_with_replacement(cards, n))
    return [*(Commit(tuple(CARDS[card] for card in sent)) for sent in sets), Decline()]


def apply_commit(d: Draft, player: int, action: Action) -> None:
    """Move the squires to the conflicts, where they count until these are scored (law M05)."""
    if isinstance(action, Commit):
        sent = [CARD[name] for name in action.cards]
        d.hold(player, "squires", -len(sent))
        for at, conflict in enumerate(d.conflicts):
            if more := sent.count(conflict.card):
                number = slot_of(conflict, player)
                slot = conflict.slots[number]
                slot = msgspec.structs.replace(slot, squires=slot.squires + more)
                conflict = msgspec.structs.replace(conflict, slots=put(conflict.slots, number, slot))
                d.conflicts = put(d.conflicts, at, conflict)
        for card in dict.fromkeys(sent):
            d.log(law_events.SquiresCommitted(COLOURS[player], CARDS[card], sent.count(card)))
    else:
        d.log(gains.Declined(COLOURS[player], "squires", "8.7"))
    d.stage = "law turn"


def legal_upkeep(s: Position, player: int) -> list[Action]:
    """Return the choices for the next county or extension: pay if possible, or forgo (laws M11 and M14)."""
    law = current_law(s)
    at = bits(s.items)[0]
    item = COUNTIES[at] if law.kind == "upkeep_counties" else SPACES[at]
    can = all(getattr(s, goods)[player] >= getattr(law.pay, goods) for goods in law.pay.__struct_fields__)
    return [Pay(item), Forgo(item)] if can else [Forgo(item)]


def apply_upkeep(d: Draft, player: int, action: Pay | Forgo) -> None:
    """Pay; or remove the knight from his county, or turn the extension for this round (laws M11 and M14)."""
    law = current_law(d)
    if isinstance(action, Pay):
        d.log(law_events.UpkeepPaid(COLOURS[player], action.item))
        for goods in law.pay.__struct_fields__:
            pay(d, player, goods, getattr(law.pay, goods), "8.7")
    elif law.kind == "upkeep_counties":
        stack = stack_in(d, COUNTY[action.item])
        d.counties = put(d.counties, COUNTY[action.item], None)
        d.come(player, stack.knight)
        d.log(law_events.Abandoned(COLOURS[player], action.item))
    else:
        d.turned = put(d.turned, player, d.turned[player] | 1 << SPACE[action.item])
        d.log(law_events.Abandoned(COLOURS[player], action.item, extension=True))
    d.items &= d.items - 1
    if not d.items:
        d.stage = "law turn"
