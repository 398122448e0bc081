"""The battlefield of a step as a board of the Stepper: its rival reconstructions are the variants."""

from __future__ import annotations

from roses.engine.i18n import cached
from roses.figures.field import field_svg
from roses.history.battlefields import Sketch, battlefield
from roses.widgets.stepper.adapter import Board, Step


def sketch(model: Step) -> Sketch | None:
    """Return the phase that a step tells, in the reconstruction that was chosen; None where it tells of no field."""
    name, _slash, phase = model.moment.field.partition("/")
    if not name:
        return None
    field = battlefield(name)
    known = {reconstruction.id for reconstruction in field.reconstructions}
    return field.sketch(model.variant if model.variant in known else "", phase)


def variants(shown: Sketch | None) -> dict[str, str]:
    """Return the reconstructions of a battlefield, id to name."""
    return {rival.id: rival.name for rival in shown.field.reconstructions} if shown else {}


def field_board(shown: Sketch, width: int, height: int) -> Board:
    """Return the battlefield as large as the stage, or higher where its words are below it."""
    return _board(shown.field.id, shown.reconstruction.id, shown.phase.id, width, height)


@cached(maxsize=64)
def _board(field: str, reconstruction: str, phase: str, width: int, height: int) -> Board:
    """Return the board of a phase, which is the same for all viewers and for all steps that tell of it."""
    svg = field_svg(battlefield(field), reconstruction, phase, width=width, height=height, story=False)
    return Board(svg.filling("xMidYMin meet"), width, height=round(svg.height))
