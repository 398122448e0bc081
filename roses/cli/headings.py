"""Headings for a transcript: the place of each state of a replay in its game's sequence of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roses.engine.games import describe

if TYPE_CHECKING:
    from roses.engine.replay import Replay


def headings(replay: Replay) -> dict[int, tuple[str, ...]]:
    """Return the headings that change before each action, by its index; outer headings that do not change are "".

    >>> import roses
    >>> labels = headings(roses.replay("1483-richard-iii"))
    >>> labels[0], labels[1]
    (('Campaign 3', 'The deal'), ('', 'Turn 1', 'Cards'))
    """
    changes: dict[int, tuple[str, ...]] = {}
    before: tuple[str, ...] = ()
    label_of = describe(replay.record.game).headings
    for index, state in enumerate(replay.states[:-1]):
        label = label_of(state)
        same = 0
        while same < min(len(label), len(before)) and label[same] == before[same]:
            same += 1
        if same < len(label):
            changes[index] = ("",) * same + label[same:]
        before = label
    return changes
