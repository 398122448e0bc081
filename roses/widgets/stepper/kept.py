"""What a notebook keeps of a Stepper and shows without a kernel: the picture of a step and how to go on.

A front end prefers a live view to any picture in the same output, and prints an error where its kernel is gone. So the
picture, the sentence and the view are three outputs, and the sentence brings the style that hides either the first two
or the last. The live view tells that it is there by a class of its output.
"""

from __future__ import annotations

from typing import Any, Final

from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape
from roses.widgets.live import VIEW
from roses.widgets.stepper import saved, still
from roses.widgets.stepper.model import StepperModel

_CHILD: Final = ".jp-OutputArea-child"
_LIVE: Final = "roses-live"  # the class that a live Stepper gives to its output
_SENTENCE: Final = "> * > .roses-kept"  # not looked for at any depth: that would be done again with each step
_STYLE: Final = f"""
.roses-kept {{ margin: 6px 0; font: 15px/1.4 sans-serif; }}
{_CHILD}:has(+ .{_LIVE}):has({_SENTENCE}), {_CHILD}:has(+ {_CHILD} + .{_LIVE}):has(+ {_CHILD} {_SENTENCE}),
{_CHILD}:has({_SENTENCE}) + {_CHILD}:has(> .jupyter-widgets) {{ display: none; }}
"""


def outputs(model: StepperModel, view: dict[str, Any], drawn: bool = True) -> list[dict[str, Any]]:
    """Return the three outputs of a Stepper, by mime type; ``view`` is that of its live view.

    Unless the step is ``drawn``, the first has its words alone.
    """
    said = _(
        "This is the step at which the Stepper was left. To go through the steps, run the cells from the first to this"
        " one; Shift and Enter run a cell."
    )
    sentence = f'<p class="roses-kept">{escape(said)}</p><style>{_STYLE}</style>'
    step = picture(model)
    if not drawn:
        del step["image/svg+xml"]
    return [step, {"text/html": sentence, "text/plain": said}, {VIEW: view}]


def picture(model: StepperModel) -> dict[str, Any]:
    """Return the step as a picture, in words, and as what an export needs to show the Stepper again, by mime type."""
    shown = {"image/svg+xml": still.picture(model).filling(), "text/plain": still.words(model)}
    return {**shown, saved.MIME: saved.entry(model)}


def is_beside_the_picture(output: dict[str, Any]) -> bool:
    """Tell whether an output of a notebook is the sentence or the live view, of no use where no cells are run."""
    data = output.get("data", {})
    return set(data) == {VIEW} or 'class="roses-kept"' in "".join(data.get("text/html", ""))
