"""The table: whole games are played by its messages, nothing hidden is in them, and nothing is lost."""

from __future__ import annotations

import json
import random
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import roses
from roses.bots.squire import Squire
from roses.engine.errors import RecordError, SaveError
from roses.engine.explain import Explanation
from roses.engine.game import Game
from roses.engine.record import load
from roses.engine.seat import Seat
from roses.figures.drawing.svg import escape
from roses.lancaster.scene import scene
from roses.lancaster.tables import LAWS
from roses.widgets.pages.back import LookingBack
from roses.widgets.play import saves
from roses.widgets.play.page import action_text
from roses.widgets.play.table import Table

# what a sentence at the table never holds: rules by a name of the kit, ids of blocks, laws, paths, examples to type
NOTATION = re.compile(r"rule [a-z]|\w/[LY]\b|\b[LM]\d\d\b| > | as in '|choice: (done|keep)\b|\d\+\d")
CURTAIN = {"closed", "waits", "file", "note", "kind"}  # all that the page has while the curtain is closed


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ask(table: Table, **message: Any) -> dict[str, Any]:
    """What the page shows after a message; it must be plain values."""
    table._on_message(table, {"at": table.screen.get("at"), **message}, [])
    return json.loads(json.dumps(table.screen))  # type: ignore[no-any-return]


def leaves(nodes: list[dict[str, Any]]) -> list[int]:
    """The single actions that the tree of the page leads to."""
    results = [node["play"][0] for node in nodes if "play" in node]
    return results + [number for node in nodes for number in leaves(node.get("options", []))]


def in_notation(screen: dict[str, Any]) -> list[str]:
    """The new sentences of the page that hold notation."""
    lines = [line["html"] for line in screen.get("log", ()) if line.get("new")]
    texts = [
        screen.get("prompt", ""),
        screen["note"],
        *(value for _name, value, _about in screen.get("strip", ())),
        *lines,
    ]
    return [
        line
        for line in texts
        if NOTATION.search(re.sub(r"<svg.*?</svg>|<[^>]*>", " ", unescape(line), flags=re.DOTALL))
    ]


def play_out(table: Table, rng: random.Random, most: int = 3000) -> set[str]:
    """Play by random clicks until the game is over; return all that the page has shown of it while it was closed."""
    closed: set[str] = set()
    for _again in range(most):
        if table.model.is_over:
            return closed
        if table.screen["closed"]:
            closed |= set(table.screen)
            ask(table, open=True)
        numbers = leaves(table.screen["options"])
        assert sorted(numbers) == list(range(len(table.model.seat.options)))
        screen = ask(table, play=rng.choice(numbers))
        assert screen["kind"] != "error", screen["note"]
        assert not in_notation(screen)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("game", "told"), [("richard-iii", {"scenario": "1483"}), ("lancaster", {"players": 2})], ids=["war", "court"]
)
def test_a_whole_game_against_squires_is_played_by_clicks(game: str, told: dict[str, Any]) -> None:
    table = Table(game, seed=5, **told)
    play_out(table, random.Random(1))
    assert re.search("has won|wins with|share the victory", table.screen["prompt"])
    assert table.screen["options"] == []


def test_two_people_share_a_screen_and_the_curtain_is_empty() -> None:
    table = Table("richard-iii", "1483", {"York": "me", "Lancaster": "me"}, seed=5)
    assert play_out(table, random.Random(2)) == CURTAIN
    assert ask(table, open=True)["closed"] is False


def test_the_curtain_hides_what_was_played_by_itself() -> None:
    table = Table("richard-iii", "1483", {"York": "me", "Lancaster": "me"}, seed=1)
    assert table.screen["closed"] and table.screen["waits"] == "Lancaster"
    ask(table, open=True)
    shut = ask(table, play=0)
    assert shut["waits"] == "York" and shut["note"] == "" and set(shut) == CURTAIN


def test_behind_the_curtain_nobody_plays_takes_back_or_asks() -> None:
    table = Table("richard-iii", "1483", {"York": "me", "Lancaster": "me"}, seed=1)
    ask(table, open=True)
    shut, before = ask(table, play=0), len(table.model.seat)
    assert [ask(table, **{key: value}) for key, value in (("undo", True), ("hint", True), ("play", 0))] == [shut] * 3
    assert len(table.model.seat) == before


def test_a_click_that_comes_too_late_is_refused_and_changes_nothing() -> None:
    table = Table("richard-iii", "1483", seed=5)
    before = len(table.model.seat)
    table._on_message(table, {"play": 0, "at": before - 1}, [])
    assert "the game has gone on since" in table.screen["note"].lower()
    assert len(table.model.seat) == before


def test_undo_hint_and_why_not_answer_in_words() -> None:
    table = Table("richard-iii", "1483", seed=4)
    ask(table, play=0)
    assert table.screen["note"] == ""
    steps = [ask(table, hint=True)["note"] for _again in range(4)]
    assert ["What can I do?" in steps[0], "What matters now?" in steps[1], "A move, with" in steps[2]] == [True] * 3
    assert steps[2] == steps[3] and steps[2].count("<li>") == 3
    assert "5.2" in ask(table, why="Gloucester marches to Ireland")["note"]
    assert ask(table, why="Gloucester flies")["kind"] == "error"
    assert ask(table, undo=True)["kind"] == "error", "the squire has answered since"


def test_what_is_typed_and_is_no_move_offers_three_that_are_and_a_click_plays_one() -> None:
    table = Table("richard-iii", "1483", {"York": "me", "Lancaster": "squire"}, seed=4)
    asked = ask(table, why="karte 9")
    assert asked["kind"] == "error" and "Did you mean:" in asked["note"]
    offered = re.findall(r'data-play="(\d+)">([^<]*)<', asked["note"])
    assert 1 <= len(offered) <= 3
    seat = table.model.seat
    assert [action_text(seat, seat.options[int(number)]) for number, _words in offered] == [
        words for _n, words in offered
    ]
    before = len(table.model.seat)
    ask(table, play=[int(offered[0][0])])
    assert len(table.model.seat) > before


@pytest.mark.parametrize(("game", "told"), [("richard-iii", {}), ("lancaster", {"players": 2})], ids=["war", "court"])
def test_a_hint_speaks_the_words_of_prompt_and_list_and_its_moves_are_played_by_a_click(
    game: str, told: dict[str, Any]
) -> None:
    table, rng = Table(game, seed=4, **told), random.Random(2)
    things = sorted(set(roses.resume(table.file).state.subjects) - set(LAWS))
    for _again in range(25):
        seat = table.model.seat
        first, _second, third = (ask(table, hint=True)["note"] for _step in range(3))
        assert escape(table.screen["prompt"]) in first and not in_notation({"note": first + _second + third})
        for thing in rng.sample(things, 4):
            assert not in_notation(ask(table, why=thing)), thing
        moves = re.findall(r'data-play="(\d+)">([^<]*)<', third)
        assert moves and all(words == escape(action_text(seat, seat.options[int(play)])) for play, words in moves)
        before = len(seat)
        assert ask(table, play=[int(rng.choice(moves)[0])])["at"] > before
        if table.model.is_over:
            return


def test_the_number_of_a_rule_in_a_refusal_opens_its_paragraph() -> None:
    table = Table("richard-iii", "1483", {"York": "me", "Lancaster": "squire"}, seed=4)
    match = re.search(r'data-rule="([^"]+)"', ask(table, why="karte 9")["note"])
    assert match and match[1] == "1.1"
    assert "<h3><small>Rule 1.1</small>" in ask(table, rule=match[1])["note"]


def test_a_legal_move_that_is_typed_may_be_played_and_an_illegal_one_names_its_rule() -> None:
    table = Table("richard-iii", "1483", {"York": "me", "Lancaster": "squire"}, seed=4)
    legal = table.model.seat.options[2]
    button = f'<button type="button" data-play="2">{action_text(table.model.seat, legal)}</button>'
    assert f"Play it: {button}" in ask(table, why=str(legal))["note"]
    held = {option.card for option in table.model.seat.options}
    other = next(card for card in range(1, 26) if card not in held)
    refused = ask(table, why=f"York plays card {other}")
    assert "(rule 1.1)" in refused["note"] and "You may choose:" in refused["note"] and refused["kind"] == "hint"


def test_the_hint_starts_anew_after_a_move_and_after_taking_it_back() -> None:
    table = Table("lancaster", players=2, seats={"Blue": "me", "Green": "squire"}, seed=4)
    assert [ask(table, hint=True)["note"].partition("</b>")[0] for _again in range(2)] == [
        "<p><b>What can I do?", "<p><b>What matters now?"
    ]  # fmt: skip
    ask(table, play=0)
    assert "What can I do?" in ask(table, hint=True)["note"]


def test_a_game_is_saved_from_the_first_moment_and_never_over_another() -> None:
    one, other = Table("richard-iii", "1483", seed=5), Table("richard-iii", "1483", seed=6)
    assert [one.file.name, other.file.name] == ["richard-iii-1483-1.json", "richard-iii-1483-2.json"]
    assert sorted(saves.games()) == ["richard-iii-1483-1", "richard-iii-1483-2"]
    with pytest.raises(SaveError):
        Table("richard-iii", "1483", seed=5, save=other.file)


def test_of_two_tables_at_one_game_the_second_says_in_a_sentence_that_it_is_not_saved() -> None:
    one = Table("richard-iii", "1483", {"York": "me", "Lancaster": "me"}, seed=5)
    other = Table.resume(one.file.stem)
    for table, which in ((one, 0), (other, 1)):
        ask(table, open=True)
        shown = ask(table, play=leaves(table.screen["options"])[which])
    assert "has been changed since this game was saved there" in shown["note"] and shown["kind"] == "error"
    assert shown["note"].startswith("<p>The move was made") and "went wrong" not in shown["note"]


def test_a_game_goes_on_where_it_was_left_with_the_same_people_and_dice() -> None:
    seats = {"York": "me", "Lancaster": "page"}
    table, rng = Table("richard-iii", "1483", seats, seed=5), random.Random(3)
    for _again in range(6):
        ask(table, play=rng.choice(leaves(table.screen["options"])))
    again = Table.resume(table.file.stem)
    assert saves.seats(load(table.file), seats) == seats
    assert {**again.screen, "log": []} == {**table.screen, "log": []}
    assert again.model.seat.events() == table.model.seat.events()


@pytest.mark.parametrize(
    ("seats", "why"),
    [
        ({"York": "me"}, "seats must name who plays each of Lancaster, York"),
        ("me", "seats must name who plays each of Lancaster, York"),
        ({"York": "me", "Lancaster": "king"}, "nobody is called 'king'; a seat is for me, page, squire, knight, duke"),
        ({"York": "me", "Lancaster": 3}, "nobody is called 3"),
    ],
)
def test_seats_that_cannot_be_are_named_before_a_file_is_written(seats: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Table("richard-iii", "1483", seats)
    with pytest.raises(ValueError, match=why):
        Table.play_on("1483-richard-iii", 0, seats)
    assert saves.games() == []


def test_a_game_that_is_not_there_is_named() -> None:
    Table("lancaster", players=2, seed=1)
    with pytest.raises(RecordError, match="there is no saved game 'towton'; the saved games are: lancaster-1"):
        Table.resume("towton")


def over(scenario: str = "1483", **told: Any) -> Table:
    table = Table("richard-iii", scenario, seed=5, **told)
    play_out(table, random.Random(1))
    return table


def test_at_the_end_the_rule_is_named_and_another_game_begins_with_other_dice_in_a_file_of_its_own() -> None:
    table = over(ruleset="classic", seats={"York": "me", "Lancaster": "page"})
    assert "has won" in table.screen["prompt"] and table.screen["over"]
    assert 'data-rule="9.0"' in table.screen["note"] and "richard-iii-1483-1.json" in table.screen["note"]
    before, at = table.file.read_bytes(), len(table.model.seat)
    new = ask(table, again=True)
    assert new["file"] == "richard-iii-1483-2.json" and not new["over"] and new["at"] < at and new["options"]
    assert Path("roses-games/richard-iii-1483-1.json").read_bytes() == before
    one, other = (load(Path(f"roses-games/richard-iii-1483-{n}.json")) for n in (1, 2))
    assert one.seed != other.seed and "winner" not in other.headers and other.headers["seats"] == one.headers["seats"]
    assert (one.game, one.scenario, one.ruleset, one.options) == (
        other.game,
        other.scenario,
        other.ruleset,
        other.options,
    )
    play_out(table, random.Random(1))
    assert ask(table, again=True)["file"] == "richard-iii-1483-3.json"


def test_at_a_table_without_a_file_another_game_begins_too_and_the_one_before_is_looked_back_at() -> None:
    game = roses.game("richard-iii", "1483", seed=5)
    table = Table.at(game, {"York": "me", "Lancaster": Squire(1)})
    play_out(table, random.Random(1))
    assert table.screen["over"] and "keeps neither in a file" in table.screen["note"]
    ask(table, back=True)
    assert "turning points" in str(LookingBack(table)) and table.below is not None
    new = ask(table, again=True)
    assert not new["over"] and new["at"] < 5 and new["options"] and table.below is None and saves.games() == []
    with pytest.raises(ValueError, match="only after the end of the game"):
        LookingBack(table)
    play_out(table, random.Random(1))


def test_after_a_game_by_mail_a_sentence_says_how_to_look_back_and_begin_another() -> None:
    table = over(seats={"York": "me", "Lancaster": "page"})
    by_mail = Table.at(Game.resume(roses.start, table.file), {"York": "me", "Lancaster": "post"})
    assert "The command roses mail begins another" in by_mail.screen["note"] and not by_mail.screen["over"]
    before = by_mail.model
    ask(by_mail, again=True)
    ask(by_mail, back=True)
    assert by_mail.model is before and by_mail.below is None


def test_another_game_of_history_begins_at_the_same_step() -> None:
    timeline = roses.timeline("1483-richard-iii")
    table = Table.play_on(timeline, "Milford Haven", {"York": "me", "Lancaster": "squire"}, seed=1)
    begun = load(table.file).entries
    play_out(table, random.Random(1))
    ask(table, again=True)
    at = next(moment.at for moment in timeline.moments if moment.title == "Milford Haven")
    assert load(table.file).entries[:at] == begun[:at] and table.model.seat.view.turn >= timeline.replay[at].turn
    assert table.file.name.endswith("-2.json")


def test_no_other_game_begins_while_one_goes_on() -> None:
    table = Table("richard-iii", "1483", seed=5)
    assert ask(table, again=True)["file"] == "richard-iii-1483-1.json" and len(saves.games()) == 1


def test_without_a_kernel_the_output_says_how_to_go_on() -> None:
    table = Table("lancaster", players=2, seed=1)
    bundle = table._repr_mimebundle_()
    words = (bundle[0] if isinstance(bundle, tuple) else bundle)["text/plain"]
    assert words == "A game, kept in lancaster-1.json. To go on: Table.resume('lancaster-1')."


def test_history_is_played_on_otherwise_from_any_step() -> None:
    timeline = roses.timeline("1483-richard-iii")
    seats = {"York": "me", "Lancaster": "squire"}
    one, other = (Table.play_on(timeline, "Milford Haven", seats, seed=seed) for seed in (1, 2))
    at = next(moment.at for moment in timeline.moments if moment.title == "Milford Haven")
    record = load(one.file)
    assert record.entries[:at] == timeline.replay.record.entries[:at] and not record.moments
    assert one.model.seat.view.turn >= timeline.replay[at].turn
    play_out(one, random.Random(1))
    play_out(other, random.Random(1))
    assert load(one.file).entries[at:] != load(other.file).entries[at:], "other dice, another game"


def test_a_step_after_the_end_is_refused() -> None:
    timeline = roses.timeline("1483-richard-iii")
    with pytest.raises(ValueError, match="the game is over at that step"):
        Table.play_on(timeline, len(timeline.moments) - 1)
    assert saves.games() == []


def test_with_advice_the_knight_speaks_before_every_choice_and_behind_the_curtain_he_is_silent() -> None:
    table = Table("richard-iii", "1483", seed=4, advice=True)
    assert "The knight would: play a card · Action" in table.screen["coach"]
    assert "The knight would: " in ask(table, play=0)["coach"]
    before, advised = len(table.model.seat), re.search(r'data-play="(\d+)"', table.screen["coach"])
    seat = table.model.seat
    assert advised and escape(action_text(seat, seat.options[int(advised[1])])) in table.screen["coach"]
    assert ask(table, play=[int(advised[1])])["at"] > before
    assert "The knight would: " in Table.resume(table.file.stem, advice=True).screen["coach"]
    assert "What can I do?" in ask(table, hint=True)["note"], "the steps of the seat come from it, not more of the same"
    assert Table.resume(table.file.stem).screen["coach"] == ""
    both = Table("richard-iii", "1483", {"York": "me", "Lancaster": "me"}, seed=4, advice=True)
    assert both.screen["closed"] and set(both.screen) == CURTAIN


class Listener:
    """A coach who tells what was refused."""

    def comment(self, seat: Seat, refusal: Explanation | None) -> str:
        return f"{seat.side} {refusal.rule if refusal else 'may'}"

    def hint(self, seat: Seat) -> str:
        return f"Think, {seat.side}."

    def press(self, button: str) -> None:
        self.heard = button


def test_a_coach_looks_on_at_a_table_that_is_not_saved_and_hears_what_is_refused() -> None:
    game = roses.game("richard-iii", "1483", seed=4)
    table = Table.at(game, {"York": "me", "Lancaster": Squire(1)}, Listener())
    assert saves.games() == [] and table.screen["file"] == "" and table.screen["coach"] == "York may"
    ask(table, play=0)
    assert ask(table, why="Gloucester marches to Ireland")["coach"] == "York 5.2"
    assert ask(table, hint=True)["note"] == "Think, York."
    ask(table, coach="again")
    assert table.screen["coach"] == "York may" and table.coach.heard == "again"  # type: ignore[union-attr]


def test_another_game_is_put_on_the_same_table() -> None:
    table = Table.at(roses.game("richard-iii", "1483", seed=4), {"York": "me", "Lancaster": Squire(1)}, Listener())
    ask(table, why="Gloucester marches to Ireland")
    table.set_up(roses.game("lancaster", players=2, seed=1), {"Green": "page", "Blue": "me"})
    assert table.model.side == "Blue" and table.screen["coach"] == "Blue may" and table.screen["note"] == ""


def test_a_place_out_of_reach_is_refused_with_its_rule_and_a_late_click_on_one_does_nothing() -> None:
    table = Table.at(roses.game("richard-iii", "1483", seed=4), {"York": "me", "Lancaster": Squire(1)}, Listener())
    ask(table, play=[0])
    kinds = [node["text"] for node in table.screen["options"]]
    way = [kinds.index("march"), 0]
    assert ask(table, beyond="Ireland", way=way)["coach"] == "York 5.2"
    assert "Ireland" in table.screen["note"]
    assert ask(table, beyond="Ireland", way=way, at=0)["note"] == ""
    assert "the game has gone on since" in ask(table, beyond="Ireland", way=[99])["note"]


def test_a_move_that_must_be_put_right_first_is_refused_with_its_rule_too() -> None:
    table = Table.at(roses.game("richard-iii", "1483", seed=4), {"York": "me", "Lancaster": Squire(1)}, Listener())
    ask(table, play=[0])
    assert ask(table, why="stanley marches to kent")["coach"] == "York 5.2"


def test_a_county_that_is_too_strong_is_refused_when_it_is_clicked() -> None:
    state = scene(counties={"Gloucester": "Red 3"}, Blue={"court": "2 1"})
    seats = {"Blue": "me", "Green": "page", "Yellow": "page", "Red": "page"}
    game = Game(lambda *_game, **_options: state, "lancaster", seed=1)
    table = Table.at(game, seats, Listener())
    assert ask(table, beyond="Gloucester", way=[0, 1])["coach"] == "Blue 5.3"
    assert "needs a knight of strength 3 or more" in table.screen["note"]
    assert ask(table, beyond="Harfleur", way=[0, 1])["coach"] == "Blue 5.5", "it is not on the board"
