"""The whole course of a political turn, from a state or from a record (rules 8.0 to 9.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roses.engine.errors import RecordError, brief
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action, Roll
from roses.engine.replay import Replay
from roses.engine.state import freeze, thaw
from roses.lab.crown.count_steps import counting, disbanding, opening, verdict
from roses.lab.crown.counts import drafted, enter_minors
from roses.lab.crown.home_steps import homecoming
from roses.lab.crown.stop import Course, Stop
from roses.richard import phases
from roses.richard.events.campaign import Disbanded
from roses.richard.phases import political
from roses.richard.position import Draft, Phase
from roses.richard.state import State
from roses.richard.tables import NAMES, SIDES


def course(state: State, choices: Sequence[Action] = (), *, shadow: bool = True) -> Course:
    """Return the political turn that would follow from a state now, in steps.

    ``choices`` are what the sides choose in 8.3 to 8.5; where they end, nobody moves who may stay, and the first home
    on the list of the rules is taken. ``shadow`` tells that no political turn is due.

    >>> import roses
    >>> held = course(roses.scene(Kent="York, Norfolk", Middlesex="London (levy)", Lincoln="Henry VI"))
    >>> [stop.rule for stop in held.stops if stop.rule < "8.2"], held.points, held.crowned
    (['8.0', '8.1', '8.1'], (1, 2), 'York')
    """
    d = drafted(state)
    if d.result is None:
        enter_minors(d)
    eve = freeze(d, State)
    political.disband(d)
    counted = freeze(d, State)
    stops = [opening(eve), *disbanding(eve), *counting(counted)]
    points = (stops[-1].lancaster, stops[-1].york)
    if d.result is None:
        political.usurp(d)
    after = freeze(d, State)
    stops += [verdict(counted, points, after), *_prisoner(counted, points, after), *_rest(after, choices)]
    king = "" if eve.result is not None else NAMES[eve.king]
    return Course(
        eve.campaign, _turn(state), SIDES[eve.king_side], king, NAMES[eve.pretender], SIDES[after.king_side], shadow,
        tuple(stops),
    )  # fmt: skip


def _turn(state: State) -> int:
    """Return the last turn of which something has been played."""
    return state.turn - 1 if state.phase is Phase.CARDS else state.turn


def _prisoner(before: State, points: tuple[int, int], after: State) -> Iterator[Stop]:
    """Yield the step in which the prisoner Henry VI dies, or is free, as the game goes on (Kingmaker)."""
    if after.prisoner or not before.prisoner or after.last == after.campaign:
        return
    words = _("Lancaster has the crown: he is free.") if after.king_side == 0 else _("York has the crown: he dies.")
    why = _("By our reading his fate is settled before a next campaign (rules of Kingmaker).")
    yield Stop("8.2", _("The prisoner"), words, why, ("Henry VI",), SIDES[0], 0, *points)


def _rest(after: State, choices: Sequence[Action]) -> Iterator[Stop]:
    """Yield the steps after the count: all go home, or the game ends with the last campaign (8.3 to 8.5, 9.0)."""
    if after.result is not None:
        return
    if after.campaign == after.last:
        side = SIDES[after.king_side]
        text = _("{side} holds the crown and has won.").format(side=side)
        why = _("After the last campaign nobody goes home: the game ends (9.0).")
        yield Stop("9.0", _("The last campaign"), text, why)
        return
    yield from homecoming(after, choices)


def turns_in(replay: Replay) -> tuple[int, ...]:
    """Return the political turns of a replay: for each, the number of actions before the one that leads to it.

    >>> import roses
    >>> turns_in(roses.replay("1483-richard-iii"))
    ()
    """
    states = enumerate(replay.states[1:])
    return tuple(i for i, state in states if any(isinstance(event, Disbanded) for event in state.events))


def course_in(replay: Replay, number: int = 1) -> tuple[State, Course]:
    """Return the state before the ``number``-th political turn of a replay, and its course with the recorded choices.

    RecordError if the replay has no such turn.
    """
    turns = turns_in(replay)
    if number not in range(1, len(turns) + 1):
        raise RecordError(f"there is no political turn {brief(number)}; this record has {len(turns)}")
    at = turns[number - 1]
    taken: list[Action] = []
    left = len(replay.record.entries) - at - 1
    while len(taken) < left and replay[at + 1 + len(taken)].phase in (Phase.HOMEWARD, Phase.EXILE):
        taken.append(_action(replay, at + 1 + len(taken)))
    eve = before_count(replay, at)
    return eve, course(eve, taken, shadow=False)


def _action(replay: Replay, index: int) -> Action:
    action: Action = replay[index].parse(replay.record.entries[index].action)
    return action


def before_count(replay: Replay, at: int) -> State:
    """Return the state in which a political turn begins, before 8.1; ``turns_in`` gives ``at``."""
    state, action = replay[at], _action(replay, at)
    d = thaw(state, Draft)
    if isinstance(action, Roll) and d.due is not None:
        phases.ROLLED[d.due.kind](d, d.due, action.dice)
        d.due = None
    else:
        phases.APPLY[state.phase](d, SIDES.index(state.active[0]), action)
    while d.stage and d.stage != "political":
        stage, d.stage = d.stage, ""
        phases.STAGES[stage](d)
    d.owed = (0, 0)  # whoever dies in this supply phase is replaced in the next (6.82)
    return freeze(d, State)
