"""Headings for a transcript: campaign, turn, part of the turn, battle and round, taken from the states of a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from roses.engine.replay import Replay

_PARTS: Final = {
    "cards": "Cards",
    "minor": "Supply",
    "execution": "Supply",
    "supply": "Supply",
    "homeward": "Going home",
    "exile limits": "Going home",
}
_HAND: Final = ("deal", "mulligan", "mulligan answer")
_CAMP: Final = ("actions", "muster area", "muster", "plague", "main attack")


def headings(replay: Replay) -> dict[int, tuple[str, ...]]:
    """Return the headings that change before each action, by its index; outer ones that stay the same are empty.

    >>> import roses
    >>> found = headings(roses.replay("1483-richard-iii"))
    >>> found[0], found[1]
    (('Campaign 3', 'The deal'), ('', 'Turn 1', 'Cards'))
    """
    found: dict[int, tuple[str, ...]] = {}
    before: tuple[str, ...] = ()
    for index, state in enumerate(replay.states[:-1]):
        label = _label(state)
        same = 0
        while same < min(len(label), len(before)) and label[same] == before[same]:
            same += 1
        if same < len(label):
            found[index] = ("",) * same + label[same:]
        before = label
    return found


def _label(state: Any) -> tuple[str, ...]:
    """Where in the sequence of play a state stands, from the outside in."""
    phase, campaign = str(state.phase), f"Campaign {state.campaign}"
    if phase in _HAND:
        return campaign, "The deal"
    if phase in ("homeward", "exile limits"):
        return campaign, "Political turn", f"{state.active[0]} goes home"
    turn = f"Turn {state.turn}"
    if phase in _CAMP:
        return campaign, turn, f"{state.active[0]} moves"
    if state.battle is not None:
        return campaign, turn, "Battles", _battle(state.view())
    return campaign, turn, _PARTS.get(phase, "Battles")


def _battle(view: Any) -> str:
    battle = view.battle
    if view.phase == "regroup":
        return f"{battle.area}, regrouping"
    return f"{battle.area}, round {battle.round}" if battle.round else f"{battle.area}, before the battle"
