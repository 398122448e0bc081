"""Each ruling that leaves a choice: what it is by the default, and what it is otherwise."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import roses
from roses.engine.errors import RecordError
from roses.engine.record import Record, dumps, loads
from roses.engine.replay import Replay
from roses.engine.rules import variants
from roses.lancaster.phases.effects import supply
from roses.lancaster.position import Phase
from roses.lancaster.ruleset import RULESETS, Ruleset
from roses.lancaster.state import State
from roses.lancaster.tables import COUNTIES, LAWS
from tests.lancaster.scene import at, gained, go, house, points, scene, texts


def law(name: str, ruleset: str, **given: object) -> State:
    return at(scene(laws=f"{name} L11 L13", ruleset=f"revised+{ruleset}", **given), "law")  # type: ignore[arg-type]


def test_every_field_has_a_test_here() -> None:
    fields = {v.split("+")[1].split("=")[0] for v in variants(RULESETS)[1:]}
    assert fields == set(Ruleset.__struct_fields__) - {"name"}
    with open(__file__, encoding="utf-8") as file:
        text = file.read()
    assert [f for f in fields if f"{f}=" not in text] == []


def test_g1_supply_limited_by_the_box() -> None:
    state = law("M06", "supply=limited", upper={"K10": "Blue 1 1 1"}, Blue={"squires": 20}, Red={"squires": 15})
    assert gained(state, "Blue", "law M06") == {"squires": 2}  # 37 in the box
    assert gained(law("M06", "supply=unlimited", upper={"K10": "Blue 1 1 1"}, Blue={"squires": 37}), "Blue",
                  "law M06") == {"squires": 3}  # fmt: skip


def test_g1_squires_in_counties_are_not_in_the_supply() -> None:
    state = scene(ruleset="revised+supply=limited", counties={"Dorset": "Blue 1+4"}, Red={"squires": 30})
    assert supply(state, "squires") == 3


def test_g4_favour_pick_may_be_declined() -> None:
    given = {"upper": {"K5a": ""}, "Blue": {"court": "1"}}
    must = scene(**given).apply("Blue places 1 in conflict K5a")
    may = scene(**given, ruleset="revised+favour_pick=may").apply("Blue places 1 in conflict K5a")
    assert ("decline" in texts(must), "decline" in texts(may)) == (False, True)
    assert all(f.up for f in may.apply("decline").view().favours)


def test_g5_squires_counted_with_those_in_counties() -> None:
    given = {"counties": {"Dorset": "Red 1+3"}, "Blue": {"squires": 2}, "Red": {"squires": 1}}
    for ruling, winner in (("squires_counted=in_hand", "Blue"), ("squires_counted=with_counties", "Red")):
        assert [e.side for e in law("L02", ruling, **given).events if e.kind == "new_knight"] == [winner]
    most = [e for e in law("M01", "squires_counted=with_counties", **given).events if e.kind == "most"]
    assert [e.sides for e in most] == [("Blue",)]


@pytest.mark.parametrize(("ruling", "knights"), [("zero_is_most=True", 4), ("zero_is_most=False", 0)])
def test_g6_zero_is_most(ruling: str, knights: int) -> None:
    state = law("L02", ruling)
    assert sum(e.kind == "new_knight" for e in state.events) == knights


def test_g7_county_choice_may_be_nothing() -> None:
    state = at(scene(counties={"York": "Red 3"}, ruleset="revised+county_choice=may"), "county")
    assert texts(state) == ["claim noble", "claim reward", "claim nothing"]
    assert gained(go(state, "claim nothing"), "Red", "York") == {}


@pytest.mark.parametrize(
    ("ruling", "each"), [("two_player_tie=split", 4), ("two_player_tie=both", 8), ("two_player_tie=nobody", 0)]
)
def test_g12_two_player_tie(ruling: str, each: int) -> None:
    state = at(scene(2, round=5, ruleset=f"revised+{ruling}", Blue={"court": "3"}, Green={"court": "1 2"}), "final")
    assert points(state) == ({"Blue": 2 * each, "Green": 2 * each} if each else {})


def test_g13_most_announced_with_amounts() -> None:
    for ruling, note in (("most_announced=winners", "Blue"), ("most_announced=amounts", "Blue (3)")):
        state = law("M02", ruling, Blue={"gold": 3}, Red={"gold": 1})
        assert [str(e).split(": ")[1] for e in state.events if e.kind == "most"] == [f"{note}."]


def test_g14_banneret_exchange_is_made_without_asking() -> None:
    state = law("L10", "banneret=must", counties={"York": "Blue 3"})
    assert house(state, "Blue").reserve == (1, 1, 1, 2, 2, 3) and state.phase is Phase.COUNTY


def test_15_3_upgrade_may_not_be_declined() -> None:
    given = {"counties": {"Stafford": "Green 2"}, "Blue": {"court": "1 2"}}
    assert texts(law("L09", "upgrade=may", **given))[-1] == "decline"
    assert texts(law("L09", "upgrade=must", **given)) == ["upgrade 1 in court", "upgrade 2 in court"]


def built(state: State, colour: str) -> set[str]:
    return {space.space for space in house(state, colour).castle if space.built}


def test_8_4_of_the_extensions_of_law_l06_a_house_takes_all_some_or_none() -> None:
    two = {"upper": {"K9": "Blue 1", "K7": "Blue 1"}, "lower": {"K8": "Blue 1", "K6": "Blue 2"}}
    state = law("L06", "law_extension=may", **two)
    assert texts(state)[-1] == "decline"
    for actions, tiles in (
        (("build gold", "build squires"), {"mixed", "gold", "squires"}),
        (("build gold", "decline"), {"mixed", "gold"}),
        (("decline", "decline"), {"mixed"}),
    ):
        after = go(state, *actions)
        assert (built(after, "Blue"), after.phase is Phase.BUILDING) == (tiles, False)
        assert [e.what for e in after.events if e.kind == "declined"] == ["extension"] * actions.count("decline")
    assert "decline" not in texts(law("L06", "law_extension=must", **two))


def test_8_4_the_last_extension_that_law_l06_gives_is_not_built_unasked() -> None:
    given = {"upper": {"K9": "Blue 1", "K7": "Blue 1"}, "Blue": {"built": "upgrade squires gold markers mixed"}}
    asked, forced = (law("L06", f"law_extension={ruling}", **given) for ruling in ("may", "must"))
    assert (texts(asked), "knight" in built(asked, "Blue")) == (["build knight", "decline"], False)
    assert "knight" in built(forced, "Blue")


def test_m07_an_extension_that_was_bought_is_built() -> None:
    state = law("M07", "law_extension=may", Blue={"gold": 4}).apply("trade 1")
    assert state.phase is Phase.BUILDING and "decline" not in texts(state)


def test_6_3_the_noble_of_a_favour_may_be_declined_even_where_one_county_is_left() -> None:
    given = {"upper": {"K5a": ""}, "Blue": {"court": "1"}, "nobles": {name: int(name == "York") for name in COUNTIES}}
    may, must = (
        go(scene(ruleset=f"revised+favour_noble={ruling}", **given), "Blue places 1 in conflict K5a",
           "take favour noble")
        for ruling in ("may", "must")
    )  # fmt: skip
    assert (texts(may), house(must, "Blue").nobles) == (["take noble of York", "decline"], ("York",))
    assert house(go(may, "take noble of York"), "Blue").nobles == ("York",)
    after = go(may, "decline")
    assert (house(after, "Blue").nobles, after.view().land("York").nobles) == ((), 1)
    assert not next(f for f in after.view().favours if f.favour == "noble").up


def first_laws(expansion: str) -> State:
    state = roses.start("lancaster", ruleset=f"revised+expansion_laws={expansion}").apply("draw Blue as start player")
    for _ in range(4):
        state = state.apply("build gold")
    return state


def test_8_7_expansion_laws_all_or_none() -> None:
    for expansion, letter in (("none", "L"), ("all", "M")):
        state = first_laws(expansion)
        assert (state.phase, {law[0] for law in state.view().pile}, len(state.view().pile)) == (
            Phase.LAWS,
            {letter},
            18,
        )


def test_8_7_expansion_laws_drawn_by_section() -> None:
    state = first_laws("drawn")
    assert (state.phase, len(state.chance_outcomes())) == (Phase.LAW_SETS, 32)
    state = state.apply("draw law sets base expansion base base expansion")
    sections = {law.id: law.section for law in state.parts.laws}
    assert {law[0] for law in state.view().pile if sections[law] in (1, 4)} == {"M"}
    assert {law[0] for law in state.view().pile if sections[law] in (0, 2, 3)} == {"L"}
    assert len(state.view().pile) == 18


MIX = ["base", "L04 M04 L05 M06 L07 M09", "M10 L11 L12", "expansion", "base"]


def test_8_7_players_agree_on_old_laws_new_laws_or_a_mix_for_each_section() -> None:
    state = roses.start("lancaster", players=2, laws=MIX).apply("draw Blue as start player")
    state = go(state, "build gold", "build gold")
    (chosen,) = (e for e in state.events if e.kind == "sets")
    assert (state.phase, chosen.rule, "L04 M04 L05" in str(chosen)) == (Phase.LAWS, "8.7", True)
    names = {"L01 L02 L03", *MIX[1:3], "M13 M14 M15", "L16 L17 L18"}
    assert sorted(state.view().pile) == sorted(" ".join(names).split())


def test_8_7_the_mix_is_proposed_section_by_section() -> None:
    game = roses.game("lancaster", players=2, laws=MIX, seed=3)
    while game.state.active:
        game.play(game.state.legal_actions(game.state.active[0])[0])
    states = Replay(game.record, roses.start).states
    met = [{LAWS[i] for i in [s for s in states if s.round == n][-1].proposals} for n in range(1, 6)]
    assert met[2:] == [{"M10", "L11", "L12"}, {"M13", "M14", "M15"}, {"L16", "L17", "L18"}]
    assert met[0] | met[1] == {*MIX[1].split()}


def test_8_7_the_laws_agreed_on_stand_in_the_record_and_are_resumed(tmp_path: Path) -> None:
    game = roses.game("lancaster", players=2, laws=MIX, seed=3, autosave=tmp_path / "court.json")
    game.play("build gold")
    resumed = roses.resume(tmp_path / "court.json")
    assert resumed.record.options == {"players": 2, "laws": MIX} == game.record.options
    assert (resumed.state, resumed.state.parts.agreed) == (game.state, tuple(MIX))
    assert Replay(loads(dumps(game.record)), roses.start)[-1] == game.state


@pytest.mark.parametrize(("laws", "wrong"), [
    ("base", "are 5 texts, one for each section"),
    (["base"] * 4, "are 5 texts"),
    (["new", *MIX[1:]], "'new' is not a law of section 0"),
    (["L01 L02 L04", *MIX[1:]], "'L04' is not a law of section 0; choose from L01, L02, L03, M01, M02, M03"),
    (["L01 M02", *MIX[1:]], "section 0 has 3 different laws, and 'L01 M02' names 2"),
    (["L01 L01 M02", *MIX[1:]], "section 0 has 3 different laws, and 'L01 L01 M02' names 2"),
])  # fmt: skip
def test_8_7_laws_that_do_not_fit_are_refused_in_a_sentence(laws: object, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        roses.start("lancaster", laws=laws)
    with pytest.raises(RecordError, match=wrong if isinstance(laws, list) else "holds values, never a path"):
        Replay(Record("lancaster", "1413", (), options={"laws": laws}), roses.start)  # type: ignore[arg-type]


def test_8_7_laws_agreed_on_and_laws_of_the_ruleset_exclude_each_other() -> None:
    with pytest.raises(ValueError, match="the ruleset cannot say expansion_laws=all"):
        roses.start("lancaster", laws=MIX, ruleset="revised+expansion_laws=all")


def test_a_ruleset_is_a_frozen_value() -> None:
    with pytest.raises(AttributeError):
        RULESETS["revised"].supply = "limited"  # type: ignore[misc]
    assert msgspec.structs.replace(Ruleset(), supply="limited") != Ruleset()
