"""Tables of facts: every column is described in one place, dtypes are those that are told, and names join."""

from __future__ import annotations

import json
from typing import Any

import pytest

from roses import lab
from roses.engine.loading import folder
from roses.lab import columns, facts, study, to_frame
from roses.lab.reference import GAME_TABLES, TABLES

FILES = {"blocks": "richard/blocks", "cards": "richard/cards", "scenarios": "richard/scenarios",
         "battles": "history/battles"}  # fmt: skip
KEYS = {"blocks": "block", "areas": "area", "borders": "border", "cards": "card", "scenarios": "scenario",
        "battles": "battle", "people": "person"}  # fmt: skip
JOINS = [("blocks", "pair", "blocks", "block"), ("borders", "area", "areas", "area"),
         ("borders", "other", "areas", "area"),
         ("scenarios", "king", "blocks", "block"), ("placements", "block", "blocks", "block"),
         ("placements", "scenario", "scenarios", "scenario"), ("battles", "area", "areas", "area"),
         ("forces", "battle", "battles", "battle"), ("people", "battle", "battles", "battle"),
         ("people", "father", "people", "person"), ("people", "mother", "people", "person"),
         ("allegiances", "person", "people", "person"), ("stands", "person", "people", "person"),
         ("stands", "block", "blocks", "block"), ("stands", "scenario", "scenarios", "scenario")]  # fmt: skip

CALLS: list[dict[str, Any]] = [{"game": "richard-iii", "scenario": "1483"}, {"game": "lancaster", "players": 3}]


def data(name: str) -> Any:
    return json.loads((folder("data") / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", TABLES)
def test_every_column_has_the_dtype_that_is_told_a_meaning_and_a_place_in_the_docstring(name: str) -> None:
    table, text = facts(name), columns(name)
    assert len(table) and table.columns.tolist() == text["column"].tolist()
    assert [str(dtype) for dtype in table.dtypes] == text["dtype"].tolist()
    assert (text["meaning"] != "").all()
    line = next(line for line in str(facts.__doc__).splitlines() if line.strip().startswith(f"* ``{name}``"))
    for row in text.to_dict("records"):
        unit = f" ({row['unit']})" if row["unit"] else ""
        assert f"``{row['column']}`` {row['dtype']}{unit}" in line


@pytest.mark.parametrize("name", GAME_TABLES)
def test_tables_of_games_are_described_alike(name: str) -> None:
    war, court = (study(**call, seats="page").play(0) for call in CALLS)
    tables = {**lab.frames(war), "pieces": to_frame(war.state), "knights": to_frame(court.state)}
    result = columns(name).set_index("column")["dtype"]
    results = {column: str(dtype) for column, dtype in tables[name].dtypes.items()}
    assert results == result.drop("round", errors="ignore").to_dict()
    assert (columns(name)["meaning"] != "").all()
    assert any(f"* ``{name}``" in str(of.__doc__) for of in (lab.frames, to_frame))


def test_the_court_has_rounds_in_place_of_turns() -> None:
    actions = lab.frames(study(**CALLS[1], seats="page").play(0))["actions"]
    assert actions.columns.tolist() == columns("actions")["column"].drop([7, 8]).tolist()


def test_a_number_that_counts_something_has_a_unit() -> None:
    plain = {"rank", "card", "first", "last"}  # these are numbers by which one calls something
    plain |= {"action", "event", "number", "die", "slot", "campaign", "turn", "round"}
    for name in (*TABLES, *GAME_TABLES):
        answer = columns(name).query("dtype in ['int64', 'Int64', 'float64']")
        assert set(answer.loc[answer["unit"] == "", "column"]) <= plain


@pytest.mark.parametrize(("table", "file"), FILES.items())
def test_a_table_has_the_rows_of_its_file(table: str, file: str) -> None:
    assert facts(table)[KEYS[table]].tolist() == [row["id"] for row in data(file)]


@pytest.mark.parametrize(("table", "key"), KEYS.items())
def test_a_key_names_one_row(table: str, key: str) -> None:
    assert facts(table)[key].is_unique


@pytest.mark.parametrize(("table", "column", "other", "key"), JOINS)
def test_names_join(table: str, column: str, other: str, key: str) -> None:
    held = set(facts(table)[column]) - {""}
    assert held and held <= set(facts(other)[key])


def test_the_figures_are_those_of_the_files() -> None:
    first = data("history/battles")[0]
    rows = facts("forces").query("battle == @first['id']").set_index("side")
    for side, text in first["forces"].items():
        assert (rows.loc[side, "men_low"], rows.loc[side, "men_high"]) == (text["low"], text["high"])
    assert facts("forces")["lost_low"].isna().any()  # not every figure is known
    king = facts("people").set_index("person").loc["richard3"]
    assert (king["death"], king["battle"], king["died"]) == ("battle", "bosworth-1485", "1485-08-22")
    begins = facts("placements").query("scenario == '1483'")
    assert len(begins) == sum(map(len, data("richard/scenarios")[-1]["placements"].values()))


def test_both_versions_of_a_lord_stand_for_one_person() -> None:
    stanley = facts("stands").query("block in ['Stanley/L', 'Stanley/Y'] and scenario == '1483'")
    assert len(stanley) == 2 and stanley["person"].nunique() == 1


def test_a_table_that_is_changed_does_not_change_the_next_one() -> None:
    table = facts("cards")
    table["points"] = 9
    assert facts("cards")["points"].max() == 4


def test_columns_of_a_study_are_described_alike() -> None:
    result = columns(study("lancaster", players=2).columns("turns"))
    assert result["column"].tolist()[-2:] == ["points_Blue", "points_Green"]


@pytest.mark.parametrize("wrong", ["dragons", "", 7, ["blocks"]])
def test_an_unknown_table_is_refused_in_a_sentence(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"there is no table of facts .*; choose from 'blocks', 'areas', .*'stands'"):
        facts(wrong)
