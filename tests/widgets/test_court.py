"""The Stepper with a game at court: its messages, what a house may see, its words and its errors."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from copy import copy
from itertools import product
from xml.etree import ElementTree

import msgspec
import pytest

import roses
from roses.engine.protocol import Event
from roses.engine.replay import Replay, Timeline
from roses.figures.drawing.svg import escape
from roses.lancaster.events import KINDS
from roses.lancaster.position import Phase
from roses.widgets import Stepper
from roses.widgets.lancaster.adapter import _WEIGHTS, CourtAdapter
from roses.widgets.stepper.model import StepperModel
from tests.proof import sampled

SHOWN = "head panel board spoken stops shape size stage boards variants ground names rule_text".split()


@pytest.fixture(scope="module")
def stepper() -> Stepper:
    return Stepper(roses.timeline("1413-lancaster"))


@pytest.fixture(autouse=True)
def at_the_start(stepper: Stepper) -> Iterator[None]:
    yield
    stepper.screen.viewer, stepper.screen.index = "all", 0


def test_each_board_that_a_button_names_has_a_word() -> None:
    """A button whose word is missing is called "undefined"."""
    for name in ("1413-lancaster", "1483-richard-iii"):
        shown = Stepper(roses.timeline(name))
        for step in range(len(shown.model.timeline)):
            shown.model.go(step)
            assert set(shown.model.adapter.boards(shown.model)) <= shown.screen.words.keys()
        shown.close()


def sent(stepper: Stepper) -> str:
    """All that the browser gets at this step."""
    bundle = stepper._repr_mimebundle_()
    values = [str(getattr(stepper.screen, name)) for name in SHOWN]
    return " ".join([*values, bundle["image/svg+xml"], bundle["text/plain"]])


def titles(svg: str) -> list[str]:
    return [part.text or "" for part in ElementTree.fromstring(svg).iter() if part.tag.endswith("title")]


def test_each_step_brings_board_story_and_words_along(stepper: Stepper) -> None:
    boards, timeline = [], stepper.model.timeline
    for index in range(len(timeline)):
        stepper.screen.index = index
        assert stepper.screen.shown == index
        assert f'roses-narration">{escape(timeline[index].text)}</p>' in stepper.screen.panel
        assert titles(stepper.screen.board)[0].startswith("Lancaster, 1413: ")
        assert "A game at court" in stepper.screen.head
        boards.append(stepper.screen.board)
    assert len(set(boards)) >= len(boards) - 2, "hardly any step leaves the board as it is"


def test_the_header_says_the_round_and_what_is_decided(stepper: Stepper) -> None:
    stepper.model.go("Parliament")
    stepper.show()
    assert "round 1 of 5, parliament votes" in stepper.screen.head


def test_the_board_is_all_there_is_no_map_lies_under_it(stepper: Stepper) -> None:
    assert (stepper.screen.map["number"], stepper.screen.library) == (0, None)
    assert (stepper.screen.boards, stepper.screen.ground, stepper.screen.names) == (["court"], "", "")
    stepper.screen.chosen = "map"
    assert stepper.model.stage == "court"
    assert stepper.screen.board.startswith("<svg")


def test_on_a_narrow_page_the_stage_is_no_higher_than_the_board(stepper: Stepper) -> None:
    stepper.screen.space = [650, 700]
    assert stepper.screen.shape == "below"
    wide, high, _free = stepper.screen.size
    assert (wide, high) == (650, round(650 * 572 / 780))
    stepper.screen.space = [1110, 606]
    assert (stepper.screen.shape, stepper.screen.size[1]) == ("beside", 514)


def test_each_house_and_who_sees_all_may_be_chosen(stepper: Stepper) -> None:
    assert stepper.screen.viewers == ["Blue", "Green", "Yellow", "Red", "all"]
    assert set(stepper.screen.viewers) <= stepper.screen.words.keys()
    stepper.screen.index = 12
    assert "no +1" in stepper.screen.board
    stepper.screen.viewer = "Yellow"
    assert "no +1" not in stepper.screen.board
    assert stepper.screen.board.count(">sealed<") == 2


def otherwise(timeline: Timeline, viewer: int) -> Timeline:
    """The same story with other goods behind the screens of the others, and other sealed votes."""
    other = copy(timeline)
    other.replay = copy(timeline.replay)
    other.replay.states = [
        state
        if state.phase is Phase.OVER
        else msgspec.structs.replace(
            state,
            gold=tuple(n if p == viewer else n + 5 for p, n in enumerate(state.gold)),
            votes=tuple(v if p == viewer or not v else (not v[0], v[1]) for p, v in enumerate(state.votes)),
        )
        for state in timeline.replay.states
    ]
    return other


@pytest.mark.parametrize(("viewer", "every"), sampled(product((0, 2), (3, 9)), (0, 9), (2, 9)))
def test_what_a_house_cannot_know_changes_nothing_that_is_sent(stepper: Stepper, viewer: int, every: int) -> None:
    other = Stepper(otherwise(stepper.model.timeline, viewer))
    stepper.screen.viewer = other.screen.viewer = stepper.screen.viewers[viewer]
    for index in range(0, len(stepper.model), every):
        stepper.screen.index = other.screen.index = index
        assert sent(stepper) == sent(other), f"step {index + 1}"
    stepper.screen.viewer = other.screen.viewer = "all"
    stepper.screen.index = other.screen.index = 12
    assert sent(stepper) != sent(other), "the two stories must differ for who sees all"


def test_the_weightiest_event_leads_and_sealed_votes_are_not_told_beside_others(stepper: Stepper) -> None:
    stepper.screen.index = 13
    assert "Open house is accepted, 3 to 3" in stepper.screen.panel
    assert stepper.screen.panel.index("is accepted") < stepper.screen.panel.index("votes yes")
    assert "has voted" not in stepper.screen.panel
    stepper.screen.index = 12
    assert "Blue has voted" in stepper.screen.panel


def test_every_weight_belongs_to_an_event_of_the_game() -> None:
    assert _WEIGHTS.keys() <= KINDS.keys()


def test_the_menu_names_every_mark_once(stepper: Stepper) -> None:
    labels = [stop["label"] for stop in stepper.screen.stops]
    assert len(labels) == len(set(labels))
    assert {stop["mark"]: stop["index"] for stop in stepper.screen.stops} == stepper.model.timeline.bookmarks()


def test_a_chip_opens_the_rule_of_this_game_and_a_step_closes_it(stepper: Stepper) -> None:
    stepper.screen.index = 8
    assert 'data-rule="5.3"' in stepper.screen.panel
    stepper.screen.rule = "5.3"
    assert "A knight in a county" in stepper.screen.rule_text
    stepper.screen.index = 9
    assert (stepper.screen.rule, stepper.screen.rule_text) == ("", "")


def test_every_event_of_the_game_has_a_rule_that_opens(stepper: Stepper) -> None:
    adapter = stepper.model.adapter
    events: tuple[Event, ...] = stepper.model.timeline.replay.events(0, len(stepper.model.timeline.replay))
    assert {adapter.rule(event.rule).number for event in events} == {event.rule for event in events}


def test_every_rule_the_story_names_opens(stepper: Stepper) -> None:

    texts = " ".join(moment.text for moment in stepper.model.timeline.moments)
    numbers = re.findall(r"\b\d+\.\d+\b", texts)
    assert len(set(numbers)) > 20
    assert all(stepper.model.adapter.rule(number).words for number in numbers)


def test_a_game_without_story_can_be_stepped_through_too() -> None:

    game, rng = roses.game("lancaster", players=5, seed=1), random.Random(1)
    for _ in range(40):
        side = game.state.active[0]
        game.play(rng.choice(game.state.legal_actions(side)))
    model = StepperModel(Timeline(Replay(game.record, roses.start)))
    assert isinstance(model.adapter, CourtAdapter)
    assert model.adapter.viewers == ("Blue", "Green", "Yellow", "Red", "Purple", "all")
    model.go(len(model))
    assert model.at_end
    assert model.adapter.groups(model.events)
