"""A widget that shows a battlefield: a list of the rival reconstructions, and a button for each phase."""

from __future__ import annotations

from typing import Any, Final

import ipywidgets

from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import PAGE, Svg
from roses.figures.field import field_svg, text_field
from roses.history.battlefields import Battlefield, Sketch, battlefield
from roses.widgets.live import guarded

_STYLE: Final = "<style>.roses-field-view :focus-visible { outline: 3px solid #1c5f8f !important; }</style>"


class FieldView(ipywidgets.VBox):
    """A battlefield to look at phase by phase, in any of its reconstructions.

    ``field`` is a Battlefield or the name of one. ``rivals`` and ``phases`` are the controls; ``sketch`` is what they
    show. ValueError for an unknown name.

    >>> view = FieldView("towton-1461")
    >>> view.rivals.value, view.phases.value = "wide", "rout"
    >>> view.sketch
    <Sketch of towton-1461: wide, rout>
    """

    def __init__(self, field: Battlefield | str) -> None:
        self._field = field if isinstance(field, Battlefield) else battlefield(field)
        rivals = [(rival.title, rival.id) for rival in self._field.reconstructions]
        phases = [(f"{n} {phase.title}", phase.id) for n, phase in enumerate(self._field.phases, 1)]
        wide = ipywidgets.Layout(width="auto")
        initial, narrow = {"description_width": "initial"}, {"description_width": "initial", "button_width": "auto"}
        self.rivals = ipywidgets.Dropdown(options=rivals, description=_("Reconstruction"), style=initial, layout=wide)
        self.phases = ipywidgets.ToggleButtons(options=phases, description=_("Phase"), style=narrow)
        self._picture = ipywidgets.HTML()
        super().__init__([self.rivals, self.phases, self._picture])
        self.add_class("roses-field-view")
        self.rivals.observe(self._on_choice, "value")
        self.phases.observe(self._on_choice, "value")
        self._show()

    @property
    def sketch(self) -> Sketch:
        """Return the phase and the reconstruction that are shown."""
        return self._field.sketch(self.rivals.value, self.phases.value)

    @property
    def picture(self) -> Svg:
        """Return the picture that is shown."""
        return field_svg(self.sketch, width=PAGE)

    def show_error(self, html: str) -> None:
        """Show an error as HTML in place of the picture."""
        self._picture.value = html

    @guarded
    def _on_choice(self, _change: Any) -> None:
        self._show()

    def _show(self) -> None:
        self._picture.value = _STYLE + self.picture

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Return the live widget, with picture and words for readers without a kernel."""
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        return {**bundle, "text/plain": text_field(self.sketch), "image/svg+xml": str(self.picture)}
