"""A battlefield to look at phase by phase, in a notebook and in an exported file; it needs no kernel."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from typing import Any, ClassVar, Final

from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag
from roses.figures.field import field_svg, text_field
from roses.history.battlefields import Battlefield, battlefield
from roses.widgets.interactive import Interactive

MIME: Final = "application/vnd.roses.field+json"  # of the entry by which an export makes a FieldPage
_WIDE: Final = 960  # px: width of the picture that has its words beside the map
_HIGH: Final = 520  # px: with its controls it fits a projector
_NARROW: Final = 366  # px: width of the picture for telephones, which has them below it
_LEAST: Final = 620  # px: narrower boxes show the pictures for telephones


class FieldView(Interactive):
    """A battlefield to look at phase by phase, in any of its reconstructions; formations glide from phase to phase.

    ``field`` is a Battlefield or the name of one; ``reconstruction`` and ``phase`` are the ids of those shown first, by
    default the first of each. ValueError for an unknown one.

    >>> FieldView("towton-1461", phase="rout").sketch
    <Sketch of towton-1461: narrow, rout>
    """

    name: ClassVar[str] = "field"
    sizes: ClassVar[dict[str, tuple[int, float]]] = {"wide": (_WIDE, _HIGH)}  # px; a notebook has no room for more

    def __init__(self, field: Battlefield | str, reconstruction: str = "", phase: str = "") -> None:
        self.field = field if isinstance(field, Battlefield) else battlefield(field)
        self.sketch = self.field.sketch(reconstruction, phase)

    def content(self) -> str:
        """Return the picture that is shown first, and the controls, which the script brings out."""
        field, sketch = self.field, self.sketch
        options = (
            tag("option", escape(rival.title), value=rival.id, selected="" if rival == sketch.reconstruction else None)
            for rival in field.reconstructions
        )
        choice = tag("select", *options, **{"class": "rivals"})
        label = tag("label", escape(_("Reconstruction")), " ", choice, **{"class": "roses-unprinted"}, hidden="")
        name = tag("h3", escape(f"{field.name}, {field.shown}"))
        head = tag("div", name, label if len(field.reconstructions) > 1 else "", **{"class": "head"})
        buttons = [_button("◀", "back", _("Phase before"))]
        for number, phase in enumerate(field.phases, 1):
            name = tag("span", escape(f" {phase.title}"), **{"class": "name"})
            pressed = "true" if phase == sketch.phase else "false"
            buttons.append(tag("button", str(number), name, type="button", data_phase=phase.id, aria_pressed=pressed))
        buttons.append(_button("▶", "forward", _("Next phase")))
        label, look = _("Phases of the battle"), {"class": "phases roses-unprinted"}
        phases = tag("div", *buttons, **look, role="group", aria_label=label, hidden="")
        sentence = tag("p", escape(sketch.phase.text), **{"class": "sentence"}, aria_live="polite")
        picture = tag("div", field_svg(sketch, width=_WIDE, height=_HIGH, story=False), **{"class": "picture"})
        return head + phases + sentence + picture

    def words(self) -> str:
        """Return the phase that is shown first in words."""
        return text_field(self.sketch)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        sketch = self.sketch
        entry = {"field": self.field.id, "reconstruction": sketch.reconstruction.id, "phase": sketch.phase.id}
        return {**super()._repr_mimebundle_(**kwargs), MIME: entry}

    def data(self) -> Any:
        """Return the sentence of each phase, and all pictures, packed."""
        field = self.field
        pictures = {
            size: [
                [field_svg(field, rival.id, phase.id, width=width, height=high, story=False) for phase in field.phases]
                for rival in field.reconstructions
            ]
            for size, (width, high) in self.sizes.items()
        }
        packed = b64encode(gzip.compress(json.dumps(pictures).encode(), 9, mtime=0)).decode()
        return {"narrow": _LEAST, "pictures": packed, "sentences": [phase.text for phase in field.phases]}


class FieldPage(FieldView):
    """A battlefield in a file of its own, which has pictures for telephones too."""

    sizes: ClassVar[dict[str, tuple[int, float]]] = FieldView.sizes | {"narrow": (_NARROW, 0.0)}


def _button(sign: str, name: str, label: str) -> str:
    return tag("button", sign, type="button", aria_label=label, title=label, **{"class": name})
