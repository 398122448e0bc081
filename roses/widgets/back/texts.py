"""The words of a game that one looks back at, as HTML: turning points, chronicle, who died where, luck."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from roses.engine.i18n import gettext as _
from roses.engine.protocol import Outcome
from roses.engine.replay import Replay, Timeline
from roses.figures.drawing.svg import escape, tag
from roses.figures.odds.games import swing_svg, text_swing
from roses.lab import turns
from roses.lab.chronicle import Chapter, Chronicle, Luck, Throw, points_by_round
from roses.widgets.html import table_html

_HERE: Final = Path(__file__).parent


@cache
def style() -> str:
    """Return the style of all parts, which stands in the first."""
    return (_HERE / "back.css").read_text(encoding="utf-8")


def box(title: str, *inside: str, kind: str = "h3") -> str:
    """Return a part of the page below its title, which is scrolled by keys where it is wider than the page.

    >>> box("Luck", "<p>None.</p>").endswith('tabindex="0"><h3>Luck</h3><p>None.</p></div>')
    True
    """
    named = {"class": "roses-looking", "role": "region", "aria_label": title, "tabindex": "0"}
    return tag("div", tag(kind, escape(title)), *inside, **named)


def head_html(chronicle: Chronicle, outcome: Outcome | None) -> str:
    """Return the title, who has won, whose eyes these are, and the turning points."""
    end = _("The game is not over.")
    if outcome:
        end = _("{winner} has won: {reason}.").format(winner=outcome.winner, reason=outcome.reason)
    if chronicle.side:
        end += " " + _("Told as {side} saw it.").format(side=chronicle.side)
    points = [tag("li", _point(chronicle, number)) for number in range(len(chronicle.turning_points))]
    none = tag("p", escape(_("Nothing turned this game: no upset, no heir fallen in battle, no lord who went over.")))
    return box(
        _("Looking back: {title}").format(title=chronicle.title),
        tag("style", style()),
        tag("p", escape(end), **{"class": "roses-looking-under"}),
        tag("h3", escape(_("Turning points"))),
        tag("ul", *points) if points else none,
        kind="h2",
    )


def _point(chronicle: Chronicle, number: int) -> str:
    point = chronicle.turning_points[number]
    title = next(chapter.title for chapter in chronicle.chapters if point in chapter.paragraphs)
    when = _("{when}, {why}").format(when=title, why=point.turned)
    return tag("b", escape(when)) + ": " + escape(point.text)


def chronicle_html(chronicle: Chronicle) -> str:
    """Return the chapters, each to be unfolded, the last one open, and who died where."""
    last = chronicle.chapters[-1] if chronicle.chapters else None
    chapters = (_chapter(chapter, chapter is last) for chapter in chronicle.chapters)
    dead = ""
    if chronicle.dead:
        columns = (_("Block"), _("Side"), _("Fell in"), _("When"))
        summary = tag("summary", escape(_("Who fell in battle, and where")))
        dead = tag("details", summary, table_html(_("In the order of the game"), columns, chronicle.dead))
    return box(_("Chronicle"), *chapters, dead)


def _chapter(chapter: Chapter, is_open: bool) -> str:
    lines = (tag("p", escape(one.text), **_marked(bool(one.turned))) for one in chapter.paragraphs)
    shown = {"open": "open"} if is_open else {}
    reasons = ", ".join(dict.fromkeys(one.turned for one in chapter.paragraphs if one.turned))
    turned = " " + tag("small", escape(reasons)) if reasons else ""
    return tag("details", tag("summary", escape(chapter.title) + turned), *lines, **shown)


def _marked(turning: bool) -> dict[str, str]:
    return {"class": "roses-looking-turning"} if turning else {}


def support(replay: Replay) -> tuple[str, str]:
    """Return the support by turn, or the points by round, as HTML and in words."""
    points = points_by_round(replay)
    if not points:
        swing = turns.support(Timeline(replay))
        return box(_("Support by turn"), swing_svg(swing)), text_swing(swing)
    rows = [(when, *map(str, scores.values())) for when, scores in points]
    table = table_html(_("Points at the end of each round"), (_("Round"), *points[0][1]), rows)
    return box(_("Points by round"), table), "\n".join("  ".join(row) for row in rows)


def luck_html(luck: Luck) -> str:
    """Return what fell, beside what was to be expected."""
    kinds: tuple[tuple[str, Mapping[str, Throw]], ...] = (
        (_("hits, of so many dice"), luck.hits),
        (_("treachery, of so many tries"), luck.treachery),
        (_("battles won, of so many"), luck.battles),
    )
    rows = [(f"{side}: {what}", *_fell(throw)) for what, throws in kinds for side, throw in throws.items()]
    columns = (_("Who and what"), _("came"), _("to be expected"), _("at least as many come"))
    caption = _(
        "Exact, for the dice that were thrown. Of a battle it is the chance that a side had when the battle began, if "
        "everybody stands and fires: what is better or worse than that may be skill."
    )
    return box(_("Luck"), table_html(caption, columns, rows))


def _fell(throw: Throw) -> tuple[str, str, str]:
    came = _("{came} of {number}").format(came=throw.came, number=throw.number)
    often = _("{percent} times in 100").format(percent=round(100 * throw.at_least))
    return came, f"{throw.expected:.1f}", often if throw.number else ""


def steps_html() -> str:
    """Return what stands above the Stepper."""
    said = _("From either side's view, or with everything open. P plays on from a step: try again from there.")
    return box(_("Step by step"), tag("p", escape(said)))
