"""The ledger of a game: what each decision and each fall of chance changed in the chance of winning it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from roses.engine import display
from roses.engine.protocol import CHANCE, Action
from roses.engine.record import Entry as Step
from roses.engine.replay import Replay
from roses.lab.recorded import Played, replay_of
from roses.lab.winning.model import york_wins
from roses.lab.winning.stretches import Entry, Stretch, stretches
from roses.lab.winning.values import Value, Values
from roses.progress import counted
from roses.richard.actions import Retreat
from roses.richard.state import State
from roses.richard.tables import SIDES
from roses.table import Table

_EQUAL: Final = 1e-9


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

        Luck and the choices of both sides add up to the last chance less the first. Single decisions are not to be
        added up: what is missed with one action of a phase may be missed again with the next.
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
        columns = [name for name in Entry.__struct_fields__]
        columns.insert(columns.index("luck"), "change")
        return Table([{name: getattr(entry, name) for name in columns} for entry in self.entries], columns=columns)

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, Any]:
        return display.mimebundle(self, **asked)

    def __repr__(self) -> str:
        first, last = self.entries[0].before, self.entries[-1].after
        return f"<Ledger of {self.title}, {self.side}: {first:.2f} to {last:.2f}, luck {self.luck:+.2f}>"


def ledger(record: Played, side: str = "York") -> Ledger:
    """Return what each step of a game changed in the chance that a side wins it, as luck and as decisions.

    ``record`` is a record, its replay, its file, or the name of a record of the kit.

    Values are exact inside battles that are small enough to be played through (everybody stands and fires; the model of
    ``roses.win_probability`` where the battle ends); in larger ones the model is averaged over the dice, and between
    battles it is the model alone: ``how`` says so for every step. Dice and deals are weighed with all that may fall, so
    that luck is 0 on average. A decision is weighed by the best single action found, one step ahead, by one who sees
    all that is hidden. ValueError for another game or an unknown side, RecordError for a record that cannot be played.

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
    entries = tuple(_entries(replay, side))
    title = replay.record.headers.get("title", replay.title)
    return Ledger(title, side, entries, tuple(stretches(replay.states, entries)))


def _entries(replay: Replay[State], side: str) -> list[Entry]:
    values, entries = Values(), []
    states = replay.states
    before = values.of(states[0])
    played = replay.record.entries
    for at, step in enumerate(counted(played, "ledger", "action", len(played)), 1):
        state, after = states[at - 1], values.of(states[at])
        entry = _entry(state, step, before, after, values)
        entries.append(_seen(msgspec.structs.replace(entry, at=at), side))
        before = after
    return entries


def _entry(state: State, step: Step, before: Value, after: Value, values: Values) -> Entry:
    """Return the entry of a step by York's chances, without its number."""
    whole = Entry(0, state.campaign, state.turn, step.by, step.action, before.york, after.york)
    if step.by == CHANCE:
        return msgspec.structs.replace(whole, luck=after.york - before.york, how=before.how)
    best, value = _best(state, step.by, after.york, values)
    missed = after.york - value
    return msgspec.structs.replace(whole, decision=missed, foresight=value - before.york, best=best, how=after.how)


def _best(state: State, by: str, chosen: float, values: Values) -> tuple[str, float]:
    """Return the action after which a side's chance is best, "" if that was chosen, and York's chance then."""
    sign = 1 if by == SIDES[1] else -1
    best, value = "", chosen
    for action in _weighed(state, by, sign):
        after = values.of(state.apply_unchecked(action)).york
        if sign * (after - value) > _EQUAL:
            best, value = str(action), after
    return best, value


def _weighed(state: State, by: str, sign: int) -> Iterator[Action]:
    """Yield the actions of a side; of a block's retreats one, that to the area which the model likes best."""
    legal = state.legal_actions(by)
    retreats: dict[str, list[Retreat]] = {}
    for action in legal:
        if isinstance(action, Retreat):
            retreats.setdefault(action.block, []).append(action)
        else:
            yield action
    for ways in retreats.values():
        yield max(ways, key=lambda way: sign * york_wins(state.apply_unchecked(way)))


def _seen(entry: Entry, side: str) -> Entry:
    """Return an entry as York's chances tell it, for a side."""
    if side == SIDES[1]:
        return entry
    turned = {name: -getattr(entry, name) for name in ("luck", "decision", "foresight")}
    return msgspec.structs.replace(entry, before=1 - entry.before, after=1 - entry.after, **turned)
