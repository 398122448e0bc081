"""Battlefields: the ground, both armies by phase, and the rival reconstructions of where they stood.

The data are in ``data/battlefields``, one file for each battle. Places are in km east and north of an origin,
directions in degrees clockwise from north, breadths of companies in m.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

import msgspec

from roses.engine.data import Data, read
from roses.engine.display import Displayed
from roses.engine.errors import brief
from roses.engine.i18n import gettext as _
from roses.engine.loading import folder

Point = tuple[float, float]
Confidence = Literal["high", "medium", "low"]
Kind = Literal[
    "rise", "marsh", "wood", "park", "brook", "river", "road", "lane", "hedge", "ditch", "village", "town",
    "church", "bridge", "site", "finds", "name",
]  # fmt: skip
State = Literal["", "broken", "killed", "gone"]


class Feature(Data, frozen=True):
    """A part of the ground: its ``kind``, and the ``points`` of its outline or line, or the one point where it is.

    ``label`` is where the name is written, by default the middle. A rise has ``levels`` contours. A feature with
    ``only`` belongs to these reconstructions alone. The kind "name" has no sign, only its name.
    """

    kind: Kind
    points: tuple[Point, ...]
    confidence: Confidence
    sources: tuple[str, ...]
    name: str = ""
    label: Point | None = None
    levels: int = 1
    only: tuple[str, ...] = ()


class Commander(Data, frozen=True):
    """Who leads a company: a short ``name`` for the map, the ``full`` one, the side, and the block of the game."""

    id: str
    name: str
    full: str
    side: str
    block: str = ""


class Phase(Data, frozen=True):
    """A part of the course of a battle, in words; it is the same in all reconstructions."""

    id: str
    title: str
    text: str
    sources: tuple[str, ...]
    confidence: Confidence


class Company(Data, frozen=True):
    """The men of a commander: the middle of their line, where they face, and how broad they stand.

    ``disputed`` is whether historians disagree that they stood there. ``state`` is "broken" for men in flight, "killed"
    for a commander who falls here, "gone" for men who have left the field.
    """

    who: str
    at: Point
    faces: float = 0.0
    front: float = 300.0
    disputed: bool = False
    state: State = ""


class Move(Data, frozen=True):
    """A movement of a side along a path."""

    side: str
    path: tuple[Point, ...]
    disputed: bool = False


class Stage(Data, frozen=True):
    """The armies in one phase of a reconstruction; companies that are not named stand where they stood before."""

    phase: str
    companies: tuple[Company, ...] = ()
    moves: tuple[Move, ...] = ()


class Reconstruction(Data, frozen=True):
    """One view of where the battle was fought.

    ``text`` says what it rests on, ``disputed`` what is said against it; ``site`` is the outline of the field.
    """

    id: str
    name: str
    title: str
    text: str
    disputed: str
    sources: tuple[str, ...]
    confidence: Confidence
    site: tuple[Point, ...]
    stages: tuple[Stage, ...]


class Battlefield(Displayed, Data, frozen=True):
    """A battlefield; ``battlefield`` returns one by name. In a notebook it shows itself.

    * ``origin``: longitude and latitude, in degrees, of the point from which places are measured;
    * ``frame``: the part that a map shows: west, south, east and north in km;
    * ``sides``: by side, its name in this battle;
    * ``accuracy``: how exact places are, in words, and the ``sources`` for that;
    * ``terrain``, ``commanders``, ``phases``, ``reconstructions``: the first reconstruction is shown by default.

    >>> field = battlefield("bosworth-1485")
    >>> [reconstruction.name for reconstruction in field.reconstructions]
    ['Fenn Lanes', 'Dadlington', 'Ambion Hill']
    >>> field.sketch("ambion-hill", "charge").reconstruction.confidence
    'low'
    """

    id: str
    name: str
    shown: str
    place: str
    origin: Point
    frame: tuple[float, float, float, float]
    sides: dict[str, str]
    accuracy: str
    sources: tuple[str, ...]
    terrain: tuple[Feature, ...]
    commanders: tuple[Commander, ...]
    phases: tuple[Phase, ...]
    reconstructions: tuple[Reconstruction, ...]

    def sketch(self, reconstruction: str = "", phase: str = "") -> Sketch:
        """Return one phase of one reconstruction, by their ids; by default the first of each.

        ValueError, which lists the known ones, for an unknown id.
        """
        return Sketch(
            self,
            _by_id(
                self.reconstructions,
                reconstruction,
                self.name,
                _("{field} has no reconstruction {name!r}; choose from {known}"),
            ),
            _by_id(self.phases, phase, self.name, _("{field} has no phase {name!r}; choose from {known}")),
        )

    def __repr__(self) -> str:
        return f"<Battlefield {self.id}: {len(self.reconstructions)} reconstructions, {len(self.phases)} phases>"


class Sketch(Displayed, msgspec.Struct, frozen=True):
    """One phase of one reconstruction of a battle; in a notebook it shows itself."""

    field: Battlefield
    reconstruction: Reconstruction
    phase: Phase

    @property
    def terrain(self) -> tuple[Feature, ...]:
        """Return the ground as this reconstruction has it."""
        here = self.reconstruction.id
        return tuple(feature for feature in self.field.terrain if not feature.only or here in feature.only)

    @property
    def companies(self) -> tuple[Company, ...]:
        """Return the companies on the field, where they stand at the end of this phase."""
        by_commander: dict[str, Company] = {}
        for stage in self._stages():
            by_commander |= {company.who: company for company in stage.companies}
        return tuple(company for company in by_commander.values() if company.state != "gone")

    @property
    def moves(self) -> tuple[Move, ...]:
        """Return the movements of this phase."""
        return self._stages()[-1].moves

    @property
    def commanders(self) -> dict[str, Commander]:
        """Return the commanders by id."""
        return {commander.id: commander for commander in self.field.commanders}

    @property
    def number(self) -> int:
        """Return the number of the phase, from 1."""
        return self.field.phases.index(self.phase) + 1

    def _stages(self) -> tuple[Stage, ...]:
        """Return the stages up to this phase."""
        past = {phase.id for phase in self.field.phases[: self.number]}
        return tuple(stage for stage in self.reconstruction.stages if stage.phase in past)

    def __repr__(self) -> str:
        return f"<Sketch of {self.field.id}: {self.reconstruction.id}, {self.phase.id}>"


def battlefields() -> tuple[str, ...]:
    """Return the names of all battlefields.

    >>> "towton-1461" in battlefields(), "edgcote-1469" in battlefields()
    (True, False)
    """
    return tuple(sorted(path.stem for path in (folder("data") / "battlefields").glob("*.json")))


def battlefield(name: str) -> Battlefield:
    """Return a battlefield by name; ValueError, which lists the known ones, for an unknown name.

    >>> battlefield("towton-1461").phases[0].title
    'The volleys'
    >>> battlefield("agincourt")
    Traceback (most recent call last):
    ValueError: there is no battlefield 'agincourt'; choose from 'barnet-1471', 'bosworth-1485', ...
    """
    if name not in battlefields():
        known = ", ".join(map(repr, battlefields()))
        raise ValueError(
            _("there is no battlefield {name!r}; choose from {known}").format(name=brief(name), known=known)
        )
    return _read(name)


@lru_cache(maxsize=8)
def _read(name: str) -> Battlefield:
    return read(f"battlefields/{name}.json", Battlefield)


def _by_id(values: tuple[Any, ...], name: str, field: str, refusal: str) -> Any:
    """Return the value with the id ``name``, the first for ""; ValueError with the text ``refusal`` if none has it."""
    for value in values:
        if name in ("", value.id):
            return value
    known = ", ".join(repr(value.id) for value in values)
    raise ValueError(refusal.format(field=field, name=brief(name), known=known))
