"""The signs of the court board in px round (0, 0), about 12 px each: outlines of coin, pennon, tower and so on."""

from __future__ import annotations

from typing import Final

from roses.engine.i18n import gettext as _
from roses.figures.blocks.outlines import CROWN, circle
from roses.figures.drawing.glyphs import CRENELS, at
from roses.figures.drawing.points import Line
from roses.lancaster.tables import Reward

Sign = tuple[tuple[str, Line], ...]  # (layer, closed outline)


def _closed(*points: tuple[float, float]) -> Line:
    return (*points, points[0])


def _star() -> Line:
    around = circle(0, 0, 6, 10)
    return _closed(*(point if i % 2 == 0 else (point[0] * 0.42, point[1] * 0.42) for i, point in enumerate(around)))


_COIN: Final[Line] = _closed(*circle(0, 0, 5, 16))
_CORE: Final[Line] = _closed(*circle(0, 0, 1.6, 8))
SHIELD: Final[Line] = _closed((-5, -6), (5, -6), (5, 1), (3.6, 4), (0, 6.6), (-3.6, 4), (-5, 1))
SIGNS: Final[dict[str, Sign]] = {
    "gold": (("gold", _COIN), ("ink", _CORE)),
    "squire": (("ink", _closed((-4.5, -6), (-3, -6), (-3, -5), (6, -2), (-3, 1), (-3, 6), (-4.5, 6))),),
    "marker": (("ink", _closed((-5, -5), (5, -5), (5, 5), (-5, 5))),
               ("pale", _closed((-3.2, 0), (-1.8, -1.4), (-0.8, -0.4), (2.2, -3.4), (3.4, -2.2), (-0.8, 2.6)))),
    "knight": (("ink", SHIELD), ("pale", _closed((-0.9, -4), (0.9, -4), (0.9, -1.6), (3, -1.6), (3, 0.2), (0.9, 0.2),
                (0.9, 3), (-0.9, 3), (-0.9, 0.2), (-3, 0.2), (-3, -1.6), (-0.9, -1.6)))),
    "upgrade": (("ink", _closed((0, -6.5), (5.5, -0.5), (2, -0.5), (2, 6), (-2, 6), (-2, -0.5), (-5.5, -0.5))),),
    "extension": (("ink", at(CRENELS, 0, 0, 0.82)),
                  ("pale", _closed((-1.6, 5.8), (-1.6, 1.5), (1.6, 1.5), (1.6, 5.8)))),
    "noble": (("gold", _closed(*at(CROWN, 0, 8.6, 0.3))),),
    "point": (("ink", _star()),),
    "start": (("ink", _closed(*circle(0, 0, 5.2, 16))),),
    "passage": (("ink", _closed((-6, 2), (6, 2), (3.6, 6), (-3.6, 6))),
                ("ink", _closed((-0.8, 1), (-0.8, -6.4), (5, 1)))),
}  # fmt: skip
_OF: Final = {
    "gold": "gold", "squires": "squire", "markers": "marker", "points": "point", "knights": "knight",
    "upgrades": "upgrade", "extensions": "extension", "nobles": "noble", "passages": "passage",
}  # fmt: skip


def legend() -> tuple[tuple[str, str], ...]:
    """Return what each sign means, in the order of a legend."""
    return (
        ("gold", _("gold")),
        ("squire", _("squire")),
        ("marker", _("voting marker")),
        ("knight", _("new knight")),
        ("upgrade", _("upgrade")),
        ("extension", _("extension")),
        ("noble", _("noble")),
        ("point", _("points")),
        ("passage", _("to France")),
        ("start", _("starts")),
    )


def amounts(reward: Reward) -> tuple[tuple[str, int], ...]:
    """Return the signs of a reward, each with how many.

    >>> amounts(Reward(upgrades=1, markers=2)), amounts(Reward())
    ((('marker', 2), ('upgrade', 1)), ())
    """
    return tuple((sign, n) for name, sign in _OF.items() if (n := getattr(reward, name)))
