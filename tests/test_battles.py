"""The eighteen battles: accounts with sources, line-ups that build, and records that end as history did."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import msgspec
import pytest

import roses
from roses.engine import transcript
from roses.engine.errors import RecordError
from roses.engine.record import Record, dumps, loads
from roses.engine.replay import Replay, Timeline, check
from roses.history.battles import Account, Claim, Phase, account, known_battle, known_battles
from roses.richard.battles import battle_record, find_record
from roses.richard.events.army import BattleWon, Eliminated
from roses.richard.game import begin
from roses.richard.naming import blocks
from roses.richard.position import LineUp
from roses.richard.tables import NAMES
from tests.test_history import GAME_WORDS, SOURCES, period

IDS = tuple(known_battles())
KNOWN = {source["id"] for source in SOURCES}
OUTSIDE = {"blore-heath-1459", "ludford-1459", "stoke-1487"}
FOUGHT = [name for name in IDS if find_record(name)]
LONGEST = 45  # words that are read in a step
HOUSE = {"Warwick's party": "Lancaster"}  # winners that are no house
FALLEN = {  # whom the board loses, where history lost him too
    "st-albans-1455": {"Somerset", "Northumberland/L", "Clifford"},
    "northampton-1460": {"Buckingham/L", "Shrewsbury/L", "Beaumont"},
    "wakefield-1460": {"York", "Rutland", "Salisbury/Y"},
    "mortimers-cross-1461": {"Welsh Mercenary"},
    "st-albans-1461": {"Burgundian Mercenary"},
    "ferrybridge-1461": {"Clifford"},
    "towton-1461": {"Clifford", "Northumberland/L", "Devon", "Wiltshire"},
    "twt-hill-1461": set(),
    "hedgeley-moor-1464": {"Northumberland/L"},
    "hexham-1464": {"Somerset", "Rebel"},
    "edgcote-1469": {"Herbert"},
    "losecote-1470": {"Rebel"},
    "barnet-1471": {"Warwick/L"},
    "tewkesbury-1471": {"Prince Edward", "Somerset", "Devon"},
}
each = pytest.mark.parametrize("name", IDS)


def statements(told: Account) -> tuple[Phase | Claim, ...]:
    return (*told.phases, *told.deaths, *told.treachery, *told.dates, *told.sites, told.meaning)


# ---- accounts


@each
def test_an_account_has_three_to_six_phases_with_sources_and_confidence(name: str) -> None:
    result = account(name)
    assert result.id == name and 3 <= len(result.phases) <= 6
    assert len({phase.id for phase in result.phases}) == len(result.phases)
    for text in statements(result):
        assert text.sources and set(text.sources) <= KNOWN, text
        assert re.match(r"(high|medium|low)\b", text.confidence) and text.text.endswith((".", "?")), text


@each
def test_what_history_tells_is_short_and_has_no_words_of_the_game(name: str) -> None:
    for phase in account(name).phases:
        assert len(phase.text.split()) <= LONGEST
        assert GAME_WORDS.findall(f"{phase.title}. {phase.text}") == []


@each
def test_days_are_those_of_the_battle(name: str) -> None:
    battle, text = known_battle(name), account(name)
    day = date.fromisoformat(battle.date)
    first, last = period(battle.shown)
    assert first <= (day.year, day.month, day.day) <= last
    for phase in text.phases:
        assert not phase.date or period(phase.date.removeprefix("night of "))[0][0] == day.year
    assert bool(text.dates) >= (" or " in battle.shown), "both days are shown, and why"


@each
def test_those_in_command_lead_sides_that_have_figures(name: str) -> None:
    assert set(account(name).commanders) == set(known_battle(name).sides)


def test_what_the_dossier_disputes_is_said_to_be_disputed() -> None:
    wakefield = {phase.id: phase.confidence for phase in account("wakefield-1460").phases}
    assert "disputed" in wakefield["out"] and "disputed" in wakefield["three"]
    assert "disputed" in account("towton-1461").phases[4].confidence
    assert "disputed" in account("bosworth-1485").treachery[1].text
    assert account("bosworth-1485").phases[2].confidence.endswith("disputed")


@pytest.mark.parametrize(("name", "words"), [
    ("st-albans-1455", "8th Lord Clifford"), ("ferrybridge-1461", "9th Lord Clifford"),
    ("edgcote-1469", "26 July stands in older books"), ("mortimers-cross-1461", "3 February"),
    ("losecote-1470", "it may be late"), ("st-albans-1461", "later Lord Montagu"),
])  # fmt: skip
def test_what_was_corrected_is_told_right(name: str, words: str) -> None:
    assert words in msgspec.json.encode(account(name)).decode()


def test_an_unknown_battle_is_refused_with_similar_names() -> None:
    with pytest.raises(ValueError, match=r"no battle 'barnet'; choose from 'barnet-1471'"):
        account("barnet")


# ---- the battle in the game


def test_three_battles_are_outside_the_game_and_say_why() -> None:
    assert {name for name in IDS if account(name).model is None} == OUTSIDE
    for name in OUTSIDE:
        assert len(account(name).outside.split()) > 15
        with pytest.raises(ValueError, match="is outside the game"):
            battle_record(name)


@pytest.mark.parametrize("name", [name for name in IDS if name not in OUTSIDE])
def test_every_line_up_builds_and_says_whom_each_block_stands_for(name: str) -> None:
    model = account(name).model
    assert model
    for title, fields in model.line_ups().items():
        state = begin("1460", None, fields)
        assert state.header["options"]["line_up"] == fields and state.legal_actions(), title
    given = LineUp(**model.line_up)
    armies = (given.attackers, given.defenders, given.reserve, given.relief)
    assert set(model.parts) == {NAMES[b] for army in armies for b, _n in blocks(army)}
    assert set(model.stand_ins) <= set(model.parts)


def test_every_record_is_legal_and_the_winner_of_history_holds_the_field() -> None:
    assert set(FOUGHT) == set(FALLEN)
    for name in FOUGHT:
        replay, battle = check(battle_record(name), roses.start), known_battle(name)
        events = replay.events()
        won = next(event for event in events if isinstance(event, BattleWon))
        assert won.side == HOUSE.get(battle.winner, battle.winner), name
        assert {event.block for event in events if isinstance(event, Eliminated)} == FALLEN[name], name


def test_the_steps_of_a_battle_are_its_phases_and_say_that_dice_are_chosen() -> None:
    timeline = Timeline(Replay(battle_record("towton-1461"), roses.start))
    phases = account("towton-1461").phases
    assert [(m.title, m.text, m.sources) for m in timeline.moments] == [(p.title, p.text, p.sources) for p in phases]
    assert timeline[0].departs.endswith("These dice were set by the author, not thrown.")
    assert [work.id for work in timeline.sources(1)] == ["wp-towton", "ch-hall"]
    assert timeline[1].field == "towton-1461/volleys"
    rounds = [battle.round for i in range(len(timeline)) if (battle := timeline.state(i).view().battle)]
    assert rounds == [1, 2, 2, 3, 0, 0]


def test_a_battle_is_found_by_its_name_like_a_replay() -> None:
    assert roses.replay("barnet-1471").record == battle_record("barnet-1471")
    with pytest.raises(RecordError, match="there is no replay 'stoke-1487'"):
        roses.replay("stoke-1487")


# ---- records that begin with a battle


def test_a_record_that_begins_with_a_battle_is_kept_as_json_and_as_a_transcript() -> None:
    record = battle_record("ferrybridge-1461")
    assert loads(dumps(record)) == record
    plain = transcript.read(transcript.write(record))
    assert plain.options == record.options and Replay(plain, roses.start)[-1] == Replay(record, roses.start)[-1]


def test_a_game_that_begins_with_a_battle_keeps_its_line_up_in_its_record() -> None:
    line_up = {"area": "Kent", "attackers": "March", "defenders": "Somerset:2"}
    game = roses.game("richard-iii", seed=3, line_up=line_up)
    game.play("fight in Kent")
    assert game.record.options == {"line_up": line_up}
    assert Replay(loads(dumps(game.record)), roses.start)[-1] == game.state


@pytest.mark.parametrize(("line_up", "why"), [
    ({"area": "Kent"}, "missing required field `attackers`"),
    ({"area": "Kent", "attackers": "Tudor", "defenders": "March"}, "there is no block 'Tudor'"),
    ({"area": "Kent", "attackers": "March", "defenders": "Rutland"}, "cannot fight for Lancaster"),
    ("line-ups/kent.json", "holds values, never a path"),
])  # fmt: skip
def test_a_record_with_a_bad_line_up_is_refused_in_one_sentence(line_up: object, why: str) -> None:
    with pytest.raises(RecordError, match=re.escape(why)):
        Replay(Record("richard-iii", "1460", (), options={"line_up": line_up}), roses.start)


# ---- the gallery


def test_the_gallery_has_a_cell_a_heading_and_an_anchor_for_every_battle_in_order() -> None:
    path = Path(__file__).resolve().parents[1] / "notebooks" / "08_eighteen_battles.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    prose = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    assert re.findall(r'Battle\("(.+?)"', "\n".join(code)) == list(IDS) == re.findall(r'<a id="(.+?)">', prose)
    assert [battle.shown for battle in known_battles().values() if f", {battle.shown}\n" not in prose] == []
    assert max(len(lines.splitlines()) for lines in code) <= 5
    cited = re.findall(r"\[([a-z0-9-]+(?:, [a-z0-9-]+)*)\](?!\()", prose)
    assert {source for names in cited for source in names.split(", ")} <= KNOWN
