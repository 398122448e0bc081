"""The effects of counties, favours, castles and laws, and the choices that some leave (rules 15.1 to 15.5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import compress

from roses.engine.protocol import Action, Decline
from roses.engine.state import put
from roses.lancaster import events, gains
from roses.lancaster.actions import CASTLE, COURT, Build, Cross, Noble, Upgrade
from roses.lancaster.gains import Source
from roses.lancaster.position import (
    Conflict,
    Draft,
    Knights,
    Owed,
    Phase,
    Position,
    Slot,
    Stack,
    owner,
    stack_in,
    without,
)
from roses.lancaster.tables import ALL_TILES, CARD, CARDS, COLOURS, COUNTIES, COUNTY, SLOTS, SPACE, TILES, Reward, bits

_DECLINE = Decline()
_ASKED = {"upgrade": Phase.UPGRADE, "extension": Phase.BUILDING, "noble": Phase.NOBLE, "passage": Phase.PASSAGE}


def grant(d: Draft, party: int, reward: Reward, rule: str, source: Source, *, deployed: bool = False, times: int = 1,
          county: int = -1, optional: bool = False) -> None:  # fmt: skip
    """Give a colour a reward ``times`` times; effects with a choice are added to ``owed`` (rule 15.1).

    An ally takes knights, upgrades and the passage only, removes nobles, and declines nothing (14.3, 14.6, 14.8).
    ``county`` is the county that gives the reward, whose knight takes the passage. ``optional``: extensions may be
    declined.
    """
    may = party < d.setup.players  # decline
    for goods, amount in reward.goods:
        take(d, party, goods, times * amount, rule, source)
    for _ in range(times * reward.knights):
        if 1 in d.reserve[party]:  # rule 15.2
            d.reserve = put(d.reserve, party, without(d.reserve[party], 1))
            d.come(party, 1)
            d.log(events.KnightCame(COLOURS[party], rule))
        else:
            d.log(gains.Lapsed(COLOURS[party], "knight", "15.2"))
    if reward.free:
        return
    if more := times * reward.upgrades:
        d.owed += (Owed("upgrade", party, rule, deployed, optional=may and d.rules.upgrade == "may"),) * more
    if more := times * reward.extensions:
        d.owed += (Owed("extension", party, rule, optional=optional),) * more
    if more := times * reward.nobles:
        d.owed += (Owed("noble", party, rule, optional=may and d.rules.favour_noble == "may"),) * more
    if more := times * reward.passages:
        d.owed += (Owed("passage", party, rule, county=county),) * more


def take(d: Draft, party: int, goods: str, amount: int, rule: str, source: Source) -> None:
    """Take gold, squires, markers or points, limited by the supply (rule 15.1); an ally gets none (rule 14.3)."""
    if party >= d.setup.players:
        d.log(gains.Lapsed(COLOURS[party], goods, "14.3", amount))
        return
    if goods == "points":
        d.score = put(d.score, party, d.score[party] + amount)
    else:
        amount = min(amount, supply(d, goods))
        d.hold(party, goods, amount)
    d.log(gains.GAINS[goods](COLOURS[party], amount, source, rule))


def supply(s: Position, goods: str) -> int:
    """Return how many of these goods are left in the supply (rule 15.1)."""
    if s.rules.supply == "unlimited":
        return 10**6
    held: int = sum(getattr(s, goods))
    if goods == "squires":
        held += sum(stack.squires for stack in s.counties if stack)
        held += sum(slot.squires for conflict in s.conflicts for slot in conflict.slots)
    if goods == "markers":
        held += sum(s.leftover)
    return max(0, int(getattr(s.parts.numbers, goods)) - held)


def pay(d: Draft, player: int, goods: str, amount: int, rule: str) -> None:
    """Pay gold, squires or leftover markers to the supply."""
    if amount:
        d.hold(player, goods, -amount)
        d.log(gains.PAYMENTS[goods](COLOURS[player], amount, rule))


def build(d: Draft, player: int, tile: int, rule: str) -> None:
    """Build an extension; a knight on its space goes back to court without a reward (rules 8.6, 15.5)."""
    d.built = put(d.built, player, d.built[player] | 1 << tile)
    d.log(events.Built(COLOURS[player], TILES[tile], rule))
    if knight := vacate(d, player, tile):
        d.items &= ~(1 << tile)
        d.log(events.Covered(COLOURS[player], TILES[tile], knight))


def vacate(d: Draft, party: int, space: int) -> int:
    """Move the knight on a castle space to court and return his strength, 0 if there is none."""
    if knight := d.castle[party][space]:
        d.garrison(party, space, 0)
        d.come(party, knight)
    return knight


def standing(s: Position, party: int, *, deployed: bool = False) -> Iterator[tuple[str, Knights]]:
    """Yield (place, knights of a colour there); ``deployed`` leaves out those at court (rule 2.5)."""
    if s.court[party] and not deployed:
        yield COURT, s.court[party]
    for county, stack in compress(zip(COUNTIES, s.counties, strict=True), s.counties):
        if stack and stack.party == party:
            yield county, (stack.knight,)
    for space, knight in compress(zip(CASTLE, s.castle[party], strict=True), s.castle[party]):
        yield space, (knight,)
    for conflict in s.conflicts:
        for slot in conflict.slots:
            if slot.party == party:
                yield CARDS[conflict.card], slot.knights


def slot_of(conflict: Conflict, party: int) -> int:
    """Return the number, from 0, of a colour's slot in a conflict, or -1."""
    for number, slot in enumerate(conflict.slots):
        if slot.party == party:
            return number
    return -1


def open_to(s: Position, party: int) -> list[int]:
    """Return the conflicts that a colour may join or reinforce: own slot, or one free (rule 5.5)."""
    return [c.card for c in s.conflicts if len(c.slots) < SLOTS or slot_of(c, party) >= 0]


def join(d: Draft, party: int, card: int, knight: int) -> int:
    """Put a knight into a conflict; return the number of the slot, from 1 (rule 5.5)."""
    at = next(i for i, c in enumerate(d.conflicts) if c.card == card)
    conflict = d.conflicts[at]
    number = slot_of(conflict, party)
    if number < 0:
        slots, number = (*conflict.slots, Slot(party, (knight,))), len(conflict.slots)
    else:
        slot = conflict.slots[number]
        more = Slot(party, tuple(sorted((*slot.knights, knight))), slot.squires)
        slots = put(conflict.slots, number, more)
    d.conflicts = put(d.conflicts, at, Conflict(card, conflict.lower, slots))
    return number + 1


# ---- what is owed


def settle(d: Draft) -> None:
    """Stage "owed": give out the effects in order, ask where there is a choice, then go on with ``then``."""
    while d.owed:
        due = d.owed[0]
        choices = options(d, due)
        if choices and (len(choices) > 1 or due.optional):
            d.ask(_ASKED[due.kind], owner(d, due.party))
            return
        d.owed = d.owed[1:]
        if choices:
            _give_out(d, due, choices[0])
        else:
            d.log(gains.Lapsed(COLOURS[due.party], due.kind, due.rule))
    d.stage = d.then


def legal(s: Position, player: int) -> list[Action]:
    """Return the options of the first effect, and decline if it is optional (rules 8.4, 15.3 to 15.5)."""
    due = s.owed[0]
    return [*options(s, due), _DECLINE] if due.optional else options(s, due)


def apply(d: Draft, player: int, action: Action) -> None:
    """Give out the first effect as chosen."""
    due, d.owed = d.owed[0], d.owed[1:]
    if isinstance(action, Decline):
        d.log(gains.Declined(COLOURS[due.party], due.kind, due.rule))
    else:
        _give_out(d, due, action)
    d.stage = "owed"


def options(s: Position, due: Owed) -> list[Action]:
    """Return the options of an effect.

    An upgrade takes each strength in each place whose next stronger knight is in reserve (rule 15.3); a noble is of a
    county where one is left that the player lacks, for an ally of any (rules 15.4, 14.6).
    """
    party = due.party
    own = party < s.setup.players
    if due.kind == "upgrade":
        reserve = s.reserve[party]
        return [
            _upgrade(knight, place)
            for place, knights in standing(s, party, deployed=due.deployed)
            for knight in dict.fromkeys(knights)
            if knight + 1 in reserve and due.knight in (0, knight)
        ]
    if due.kind == "extension":
        return [_BUILD[tile] for tile in bits(ALL_TILES & ~s.built[party])] if own else []
    if due.kind == "noble":
        nobles = s.nobles[party] if own else 0
        return [_NOBLE[county] for county, left in enumerate(s.stacks) if left and not nobles >> county & 1]
    stack = s.counties[due.county] if due.county >= 0 else None
    return [_CROSS[card] for card in open_to(s, party)] if stack and stack.party == party else []


@cache
def _upgrade(knight: int, place: str) -> Upgrade:
    return Upgrade(knight, place)


def _give_out(d: Draft, due: Owed, action: Action) -> None:
    """Give out an effect as the action says."""
    party, rule = due.party, due.rule
    if isinstance(action, Build):
        build(d, party, SPACE[action.tile], rule)
    elif isinstance(action, Noble):
        take_noble(d, party, COUNTY[action.county], rule)
    elif isinstance(action, Cross):  # the squires of the knight go to the supply (rule 9.6)
        stack = stack_in(d, due.county)
        d.counties = put(d.counties, due.county, None)
        join(d, party, CARD[action.card], stack.knight)
        d.log(events.Crossed(COLOURS[party], action.card, stack.knight))
    elif isinstance(action, Upgrade):
        _upgrade_knight(d, party, action.knight, action.place)
        d.log(events.Upgraded(COLOURS[party], action.place, action.knight, action.knight + 1, rule))


def _upgrade_knight(d: Draft, party: int, weak: int, place: str) -> None:
    """Exchange a knight for the next stronger one of the reserve, in the same place (rule 15.3, ruling G15)."""
    strong = weak + 1
    d.reserve = put(d.reserve, party, tuple(sorted((*without(d.reserve[party], strong), weak))))
    if place == COURT:
        d.court = put(d.court, party, tuple(sorted((*without(d.court[party], weak), strong))))
    elif place in COUNTY:
        county = COUNTY[place]
        d.counties = put(d.counties, county, Stack(party, strong, stack_in(d, county).squires))
    elif place in CARD:
        at = next(i for i, conflict in enumerate(d.conflicts) if conflict.card == CARD[place])
        conflict = d.conflicts[at]
        number = slot_of(conflict, party)
        slot = conflict.slots[number]
        better = Slot(party, tuple(sorted((*without(slot.knights, weak), strong))), slot.squires)
        d.conflicts = put(d.conflicts, at, Conflict(conflict.card, conflict.lower, put(conflict.slots, number, better)))
    else:
        d.garrison(party, CASTLE.index(place), strong)


def take_noble(d: Draft, party: int, county: int, rule: str) -> None:
    """Take a noble of a county to the table; an ally takes it out of the game (rules 15.4, 14.6, 14.8)."""
    d.stacks = put(d.stacks, county, d.stacks[county] - 1)
    if party < d.setup.players:
        d.nobles = put(d.nobles, party, d.nobles[party] | 1 << county)
        d.log(events.NobleTaken(COLOURS[party], COUNTIES[county], rule))
    else:
        d.removed += 1
        d.log(events.NobleRemoved(COLOURS[owner(d, party)], COUNTIES[county], rule))


_BUILD = tuple(Build(tile) for tile in TILES)
_NOBLE = tuple(Noble(county) for county in COUNTIES)
_CROSS = tuple(Cross(card) for card in CARDS)
