"""Widgets with a script: what they show and are told is in plain models, which lose no message."""

from __future__ import annotations

import anywidget
import pytest

import roses
from roses.lessons.exercises import Panel
from roses.widgets import SavedGames, Table
from roses.widgets.live import ValuesView
from roses.widgets.stepper.screen import ScreenView

OWN = {"_esm", "_css", "_anywidget_id"}  # what an anywidget must send itself


def test_no_widget_of_the_kit_sends_its_values_by_the_model_of_an_anywidget() -> None:
    assert all(issubclass(kind, ValuesView) for kind in (Table, SavedGames, Panel))
    kinds = {kind for kind in anywidget.AnyWidget.__subclasses__() if kind.__module__.startswith("roses.")}
    assert kinds == {ScreenView, ValuesView}
    common = set(anywidget.AnyWidget().keys) | OWN
    for kind in (ScreenView, *ValuesView.__subclasses__()):
        assert set(kind.class_trait_names(sync=True)) - common == ({"screen"} if kind is ScreenView else {"values"})


def test_every_value_of_a_table_is_held_and_both_close_together(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.at(roses.game("lancaster", players=2, seed=1), {"Blue": "me", "Green": "page"})
    for kind in ValuesView.__subclasses__():
        assert all(isinstance(vars(kind)[name], property) for name in kind.Values.class_own_traits()), kind
    table.reply = 7
    assert (table.values.reply, table.screen) == (7, table.values.screen)
    closed: list[object] = []
    monkeypatch.setattr(table.values, "close", lambda: closed.append(table))
    table.close()
    assert closed == [table]
