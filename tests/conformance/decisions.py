"""Meaning of recorded choices: for each recorded state our phase, and our actions in its terms.

The recorded engine asks in finer steps than ours: first the block, then each area it enters, then whether it stops.
A Selection therefore holds those of our legal actions that fit the steps so far; each further step narrows it, and the
one whole action that is left is played when the recorded state is no longer an inner one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

import msgspec

from roses.engine.protocol import Action
from roses.richard.actions import (
    Charge,
    Decline,
    Disperse,
    Done,
    Enter,
    Execute,
    Fight,
    Fire,
    GoHome,
    Hit,
    March,
    Muster,
    Pass,
    Plague,
    Play,
    Recruit,
    Regroup,
    Retreat,
    Sail,
    Starve,
    Trapped,
    Treachery,
)
from roses.richard.position import Phase
from roses.richard.state import State
from roses.richard.tables import INDEX
from tests.conformance.layout import Argument

Choice: TypeAlias = tuple[str, Argument | None]  # verb and argument, as recorded


class Mismatch(Exception):
    """A recorded step that cannot be carried out with our legal actions."""


class Selection(msgspec.Struct, frozen=True):
    """Our legal actions that fit the recorded steps of one choice so far.

    ``entered`` counts the areas a march has entered; ``block`` and ``at`` are the block on its way and where the record
    shows it meanwhile, both "" while nobody is between two places.
    """

    state: State
    actions: tuple[Action, ...]
    entered: int = 0
    block: str = ""
    at: str = ""


Reader: TypeAlias = Callable[[Selection, Action], Choice]


class Decision(NamedTuple):
    """A recorded state: our phase, how one of our actions reads there, whether it goes on with a choice begun."""

    phase: Phase
    read: Reader
    inner: bool = False


def by_kind(kinds: Mapping[type[Action], tuple[str, str]]) -> Reader:
    """Return a reader from a table: kind of our action to verb and the field that is its argument ("" for none).

    An action of another kind reads as a choice that is in no record, so that it comes out as a difference.
    """

    def read(_: Selection, action: Action) -> Choice:
        if type(action) not in kinds:
            return f"not in the record: {type(action).__name__}", str(action)
        verb, field = kinds[type(action)]
        return verb, getattr(action, field) if field else None

    return read


def _block(kind: type[Action], end: str) -> Reader:
    return by_kind({kind: ("block", "block"), Done: (end, "")})


def _area(kind: type[Action]) -> Reader:
    return by_kind({kind: ("area", "area"), Decline: ("pass", "")})


def _on_the_march(selection: Selection, action: Action) -> Choice:
    """The next area of a march or its stop; for a ship, which sails from where it lies, the sea zone."""
    if isinstance(action, Sail):
        return "area", action.sea
    assert isinstance(action, March)
    if len(action.path) == selection.entered:
        return "block", action.block
    return "area", action.path[selection.entered]


def _out_of_battle(selection: Selection, action: Action) -> Choice:
    """The area a block leaves for; for a pirate first the sea zone it came through."""
    assert isinstance(action, Retreat | Regroup)
    return "area", _zone_of_pirate(selection.state, action.block) or action.area


def _zone_of_pirate(state: State, block: str) -> str:
    """Return the sea zone through which a block came to the battle in hand, "" if it came by land."""
    battle = state.battle
    assert battle is not None
    for front in state.fronts:
        if front.area == battle.area:
            return next((sea for pirate, sea in front.pirates if pirate == INDEX[block]), "")
    return ""


_ORDERS: Final = by_kind(
    {
        March: ("block", "block"),
        Sail: ("block", "block"),
        Recruit: ("block", "block"),
        Done: ("end_action_phase", ""),
    }
)
_TURNS: Final = by_kind(
    {
        Fire: ("battle_fire", "block"),
        Pass: ("battle_pass", "block"),
        Retreat: ("battle_retreat", "block"),
        Trapped: ("battle_retreat", "block"),
        Charge: ("battle_charge", "heir"),
        Treachery: ("battle_treachery", "roller"),
    }
)
_TURNING: Final = by_kind({Treachery: ("battle_treachery", "target"), Decline: ("pass", "")})
_HUNGER: Final = Decision(Phase.SUPPLY, _block(Starve, "end_supply_phase"))
_HOMEWARD: Final = Decision(Phase.HOMEWARD, _block(GoHome, "end_political_turn"))
_HOME: Final = Decision(Phase.HOMEWARD, _area(GoHome), inner=True)
_EXILE: Final = Decision(Phase.EXILE, _block(Disperse, "end_exile_limits"))

DECISIONS: Final[Mapping[str, Decision]] = {
    "play_card": Decision(Phase.CARDS, by_kind({Play: ("play", "card")})),
    "action_phase": Decision(Phase.ACTIONS, _ORDERS),
    "move_to": Decision(Phase.ACTIONS, _on_the_march, inner=True),
    "sea_move_to": Decision(Phase.ACTIONS, _area(Sail), inner=True),
    "recruit_where": Decision(Phase.ACTIONS, _area(Recruit), inner=True),
    "muster_event": Decision(Phase.MUSTER_AREA, by_kind({Muster: ("area", "area"), Decline: ("end_action_phase", "")})),
    "muster_who": Decision(Phase.MUSTER, _ORDERS),
    "muster_move_1": Decision(Phase.MUSTER, _on_the_march, inner=True),
    "muster_move_2": Decision(Phase.MUSTER, _on_the_march, inner=True),
    "plague_event": Decision(Phase.PLAGUE, _area(Plague)),
    "battle_phase": Decision(Phase.BATTLES, _area(Fight)),
    "treason_event": Decision(Phase.TREASON, _TURNING),
    "battle_round": Decision(Phase.BATTLE_TURN, _TURNS),
    "battle_charge": Decision(Phase.BATTLE_TURN, by_kind({Charge: ("battle_charge", "target")}), inner=True),
    "battle_treachery": Decision(Phase.BATTLE_TURN, _TURNING, inner=True),
    "battle_hits": Decision(Phase.HITS, by_kind({Hit: ("battle_hit", "block")})),
    "retreat_in_battle": Decision(Phase.BATTLE_TURN, _out_of_battle, inner=True),
    "sea_retreat_to": Decision(Phase.BATTLE_TURN, _area(Retreat), inner=True),
    "regroup": Decision(Phase.REGROUP, _block(Regroup, "end_regroup")),
    "regroup_to": Decision(Phase.REGROUP, _out_of_battle, inner=True),
    "sea_regroup_to": Decision(Phase.REGROUP, _area(Regroup), inner=True),
    "enter_pretender_heir": Decision(Phase.MINOR, _area(Enter)),
    "enter_royal_heir": Decision(Phase.MINOR, _area(Enter)),
    "execute_clarence": Decision(Phase.EXECUTION, by_kind({Execute: ("execute_clarence", ""), Decline: ("pass", "")})),
    "execute_exeter": Decision(Phase.EXECUTION, by_kind({Execute: ("execute_exeter", ""), Decline: ("pass", "")})),
    "supply_limits_pretender": _HUNGER,
    "supply_limits_king": _HUNGER,
    "pretender_goes_home": _HOMEWARD,
    "pretender_goes_home_to": _HOME,
    "king_goes_home": _HOMEWARD,
    "king_goes_home_to": _HOME,
    "exile_limits_pretender": _EXILE,
    "exile_limits_king": _EXILE,
    "game_over": Decision(Phase.OVER, by_kind({})),
}


def choices(selection: Selection, decision: Decision) -> set[Choice]:
    """Return what is legal now, in the words of the record."""
    return {decision.read(selection, action) for action in selection.actions}


def narrow(selection: Selection, decision: Decision, choice: Choice) -> Selection:
    """Return the selection that is left after one recorded step; Mismatch if none of our actions fits."""
    actions = tuple(a for a in selection.actions if decision.read(selection, a) == choice)
    if not actions:
        raise Mismatch(f"no legal action of ours reads {choice[0]} {choice[1] or ''}".rstrip())
    verb, argument = choice
    if verb != "area" or not isinstance(argument, str):
        return msgspec.structs.replace(selection, actions=actions)
    block = str(getattr(actions[0], "block", ""))
    return Selection(selection.state, actions, selection.entered + 1, block, argument)


def whole(selection: Selection) -> Action:
    """Return the one action that the recorded steps come to; Mismatch if it is not one.

    Of marches that share the way so far it is the one that ends here.
    """
    results = [a for a in selection.actions if not isinstance(a, March) or len(a.path) == selection.entered]
    if len(results) != 1:
        fitting = ", ".join(map(str, selection.actions[:5]))
        raise Mismatch(f"the record ends a choice where ours is not one whole action: {fitting}")
    return results[0]
