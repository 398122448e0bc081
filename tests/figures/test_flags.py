"""The flags of a reach: none is left out, each names its area, and they cover nothing."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

import roses
from roses.figures import closeup
from roses.figures.drawing.geometry import Box, Line, expand, overlap
from roses.figures.map.geography import Frame, Preset, area_at, credit_box
from roses.figures.map.march import reach
from roses.figures.map.movement import Reach
from roses.figures.map.scene import Scene, frame_of, scene
from tests.proof import sampled

TIMELINE = roses.timeline("1483-richard-iii")
FIVE = ("Norfolk", "Suffolk", "Essex", "Hastings", "Herbert")
FRAMES: tuple[Preset | None, ...] = ("kingdom", "campaign", "lesson", None)  # None: a close-up of where they stand


@cache
def cases() -> dict[str, tuple[roses.State, tuple[str, ...]]]:
    king = {f"King, step {i}": (TIMELINE.state(i), ("Gloucester",)) for i in (5, 17, 21)}
    five = roses.scene(Middlesex=", ".join(FIVE), Kent="Oxford", side="York")
    return king | {"five": (five, FIVE), "Cornwall": (roses.scene(Cornwall="Arundel"), ("Arundel",))}


@cache
def drawn(name: str, frame: Preset | Frame | None) -> tuple[Reach, Scene]:
    state, blocks = cases()[name]
    result = reach(state, *blocks)
    view = state.view(None)
    return result, scene(
        view, frame_of(frame or closeup(result.origin), view, reach=result), chosen=blocks, reach=result
    )


def box(line: Line) -> Box:
    xs, ys = zip(*line, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def flags(made: Scene) -> list[Box]:
    return [box(line) for layer in ("flags", "narrow flags") for line in made.drawing.lines.get(layer, ())]


def beside(flag: Box, made: Scene) -> str:
    """The name written at the right of a flag, or under it, in the box of a list."""
    right, middle = flag[2], ((flag[0] + flag[2]) / 2, (flag[1] + flag[3]) / 2)
    for text in made.drawing.texts.get("tab names", ()):
        at_right = text.anchor == "start" and abs(text.x - right - 7) < 0.5 and abs(text.y - middle[1] - 4.6) < 0.5
        below = text.anchor == "middle" and abs(text.x - middle[0]) < 0.5 and 20 < text.y - middle[1] < 30
        if text.bold and (at_right or below):
            return text.text
    return ""


def meant(flag: Box, made: Scene) -> str | None:
    """The area that a flag is read for: at the dot of its leader, its name in a list, else where its middle lies."""
    middle = (flag[0] + flag[2]) / 2, (flag[1] + flag[3]) / 2
    ends = [line[0] for line in made.drawing.lines.get("leader", ()) if line[1] == pytest.approx(middle, abs=0.2)]
    return beside(flag, made) or area_at(*made.frame.km(*(ends[0] if ends else middle)))


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("name", sampled(cases(), "King, step 17", "five"))
def test_every_area_in_reach_has_its_flag(name: str, frame: Preset | None) -> None:
    item, made = drawn(name, frame)
    assert sorted(str(meant(flag, made)) for flag in flags(made)) == sorted(item.flags)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("name", sampled(cases(), "King, step 17", "five"))
def test_flags_cover_nothing_and_stay_on_the_sheet(name: str, frame: Preset | None) -> None:
    _found, made = drawn(name, frame)
    taken = [credit_box(made.frame), *made.layout.boxes.values(), *(n.box for n in made.layout.names)]
    for flag in flags(made):
        assert flag[0] >= 0 and flag[1] >= 0 and flag[2] <= made.frame.width and flag[3] <= made.frame.height
        assert not any(overlap(expand(flag, -1), other) for other in taken)
    assert not any(overlap(one, other) for one, other in combinations(flags(made), 2))


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("name", sampled(cases(), "King, step 17", "five"))
def test_no_leader_of_a_flag_runs_behind_blocks_or_names(name: str, frame: Preset | None) -> None:
    _found, made = drawn(name, frame)
    boxes = flags(made)
    for line in made.drawing.lines.get("leader", ()):
        steps = [
            (line[0][0] + t * (line[1][0] - line[0][0]) / 20, line[0][1] + t * (line[1][1] - line[0][1]) / 20)
            for t in range(21)
        ]
        if any(b[0] < line[1][0] < b[2] and b[1] < line[1][1] < b[3] for b in boxes):
            taken = [*made.layout.boxes.values(), *(n.box for n in made.layout.names)]
            assert not any(b[0] < x < b[2] and b[1] < y < b[3] for b in taken for x, y in steps)


@pytest.mark.parametrize("size", [(260, 180), (300, 200), (420, 300)])
def test_a_sheet_with_hardly_any_room_still_shows_every_flag(size: tuple[int, int]) -> None:
    state = roses.scene(Derby="Gloucester")
    item, near = reach(state, "Gloucester"), closeup("Derby")
    sheet = Frame("campaign", near.west + 120, near.south + 80, *size, near.k)
    made = scene(state.view(None), sheet, chosen=["Gloucester"], reach=item)
    assert len(flags(made)) == len(item.flags) > 12
    assert any(beside(flag, made) for flag in flags(made))
