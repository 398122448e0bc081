"""Names of areas beside the arrows of marches: over all steps of all replays, in both pictures."""

from __future__ import annotations

import pytest

import roses
from roses.engine.replay import shipped_names
from roses.figures.drawing.geometry import expand, head
from roses.figures.drawing.occupancy import stretches
from roses.figures.map.figure import INDEX, map_figure
from roses.figures.map.scene import Scene, lines_px, scene
from roses.widgets.stepper.model import StepperModel
from roses.widgets.stepper.screen import layout_for
from tests.figures.test_true_places import PAGES

# names that an arrow covers although they were moved aside, since nothing is free on any side of their blocks
LEFT = {("notebook", "campaign"): 1, ("notebook", "kingdom"): 1, ("telephone", "campaign"): 5}


def covered(made: Scene) -> set[str]:
    """The areas whose names lie under the stroke or the head of an arrow."""
    stroke, item = lines_px("path York", made.frame) / 2, set()
    for march in filter(None, made.layout.marches):
        line, tip = head(march.line, lines_px("path casing", made.frame) / 10.5 * 6)
        points = [(at, stroke) for _far, at in stretches(line, 2)] + [(at, 0.0) for _far, at in stretches(tip, 2)]
        for name in made.layout.names:
            left, upper, right, lower = expand(name.box, -1)
            if any(left - pad <= x <= right + pad and upper - pad <= y <= lower + pad for (x, y), pad in points):
                item.add(name.area)
    return item


@pytest.mark.parametrize(("page", "frame"), LEFT)
def test_arrows_cover_no_name_that_could_stand_on_another_side_of_its_blocks(page: str, frame: str) -> None:
    under, marches = [], 0
    for record in shipped_names():
        model = StepperModel(roses.timeline(record))
        if model.timeline.replay.record.game != "richard-iii":
            continue
        model.frame = frame
        size = layout_for(PAGES[page], frame, "map").map
        for step in range(len(model)):
            model.index = step
            if (marks := model.adapter.marks(model)).get("paths"):
                made = scene(model.view, model.adapter.frame(model, *size), **marks)
                marches += len(made.layout.marches)
                under += [(record, step + 1, area) for area in covered(made)]
    assert marches > 100
    assert len(under) <= LEFT[page, frame], under


@pytest.mark.parametrize(("step", "frame", "names"), [
    (7, "campaign", {"Essex"}), (8, "campaign", {"Warwick"}), (8, "kingdom", {"Hereford", "Oxford"}),
    (15, "campaign", {"Wilts"}),
])  # fmt: skip
def test_the_names_beside_the_arrows_of_1483_can_be_read_in_both_pictures(
    step: int, frame: str, names: set[str]
) -> None:
    model = StepperModel(roses.timeline("1483-richard-iii"))
    model.index, model.frame = step - 1, frame
    shown = model.adapter.frame(model, *layout_for(PAGES["notebook"], frame, "map").map)
    marks = model.adapter.marks(model)
    made = scene(model.view, shown, **marks)
    written = {name.text: name.x for name in made.layout.names}
    assert names <= {name.area for name in made.layout.names} - covered(made)
    plotted = map_figure(model.view, shown, **marks).data[INDEX["names"]]
    at = {words: shown.px(x, y)[0] for words, x, y in zip(plotted.text, plotted.x, plotted.y, strict=True)}
    assert {words: at.get(words) for words in written} == pytest.approx(written, abs=1)
