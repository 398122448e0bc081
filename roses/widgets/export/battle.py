"""A battle as one HTML file to hand out: its account, figures and odds, with a Stepper that plays without a kernel."""

from __future__ import annotations

from roses.engine.replay import Timeline
from roses.figures.drawing.svg import tag
from roses.widgets.export.page import document
from roses.widgets.export.player import Players
from roses.widgets.export.printed import Steps, paper
from roses.widgets.pages.battles import Battle
from roses.widgets.stepper.model import StepperModel


def battle_html(name: str) -> str:
    """Return a battle as an HTML page that asks the network for nothing; ValueError for an unknown id.

    >>> page = battle_html("ludford-1459")
    >>> "Gone to supper" in page, "default-src 'none'" in page
    (True, True)
    """
    battle, players = Battle(name), Players()
    parts = []
    for part in battle.parts():
        if isinstance(part, Timeline):
            parts.append(tag("div", players.html(part, index=_first(battle, part)), **{"class": "roses-output"}))
        else:
            parts.append(_part(part))
    return document(_title(battle), f"<main>{''.join(parts)}</main>", kind="lesson", script="edges.js")


def printed_battle_html(name: str) -> str:
    """Return a battle as a page for the printer: account, figures, odds and the steps of the battle."""
    battle, steps = Battle(name), Steps()
    parts = []
    for part in battle.parts():
        if isinstance(part, Timeline):
            parts.append(steps.html(part, _first(battle, part), _last(battle, part)))
        else:
            parts.append(_part(part))
    return paper(_title(battle), steps.completed("".join(parts)))


def _part(part: dict[str, str]) -> str:
    if picture := part.get("image/svg+xml"):
        return tag("div", tag("figure", picture), **{"class": "roses-output"})
    return part["text/html"]


def _title(battle: Battle) -> str:
    return f"{battle.facts.name}, {battle.facts.shown}"


def _model(battle: Battle, timeline: Timeline) -> StepperModel:
    model = StepperModel(timeline)
    model.go(battle.start)
    return model


def _first(battle: Battle, timeline: Timeline) -> int:
    """Return the step at which the battle begins."""
    return _model(battle, timeline).index


def _last(battle: Battle, timeline: Timeline) -> int:
    """Return the last step of the battle on the board, that of a campaign before the board is cleared."""
    first = _first(battle, timeline)
    return max(i for i in range(first, len(timeline)) if timeline.state(i).view().battle)
