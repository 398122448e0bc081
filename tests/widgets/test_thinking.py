"""What bots do at a table while the game changes: they think in a thread of their own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import roses
from roses.bots.bot import Advice
from roses.bots.squire import Squire
from roses.engine.seat import Seat
from roses.widgets.play.model import TableModel


class Interrupted(Squire):
    """A squire during whose thinking something happens."""

    def __init__(self, happens: Callable[[], object]) -> None:
        super().__init__()
        self._happens = happens

    def advise(self, seat: Seat) -> list[Advice]:
        self._happens()
        return super().advise(seat)


def thinking(happens: Callable[[TableModel], object]) -> TableModel:
    """A table of the court, at which a bot must choose and does so while something happens."""
    model: TableModel | None = None
    bot = Interrupted(lambda: happens(model) if model else None)
    model = TableModel(roses.game("lancaster", players=2, seed=7), {"Blue": "me", "Green": bot})
    while model.thinks != "Green":
        model.move(model.seat.options[0])
    return model


def test_a_move_that_is_taken_back_while_a_bot_thinks_leaves_the_choice_to_the_player() -> None:
    model = thinking(lambda model: model.undo())
    assert model.choose("Green") is None
    model.answer("Green", None)
    assert (model.thinks, model.waits_for) == ("", "Blue")


def test_a_bot_that_fails_while_nothing_changes_is_a_defect() -> None:
    with pytest.raises(ZeroDivisionError):
        thinking(lambda _model: 1 / 0).choose("Green")


def test_a_bot_that_is_not_disturbed_plays_its_choice() -> None:
    model = thinking(lambda _model: None)
    action = model.choose("Green")
    model.answer("Green", action)
    assert action is not None
    assert (model.thinks, model.waits_for) == ("", "Blue")
