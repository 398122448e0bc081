"""What a table asks while a choice is made part by part, and the sentences about what left no choice."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import roses
from roses.bots.bot import Page
from roses.engine.game import Game
from roses.engine.protocol import Decline, Done
from roses.engine.seat import Seat
from roses.engine.state import GameState
from roses.lessons.exercises import Tutor
from roses.richard.actions import Hit
from roses.richard.tables import AREAS
from roses.widgets.play.adapter import adapter_of
from roses.widgets.play.model import TableModel, only_choice
from roses.widgets.play.page import answer, move_to
from roses.widgets.play.table import Table
from roses.widgets.richard.table import WarTable

WAR, COURT = ("richard-iii", "1483", {}), ("lancaster", None, {"players": 3})


def asked(nodes: list[dict[str, Any]], several: bool = False) -> list[tuple[str, str]]:
    """All nodes of a page that lead on and are clicked one by one, with what is asked after each."""
    results = []
    for node in nodes:
        if node.get("options") and not several:
            results += [] if node.get("several") else [(node["text"], node.get("question", ""))]
            results += asked(node["options"], bool(node.get("several")))
    return results


def test_where_nothing_is_left_but_to_end_the_prompt_offers_nothing_else() -> None:
    met = set()
    for seed in range(6):
        game, rng = roses.game("richard-iii", "1460", seed=seed), random.Random(seed)
        while game.state.outcome is None:
            seat = Seat(game, game.state.active[0])
            if all(isinstance(one, Done) for one in seat.options) and not seat.forced:
                prompt = adapter_of(seat.game).prompt(seat)
                assert re.search(r"\b(no|nobody)\b.* End (your|the) [a-z ]+\.$", prompt, re.I), prompt
                met.add(str(seat.view.phase))
            seat.play(rng.choice(seat.options))
    assert met == {"actions", "muster", "regroup", "supply", "homeward", "exile limits"}


@pytest.mark.parametrize(("game", "scenario", "options"), [WAR, COURT])
def test_every_question_is_a_sentence_of_the_side_that_chooses(game: str, scenario: str, options: Any) -> None:
    dealt = roses.game(game, scenario, seed=5, **options)
    *others, last = dealt.state.sides
    table, rng, met = Table.at(dealt, {last: "me"} | {side: Page(1) for side in others}), random.Random(3), set()
    for _again in range(60):
        if table.model.is_over:
            break
        for words, text in asked(table.screen["options"]):
            assert not text or re.fullmatch(rf"{table.model.side}: [^{{}}·]+[.?]", text), (words, text)
            met.add(bool(text))
        move = {"play": rng.randrange(len(table.model.seat.options)), "at": table.screen["at"]}
        table._on_message(table, move, [])
    assert True in met


def seated(state: GameState, side: str) -> Table:
    """A table with one person, at which a position is played on."""
    game = Game(lambda *_game, **_options: state, "richard-iii", seed=1)
    return Table.at(game, {one: "me" if one == side else "page" for one in state.sides})


def test_sailing_asks_where_those_who_are_chosen_land() -> None:
    state = roses.scene(Calais="March, Rutland", Ireland="York", scenario="1460", side="York")
    table = seated(state, "York")
    (sail, *_rest) = table.screen["options"]
    assert [army["text"] for army in sail["options"]] == ["Calais", "Ireland"]
    table._on_message(table, {"tick": [0, 1], "army": [0, 0], "at": table.screen["at"]}, [])
    assert table.reach["prompt"] == "York: 2 blocks sail from Calais. Click where they land."
    table._on_message(table, {"tick": [0], "army": [0, 0], "at": table.screen["at"]}, [])
    assert table.reach["prompt"] == "York: 1 block sails from Calais. Click where it lands."


def test_too_many_for_every_border_are_asked_nothing_further() -> None:
    state = roses.scene(Kent="Gloucester, Norfolk, Suffolk, Hastings, Essex", scenario="1483", side="York")
    table = seated(state, "York")
    march = next(number for number, node in enumerate(table.screen["options"]) if node["text"] == "march")
    table._on_message(table, {"tick": [0, 1, 2, 3, 4], "army": [march, 0], "at": table.screen["at"]}, [])
    assert table.screen["kind"] != "error" and not asked(table.reach["options"])[0][1]
    table._on_message(table, {"tick": [0, 1, 2], "army": [march, 0], "at": table.screen["at"]}, [])
    by_name = dict(asked(table.reach["options"]))
    assert by_name["Middlesex"] == "York: there are several ways to Middlesex. Choose one from the list."


def test_a_block_on_the_battle_board_is_not_taken_for_the_area_of_its_name() -> None:
    state = roses.battle(area="Leicester", attackers="Richmond", defenders="Gloucester:1, Norfolk")
    state = state.apply("Gloucester passes").apply("Norfolk passes")
    table = seated(state, "Lancaster")
    charge = next(node for node in table.screen["options"] if node["text"] == "charge")
    targets = {node["text"]: node["place"] for node in charge["options"][0]["options"]}
    assert "Gloucester" in AREAS and not set(targets.values()) & set(WarTable().areas())
    assert set(targets.values()) <= {name for name, *_box in WarTable().board(table.model.seat).spots}


def test_what_left_no_choice_is_told_as_a_sentence() -> None:
    model = TableModel(roses.game("richard-iii", "1483", seed=1), {"York": "me", "Lancaster": "squire"})
    assert only_choice(model.seat, Hit("Stanley/Y")) == "There was no other choice: Stanley takes the hits"
    assert "decline" not in only_choice(model.seat, Decline())


def test_a_click_where_nobody_may_be_recruited_asks_about_a_block_that_is_at_home_there() -> None:
    model = TableModel(Tutor("war-06").game, {"York": "me", "Lancaster": "page"})
    recruit = next(number for number, node in enumerate(model.seat.tree) if node.words == "recruit")
    assert move_to(model.seat, [recruit], "East Anglia") == "recruit Norfolk in East Anglia"
    assert "Norfolk may be recruited only in Caernarvon" in answer(model.seat, "recruit Norfolk in East Anglia").html
