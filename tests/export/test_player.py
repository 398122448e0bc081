"""The file of a timeline: each of its states is what the Stepper shows, it asks for nothing, and it is small."""

from __future__ import annotations

import base64
import gzip
import itertools
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest
from msgspec import structs

import roses
from roses.engine.replay import Replay, Timeline
from roses.widgets import Stepper
from roses.widgets.export import states
from roses.widgets.export.page import page_html
from roses.widgets.export.states import pack, states_of
from roses.widgets.stepper import panel
from tests.proof import sampled

LESSON, COURT = "1483-richard-iii", "1413-lancaster"
OTHERS: Final = ("1459-yorks-rising", "1470-kingmaker")
# a few steps of each: a map, a march, a battle, the end
FEW: Final = {"some of the lesson": (LESSON, (0, 12, 30, -1)), "some of the court": (COURT, (0, -1))}
ALL_AND_FEW: Final = sampled([LESSON, COURT, *FEW], *FEW)
# bytes over the wire, of a campaign with all viewers, boards, battlefields and layouts
_LARGEST: Final = {COURT: 150_000, LESSON: 400_000, "1470-kingmaker": 480_000, "1459-yorks-rising": 560_000}
_SVG_URL: Final = "data:image/svg+xml;base64,"


@cache
def timeline(name: str) -> Timeline:
    if name not in FEW:
        return roses.timeline(name)
    whole, indices = FEW[name]
    record = roses.replay(whole).record
    return Timeline(Replay(structs.replace(record, moments=tuple(record.moments[i] for i in indices)), roses.start))


@cache
def page(name: str) -> str:
    return page_html(timeline(name))


@cache
def data(name: str) -> Any:
    return unpacked(page(name))


def unpacked(text: str) -> Any:
    """The data of a page, as its script unpacks them."""
    match = re.search(r'<script type="application/octet-stream" id="[^"]+">([^<]+)</script>', text)
    assert match
    held = json.loads(gzip.decompress(base64.b64decode(match[1])))
    return {**held, "pieces": pieces_of(**held["pieces"])}


def pieces_of(texts: list[str], number: str, steps: list[int], tags: dict[str, list[str]]) -> list[states.Piece]:
    """The pieces of a file, as ``openPieces`` of ``player.js`` makes them."""
    numbers = itertools.accumulate(steps)

    def rows(columns: list[str]) -> Iterator[tuple[str, ...]]:
        """The values of the attributes of one tag after the other."""
        values = [column.split("\n") for column in columns]
        return zip(*(itertools.cycle(each) for each in values), strict=True) if values else itertools.repeat(())

    empty = {letter: tag.replace("%", "%%").replace('=""', '="%s"') for letter, (tag, *_) in tags.items()}
    next_values = {letter: rows(columns) for letter, (_, *columns) in tags.items()}

    def opened(text: str) -> str:
        return "".join(empty[c] % next(next_values[c]) if c in tags else c for c in text)

    pieces: list[states.Piece] = []
    for text in texts:
        first, *others = text.split(number)
        parts: list[str | int] = [opened(first)]
        for other in others:
            parts += [next(numbers), opened(other)]
        pieces.append(parts)
    return pieces


def whole(value: Any, stored: list[states.Piece]) -> Any:
    """A value with its long texts, as ``whole`` of ``player.js`` makes it."""
    if isinstance(value, dict):
        if "$text" in value:
            return states.join_pieces(stored, value["$text"])
        if "$svg" in value:
            return _SVG_URL + base64.b64encode(states.join_pieces(stored, value["$svg"]).encode()).decode()
        return {name: whole(part, stored) for name, part in value.items()}
    return [whole(part, stored) for part in value] if isinstance(value, list) else value


def state(held: Any, number: int) -> dict[str, Any]:
    """The values that a file with these data shows in one of its states, those left out that a board hides."""
    values = {key: held["shown"][key][at[number]] for key, at in held["at"].items()}
    return {key: whole(v, held["pieces"]) for key, v in values.items() if v is not None}


def ways(name: str, index: int) -> Iterator[tuple[list[int], str, str, str, int]]:
    """Page size, viewer, stage, part and number of each state of a step."""
    held = data(name)
    for space, seen in zip(held["spaces"], held["ways"], strict=True):
        for viewer, steps in zip(held["fixed"]["viewers"], seen, strict=True):
            for stage, part, number in steps[index]:
                yield space, viewer, stage, part, number


@pytest.fixture(scope="module")
def steppers() -> Iterator[Any]:
    made: dict[str, Stepper] = {}

    def stepper(name: str) -> Stepper:
        if name not in made:
            made[name] = Stepper(timeline(name))
        return made[name]

    yield stepper
    for one in made.values():
        one.close()


@pytest.mark.parametrize("name", ALL_AND_FEW)
def test_every_state_of_a_file_is_what_the_stepper_shows(name: str, steppers: Any) -> None:
    """The reader's choices are set as a browser sets them, in another order than the file was made in.

    Of the few steps in all sizes of page; of whole files in one size a step, in turn.
    """
    screen, spaces = steppers(name).screen, data(name)["spaces"]
    for index in reversed(range(len(timeline(name)))):
        screen.index = index
        for space, viewer, stage, part, number in reversed(list(ways(name, index))):
            if name not in FEW and space != spaces[index % len(spaces)]:
                continue
            screen.viewer, screen.space, screen.chosen = viewer, space, stage
            screen.frame, screen.variant = (part, "") if stage == "map" else (screen.frame, part)
            result = state(data(name), number)
            svg = result.pop("map", {}).get("svg")
            assert {key: getattr(screen, key) for key in result} == result, (index, space, viewer, stage, part)
            assert svg in (None, screen.map["svg"]) and (svg or result["board"])


@pytest.mark.parametrize("name", ALL_AND_FEW)
def test_a_file_has_every_rule_that_a_panel_opens(name: str, steppers: Any) -> None:
    held, model = data(name), steppers(name).model
    opens = re.compile(r'data-rule=\\?"([^"\\]+)')
    opened = {number for piece in held["pieces"] for number in opens.findall(json.dumps(piece))}
    assert opened and held["rules"].keys() == opened
    assert all(whole(held["rules"][n], held["pieces"]) == panel.rule_html(model, n) for n in opened)


@pytest.mark.parametrize("name", ALL_AND_FEW)
def test_a_file_plays_at_the_pace_of_the_stepper(name: str, steppers: Any) -> None:
    held, model = data(name), steppers(name).model
    for model.speed, factor in held["speeds"].items():
        for model.index, wait in enumerate(held["waits"]):
            assert model.wait == round(wait * factor)


@pytest.mark.parametrize("name", sampled([LESSON, COURT, *OTHERS, *FEW], *FEW))
def test_a_file_is_small_and_asks_for_nothing(name: str) -> None:
    text = page(name)
    assert len(gzip.compress(text.encode())) < _LARGEST[FEW[name][0] if name in FEW else name]
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
    assert policy and policy[1].startswith("default-src 'none';")
    without = text.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"(?:https?:)?//[a-z0-9-]+\.[a-z]", re.sub(r"octet-stream[^<]+<", "", without))
    assert not re.search(r"<(?:link|iframe|object|embed)\b|@import|\bsrc=\"(?!data:)", without)
    stored = " ".join(states.join_pieces(data(name)["pieces"], n) for n in range(len(data(name)["pieces"])))
    assert set(re.findall(r"\w+://[^\s\"'<)]+", stored)) <= {"http://www.w3.org/2000/svg"}


def test_a_page_is_the_same_each_time_it_is_made() -> None:
    name = "some of the court"
    assert page_html(timeline(name)) == page(name)
    assert pack(states_of(timeline(name))) in page(name)


def test_pieces_of_markup_that_does_not_match_stay_whole() -> None:
    texts = ["<p>one<b>two</p>", "a < b > c", "", "<i>1</i><i>1</i>", "<g><br><g>abc</g></g>", '<a b="" c="é\n%"/>\x80']
    stored, numbers = states.split(texts)
    assert [states.join_pieces(stored, number) for number in numbers] == texts
    assert [states.join_pieces(pieces_of(**states.signs_of(stored)), number) for number in numbers] == texts


def test_a_timeline_without_narration_has_a_file_too() -> None:
    record = roses.replay(COURT).record
    short = structs.replace(record, entries=record.entries[:3], moments=(), headers={})
    assert "roses-player" in page_html(Timeline(Replay(short, roses.start)))
