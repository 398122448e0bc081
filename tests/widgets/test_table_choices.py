"""What may be chosen at a table: armies with ticks, places on every board, the log, what is known, bots that think."""

from __future__ import annotations

import asyncio
import random
import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest

import roses
from roses.bots.bot import Advice, Bot, Page
from roses.engine.errors import RuleError
from roses.engine.options import Option, together
from roses.engine.protocol import CHANCE
from roses.engine.seat import _GAMES, Seat
from roses.engine.state import GameState
from roses.richard.actions import Retreat
from roses.richard.lords_count import support, tally
from roses.richard.tables import SIDES
from roses.widgets.play.adapter import adapter_of
from roses.widgets.play.model import TableModel
from roses.widgets.play.table import Table
from roses.widgets.richard.table import WarTable
from tests.proof import sampled


def ask(table: Table, **message: Any) -> dict[str, Any]:
    """What the page shows after a message."""
    table._on_message(table, {"at": table.screen.get("at"), **message}, [])
    return table.screen


def acting(seats: dict[str, Any] | None = None, seed: int = 4) -> Table:
    """A table at which York acts with four points in 1483."""
    table = Table.at(roses.game("richard-iii", "1483", seed=seed), seats or {"York": "me", "Lancaster": "squire"})
    cards = table.model.seat.options
    ask(table, play=next(n for n, card in enumerate(cards) if table.model.seat.detail(card) == "Action 4"))
    return table


def army(table: Table, area: str, ticked: list[int]) -> dict[str, Any]:
    """What the page has after blocks of an army were ticked."""
    kinds = table.screen["options"]
    kind = next(number for number, node in enumerate(kinds) if node["text"] == "march")
    where = next(number for number, node in enumerate(kinds[kind]["options"]) if node["text"] == area)
    ask(table, tick=ticked, army=[kind, where])
    return dict(table.reach)


def goals(reach: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {node["text"]: node for node in reach["options"]}


# ---- armies


def test_ticked_blocks_march_together_and_are_taken_back_together() -> None:
    table = acting()
    reach = army(table, "East Anglia", [0, 1])
    essex = goals(reach)["Essex"]
    assert essex["cost"] == "1 action point" and len(essex["play"]) == 2 and not essex["attacks"]
    assert "From East Anglia: 1 action point" in reach["board"]["svg"]
    before = len(table.model.seat)
    screen = ask(table, play=essex["play"])
    assert len(table.model.seat) == before + 2 and screen["prompt"].startswith("York: 3 action points")
    assert table.reach == {} and screen["undo"]
    assert ask(table, undo=True)["prompt"].startswith("York: 4 action points")
    assert len(table.model.seat) == before


def test_the_curtain_takes_the_reach_of_an_army_out_of_the_page() -> None:
    table = acting()
    assert army(table, "East Anglia", [0])["board"]
    table.model.closed = True
    ask(table, tick=[0], army=[0, 0])
    assert table.screen["closed"] and table.reach == {} and "board" not in table.screen


def test_nobody_ticked_goes_nowhere_and_a_late_tick_is_refused() -> None:
    table = acting()
    assert army(table, "East Anglia", [])["options"] == []
    ask(table, tick=[0], army=[99, 0])
    assert "the game has gone on since" in table.screen["note"]
    table._on_message(table, {"tick": [0], "army": [0, 0], "at": 0}, [])
    assert table.reach["options"] == []


def test_5_21_a_way_with_room_for_fewer_says_for_how_many() -> None:
    state = roses.scene(Derby="York, Suffolk, Arundel, Norfolk", side="York")
    area = state.option_tree("York")[0].options[0]
    assert len(area.options) == 4
    rooms = {goal.words: (goal.room, goal.action is not None) for goal in together(area.options) if goal.room}
    assert (3, False) in rooms.values() and (4, True) in rooms.values()


def test_an_end_with_points_left_says_what_is_lost() -> None:
    table = acting()
    assert table.screen["unused"] == "4 action points would be lost. Press Enter, or End, once more to end."
    assert ask(table, play=table.screen["end"])["unused"] != "4 action points would be lost."


# ---- boards


def nodes(options: tuple[Option, ...]) -> Iterator[Option]:
    for option in options:
        yield option
        yield from nodes(option.options)


def seats(name: str, number: int) -> Iterator[Seat]:
    """Seats that have something to choose, in so many random states."""
    rng = random.Random(number)
    for seed in range(10_000):
        result: dict[str, Any] = {"players": 2 + seed % 4} if name == "lancaster" else {}
        scenario = None if result else ("1460", "1470", "1483")[seed % 3]
        game = roses.game(name, scenario, seed=seed, **result)
        while game.state.active:
            side = rng.choice(game.state.active)
            if rng.random() < 0.15:
                yield roses.sit(game, side)
                number -= 1
                if not number:
                    return
            game.play(rng.choice(game.state.legal_actions(side)))


@pytest.mark.parametrize("number", sampled([60, 1000], 60))
@pytest.mark.parametrize("name", ["richard-iii", "lancaster"])
def test_every_place_of_a_choice_can_be_clicked_on_the_board_that_is_shown(name: str, number: int) -> None:
    met = 0
    for seat in seats(name, number):
        adapter = adapter_of(seat.game)  # of a battle there is the map too, where retreats go
        boards = [board for board in (adapter.board(seat), adapter.other_board(seat, seat.tree)) if board]
        open_places = {spot[0] for board in boards for spot in board.spots}
        open_places |= set(adapter.areas()) if "map" in [board.kind for board in boards] else set()
        places = {node.place for node in nodes(seat.tree)} - {""}
        met += len(places)
        if seat.question.find("Treason") < 0:  # before round 1 the blocks are not in line yet: the list has them
            assert places <= open_places, (seat.question, places - open_places)
    assert met > number


def test_the_map_of_a_battle_marks_the_retreats_that_are_left_to_choose_and_nothing_else_of_the_table_changes() -> None:
    chosen = (one for one in seats("richard-iii", 400) if any(isinstance(act, Retreat) for act in one.options))
    side = (seat := next(chosen)).side
    table = Table.at(_GAMES[seat], dict.fromkeys(("York", "Lancaster"), "me"))
    table.model.side, table.model.closed = side, False
    ask(table)
    kinds = [node.words for node in table.model.seat.tree]
    goals = {act.area for act in table.model.seat.options if isinstance(act, Retreat)}
    before = table.screen
    table._on_message(table, {"map": [kinds.index("retreat")], "at": before["at"]}, [])
    assert before is table.screen and table.other["kind"] == "map" and before["board"]["kind"] == "battle"
    assert f"Retreat from {seat.view.battle.area}" in table.other["svg"]
    assert table.other["svg"].count('class="narrow flags"') == 0, "each goal takes the one block that retreats"
    assert goals and goals <= set(WarTable().areas())
    ask(table, play=next(number for number, act in enumerate(table.model.seat.options) if isinstance(act, Retreat)))
    assert table.other == {}
    peace = roses.sit(roses.game("richard-iii", "1483", seed=4), "York")
    assert WarTable().other_board(peace, peace.tree) is None, "no battle, no map of it"


def test_the_support_as_known_holds_the_truth() -> None:
    rng = random.Random(8)
    for scenario in ("1460", "1470", "1483"):
        state: GameState = roses.start("richard-iii", scenario)
        while state.active:
            chance = state.active == (CHANCE,)
            state = state.apply_unchecked(state.sample(rng) if chance else rng.choice(state.legal_actions()))
            if rng.random() < 0.9 or not state.active:
                continue
            truth = tally(state)  # type: ignore[arg-type]
            for viewer in SIDES:
                for side, (least, most) in support(state.view(viewer)).items():
                    assert least <= truth.total(side) <= most, (state, viewer, side)


# ---- the log


def test_the_log_has_turns_dice_and_what_is_new_and_tells_hits_without_a_choice_once() -> None:
    table, rng = acting(), random.Random(2)
    kinds: set[str] = set()
    for _again in range(400):
        if table.model.is_over:
            break
        log = ask(table, play=rng.randrange(len(table.model.seat.options)))["log"]
        kinds |= {key for line in log for key, value in line.items() if value}
        assert not any("takes the hits" in line["html"] for line in log), "the event says who loses steps"
        kinds |= {"dice" for line in log if "<svg" in line["html"]}
        kinds |= {"loses" for line in log if re.search(r"loses \d step", line["html"])}
    assert kinds == {"html", "new", "chapter", "dice", "loses"}


# ---- bots that think


class Slow(Page):
    """A page who waits until he is let go, or told to stop."""

    def __init__(self) -> None:
        super().__init__(1)
        self.go, self.told = threading.Event(), False

    def choose(self, seat: Seat) -> Advice:
        assert self.go.wait(10), "nobody let him go"
        return super().choose(seat)

    def stop(self) -> None:
        self.told = True
        self.go.set()


def thinking(bot: Bot) -> Table:
    """A table at which York chooses a card; the bot has chosen its first."""
    return Table.at(roses.game("richard-iii", "1483", seed=4), {"York": "me", "Lancaster": bot})


def let_think(table: Table) -> None:
    """Play until the bot must choose."""
    while not table.model.thinks:
        end = table.screen["end"]
        ask(table, play=0 if end is None else end)


async def until(condition: Any) -> None:
    for _again in range(400):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it was never true")


def test_in_a_kernel_a_bot_thinks_in_the_background_and_the_page_answers() -> None:
    async def play() -> None:
        bot = Slow()
        bot.go.set()
        table = thinking(bot)
        bot.go.clear()
        let_think(table)
        await until(lambda: table.busy.get("text"))
        assert table.busy["text"].startswith("The page of Lancaster is thinking.") and not table.busy["stopped"]
        assert "rule" in ask(table, why="Gloucester marches to Kent")["note"], "the page answers meanwhile"
        bot.go.set()
        await until(lambda: not table.busy["text"])
        assert table.screen["options"] and table.model.seat.to_choose

    asyncio.run(play())


def test_a_bot_stops_when_told_and_goes_on_when_told() -> None:
    async def play() -> None:
        bot = Slow()
        bot.go.set()
        table = thinking(bot)
        bot.go.clear()
        let_think(table)
        await until(lambda: table.busy.get("text"))
        ask(table, stop=True)
        await until(lambda: table.busy["stopped"])
        assert bot.told and table.busy["text"] == "The page of Lancaster has stopped."
        ask(table, go=True)
        await until(lambda: table.model.seat.to_choose and not table.busy["text"])

    asyncio.run(play())


def test_taking_back_does_not_stop_at_a_choice_that_was_none() -> None:
    model = TableModel(roses.game("richard-iii", "1483", seed=1), {"York": "me", "Lancaster": "squire"})
    for _choice in range(3):
        fires = [action for action in model.seat.options if "fire" in str(action)]
        model.play((fires or [model.seat.options[0 if len(model.seat.view.hands["York"]) == 7 else -1]])[0])
    events, forced = model.seat.events(), dict(model.forced_moves)
    assert "There was no other choice: Norfolk takes the hits" in str(forced) or "/" not in str(forced)
    assert model.seat.may_undo and not model.may_undo, "a button would promise what is refused"
    with pytest.raises(RuleError, match="your last choice cannot be taken back"):
        model.undo()
    assert (model.seat.events(), dict(model.forced_moves)) == (events, forced) and len(model.seat.options) > 1


def test_what_was_chosen_and_what_it_forced_may_be_taken_back_together() -> None:
    model = acting().model
    march = next(action for action in model.seat.options if str(action).startswith("Gloucester marches"))
    model.play(march)
    assert model.may_undo
    model.undo()
    assert march in model.seat.options and not model.may_undo


# ---- words for somebody who does not know the game


def noted(options: list[dict[str, Any]]) -> dict[str, str]:
    return {node["text"]: node.get("about", "") for node in options}


def test_event_cards_say_what_they_do_and_action_cards_how_many_points_they_give() -> None:
    table = Table.at(roses.game("richard-iii", "1483", seed=4), {"York": "me", "Lancaster": "squire"})
    notes = noted(table.screen["options"][0]["options"])
    cards = {option: table.model.seat.detail(option) for option in table.model.seat.options}
    assert len(notes) == len(cards) and any(notes.values())
    for (words, note), name in zip(notes.items(), cards.values(), strict=True):
        assert words.startswith(name) and "action point" in note
        assert (note == f"{name[-1]} action points") == name.startswith("Action"), words
    ask(table, play=next(n for n, name in enumerate(cards.values()) if name == "Action 4"))
    assert {name: bool(does) for _number, name, does in table.screen["hand"]} == {
        name: not name.startswith("Action") for _number, name, _does in table.screen["hand"]
    }


def test_recruits_and_ticked_blocks_say_how_strong_they_are() -> None:
    kinds = {node["text"]: node.get("options", []) for node in acting().screen["options"]}
    assert noted(kinds["recruit"])["London (levy)"] == "C3 with 4 steps"
    army = next(node for node in kinds["march"] if node["text"] == "East Anglia")
    assert noted(army["options"])["Norfolk"] == "B2 with 4 steps"


def test_the_prompt_says_when_no_point_is_left() -> None:
    table = acting()
    while table.model.seat.view.ap:
        recruits = [n for n, action in enumerate(table.model.seat.options) if str(action).startswith("recruit")]
        ask(table, play=recruits[0])
    assert table.screen["prompt"] == "York: no action points are left. End your part of the turn."


def test_every_choice_of_the_court_is_more_than_a_bare_number_or_name() -> None:
    rng, seen = random.Random(5), set()
    for seed in range(6):
        seats = {"Blue": "me", "Green": "page", "Yellow": "page"}
        table = Table.at(roses.game("lancaster", players=3, seed=seed), seats)
        while not table.model.is_over:
            for node in table.screen["options"]:
                for below in node.get("options", ()):
                    assert not below["text"].isdigit(), (node["text"], below["text"])
                    seen.add(node["text"])
                    if node["text"] in ("build", "score a castle space"):
                        assert below["about"].startswith("gives "), below
            ask(table, play=rng.randrange(len(table.model.seat.options)))
    assert {"build", "score a castle space"} <= seen


@pytest.mark.parametrize(("game", "options"), [("richard-iii", {"scenario": "1483"}), ("lancaster", {"players": 3})])
def test_each_counter_has_an_explanation_of_its_own(game: str, options: dict[str, Any]) -> None:
    started = roses.game(game, **options, seed=4)
    table = Table.at(started, dict.fromkeys(started.state.sides, "squire") | {started.state.sides[0]: "me"})
    texts = [about for _name, _value, about in table.screen["strip"]]
    assert len(set(texts)) == len(texts) > 2 and all(texts)
