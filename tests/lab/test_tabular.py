"""Tables of records, events and positions: nothing is lost, dtypes are those that are told, and a side sees its own."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

import roses
from roses.engine.errors import RecordError
from roses.engine.game import Game
from roses.engine.loading import folder
from roses.engine.record import Entry, Record, Variation, prefix
from roses.engine.replay import Replay
from roses.lab import frames, record_of, records_of, study, to_frame
from roses.lancaster.events import AnyEvent as CourtEvent
from roses.lancaster.position import Position as Court
from roses.lancaster.tables import COLOURS
from roses.richard.events import AnyEvent as WarEvent
from roses.table import Table, from_columns, from_rows
from tests.proof import Sample, sampled
from tests.testing.pseudo import pseudo_language

KEPT = sorted(path.stem for path in (folder("data") / "replays").glob("*.json"))
GAMES = [Sample(name, number) for name in ("1460", "1470", "1483") for number in range(40)]
GAMES += [Sample(players, number) for players in "2345" for number in range(30)]
QUICK = [Sample(name, 0) for name in ("1483", "2", "5")]


MANY = [Sample(name, 167) for name in ("1460", "1470", "1483")] + [Sample(players, 125) for players in "2345"]
FEW = [Sample("1483", 4), Sample("3", 3)]


def game(sample: Sample) -> Game:
    """A game of random play, of either game."""
    if sample.scenario in ("2", "3", "4", "5"):
        result = study("lancaster", None, "page", players=int(sample.scenario))
    else:
        result = study("richard-iii", sample.scenario, "page")
    return result.play(sample.number)


def played(sample: Sample) -> Replay:
    return Replay(game(sample).record, roses.start)


def through_text(tables: dict[str, Table]) -> dict[str, Table]:
    """The tables after they were written and read as CSV."""
    from io import StringIO

    texts = {name: table.to_csv(index=False) for name, table in tables.items()}
    return {
        name: Table(pd.read_csv(StringIO(text), keep_default_na=False, dtype=tables[name].dtypes.to_dict()))
        for name, text in texts.items()
    }


@pytest.mark.parametrize("sample", sampled(GAMES, *QUICK), ids=str)
def test_a_random_game_comes_back_from_its_tables(sample: Sample) -> None:
    replay = played(sample)
    tables = frames(replay)
    assert record_of(tables) == replay.record
    assert len(tables["actions"]) == len(replay.record.entries) == len(replay) - 1
    kind = WarEvent if replay.record.game == "richard-iii" else CourtEvent
    results = [msgspec.json.decode(text, type=kind) for text in tables["events"]["data"]]
    assert results == list(replay.events())
    assert tables["events"]["sentence"].tolist() == [str(event) for event in replay.events()]


@pytest.mark.parametrize("many", sampled([*FEW, *MANY], *FEW), ids=str)
def test_many_random_games_come_back_from_their_tables_which_are_those_of_each(many: Sample) -> None:
    games = [game(Sample(many.scenario, number)) for number in range(many.number)]
    tables = frames(iter(games))
    assert records_of(tables) == [one.record for one in games]
    for number in range(0, many.number, 1 + many.number // 10):
        for name, alone in frames(games[number]).items():
            here = tables[name][tables[name]["game"] == number].drop(columns="game")
            assert_frame_equal(here.reset_index(drop=True), alone)


def test_records_replays_and_games_become_tables_together_also_without_actions_and_with_narration() -> None:
    whole = roses.replay("1483-richard-iii")
    line = Variation(2, whole.record.entries[2:5], "as it was")
    none = Record("richard-iii", "1470", (), variations=(Variation(0, ()),), seed=1)
    cut = msgspec.structs.replace(prefix(whole.record, 9), variations=(line,))
    begun = study("richard-iii", "1460", "page").play(1)
    tables = frames([none, whole, cut, begun, none])
    assert records_of(tables) == [none, whole.record, cut, begun.record, none]
    assert tables["moments"]["game"].unique().tolist() == [1, 2]
    results = {name: [str(dtype) for dtype in table.dtypes] for name, table in tables.items()}
    assert results == {name: ["int64", *map(str, table.dtypes)] for name, table in frames(none).items()}
    assert records_of(through_text(tables)) == records_of(tables)


def test_no_game_at_all_gives_empty_tables() -> None:
    tables = frames([])
    assert records_of(tables) == [] and all(table.columns[0] == "game" for table in tables.values())
    assert not any(map(len, tables.values()))


def test_columns_become_the_table_that_pandas_makes_of_them() -> None:
    dtypes = {"block": "str", "steps": "int64", "full": "Int64", "there": "bool", "where": "str", "share": "float64"}
    whole = [["Richmond", None], [4, 3], [4, None], [True, False], ["Kent", "Kent"], [1.0, 2.0]]
    arrays = zip(dtypes.items(), whole, strict=True)
    made = from_columns([whole[0], np.array([4, 3]), *whole[2:5], [1, 2]], dtypes)
    assert_frame_equal(made, Table({name: pd.array(values, dtype=dtype) for (name, dtype), values in arrays}))
    assert type(made) is type(made[["block"]]) is Table and "right" in made._repr_html_()


def test_a_table_keeps_its_numbers_when_those_it_was_made_of_change() -> None:
    steps = np.array([4, 3])
    made = from_columns([steps], {"steps": "int64"})
    steps[0] = 1
    assert made["steps"].tolist() == [4, 3]


def test_tables_without_rows_share_nothing_that_can_be_changed() -> None:
    one = from_rows([], {"block": "str", "steps": "int64"})
    one.columns.name, one["there"] = "changed", []
    other = from_rows([], {"block": "str", "steps": "int64"})
    assert other.columns.name is None and other.columns.tolist() == ["block", "steps"]


@pytest.mark.parametrize("columns", [[["Richmond"], [4, 3]], [["Richmond", "Oxford"], [4]], [["Richmond"]]])
def test_columns_that_make_no_table_are_refused(columns: list[list[Any]]) -> None:
    with pytest.raises(ValueError, match=r"same length|zip\(\) argument 2 is longer"):
        from_columns(columns, {"block": "str", "steps": "int64"})


@pytest.mark.parametrize("name", KEPT)
def test_a_record_of_the_kit_comes_back_with_its_narration_also_from_text(name: str) -> None:
    record = roses.replay(name).record
    tables = frames(record)
    assert record_of(tables) == record
    assert record_of(through_text(tables)) == record


@pytest.mark.parametrize("call", [{"game": "richard-iii", "scenario": "1483"}, {"game": "lancaster", "players": 3}])
def test_a_game_and_its_record_give_the_same_tables(call: dict[str, Any]) -> None:
    game = study(**call, seats="page").play(0)
    of_game, of_record = frames(game), frames(game.record)
    assert of_game.keys() == of_record.keys()
    for name, table in of_game.items():
        assert_frame_equal(table, of_record[name])


@pytest.mark.parametrize("call", [{"game": "richard-iii", "scenario": "1483"}, {"game": "lancaster", "players": 3}])
def test_sentences_are_those_of_the_language_in_use(call: dict[str, Any]) -> None:
    game = study(**call, seats="page").play(0)
    before = frames(game)["events"]
    with pseudo_language():
        tables = frames(game)["events"]
        assert tables["sentence"].tolist() == [str(event) for event in game.events()]
        assert not (tables["sentence"] == before["sentence"]).any()
    assert_frame_equal(frames(game)["events"], before)


def test_a_game_that_was_taken_up_from_a_record_gives_the_tables_of_the_whole() -> None:
    game = study("richard-iii", "1483", "page").play(2)
    part = prefix(game.record, len(game) // 2)
    after = Game.following(part, game.states[: len(part.entries) + 1])
    for entry in game.record.entries[len(part.entries) :]:
        after.play(entry.action, entry.comment)
    whole = frames(game)
    for name, table in frames(after).items():
        if name not in ("about", "headers"):  # the dice of such a game are its caller's
            assert_frame_equal(table, whole[name])


def test_a_text_that_is_none_is_refused_in_a_table() -> None:
    with pytest.raises(TypeError, match="int"):
        from_rows([(1485,)], {"year": "str"})


def test_variations_and_comments_come_back() -> None:
    whole = roses.replay("1483-richard-iii").record
    lines = (
        Variation(2, whole.entries[2:9], "as it was"),
        Variation(0, (), "nothing"),
        Variation(1, whole.entries[1:3]),
    )
    entries = (msgspec.structs.replace(whole.entries[0], comment='a "deal", \n said'), *whole.entries[1:12])
    record = msgspec.structs.replace(prefix(whole, 12), entries=entries, variations=lines, seed=2**64 - 1, drawn=7)
    assert record_of(frames(record)) == record


def test_an_empty_record_comes_back() -> None:
    record = Record("lancaster", "1413", (), options={"players": 3})
    assert record_of(frames(record)) == record


def test_dice_are_those_of_the_events_and_hits_add_up() -> None:
    replay = roses.replay("1470-kingmaker")
    dice = frames(replay)["dice"]
    thrown = [event for event in replay.events() if event.dice]
    assert len(dice) == sum(len(event.dice) for event in thrown) > 50
    assert dice["success"][dice["kind"].isin(["fire", "charge", "reply"])].sum() == sum(
        event.hits for event in thrown if hasattr(event, "hits")
    )
    tried = dice[dice["kind"] == "treachery"].groupby(["action", "event"])["success"].all()
    assert tried.tolist() == [event.success for event in thrown if hasattr(event, "success")]


def test_a_side_reads_a_position_with_its_own_eyes() -> None:
    state = roses.game("richard-iii", "1483", seed=7).state
    umpire, york = to_frame(state), to_frame(state, "York")
    assert (umpire["block"] != "").all() and umpire["steps"].notna().all()
    hidden = york[york["block"] == ""]
    assert set(hidden["side"]) == {"Lancaster"} and hidden["steps"].isna().all() and hidden["full"].isna().all()
    assert york.equals(to_frame(state.view("York")))
    with pytest.raises(ValueError, match="there is no side 'Tudor'"):
        to_frame(state, "Tudor")


@pytest.mark.parametrize("players", [2, 5])
def test_every_knight_of_the_court_game_is_a_row(players: int) -> None:
    for number in range(2):
        game = study("lancaster", None, "page", players=players).play(number)
        for at in range(0, len(game), 7):
            state: Any = game.state_after(at)
            assert isinstance(state, Court)
            table = to_frame(state)
            items = sorted(zip(table["side"], table["strength"], strict=True))
            assert items == sorted(knights(state))


def knights(state: Any) -> list[tuple[str, int]]:
    """Every knight of a state with his colour, taken from its fields."""
    homes = [(COLOURS[i], k) for field in ("court", "reserve", "castle") for i, n in enumerate(getattr(state, field))
             for k in n if k]  # fmt: skip
    counties = [(COLOURS[stack.party], stack.knight) for stack in state.counties if stack]
    fights = [(COLOURS[s.party], k) for conflict in state.conflicts for s in conflict.slots for k in s.knights]
    return [*homes, *counties, *fights, *((COLOURS[p], k) for p, caught in state.captured for k in caught)]


def test_events_of_a_side_are_a_table_too() -> None:
    events = roses.replay("1483-richard-iii").events(side="Lancaster")
    table = to_frame(events)
    assert table["sentence"].tolist() == [str(event) for event in events]
    assert "" in set(table.loc[table["kind"] == "recruit", "block"])


def test_what_has_no_table_is_refused_in_a_sentence() -> None:
    for wrong in (7, "York", [1, 2]):
        with pytest.raises(TypeError, match="needs a state, a view, events, a record or a replay, not "):
            to_frame(wrong)


def test_tables_of_something_else_are_refused() -> None:
    tables = frames(roses.replay("1483-richard-iii"))
    with pytest.raises(RecordError, match="these tables are not those of a record: 'headers' is missing"):
        record_of({name: table for name, table in tables.items() if name != "headers"})
    with pytest.raises(RecordError):
        record_of({**tables, "about": Table({"field": ["game"], "value": ["7"]})})
    with pytest.raises(RecordError, match="action 0"):
        frames(Record("richard-iii", "1483", (Entry("York", "York plays card 99"),)))


def test_many_games_that_have_no_tables_are_refused_by_their_number() -> None:
    war, court = study("richard-iii", "1483", "page").play(0), study("lancaster", None, "page").play(0)
    with pytest.raises(ValueError, match="these records are of richard-iii and of lancaster"):
        frames([war, court])
    wrong = Record("richard-iii", "1483", (Entry("York", "York plays card 99"),))
    with pytest.raises(RecordError, match=r"in game 1 of these, counted from 0: .*card 99") as caught:
        frames([war, wrong])
    assert caught.value.index == 0
    tables = frames([war, war])
    with pytest.raises(RecordError, match=r"those of many records; roses\.lab\.records_of"):
        record_of(tables)
    with pytest.raises(RecordError, match="'about' with a column game is missing"):
        records_of(frames(war))
    spoilt = tables["about"].replace({"value": {'"1483"': "7"}})
    with pytest.raises(RecordError, match="in game 0 of these"):
        records_of({**tables, "about": spoilt})
