"""The cover: England and three doors, to teach, to play and to study, from which each lesson starts by one click."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from roses.engine.data import Data, read
from roses.engine.i18n import gettext as _
from roses.engine.loading import folder
from roses.figures.drawing.svg import escape, tag
from roses.figures.map.geography import KINGDOM, SHAPES, Frame
from roses.figures.map.scene import scene
from roses.figures.map.svg import ground_svg, outlines_svg, overlay_svg, position_svg
from roses.history.battlefields import battlefields
from roses.lab.replays import timeline_of
from roses.lessons.handouts.sheets import known_sets
from roses.richard.view import View
from roses.widgets.pages.battles import Battle

_THUMB: Final = (300, 178, 1.02)  # px, and px per km
_LAYERS: Final = ("seas", "names", "tabs", "pointers", "tab names", "attribution")  # too small to read in a thumbnail
_CSS: Final = Path(__file__).with_name("cover.css")


class Campaign(Data, frozen=True):
    """A lesson with a campaign: its number, what the tile says, and the step and area of a replay that it shows."""

    lesson: str
    name: str
    years: str
    replay: str
    step: int
    area: str


class Door(Data, frozen=True):
    """A notebook to play or to study with, and how many minutes it takes."""

    notebook: str
    name: str
    about: str
    minutes: int


class Doors(Data, frozen=True):
    """What stands on the cover; ``battles`` is the lesson with a page for each battle."""

    campaigns: tuple[Campaign, ...]
    battles: str
    play: tuple[Door, ...]
    study: tuple[Door, ...]


class Cover:
    """The page that the command ``roses`` opens: it shows itself in a notebook, and its links lead to the others.

    >>> print(Cover().words().splitlines()[0])
    Ludford to Wakefield, 1459 to 1460 · 50 min · age 14+
    """

    def html(self) -> str:
        """Return the page as HTML. A script in JupyterLab lets the links of the class "roses-start" fill the screen."""
        doors = known_doors()
        last = doors.campaigns[-1]
        england = position_svg(timeline_of(last.replay).state(last.step - 8).view(), KINGDOM)
        check = tag(
            "p", tag("code", "roses check"), " ", escape(_("says what is missing.")), role="status", **_class("check")
        )
        left = tag("div", tag("h1", escape(_("The Wars of the Roses"))), england._repr_svg_(), check)
        fought = sorted(battlefields(), key=lambda name: name[-4:])
        fields = (_battle(name, doors.battles) for name in fought)
        right = tag(
            "div",
            _heading(_("Teach"), _("one click, and the map fills the screen")),
            tag("ul", *map(_campaign, doors.campaigns), **_class("tiles")),
            tag("div", _rows(_("Play"), doors.play), _rows(_("Study"), doors.study), **_class("doors")),
            _heading(_("Battlefields"), _("one battle, step by step")),
            tag("ul", *fields, **_class("tiles")),
        )
        style = tag("style", _CSS.read_text(encoding="utf-8"))
        return outlines_svg() + tag("div", style, left, right, **_class("roses-cover"))

    def words(self) -> str:
        """Return the tiles as plain text."""
        doors = known_doors()
        lessons = (f"{one.name}, {one.years} · {_facts(one.lesson)}" for one in doors.campaigns)
        others = (f"{one.name}: {one.about} · {_minutes(one.minutes)}" for one in (*doors.play, *doors.study))
        return "\n".join((*lessons, *others))

    def _repr_mimebundle_(self, **_kwargs: object) -> dict[str, str]:
        return {"text/html": self.html(), "text/plain": self.words()}


@cache
def known_doors() -> Doors:
    """Return what stands on the cover: ``data/lessons/cover.json``.

    >>> [door.notebook for door in known_doors().play][0]
    '22_first_game'
    """
    return read("lessons/cover.json", Doors)


def _campaign(one: Campaign) -> str:
    state = timeline_of(one.replay).state(one.step - 1)
    return _tile(one.lesson, "Stepper(", one.name, one.years, _thumb(state.view(), one.area))


def _battle(name: str, lesson: str) -> str:
    """Return the tile of a battle; "" for one outside the game."""
    battle = Battle(name)
    if battle.timeline is None:
        return ""
    picture = _thumb(battle.timeline.state(battle.timeline.find(battle.start)).view(), battle.facts.area)
    return _tile(lesson, f'Battle("{name}"', battle.facts.name, battle.facts.shown, picture)


def _tile(lesson: str, cell: str, name: str, when: str, picture: str) -> str:
    """Return a link to a lesson; ``cell`` is a part of the cell whose Stepper it starts."""
    (notebook,) = folder("notebooks").glob(f"{lesson}_*.ipynb")
    words = tag("span", tag("b", escape(name)), tag("i", escape(when)), tag("i", escape(_facts(lesson))))
    link = {"href": notebook.name, "data_notebook": notebook.name, "data_cell": cell, "data_title": name}
    start_it = tag("u", "▶ ", escape(_("Start in class mode")))
    return tag("li", tag("a", picture, words, start_it, **link, **_class("tile roses-start")))


def _rows(title: str, doors: tuple[Door, ...]) -> str:
    about = {one: tag("i", escape(f"{one.about} · {_minutes(one.minutes)}")) for one in doors}
    links = (
        tag("a", tag("b", escape(one.name)), about[one], href=f"{one.notebook}.ipynb", **_class("row")) for one in doors
    )
    return tag("section", _heading(title, ""), tag("ul", *(tag("li", link) for link in links), **_class("rows")))


def _heading(title: str, about: str) -> str:
    return tag("h2", escape(title), *([" ", tag("small", escape(about))] if about else []))


def _facts(lesson: str) -> str:
    one = known_sets()[lesson]
    age = _("all ages") if one.age == "all" else _("age {age}").format(age=one.age)
    return f"{_minutes(one.minutes)} · {age}"


def _minutes(number: int) -> str:
    return _("{number} min").format(number=number)


def _thumb(view: View, area: str) -> str:
    """Return a small picture of an area and its neighbours, with the blocks that stand there."""
    width, height, k = _THUMB
    x, y = SHAPES[area].label
    frame = Frame("campaign", max(x - width / k / 2, 0.0), max(y - height / k / 2, 0.0), width, height, k)
    here = (piece for piece in view.pieces if piece.place in SHAPES and frame.holds(*SHAPES[piece.place].label, 16))
    picture = overlay_svg(scene(msgspec.structs.replace(view, pieces=tuple(here)), frame), _LAYERS)
    return tag("svg", ground_svg(frame), picture.inside, viewBox=f"0 0 {width} {height}", aria_hidden="true")


def _class(names: str) -> dict[str, str]:
    return {"class": names}
