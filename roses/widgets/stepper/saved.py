"""What a notebook keeps of a Stepper: a picture of the step, its words, and an entry from which to show it again."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from typing import Any, Final

import msgspec

from roses.engine.errors import RecordError
from roses.engine.games import start
from roses.engine.i18n import gettext as _
from roses.engine.record import dumps, loads
from roses.engine.replay import Replay, Timeline, shipped, shipped_names
from roses.figures.drawing import text_width, wrap
from roses.figures.drawing.palette import INK, INK2, PANEL, PAPER, RULE, SERIF
from roses.figures.drawing.svg import Svg, document, escape, line, rect, tag, text
from roses.figures.map.geography import add_credit
from roses.history.names import on
from roses.widgets.live import VIEW
from roses.widgets.stepper.model import StepperModel
from roses.widgets.stepper.panel import caption, place_words, source_name
from roses.widgets.stepper.panel import title as record_title

MIME: Final = "application/vnd.roses.stepper+json"
_CHOICES: Final = ("index", "viewer", "frame", "chosen", "variant")
# px of the picture: height of the header, width and height of the map, width of the narration, padding
_TOP, _MAP, _HIGH, _SIDE, _PAD = 40, 780, 526, 400, 18

_CHILD: Final = ".jp-OutputArea-child"
_LIVE: Final = "roses-live"  # the class that a live Stepper gives to its output
_SENTENCE: Final = "> * > .roses-kept"  # not at any depth, where browsers would look for it again at each step
_STYLE: Final = f"""
.roses-kept {{ margin: 6px 0; font: 15px/1.4 sans-serif; }}
{_CHILD}:has(+ .{_LIVE}):has({_SENTENCE}), {_CHILD}:has(+ {_CHILD} + .{_LIVE}):has(+ {_CHILD} {_SENTENCE}),
{_CHILD}:has({_SENTENCE}) + {_CHILD}:has(> .jupyter-widgets) {{ display: none; }}
"""


def outputs(model: StepperModel, view: dict[str, Any], with_picture: bool = True) -> list[dict[str, Any]]:
    """Return the outputs of a Stepper, each as data by mime type; ``view`` is the data of its live view.

    A front end prefers a live view to any picture in the same output, and prints an error where its kernel is gone. So
    the picture, a sentence and the view are three outputs, and the sentence brings the style that hides either the
    first two or the last. The live view gives its output a class, by which the style knows that it is there.
    """
    words = _("This picture shows one step. To go through all of them, run this cell: Shift and Enter run a cell.")
    # for a page that can run the cell by a click, see the extension roses-resume
    buttons = {"data-go-on": _("Go on at step {n}"), "data-start": _("Start")}
    sentence = tag("p", escape(words), **{"class": "roses-kept", **buttons}) + f"<style>{_STYLE}</style>"
    step = step_bundle(model)
    if not with_picture:
        del step["image/svg+xml"]
    return [step, {"text/html": sentence, "text/plain": words}, {VIEW: view}]


def step_bundle(model: StepperModel) -> dict[str, Any]:
    """Return the step by mime type: as a picture, in words, and as the entry by which an export shows it again."""
    with on(model.adapter.day(model)):
        svg = _with_one_font(picture(model).filling())
        return {"image/svg+xml": svg, "text/plain": words(model), MIME: entry(model)}


def _with_one_font(svg: str) -> str:
    """Return a picture whose commonest font stands at its root in place of at each text: a sixth of it are fonts."""
    [(font, _count)] = Counter(re.findall(r' font-family="[^"]*"', svg)).most_common(1)
    return svg.replace(font, "").replace("<svg", f"<svg{font}", 1)


def is_beside_the_picture(output: dict[str, Any]) -> bool:
    """Tell whether an output of a notebook is the sentence or the live view, which are of no use in an export."""
    data = output.get("data", {})
    return set(data) == {VIEW} or 'class="roses-kept"' in "".join(data.get("text/html", ""))


def entry(model: StepperModel) -> dict[str, Any]:
    """Return what an export needs to show a Stepper again.

    "record" is the name of a record of the kit, or else the whole record, "start" holds the choices of the reader, and
    "chances", if it is there, is the side whose chance to win is drawn.

    >>> import roses
    >>> entry(StepperModel(roses.timeline("1483-richard-iii")))["record"]
    '1483-richard-iii'
    """
    record = model.timeline.replay.record
    shipped_name = None
    for name in filter(None, (record.headers.get("name", ""), *shipped_names())):
        with suppress(RecordError):  # a reader's own record may have any name
            if shipped(name) == record:
                shipped_name = name
                break
    return {
        "record": shipped_name or msgspec.json.decode(dumps(record)),
        "start": {name: getattr(model, name) for name in _CHOICES},
        **({"chances": model.chances.side} if model.chances else {}),
    }


def timeline_of(entry: dict[str, Any]) -> Timeline:
    """Return the timeline of an entry; RecordError if its record cannot be read or played.

    >>> len(timeline_of({"record": "1413-lancaster"})) > 10
    True
    """
    record = entry.get("record", "")
    return Timeline(Replay(shipped(record) if isinstance(record, str) else loads(msgspec.json.encode(record)), start))


def words(model: StepperModel) -> str:
    """Return the step as plain text: caption, narration and events."""
    events = (model.adapter.headline(group.event) for group in model.adapter.groups(model.events))
    return "\n".join(filter(None, (caption(model), model.moment.text, *events)))


def picture(model: StepperModel) -> Svg:
    """Return the step as an SVG document, 1180 x 605 px: map or board and narration side by side."""
    width, height = float(_MAP + _SIDE), float(_TOP + _HIGH)
    stage = model.adapter.still(model, _MAP, _HIGH)
    title = record_title(model)
    after = 29 + text_width(title, 18, bold=True, family="serif")
    ground = rect(0, _TOP, _MAP, _HIGH, PAPER) if model.stage != "map" else ""
    inside = [
        rect(0, 0, width, height, PANEL),
        tag(
            "g",
            text(15, 26, title, 18, weight=600, anchor="start", family=SERIF),
            text(after, 26, model.moment.title, 15, INK2, anchor="start"),
            text(width - 18, 26, f"{model.index + 1} / {len(model)}", 15, weight=600, anchor="end"),
            line([(0, _TOP), (width, _TOP)], RULE),
        ),
        ground + stage.nested(0, _TOP, _MAP, _HIGH),
        *_narration(model, _MAP + _PAD, _TOP + 38),
        tag("rect", x="0.5", y="0.5", width=width - 1, height=height - 1, fill="none", stroke=RULE),
    ]
    description = f"{model.moment.text} {stage.description}"
    return add_credit(document(width, height, inside, title=caption(model), description=description))


def _narration(model: StepperModel, x: float, y: float) -> list[str]:
    moment, room = model.moment, _SIDE - 2 * _PAD
    groups = model.adapter.groups(model.events)
    departs = _("Departs from history: {how}").format(how=moment.departs) if moment.departs else ""
    sources = " · ".join(source_name(source) for source in model.timeline.sources(model.index))
    lines: list[str] = []
    for paragraph, size, weight, family, ink in (
        (moment.date, 26, 600, SERIF, INK),
        (place_words(model), 15.5, 400, "", INK2),
        (moment.text, 19, 400, SERIF, INK),
        (model.adapter.sentence(groups[0]) if groups else "", 17, 600, "", INK),
        (departs, 15, 400, "", INK2),
        (_("Sources: {names}").format(names=sources) if sources else "", 13.5, 400, "", INK2),
    ):
        for words in wrap(paragraph, size, room, bold=weight == 600, family="serif" if family else "sans"):
            more = {"family": family} if family else {}
            lines.append(text(x, y, words, size, ink, weight=weight, anchor="start", within=room, **more))  # type: ignore[arg-type]
            y += size * 1.38
        y += 10 if paragraph else 0
    return lines
