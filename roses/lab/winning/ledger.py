"""The ledger of a game: by how much each decision, roll and deal changed the chance of winning it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec
from msgspec import structs

from roses.engine import display
from roses.engine.i18n import gettext as _
from roses.engine.protocol import CHANCE, Action
from roses.engine.replay import Replay
from roses.lab.chronicle import battles_of
from roses.lab.replays import Played, replay_of
from roses.lab.winning.model import york_wins
from roses.lab.winning.values import How, Values
from roses.progress import counted
from roses.richard.actions import Retreat
from roses.richard.events.campaign import LordsCounted
from roses.richard.position import Phase
from roses.richard.state import State
from roses.richard.tables import SIDES
from roses.table import Table

_ACTS: Final = (Phase.ACTIONS, Phase.MUSTER, Phase.MUSTER_AREA, Phase.PLAGUE, Phase.MAIN_ATTACK)
_DEALT: Final = (Phase.DEAL, Phase.MULLIGAN_ANSWER)
_HOME: Final = (Phase.HOMEWARD, Phase.EXILE)


class Entry(msgspec.Struct, frozen=True):
    """A step of a game: the action that led to the state after ``at`` actions, and what it changed.

    ``before`` and ``after`` are the chances 0..1 that the ledger's side wins. Their difference is the sum of ``luck``
    (``after`` less ``before`` at a roll or a deal), ``decision`` (the value of the choice less that of the best action
    found for the side that chose) and ``foresight`` (the latter less ``before``: what one step ahead shows and the
    model had not expected). ``best`` is the best action found, "" if it was chosen; ``how`` says where the values come
    from.
    """

    at: int
    campaign: int
    turn: int
    by: str
    deed: str
    before: float
    after: float
    luck: float = 0.0
    decision: float = 0.0
    foresight: float = 0.0
    best: str = ""
    how: How = How.MODEL

    @property
    def change(self) -> float:
        """What the step changed in all."""
        return self.after - self.before


class Stretch(msgspec.Struct, frozen=True):
    """Steps that belong together, as a battle or a side's part of a turn, and what they changed in all.

    It begins with the state after ``begun`` actions and ends with that after ``at``. ``area`` is that of a battle, else
    "".
    """

    begun: int
    at: int
    name: str
    area: str
    before: float
    after: float
    luck: float
    decision: float
    foresight: float

    @property
    def change(self) -> float:
        """What the steps changed in all."""
        return self.after - self.before


def stretches(states: Sequence[State], entries: Sequence[Entry]) -> Iterator[Stretch]:
    """Yield the stretches of a game, in order; the entries of each stand one after another.

    >>> import roses
    >>> [stretch.name for stretch in roses.ledger(roses.replay("1483-richard-iii")).stretches][:3]
    ['The deal', 'Turn 1: cards', 'Turn 1: Lancaster acts']
    """
    areas = {at: battle.area for battle in battles_of(states) for at in range(battle.begun + 1, battle.at + 1)}

    def place(entry: Entry) -> tuple[str, str]:
        area = areas.get(entry.at, "")
        return _stretch_name(states[entry.at - 1], states[entry.at], area), area

    for (name, area), group in groupby(entries, place):
        steps = list(group)
        first, last = steps[0], steps[-1]
        sums = (sum(getattr(step, what) for step in steps) for what in ("luck", "decision", "foresight"))
        yield Stretch(first.at - 1, last.at, name, area, first.before, last.after, *sums)


def _stretch_name(before: State, after: State, area: str) -> str:
    """Return the name of the stretch that a step belongs to."""
    words: dict[str, Any] = {"turn": before.turn, "area": area, "side": before.active[0]}
    if any(isinstance(event, LordsCounted) for event in after.events):
        return _("The lords are counted")
    if area:
        return _("Turn {turn}: battle in {area}").format(**words)
    if before.phase in _DEALT:
        return _("The deal")
    if before.phase in _HOME:
        return _("The way home")
    if before.phase is Phase.CARDS:
        return _("Turn {turn}: cards").format(**words)
    if before.phase in _ACTS:
        return _("Turn {turn}: {side} acts").format(**words)
    if before.phase is Phase.BATTLES:
        return _("Turn {turn}: which battle next").format(**words)
    return _("Turn {turn}: supply").format(**words)


_EQUAL: Final = 1e-9  # chances that differ by no more are equal


class Ledger(msgspec.Struct, frozen=True):
    """The ledger of a game for ``side``; it shows itself as a curve, on which the turning points are named.

    >>> import roses
    >>> game = ledger(roses.replay("1483-richard-iii"))
    >>> game
    <Ledger of Richard III and Henry Tudor, York: 0... to 0.00, luck ...>
    """

    title: str
    side: str
    entries: tuple[Entry, ...]
    stretches: tuple[Stretch, ...]

    @property
    def turning_points(self) -> tuple[Stretch, ...]:
        """The stretches that changed the chance by a tenth at least, in the order of the game; eight at most."""
        large = [stretch for stretch in self.stretches if abs(stretch.change) >= 0.1]
        largest = sorted(large, key=lambda stretch: -abs(stretch.change))[:8]
        return tuple(sorted(largest, key=lambda stretch: stretch.at))

    @property
    def luck(self) -> float:
        """All luck of the side together, as a change of its chance."""
        return sum(entry.luck for entry in self.entries)

    def choices(self, by: str) -> float:
        """Return what the choices of ``by``, a side, changed in all: against what the model expects of its players.

        Luck and the choices of both sides add up to the last chance less the first. Do not add up single decisions:
        what one action of a phase misses, the next may miss again.
        """
        return sum(entry.decision + entry.foresight for entry in self.entries if entry.by == by)

    def table(self) -> Table:
        """Return a row for each step.

        Columns: ``at``, ``campaign``, ``turn``, ``by`` a side or Chance, ``deed``, ``before``, ``after``, ``change``,
        ``luck``, ``decision``, ``foresight``, ``best``, ``how``; the fields of ``Entry`` say what they mean. Chances
        are 0..1 and those of ``side``; the changes add up to the last chance less the first.

        >>> import roses
        >>> table = ledger(roses.replay("1483-richard-iii")).table()
        >>> bool(abs(table[["luck", "decision", "foresight"]].sum().sum() - table["change"].sum()) < 1e-9)
        True
        """
        columns = list(Entry.__struct_fields__)
        columns.insert(columns.index("luck"), "change")
        return Table([{name: getattr(entry, name) for name in columns} for entry in self.entries], columns=columns)

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        return display.mimebundle(self, **options)

    def __repr__(self) -> str:
        first, last = self.entries[0].before, self.entries[-1].after
        return f"<Ledger of {self.title}, {self.side}: {first:.2f} to {last:.2f}, luck {self.luck:+.2f}>"


def ledger(record: Played, side: str = "York") -> Ledger:
    """Return what each step of a game changed in the chance that a side wins it, as luck and as decisions.

    ``record`` is a record, its replay, its file, or the name of a record of the kit.

    Values are exact inside battles that are small enough to be played through (everybody stands and fires; the model of
    ``roses.win_probability`` where the battle ends); in larger ones the model is averaged over the dice, and between
    battles it is the model alone: ``how`` says so for every step. The value before a roll or a deal is the mean over
    all its results, so that luck is 0 on average. A decision is compared with the best single action found, one step
    ahead and with all that is hidden in view. ValueError for another game or an unknown side, RecordError for a record
    that cannot be played.

    >>> import roses
    >>> game = ledger("1483-richard-iii", "Lancaster")
    >>> [point.area for point in game.turning_points][-1], game.entries[-1].after
    ('Leicester', 1.0)
    """
    replay: Replay[Any] = replay_of(record)
    if replay.record.game != "richard-iii":
        raise ValueError(f"ledger() takes the block war game only, not a game of {replay.record.game}")
    replay[0].check_side(side)
    if len(replay) < 2:
        raise ValueError("nothing was played in this game yet, so it has no ledger")
    values, entries, states, steps = Values(), [], replay.states, replay.record.entries
    before = values.of(states[0])
    for at, step in enumerate(counted(steps, "ledger", "action", len(steps)), 1):
        state, after = states[at - 1], values.of(states[at])
        entry = Entry(at, state.campaign, state.turn, step.by, step.action, before.york, after.york)
        if step.by == CHANCE:
            entry = structs.replace(entry, luck=after.york - before.york, how=before.how)
        else:
            best, value = _best(state, step.by, after.york, values)
            missed, foresight = after.york - value, value - before.york
            entry = structs.replace(entry, decision=missed, foresight=foresight, best=best, how=after.how)
        if side != SIDES[1]:  # the values so far are York's
            changes = {name: -getattr(entry, name) for name in ("luck", "decision", "foresight")}
            entry = structs.replace(entry, before=1 - entry.before, after=1 - entry.after, **changes)
        entries.append(entry)
        before = after
    title = replay.record.headers.get("title", replay.title)
    return Ledger(title, side, tuple(entries), tuple(stretches(states, entries)))


_WEIGHED: Final = (*_ACTS, Phase.CARDS, Phase.BATTLE_TURN, Phase.REGROUP)  # decisions that the model can compare
_COSTLY: Final = 0.03  # the least chance that a mistake costs


def mistakes(replay: Replay[Any], sides: Sequence[str], most: int = 3) -> tuple[Entry, ...]:
    """Return the choices of these sides that cost most, the worst first: at most one of each part of a turn.

    ``at`` of each is the number of actions before the choice. Values are those of the model alone, which looks at both
    hands, one step ahead; ``decision`` is what the choice cost, less than 0. Dice and battles in hand are left out.

    >>> import roses
    >>> [entry.by for entry in mistakes(roses.replay("1483-richard-iii"), ["York"])]
    ['York', ...]
    """
    worst: dict[tuple[int, int, str, bool], Entry] = {}
    for at, step in enumerate(replay.record.entries):
        state: State = replay[at]
        if step.by not in sides or state.phase not in _WEIGHED:
            continue
        sign = 1 if step.by == SIDES[1] else -1
        before, after = york_wins(state), york_wins(replay[at + 1])
        ahead = {str(action): state.apply_unchecked(action) for action in state.legal_actions(step.by)}
        values = {action: york_wins(after) for action, after in ahead.items() if after.active != (CHANCE,)}
        if step.action not in values:
            continue
        best = max(values, key=lambda action: sign * values[action])
        cost = sign * (after - values[best])
        part = (state.campaign, state.turn, step.by, state.battle is None)
        if cost < -_COSTLY and (part not in worst or cost < worst[part].decision):
            if sign < 0:
                before, after = 1 - before, 1 - after
            worst[part] = Entry(
                at, state.campaign, state.turn, step.by, step.action, before, after, decision=cost, best=best
            )
    return tuple(sorted(worst.values(), key=lambda entry: entry.decision)[:most])


def _best(state: State, by: str, chosen: float, values: Values) -> tuple[str, float]:
    """Return the action that is best for ``by``, "" if it was chosen, and York's chance after it.

    ``chosen`` is York's chance after the action that was chosen. Of the retreats of a block only one is valued, that
    which is best by the model.
    """
    sign = 1 if by == SIDES[1] else -1
    options: list[Action] = []
    retreats: dict[str, list[Retreat]] = {}
    for action in state.legal_actions(by):
        if isinstance(action, Retreat):
            retreats.setdefault(action.block, []).append(action)
        else:
            options.append(action)
    for ways in retreats.values():
        options.append(max(ways, key=lambda way: sign * york_wins(state.apply_unchecked(way))))
    best, value = "", chosen
    for action in options:
        after = values.of(state.apply_unchecked(action)).york
        if sign * (after - value) > _EQUAL:
            best, value = str(action), after
    return best, value
