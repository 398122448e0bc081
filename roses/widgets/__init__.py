"""Widgets for notebooks. A widget has a model, a plain class with its logic, and a view that shows the model.

Begin with ``Stepper``, which walks through a campaign step by step, and ``Table``, at which a game is played against
bots or friends. ``SavedGames`` lists the games that were begun, ``LookingBack`` tells one as history. ``Battle`` is the
page of a battle and ``BattleIndex`` the list of them, ``FieldView`` shows a battlefield, ``PoliticalTurn`` the count of
the lords, ``People`` and ``people`` cards of people, ``Claims`` the family tree.

``stepper`` and ``play`` (the table) are the two large packages, ``pages`` holds the smaller pages; ``richard`` and
``lancaster`` hold what Stepper and Table must know of each game; ``export`` writes files to hand out. Scripts and
styles lie beside the Python that sends them. Every callback goes through ``live.guarded``, which shows a refusal as a
sentence and any other error as a report.
"""

from __future__ import annotations

from roses.widgets.pages.back import LookingBack
from roses.widgets.pages.battles import Battle, BattleIndex
from roses.widgets.pages.field import FieldView
from roses.widgets.pages.kin import Claims, People, people
from roses.widgets.pages.politics import PoliticalTurn
from roses.widgets.play.table import SavedGames, Table
from roses.widgets.stepper.widget import Stepper

__all__ = [
    "Battle",
    "BattleIndex",
    "Claims",
    "FieldView",
    "LookingBack",
    "People",
    "PoliticalTurn",
    "SavedGames",
    "Stepper",
    "Table",
    "people",
]
