"""The laws in force, applied left to right: their counts, rewards and choices (rules 8.2 to 8.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

import msgspec

from roses.engine.draft import put
from roses.engine.protocol import Action, Decline, Done
from roses.lancaster.actions import Barter, Commit, Forgo, Pay, Trade
from roses.lancaster.events import court, gains
from roses.lancaster.events.base import Source
from roses.lancaster.phases.effects import grant, pay, slot_of, standing, supply, take
from roses.lancaster.position import Conflict, Draft, Owed, Phase, Position, Slot, order, stack_in
from roses.lancaster.tables import (
    CARD,
    CARDS,
    COLOURS,
    COUNTIES,
    COUNTY,
    IN_FORCE,
    SPACE,
    SPACES,
    TILES,
    Law,
    bits,
)

_DECLINE: Final = Decline()
_DONE: Final = Done()
_BANNERET: Final = 3  # the strength of the knight that law L10 exchanges
_OTHER: Final = {"gold": "squires", "squires": "gold"}
_PHASES: Final = {
    "trade": Phase.TRADE,
    "barter": Phase.BARTER,
    "commit": Phase.COMMIT,
    "upkeep_counties": Phase.UPKEEP,
    "upkeep_castle": Phase.UPKEEP,
}


# ---- counting


def counted(s: Position, player: int, what: str) -> int:
    """Return how many a player has of ``what``, a count of tables.py; an ally's do not count (rules 8.2, 14.7)."""
    return _COUNTS[what](s, player)


def deployed(s: Position, player: int) -> list[int]:
    """Return the strengths of the own knights in counties, castle and conflicts (rule 2.5)."""
    return [knight for _, knights in standing(s, player, deployed=True) for knight in knights]


def held(s: Position, player: int) -> list[int]:
    """Return the counties with an own knight."""
    return [i for i, stack in enumerate(s.counties) if stack and stack.party == player]


def joined(s: Position, player: int) -> list[Slot]:
    """Return the own slots in conflicts of both rows."""
    return [slot for conflict in s.conflicts for slot in conflict.slots if slot.party == player]


def county_squires(s: Position, player: int) -> int:
    """Return the number of squires with own knights in counties."""
    return sum(stack.squires for stack in s.counties if stack and stack.party == player)


def _squires(s: Position, player: int) -> int:
    return s.squires[player] + (county_squires(s, player) if s.rules.squires_counted == "with_counties" else 0)


_COUNTS: Final[dict[str, Callable[[Position, int], int]]] = {
    "gold": lambda s, p: s.gold[p],
    "squires": _squires,
    "squires_in_hand": lambda s, p: s.squires[p],
    "leftover": lambda s, p: s.leftover[p],
    "counties": lambda s, p: len(held(s, p)),
    "conflicts": lambda s, p: len(joined(s, p)),
    "extensions": lambda s, p: s.built[p].bit_count(),
    "nobles": lambda s, p: s.nobles[p].bit_count(),
    "deployed_1": lambda s, p: deployed(s, p).count(1),
    "deployed_2": lambda s, p: deployed(s, p).count(2),
    "deployed_ranks": lambda s, p: len(set(deployed(s, p))),
    "castle_knights": lambda s, p: sum(map(bool, s.castle[p])),
    "conflict_knights": lambda s, p: sum(len(slot.knights) for slot in joined(s, p)),
    "county_squires": county_squires,
    "bare_counties": lambda s, p: sum(not s.stacks[i] for i in held(s, p)),
}


# ---- one law after the other


def begin(d: Draft) -> None:
    """Stage "law": apply the next law in force, left to right (rule 7.5)."""
    if d.at == IN_FORCE:
        d.stage = "laws end"
        return
    law = current(d)
    d.log(court.LawApplied(law.id, law.name))
    d.waiting = tuple(order(d))
    if law.kind in _PHASES:
        d.stage = "law turn"
        return
    _APPLY[law.kind](d, law)
    d.settle("law end")


def end(d: Draft) -> None:
    """Stage "law end": go on to the law on the right."""
    d.mover = -1
    d.at += 1
    d.stage = "law"


def current(s: Position) -> Law:
    """Return the law that is being applied."""
    return s.parts.laws[s.laws[s.at]]


def _most(d: Draft, law: Law) -> None:
    """Give the reward to the player with the most, and to all who are tied (rule 8.3)."""
    amounts = [counted(d, p, law.counts) for p in range(d.setup.players)]
    top = max(amounts)
    winners = [p for p in order(d) if amounts[p] == top and (top or d.rules.zero_is_most)]
    announced = top if d.rules.most_announced == "amounts" else None
    d.log(court.MostCounted(law.counts, tuple(COLOURS[p] for p in winners), announced))
    for player in winners:
        _give(d, player, law)


def _per(d: Draft, law: Law) -> None:
    """Give the reward once for each whole group counted (rule 8.3)."""
    for player in order(d):
        if times := counted(d, player, law.counts) // law.group:
            _give(d, player, law, times)


def _if(d: Draft, law: Law) -> None:
    """Give the reward to each player whose count is within the limits (rule 8.4)."""
    for player in order(d):
        if law.at_least <= counted(d, player, law.counts) <= law.at_most:
            _give(d, player, law)


def _banneret(d: Draft, law: Law) -> None:
    """Offer to exchange a deployed knight of strength 3 for the one of strength 4 (law L10, ruling G14)."""
    optional = d.rules.banneret == "may"
    for player in order(d):
        if _BANNERET in deployed(d, player) and _BANNERET + 1 in d.reserve[player]:
            d.owed += (Owed("upgrade", player, "8.4", True, _BANNERET, optional),)


def _give(d: Draft, player: int, law: Law, times: int = 1) -> None:
    optional = law.kind != "trade" and d.rules.law_extension == "may"  # a bought extension may not be declined
    grant(d, player, law.reward, "8.4", Source("law", law.id), deployed=law.scope == "deployed", times=times,
          optional=optional)  # fmt: skip


_APPLY: Final = {"most": _most, "per": _per, "if": _if, "banneret": _banneret}


# ---- laws that leave a choice, in player order (rule 8.5)


def turn(d: Draft) -> None:
    """Stage "law turn": ask the next player who is concerned by the law."""
    law = current(d)
    while d.waiting:
        player, d.waiting = d.waiting[0], d.waiting[1:]
        if law.kind.startswith("upkeep"):
            d.items = sum(1 << i for i in _kept_up(d, player, law))
        if (law.kind == "commit" and not joined(d, player)) or (law.kind.startswith("upkeep") and not d.items):
            continue
        d.mover = player
        d.ask(_PHASES[law.kind], player)
        return
    d.stage = "law end"


def legal_trade(s: Position, player: int) -> tuple[Trade, ...]:
    """Return each number of times from 0 that goods, supply and extensions left allow (rule 8.5)."""
    law = current(s)
    prices = [(goods, n) for goods in law.pay.__struct_fields__ if (n := getattr(law.pay, goods))]
    most = min(getattr(s, goods)[player] // n for goods, n in prices)
    if law.reward.extensions:
        most = min(most, len(TILES) - s.built[player].bit_count())
    for goods in ("gold", "squires", "markers"):
        if n := getattr(law.reward, goods):
            most = min(most, supply(s, goods) // n)
    return _trades(most)


@cache
def _trades(most: int) -> tuple[Trade, ...]:
    return tuple(Trade(times) for times in range(most + 1))


def apply_trade(d: Draft, player: int, action: Trade) -> None:
    """Pay the price and take the reward the chosen number of times (rule 8.5)."""
    law = current(d)
    if action.times:
        d.log(court.Traded(COLOURS[player], action.times))
        for goods in law.pay.__struct_fields__:
            pay(d, player, goods, action.times * getattr(law.pay, goods), "8.5")
        _give(d, player, law, action.times)
    d.settle("law turn")


def legal_barter(s: Position, player: int) -> list[Action]:
    """Return each exchange in both directions that goods and supply allow, and done (law M13)."""
    rate = current(s).group
    found: list[Action] = []
    for goods, other in _OTHER.items():
        most = min(getattr(s, goods)[player] // rate, supply(s, other))
        found += [Barter(goods, times) for times in range(1, most + 1)]
    return [*found, _DONE]


def apply_barter(d: Draft, player: int, action: Action) -> None:
    """Carry out one exchange, after which the player chooses again, or end (law M13)."""
    if not isinstance(action, Barter):
        d.stage = "law turn"
        return
    law = current(d)
    d.log(court.Exchanged(COLOURS[player], action.goods, law.group * action.times))
    pay(d, player, action.goods, law.group * action.times, "8.5")
    take(d, player, _OTHER[action.goods], action.times, "8.5", Source("law", law.id))


def legal_commit(s: Position, player: int) -> list[Action]:
    """Return each way to send up to as many squires as conflicts joined, in any distribution (law M05)."""
    cards = [c.card for c in s.conflicts if slot_of(c, player) >= 0]
    most = min(s.squires[player], len(cards))
    return [*(_commit(sent) for n in range(1, most + 1) for sent in combinations_with_replacement(cards, n)), _DECLINE]


@cache
def _commit(cards: tuple[int, ...]) -> Commit:
    return Commit(tuple(CARDS[card] for card in cards))


def apply_commit(d: Draft, player: int, action: Action) -> None:
    """Move the squires to the conflicts, where they count until these are scored (law M05)."""
    if isinstance(action, Commit):
        sent = [CARD[name] for name in action.cards]
        d.hold(player, "squires", -len(sent))
        d.conflicts = tuple(_reinforced(c, player, sent.count(c.card)) for c in d.conflicts)
        for card in dict.fromkeys(sent):
            d.log(court.SquiresCommitted(COLOURS[player], CARDS[card], sent.count(card)))
    else:
        d.log(gains.Declined(COLOURS[player], "squires", "8.7"))
    d.stage = "law turn"


def _reinforced(conflict: Conflict, player: int, squires: int) -> Conflict:
    slots = tuple(
        msgspec.structs.replace(slot, squires=slot.squires + squires) if slot.party == player else slot
        for slot in conflict.slots
    )
    return msgspec.structs.replace(conflict, slots=slots) if squires else conflict


def _kept_up(s: Position, player: int, law: Law) -> Iterator[int]:
    """Yield the counties held, or extensions built, that a player must pay for (laws M11 and M14)."""
    yield from held(s, player) if law.kind == "upkeep_counties" else bits(s.built[player])


def legal_upkeep(s: Position, player: int) -> list[Action]:
    """Return the choices for the next county or extension: pay if possible, or forgo (laws M11 and M14)."""
    law = current(s)
    at = bits(s.items)[0]
    item = COUNTIES[at] if law.kind == "upkeep_counties" else SPACES[at]
    can = all(getattr(s, goods)[player] >= getattr(law.pay, goods) for goods in law.pay.__struct_fields__)
    return [Pay(item), Forgo(item)] if can else [Forgo(item)]


def apply_upkeep(d: Draft, player: int, action: Pay | Forgo) -> None:
    """Pay; or remove the knight from his county, or turn the extension for this round (laws M11 and M14)."""
    law = current(d)
    if isinstance(action, Pay):
        d.log(court.UpkeepPaid(COLOURS[player], action.item))
        for goods in law.pay.__struct_fields__:
            pay(d, player, goods, getattr(law.pay, goods), "8.7")
    elif law.kind == "upkeep_counties":
        stack = stack_in(d, COUNTY[action.item])
        d.counties = put(d.counties, COUNTY[action.item], None)
        d.come(player, stack.knight)
        d.log(court.Abandoned(COLOURS[player], action.item))
    else:
        d.turned = put(d.turned, player, d.turned[player] | 1 << SPACE[action.item])
        d.log(court.Abandoned(COLOURS[player], action.item, extension=True))
    d.items &= d.items - 1
    if not d.items:
        d.stage = "law turn"
