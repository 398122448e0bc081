"""The Stepper in a kernel without a browser: its messages, what a side may see, errors, pictures for exports."""

from __future__ import annotations

import gc
import json
import random
import re
import weakref
from collections.abc import Iterator
from copy import copy
from itertools import product
from typing import Any
from unittest.mock import ANY
from xml.etree import ElementTree

import msgspec
import pytest
from ipywidgets.widgets.widget import _instances

import roses
from roses.engine.errors import RecordError, RuleError
from roses.engine.protocol import CHANCE
from roses.engine.replay import Replay, Timeline
from roses.richard.state import State
from roses.richard.tables import INDEX, PLACE
from roses.widgets import Stepper
from roses.widgets.live import guarded
from roses.widgets.stepper import saved, widget
from tests.proof import sampled
from tests.testing.pseudo import pseudo, pseudo_language


@pytest.fixture(scope="module")
def stepper() -> Stepper:
    return Stepper(roses.timeline("1483-richard-iii"))


@pytest.fixture(autouse=True)
def at_the_start(stepper: Stepper) -> Iterator[None]:
    yield
    stepper._on_message(stepper.screen, {"map": "svg"}, [])
    stepper.screen.viewer, stepper.screen.frame, stepper.screen.chosen, stepper.screen.index = "all", "campaign", "", 0


def sent(stepper: Stepper) -> str:
    """All that the browser gets at this step."""
    screen, picture = stepper.screen, stepper._repr_mimebundle_()
    shown = screen.head, screen.panel, screen.board, screen.names, screen.spoken, str(screen.stops), screen.rule_text
    figure = json.dumps(json.loads(stepper.live.map.to_json()), sort_keys=True)
    return " ".join((figure, screen.map["svg"], *shown, picture["image/svg+xml"], picture["text/plain"]))


def test_the_readers_step_brings_map_panel_and_board_along(stepper: Stepper) -> None:
    before = stepper.live.map.to_json()
    stepper.screen.index = stepper.model.timeline.bookmarks()["The charge"]
    assert stepper.model.moment.mark == "The charge"
    assert stepper.screen.shown == stepper.screen.index
    assert "Richard III charges Henry Tudor" in stepper.screen.panel
    assert 'data-rule="6.5"' in stepper.screen.panel
    assert "dice 2, 5, 3: 2 hits" in stepper.screen.panel
    assert stepper.screen.board.startswith("<svg")
    stepper.screen.chosen = "map"
    assert stepper.live.map.to_json() != before


def test_the_page_is_told_which_boards_there_are_and_which_is_shown(stepper: Stepper) -> None:
    assert (stepper.screen.stage, stepper.screen.boards) == ("map", [])
    stepper.screen.index = stepper.model.timeline.bookmarks()["The charge"]
    assert (stepper.screen.stage, stepper.screen.boards) == ("field", ["field", "battle"])
    stepper.screen.chosen = "map"
    assert (stepper.screen.stage, stepper.screen.board) == ("map", "")
    assert "battle" in stepper.screen.boards
    assert len({stepper.screen.words[name] for name in ("map", "battle", "field", "count")}) == 4


@pytest.fixture
def messages(stepper: Stepper, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What is sent to the page beside the values of the screen."""
    results: list[dict[str, Any]] = []
    monkeypatch.setattr(stepper.screen, "send", lambda content: results.append(json.loads(json.dumps(content))))
    return results


def test_a_page_without_plotly_gets_every_map_as_svg(stepper: Stepper, messages: list[dict[str, Any]]) -> None:
    stepper._on_message(stepper.screen, {"map": "svg"}, [])
    assert not messages
    before = stepper.screen.map
    stepper.screen.index = 1
    assert stepper.screen.map["number"] == before["number"] + 1
    root = ElementTree.fromstring(stepper.screen.map["svg"])
    assert {group.get("class") for group in root[-1]} >= {"tokens", "attribution"}
    assert stepper.screen.map["svg"] != before["svg"] != ""


def test_a_page_with_plotly_gets_one_figure_and_then_what_differs(
    stepper: Stepper, messages: list[dict[str, Any]]
) -> None:
    stepper.screen.chosen = "map"  # in battles too
    stepper._on_message(stepper.screen, {"map": "plot"}, [])
    figure, number = messages.pop()["figure"], stepper.screen.map["number"]
    traces = {trace["name"]: trace for trace in figure["data"]}
    for index in range(1, 8):
        stepper.screen.index = index
        edit = messages.pop()
        assert (edit["after"], edit["number"]) == (number, number + 1)
        assert stepper.screen.map == {"number": number + 1, "svg": ""}
        number += 1
        for name, props in edit["traces"].items():
            traces[name] |= props
        stepper._on_message(stepper.screen, {"map": "plot"}, [])
        assert {trace["name"]: trace for trace in messages.pop()["figure"]["data"]} == traces, f"step {index + 1}"
    stepper._on_message(stepper.screen, {"map": "svg"}, [])
    assert "<svg" in stepper.screen.map["svg"]


def test_a_page_that_is_loaded_anew_gets_the_present_map_at_once(
    stepper: Stepper, messages: list[dict[str, Any]]
) -> None:
    stepper._on_message(stepper.screen, {"map": "plot"}, [])
    stepper.screen.index = 1
    assert stepper.screen.map["svg"] == ""
    state = stepper.screen.get_state()
    assert state["map"] == {"number": stepper.screen.map["number"], "svg": stepper.screen.map["svg"]}
    assert "<svg" in state["map"]["svg"]


def test_a_step_that_was_seen_is_told_in_the_language_that_is_chosen_now(stepper: Stepper) -> None:
    results = stepper.screen.panel, stepper.live.map.to_json()
    with pseudo_language():
        stepper.show()
        assert pseudo("Sources") in stepper.screen.panel
        assert stepper.live.map.to_json() != results[1]
    stepper.show()
    assert (stepper.screen.panel, stepper.live.map.to_json()) == results


@pytest.mark.parametrize("chances", ["", "York"])
def test_a_closed_stepper_leaves_nothing_behind(chances: str) -> None:
    timeline = roses.timeline("1483-richard-iii")
    Stepper(timeline)  # plotly's source stays for the next one
    gc.collect()
    before = set(_instances)
    other = Stepper(timeline, chances=chances)
    other.screen.index = 5
    held = [weakref.ref(thing) for thing in (other, other.screen, other.live, other.model)]
    other.close()
    other.close()
    assert set(_instances) <= before
    del other
    gc.collect()
    assert [ref() for ref in held] == [None] * len(held)


def test_what_a_stepper_remembers_of_layouts_is_bounded(stepper: Stepper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(widget, "_CACHE_SIZE", 8)
    stepper._cache.clear()
    for width in range(700, 760, 4):
        stepper.screen.space = [width, 600]
    assert len(stepper._cache) == 8
    stepper.screen.space = [0, 0]


def test_an_index_beyond_the_end_is_the_end(stepper: Stepper) -> None:
    stepper.screen.index = 999
    assert stepper.screen.index == stepper.screen.shown == len(stepper.model) - 1


def other_truth(timeline: Timeline, viewer: str) -> Timeline:
    """The same story, but in each state two enemy blocks that ``viewer`` has not seen stand in each other's place."""
    other = copy(timeline)
    other.replay = copy(timeline.replay)
    other.replay.states = [exchanged(state, viewer) for state in timeline.replay.states]
    return other


def exchanged(state: State, viewer: str) -> State:
    seen = {p.block for p in state.view(viewer).pieces}
    unseen = [p for p in state.view(None).pieces if p.side not in (viewer, "Rebel") and p.block not in seen]
    areas = {p.place: p.block for p in unseen if p.place not in ("Pool", "Minor") and not p.moved}
    if len(areas) < 2:
        return state
    (one, first), (two, second) = list(areas.items())[:2]
    a, b, here, there = INDEX[str(first)], INDEX[str(second)], PLACE[one], PLACE[two]
    occ, loc = list(state.occ), bytearray(state.loc)
    occ[here] ^= 1 << a | 1 << b
    occ[there] ^= 1 << a | 1 << b
    loc[a], loc[b] = there, here
    names = {first: second, second: first}
    events = tuple(
        msgspec.structs.replace(e, block=names.get(e.block, e.block)) if e.seen_by and viewer not in e.seen_by else e
        for e in state.events
    )
    return msgspec.structs.replace(state, occ=tuple(occ), loc=bytes(loc), events=events)


@pytest.mark.parametrize(
    ("viewer", "every"), sampled(product(("York", "Lancaster"), (1, 9)), ("York", 9), ("Lancaster", 9))
)
def test_what_a_side_cannot_know_changes_nothing_that_is_sent(stepper: Stepper, viewer: str, every: int) -> None:
    other = Stepper(other_truth(stepper.model.timeline, viewer))
    stepper.screen.viewer = other.screen.viewer = viewer
    for index in range(0, len(stepper.model), every):
        stepper.screen.index = other.screen.index = index
        assert sent(stepper) == sent(other), f"step {index + 1}"
    stepper.screen.index = other.screen.index = 4
    stepper.screen.viewer = other.screen.viewer = "all"
    assert sent(stepper) != sent(other), "the two stories must differ for who sees all"


def unnarrated(seed: int, card: int = 0, actions: int = 60) -> Timeline:
    """A game of random choices without moments; ``card`` is which of its cards York chooses in turn 1."""
    play, rng = roses.game("richard-iii", "1483", seed=seed), random.Random(seed)
    play.play(play.state.legal_actions("York")[card])
    while len(play) < actions:
        play.play(rng.choice(play.state.legal_actions()))
    return Timeline(Replay(play.record, roses.start))


@pytest.mark.parametrize("viewer", sampled(["York", "Lancaster"], "York"))
def test_a_record_without_moments_shows_a_side_no_deal_and_no_secret_of_the_other(viewer: str) -> None:
    timeline = unnarrated(8)
    stepper = Stepper(timeline)
    assert "deal Lancaster" in sent(stepper)  # the umpire reads it
    stepper.screen.viewer = viewer
    for index, entry in enumerate(timeline.replay.record.entries):
        stepper.screen.index = index
        own = entry.by == viewer
        secret = "plays card" in entry.action or "recruit" in entry.action or entry.by == CHANCE
        if own or secret:
            assert (entry.action in sent(stepper)) == own, entry
    assert any("recruit" in entry.action and entry.by != viewer for entry in timeline.replay.record.entries)


def test_which_card_york_chose_changes_nothing_that_lancaster_is_sent() -> None:
    one, other = (Stepper(unnarrated(8, card, 2)) for card in (0, 1))
    one.screen.viewer = other.screen.viewer = "Lancaster"
    one.screen.index = other.screen.index = 1
    assert "York has chosen a card." in sent(one) and sent(one) == sent(other)
    one.screen.viewer = other.screen.viewer = "all"
    assert sent(one) != sent(other)


def test_hidden_marches_are_told_without_a_name(stepper: Stepper) -> None:
    timeline = stepper.model.timeline
    secret = [any(e.kind == "march" and e.side == "York" for e in timeline.events(i)) for i in range(len(timeline))]
    stepper.screen.viewer = "Lancaster"
    stepper.screen.index = secret.index(True)
    assert "A block of York marches" in stepper.screen.panel


def test_a_chip_opens_its_rule_and_a_step_closes_it(stepper: Stepper) -> None:
    stepper.screen.rule = "6.5"
    assert "Heir charge" in stepper.screen.rule_text
    assert "Example: Gloucester" in stepper.screen.rule_text and "&gt;&gt;&gt;" not in stepper.screen.rule_text
    stepper.screen.index = 3
    assert (stepper.screen.rule, stepper.screen.rule_text) == ("", "")


def test_the_rule_of_an_event_card_has_its_name_for_a_title(stepper: Stepper) -> None:
    stepper.screen.rule = "force-march"
    assert "<h3>Force March</h3>" in stepper.screen.rule_text


def test_a_rule_without_text_is_reported_and_raised(stepper: Stepper) -> None:
    with pytest.raises(ValueError, match="no paragraph '99'"):
        stepper.screen.rule = "99"
    assert "Something in the kit went wrong" in stepper.screen.error
    assert "Traceback" in stepper.screen.error
    stepper.screen.rule = ""
    stepper.screen.index = 1
    assert stepper.screen.error == ""


def test_the_clock_of_the_browser_steps_and_stops_at_the_end(stepper: Stepper) -> None:
    last = len(stepper.model) - 1
    stepper.screen.index = last - 1
    stepper.screen.playing = True
    stepper._on_message(stepper.screen, {"tick": last - 1}, [])
    assert (stepper.screen.index, stepper.screen.playing) == (last, False)


def test_a_click_is_answered_with_its_number_also_where_it_changes_nothing_or_fails(stepper: Stepper) -> None:
    screen = stepper.screen
    screen.set_state({"index": 2, "click": 101})
    assert (screen.shown, screen.answered) == (2, 101)
    screen.set_state({"index": 2, "click": 102})
    assert screen.answered == 102
    with pytest.raises(ValueError, match="no paragraph '99'"):
        screen.set_state({"rule": "99", "click": 103})
    assert screen.answered == 103
    stepper._on_message(screen, {"tick": 30, "click": 104}, [])  # a late one
    assert (screen.shown, screen.answered) == (2, 104)


def test_a_page_that_was_not_answered_sends_its_choices_again_and_gets_all_values(
    stepper: Stepper, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[set[str]] = []
    monkeypatch.setattr(stepper.screen, "send_state", lambda key=None: sent.append(set(key or ())))
    stepper._on_message(stepper.screen, {"again": {"index": 4, "viewer": "York", "click": 201}}, [])
    assert (stepper.model.index, stepper.model.viewer, stepper.screen.answered) == (4, "York", 201)
    assert {"shown", "panel", "map", "answered", "board"} <= sent[-1]
    sent.clear()
    stepper._on_message(stepper.screen, {"map": "svg"}, [])
    assert {"shown", "map"} <= sent[-1], "a page that lost a message gets it, though nothing has changed in Python"


class Plain:
    """Something that shows errors."""

    def __init__(self) -> None:
        self.shown = ""

    def show_error(self, html: str) -> None:
        self.shown = html

    @guarded
    def fail(self, error: Exception) -> None:
        raise error


def test_a_refused_action_is_a_sentence_with_its_rule_and_not_raised() -> None:
    plain = Plain()
    plain.fail(RuleError("no retreat in round 1", rule="6.6", nearest=("Oxford passes",)))
    assert "No retreat in round 1. Legal are: Oxford passes." in plain.shown
    assert 'data-rule="6.6"' in plain.shown
    plain.fail(RecordError("the text breaks off", index=7))
    assert "Action 7 of the record: The text breaks off." in plain.shown


def test_a_fault_is_shown_with_details_escaped_and_raised_again() -> None:
    plain = Plain()
    with pytest.raises(ZeroDivisionError):
        plain.fail(ZeroDivisionError("1 <b> 0"))
    assert "ZeroDivisionError: 1 &lt;b&gt; 0" in plain.shown
    assert "<details>" in plain.shown


def test_a_reader_without_a_kernel_sees_a_picture_and_a_text(stepper: Stepper) -> None:
    for mark in ("Bosworth", "Aug 1485"):
        stepper.screen.index = stepper.model.timeline.bookmarks()[mark]
        bundle = stepper._repr_mimebundle_()
        assert "application/vnd.jupyter.widget-view+json" in bundle
        root = ElementTree.fromstring(bundle["image/svg+xml"])
        assert root.find("{http://www.w3.org/2000/svg}title") is not None
        assert "width" not in root.attrib  # it fits any page; of a fixed width JupyterLab cuts off the right
        assert stepper.model.moment.text in bundle["text/plain"]
        words = " ".join("".join(t.itertext()) for t in root.iter("{http://www.w3.org/2000/svg}text"))
        assert all(word in words for word in stepper.model.moment.text.split())


def test_a_notebook_keeps_picture_sentence_and_view_as_outputs_of_their_own(
    stepper: Stepper, messages: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[dict[str, Any]] = []
    monkeypatch.setattr(widget, "display", lambda output, raw: shown.append(output))
    stepper._ipython_display_()
    picture, sentence, view = shown
    assert picture.keys() == {"image/svg+xml", "text/plain", saved.MIME}
    assert stepper.model.moment.text in picture["text/plain"]
    assert sentence["text/plain"] in sentence["text/html"]
    assert view == {"application/vnd.jupyter.widget-view+json": ANY}, "beside a view no picture is shown"
    stepper.screen.index = 3
    messages.clear()
    stepper._on_message(stepper.screen, {"keep": True}, [])
    assert messages[0]["view"] == view["application/vnd.jupyter.widget-view+json"]["model_id"]
    assert stepper.model.moment.text in messages[0]["kept"]["text/plain"]


def test_every_control_has_its_words_and_the_screen_no_address(stepper: Stepper) -> None:
    page = stepper.children[0]
    used = set(re.findall(r"words\.(\w+)", page._esm)) - {"York"}
    assert used <= set(stepper.screen.words)
    assert not re.search(r"https?://(?!www\.w3\.org)", page._esm + page._css)


@pytest.mark.parametrize("every", sampled((1, 6), 6))
def test_a_picture_for_every_step_is_sound(stepper: Stepper, every: int) -> None:
    for index in range(0, len(stepper.model), every):
        stepper.screen.index = index
        ElementTree.fromstring(stepper._repr_mimebundle_()["image/svg+xml"])
        json.loads(json.dumps(stepper.screen.stops))
