"""Compares our state with the recorded position: 63 blocks, titles, decision, points, battle.

Not everything has the same meaning in both, so the following is compared only where it has:

* ``moves``: in the action phase. Elsewhere the record has 0, ours the unused points of the card, which are lost.
* ``p1``: from the moment both cards lie open. Before that the record still names the first player of the last turn.
* ``who``: the minor who enters and the traitor who may be executed. Else it is the block that the recorded player has
  just selected, which is part of his choice.
* ``owed``: of a house that still has a minor. A house without one owes nobody in our state, for good; the record goes
  on counting its dead.
* ``hits``: while they are allocated. When the last heir of a house falls the record drops the rest at once, our battle
  still shows it.
* a prisoner who is put to death as the game ends: the record leaves him where he was (KNOWN.md).
* strength and mark of a block out of play: never, since they have no meaning there.

The policy, the seed and the sentence of victory are not compared: dice and deals are taken from the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from roses.richard.position import Phase
from roses.richard.state import State
from roses.richard.tables import HEIRS_OF, INDEX, MINOR, NAMES, OUT, PLACES, SIDES
from tests.conformance.decisions import DECISIONS, Selection
from tests.conformance.layout import Block

NOWHERE: Final = (None, 0, 0)
NAMED: Final = (Phase.MINOR, Phase.EXECUTION)  # phases about one block that the rules name


class Difference(NamedTuple):
    """What differs: a block, a field of the record, or the legal choices; as recorded and as we have it."""

    what: str
    expected: object
    got: object


def differences(
    blocks: Mapping[str, Block], meta: Mapping[str, Any], state: State, selection: Selection | None
) -> Iterator[Difference]:
    """Yield every difference between the recorded position and our state."""
    for name, recorded in blocks.items():
        if name in murdered(state):
            continue
        expected = recorded if recorded[0] is not None else NOWHERE
        got = our_block(state, name, selection)
        if expected != got:
            yield Difference(name, expected, got)
    phase = DECISIONS[meta["state"]].phase
    if phase is not state.phase:
        yield Difference("state", f"{meta['state']} ({phase})", str(state.phase))
    for field, value in (our_fields(state) | _owed(state, meta["owed"])).items():
        if meta[field] != value:
            yield Difference(field, meta[field], value)


def murdered(state: State) -> set[str]:
    """Return the prisoner who has just been put to death, if there is one (Kingmaker)."""
    return {e.block for e in state.events if e.kind == "eliminated" and e.rule == "kingmaker"}


def our_block(state: State, name: str, selection: Selection | None) -> Block:
    """Return a block of ours as the record writes it; a block on its way is where its selected steps have led it."""
    index = INDEX[name]
    if state.loc[index] == OUT:
        return NOWHERE
    place = PLACES[state.loc[index]]
    if selection is not None and selection.block == name:
        place = selection.at
    return place, state.steps[index], (state.down | state.prisoner) >> index & 1


def our_fields(state: State) -> dict[str, object]:
    """Return those fields of the record that have a meaning in our state now."""
    fields: dict[str, object] = {
        "active": {0: "None", 1: state.active[0] if state.active else "", 2: "Both"}[len(state.active)],
        "king": NAMES[state.king],
        "pretender": NAMES[state.pretender],
        "campaign": state.campaign,
        **_battle(state),
    }
    if state.phase is Phase.ACTIONS:
        fields["moves"] = state.ap
    if state.first >= 0:
        fields["p1"] = SIDES[state.first]
    if state.phase in NAMED:
        fields["who"] = next((a.block for a in state.legal_actions() if hasattr(a, "block")), None)
    return fields


def _battle(state: State) -> dict[str, object]:
    """Return the fields of the battle in hand; without one the area may be that of a muster."""
    battle = state.battle
    if battle is None:
        where = PLACES[state.spot] if state.phase is Phase.MUSTER else None
        return {"where": where, "round": 0, "attacker": None, "hits": 0}
    return {
        "where": PLACES[battle.area],
        "round": battle.round,
        "attacker": SIDES[battle.attacker],
        "hits": battle.hits if state.phase is Phase.HITS else 0,
    }


def _owed(state: State, recorded: str) -> dict[str, object]:
    """Return the minors we owe, "Lancaster,York"; for a house without minors the record's own figure."""
    figures = [
        str(state.owed[side]) if state.occ[MINOR] & HEIRS_OF[side] else figure
        for side, figure in enumerate(recorded.split(","))
    ]
    return {"owed": ",".join(figures)}
