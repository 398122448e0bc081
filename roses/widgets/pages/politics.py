"""The political turn, noble by noble, and the smallest changes after which the other side wears the crown."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from typing import Any, ClassVar, Final

import msgspec

from roses.engine.i18n import N_, ngettext
from roses.engine.i18n import gettext as _
from roses.engine.replay import Timeline
from roses.figures.blocks import short_name
from roses.figures.blocks.tokens import token_svg
from roses.figures.drawing.svg import escape, tag
from roses.figures.map.geography import SHAPES, Frame
from roses.figures.map.scene import Scene, scene
from roses.figures.map.svg import sketch_svg
from roses.lab.crown import Count, Smallest, smallest_changes, trials_of
from roses.lab.political_turn import Course, course, course_in
from roses.lab.replays import Played, replay_of, timeline_of
from roses.richard.state import State
from roses.richard.tables import BLOCKS, INDEX, LONDON, PLACES, SIDES
from roses.richard.view import Piece
from roses.widgets.interactive import Interactive

_NOTHING: Final = "&#160;"  # inside an element that is empty until the script fills it
_MAP: Final = Frame("kingdom", 92.0, 112.0, 420, 505, 0.73)  # England and Wales, beside the lists of a beamer
_SCALE: Final = 0.94  # px per u of the tokens in the lists
_TITLE: Final = re.compile("<title>.*?</title>")  # of a token: its part in a battle
_OUTLINE: Final = re.compile(r'<path d="[^"]{80,}"[^>]*/>')
_PLAIN: Final = str.maketrans(" /()", "----")
_LISTED: Final = 12  # of the smallest sets of changes, how many the answer lists at most
_PARTS: Final = {
    "8.0": N_("Begin"),
    "8.1": N_("Levies disband"),
    "8.2": N_("Usurpation"),
    "8.3": N_("The Pretender goes home"),
    "8.4": N_("The King goes home"),
    "8.5": N_("Campaign reset"),
    "9.0": N_("Victory"),
}
_HEADINGS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (N_("Comes in"), ("in",)),
    (N_("Stays away"), ("out",)),
    (N_("Turns to the other side"), ("turns",)),
    (N_("Is killed"), ("dies",)),
    ("", ("london", "empty")),
)


class PoliticalTurn(Interactive):
    """The political turn in the order of rules 8.0 to 8.5, one step for each lord or group that is handled.

    ``position`` is a State, or a Timeline, a Replay, a record, its file or its name. In all but a State, ``at`` chooses
    a step by its bookmark, heading or number from 0; without ``at`` the ``number``-th political turn that was played is
    shown, with the choices of the sides. From a State, and with ``at``, the turn is a shadow count: what would follow
    if the rules counted now. Below it the reader ticks changes and sees what the engine counts after them;
    ``changes=False`` leaves this panel out. ValueError for an unknown bookmark, RecordError for an unknown record or
    turn.

    >>> import roses
    >>> turn = PoliticalTurn(roses.start("richard-iii", "1460"))
    >>> turn.course.points, turn.course.crowned
    ((10, 0), 'Lancaster')
    >>> PoliticalTurn("1483-richard-iii", at="Bosworth").course.points
    (2, 8)
    """

    name: ClassVar[str] = "political"

    def __init__(
        self,
        position: State | Played,
        at: str | int | None = None,
        *,
        number: int = 1,
        changes: bool = True,
    ) -> None:
        self.state, self.course = _turn_of(position, at, number)
        view, counted = self.state.view(), {stop.blocks[0] for stop in self.course.stops if stop.counts and stop.blocks}
        pieces = tuple(piece for piece in view.pieces if piece.block in counted)
        self._scene = scene(msgspec.structs.replace(view, pieces=pieces), _MAP)  # the map of those who count
        self._panel = _Panel(self.state) if changes and self.state.result is None else None

    def content(self) -> str:
        """Return heading, bar, board and all steps as HTML, and the panel of changes."""
        course = self.course
        # the bar, which the script shows: back, forward, all at once, the whole screen; and a button for each part
        back = tag("button", escape(_("◀ Back")), **{"type": "button", "data-go": "-1"})
        forward = tag("button", escape(_("Next ▶")), **{"type": "button", "data-go": "1"})
        first: dict[str, int] = {}  # the first step of each rule
        for n, stop in enumerate(course.stops):
            first.setdefault(stop.rule, n)
        tabs = (
            tag("button", escape(f"{rule} {_(_PARTS[rule])}"), type="button", **{"data-to": n})
            for rule, n in first.items()
        )
        every = tag("button", escape(_("Count all")), **{"type": "button", "data-all": ""})
        full = tag("button", escape(_("Full screen (F)")), **{"type": "button", "data-full": ""})
        controls = (back, forward, every, full, tag("span", _NOTHING, **{"class": "where"}))
        steps = []
        for n, stop in enumerate(course.stops):
            what = tag("span", escape(stop.text), **{"class": "what"})
            why = tag("span", escape(stop.why), **{"class": "why"})
            steps.append(tag("li", f"{tag('b', escape(f'{stop.rule} · {stop.who}'))} {what} {why}", **{"data-n": n}))
        lists = "".join(_house(self.state, course, side) for side in SIDES)
        houses = tag("div", _share(lists), **{"class": "houses"})
        return (
            tag("header", tag("h3", escape(_title(course))), tag("p", escape(_about(course)), **{"class": "about"}))
            + tag("div", *controls, hidden="hidden", **{"class": "bar roses-unprinted"})
            + tag("div", *tabs, hidden="hidden", **{"class": "bar parts roses-unprinted"})
            + tag(
                "div", tag("figure", _map(self._scene)), tag("div", houses, **{"class": "count"}), **{"class": "board"}
            )
            + tag("ol", "".join(steps), **{"class": "stops"})
            + (self._panel.html() if self._panel else "")
        )

    def words(self) -> str:
        """Return all steps as plain text."""
        lines = [_title(self.course), _about(self.course), *map(str, self.course.stops)]
        return "\n".join([*lines, *(self._panel.words() if self._panel else ())])

    def data(self) -> Any:
        """Return the points after each step, the ranks of the sides, and the results of all changes and pairs."""
        points = [[stop.lancaster, stop.york] for stop in self.course.stops]
        ranks = [[_rank(self.course, side, after) for side in SIDES] for after in (False, True)]
        crown = max(n for n, stop in enumerate(self.course.stops) if stop.rule == "8.2")
        data = {
            "points": points,
            "crown": crown,
            "parts": ranks,
            "step": _("{n} of {all}"),
            "spots": _spots(self._scene, self.course),
        }
        return {**data, **(self._panel.data() if self._panel else {})}


def _map(picture: Scene) -> str:
    """Return the map, which refers to the tokens of the lists, with names where they stand, and the credit."""
    tokens = []
    for token in picture.layout.tokens:
        scale = token.scale / _SCALE
        at = f"translate({token.x - 24 * scale:.0f} {token.y - 39 * scale:.0f})scale({scale:.2f})"
        tokens.append(tag("use", href=f"#{_id(token.piece)}", transform=at))
    lines = picture.layout.credit
    credit = (tag("text", escape(line), x=6, y=_MAP.height - 6 - 13 * n) for n, line in enumerate(reversed(lines)))
    names = (tag("text", escape(name.text), x=name.x, y=name.y) for name in picture.layout.names if not name.quiet)
    size, label = f"0 0 {_MAP.width} {_MAP.height}", _("Map of the lords who count")
    drawing = tag("g", sketch_svg(picture), tag("g", *names), *tokens, *credit, aria_hidden="true")
    return tag("svg", drawing, viewBox=size, role="img", **{"aria-label": label})


def _share(html: str) -> str:
    """Return lists in which the outline of a token that was drawn above is a reference to it."""
    ids: dict[str, str] = {}

    def refer(match: re.Match[str]) -> str:
        path = match[0]
        if path in ids:
            return tag("use", href=f"#{ids[path]}")
        ids[path] = f"roses-{zlib.crc32(path.encode()):x}"
        return path.replace("<path", f'<path id="{ids[path]}"')

    return _OUTLINE.sub(refer, html)


def _spots(picture: Scene, course: Course) -> list[list[list[int]]]:
    """Return for each step the places of its blocks on the map in px, and that of London when it is counted."""
    by_block = {token.piece.block: [round(token.x), round(token.y)] for token in picture.layout.tokens}
    x, y = _MAP.px(*SHAPES[PLACES[LONDON]].label)
    return [
        [[round(x), round(y)]] if stop.place else [by_block[block] for block in stop.blocks if block in by_block]
        for stop in course.stops
    ]


def _id(piece: Piece) -> str:
    """Return the id of a token in a list, for the map to refer to; equal ones have one id."""
    return f"roses-{piece.side}-{piece.block}".translate(_PLAIN)


def _turn_of(position: State | Played, at: str | int | None, number: int) -> tuple[State, Course]:
    """Return the position before a political turn, and the course of the turn."""
    if isinstance(position, State):
        return position, course(position)
    if at is None:
        return course_in(replay_of(position), number)
    timeline: Timeline[Any] = timeline_of(position)
    state: State = timeline.state(timeline.find(at))
    return state, course(state)


def _title(course: Course) -> str:
    """Return the heading of a political turn."""
    n, turn = course.campaign, course.turn
    if course.shadow and not turn:
        return _("Political turn: a shadow count at the set-up of campaign {n}").format(n=n)
    if course.shadow:
        return _("Political turn: a shadow count, campaign {n}, turn {turn}").format(n=n, turn=turn)
    return _("Political turn at the end of campaign {n}").format(n=n)


def _about(course: Course) -> str:
    n = len(course.stops)
    steps = ngettext("{n} step.", "{n} steps.", n).format(n=n)
    if not course.shadow:
        return steps
    return _("The rules count after turn 7 only; this is what they would do now.") + " " + steps


def _rank(course: Course, side: str, after: bool = False) -> str:
    """Return the rank of a side, King or Pretender, before the count or after it."""
    return _("King") if side == (course.crowned if after else course.king_side) else _("Pretender")


def _house(state: State, course: Course, side: str) -> str:
    points = course.points[0 if side == "Lancaster" else 1]
    chip = tag("span", escape(side), **{"class": f"chip {side.lower()}"})
    rank = tag("span", escape(_rank(course, side)), **{"class": "part"})
    head = tag("header", chip + rank + tag("b", str(points), **{"class": "total"}))
    rows = "".join(_rows(state, course, side))
    caption = tag("caption", escape(_("{side}: who counts and who does not").format(side=side)))
    table = tag("div", tag("table", caption + rows), tabindex=0, **{"class": "list"})
    return tag("section", head + table, **{"class": "house", "data-side": side})


def _rows(state: State, course: Course, side: str) -> Iterator[str]:
    """Yield a row for each step of the count that is about this side, and one for London."""
    moves = {stop.blocks[0]: (n, stop.to) for n, stop in enumerate(course.stops) if stop.to}
    usurpation = [(n, stop) for n, stop in enumerate(course.stops) if stop.rule == "8.2"]
    for n, stop in usurpation:
        if stop.side == side and stop.counts and stop.blocks:
            block = BLOCKS[stop.blocks[0]]
            area = PLACES[state.loc[INDEX[block.id]]]
            where = escape(area)
            if move := moves.get(block.id):  # for the script to show
                where += tag("span", escape(f" → {move[1]}"), **{"class": "to", "data-n": move[0]})
            piece = Piece(side, area, block.id, block.steps)
            drawing = _TITLE.sub("", token_svg(piece, 24, 39, _SCALE, size="kingdom", bare=True, cased=False))
            token = tag("g", drawing, id=_id(piece))
            top = 15 if block.kind == "noble" else 4  # heirs have a crown above, churches a gable
            sign = tag("svg", token, width=36, viewBox=f"4 {top} 40 {68 - top}", aria_hidden="true")
            yield _row(sign, short_name(block.id), where, 1, n)
    for n, stop in usurpation:
        if stop.side == side and not stop.counts and stop.blocks:
            names = ", ".join(BLOCKS[block].name for block in stop.blocks)
            yield _row("", stop.group or stop.who, escape(names), 0, n)
    london, n = next((stop, n) for n, stop in usurpation if stop.place)
    reason = london.why if london.side in (side, "") else london.text
    yield _row("+1", london.who, escape(reason), int(london.side == side), n)


def _row(sign: str, name: str, about: str, points: int, number: int) -> str:
    """Return the row of a step by its number; ``sign`` and ``about``, which stands below the name, are HTML."""
    cells = tag("td", sign or _NOTHING) + tag("td", tag("b", escape(name)) + tag("small", about))
    return tag("tr", cells + tag("td", str(points), **{"class": "point"}), **{"data-n": number})


class _Panel:
    """The panel of changes: what the count gives after each one and each pair, and the smallest that move the crown."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._king_side = SIDES[state.king_side]
        self._singles, self._pairs = trials_of(state)
        self._changes = [change for (change,) in self._singles]
        self._smallest = smallest_changes(state)

    def html(self) -> str:
        """Return the boxes to tick, the place of the result, and the answer, folded.

        The script shows them once the reader has stepped to the end of the count, and until then asks the reader to do
        so.
        """
        wait = _("Step to the end of the count (8.2) first. Then you can change it here.")
        boxes = "".join(self._boxes(side) for side in (*SIDES, ""))
        answer = tag("summary", escape(_("The smallest change"))) + self._answer()
        return tag(
            "section",
            tag("h4", escape(_("What would move the crown?"))),
            tag("p", escape(wait), hidden="hidden", **{"class": "wait roses-unprinted"}),
            tag("p", escape(self._before()), **{"class": "before"}),
            tag("p", escape(_task())),
            tag("div", _NOTHING, role="status", hidden="hidden", **{"class": "result"}),
            tag("div", boxes, **{"class": "changes"}),
            tag("p", tag("small", escape(_legend()))),
            tag("details", answer, **{"class": "answer roses-unprinted"}),
            **{"class": "panel"},
        )

    def words(self) -> list[str]:
        """Return the changes and the count without any, as lines."""
        changes = [f"- {change}" for change in self._changes]
        return [_("What would move the crown?"), self._before(), _task(), _legend(), *changes]

    def data(self) -> dict[str, Any]:
        """Return all sentences, each once, and for each change and each pair the number of its sentence."""
        sentences: dict[str, int] = {}
        singles = [sentences.setdefault(self._result(count, 1), len(sentences)) for count in self._singles.values()]
        pairs = [sentences.setdefault(self._result(count, 2), len(sentences)) for count in self._pairs.values()]
        return {"said": list(sentences), "single": singles, "pair": pairs}

    def _boxes(self, side: str) -> str:
        """Return the boxes of a side, or of London; each kind of change under a heading of its own."""
        parts = [tag("h5", escape(side or _("London")))]
        for heading, kinds in _HEADINGS:
            boxes = []
            for number, change in enumerate(self._changes):
                if change.kind in kinds and (change.side if change.block else "") == side:
                    label = BLOCKS[change.block].name if change.block else str(change)
                    box = tag("input", type="checkbox", **{"data-change": number, "aria-label": str(change)})
                    boxes.append(tag("label", box + escape(label)))
            if boxes:
                parts.append(tag("div", tag("h6", escape(_(heading))) if heading else "", *boxes))
        return tag("fieldset", *parts) if len(parts) > 1 else ""

    def _before(self) -> str:
        """Return in words what the count gives without a change."""
        before = self._smallest.before
        keeps, takes = _("{king} keeps the crown"), _("the count makes {king} King")
        crown = (keeps if before.king_side == self._king_side else takes).format(king=BLOCKS[before.king].name)
        return _("As things stand: {points}; {crown}.").format(points=_points(before), crown=crown)

    def _result(self, count: Count, ticks: int) -> str:
        """Return the sentence for a reader who has ticked one or two changes."""
        if count.why_not:
            return _("Not possible: {why}.").format(why=count.why_not)
        same = count.king_side == self._smallest.before.king_side
        if count.extinct:
            words = _("{house} has no heir left and has lost at once (9.0): {side} has the crown.")
            words = words.format(house=count.extinct, side=count.king_side)
        else:
            words = _("{points}. The result is the same: {why}.")
            if not same:
                words = _("{points}. The crown goes another way: {why}.")
            words = words.format(points=_points(count), why=self._why(count))
        if same:
            return words
        larger = ticks > self._smallest.size
        return words + " " + (_("But one change alone can do it.") if larger else _("No smaller set does it."))

    def _why(self, count: Count) -> str:
        """Return why the crown is where it is after a count."""
        king = BLOCKS[count.king].name
        rival = SIDES[1 - SIDES.index(self._king_side)]
        mine, theirs = count.points(self._king_side), count.points(rival)
        if theirs > mine:
            return _("{side} has more than the King's side, and {king} is King").format(side=rival, king=king)
        if theirs == mine:
            return _("a tie leaves the crown with {king}").format(king=king)
        missing = mine - theirs + 1
        lacks = ngettext("{side} lacks {n} point", "{side} lacks {n} points", missing)
        return lacks.format(side=rival, n=missing) + _(", and {king} is King").format(king=king)

    def _answer(self) -> str:
        """Return the smallest sets, as many as there is room for, and what is needed if no heir is killed."""
        smallest = self._smallest
        items = (tag("li", escape("; ".join(map(str, changes)))) for changes in smallest.sets[:_LISTED])
        parts = [tag("p", escape(_size_words(smallest))), tag("ul", *items)]
        more = len(smallest.sets) - _LISTED
        if more > 0:
            parts.append(tag("p", escape(ngettext("and {n} more", "and {n} more", more).format(n=more))))
        if any(change.kind == "dies" for changes in smallest.sets for change in changes):
            bloodless = smallest_changes(self._state, deaths=False)
            words = _("Nothing does it without a death.")
            if bloodless.size:
                words = ngettext(
                    "Without a death {n} change is needed, such as: {example}.",
                    "Without a death {n} changes are needed, such as: {example}.",
                    bloodless.size,
                ).format(n=bloodless.size, example="; ".join(map(str, bloodless.sets[0])))
            parts.append(tag("p", escape(words)))
        return "".join(parts)


def _task() -> str:
    return _("Tick one change or two: the engine has counted every one and every pair. A third tick removes the first.")


def _legend() -> str:
    return _(
        "Who stays away is in the pool, as if the enemy held his home, or in exile if he is an heir. Who comes in is "
        "recruited at a home without enemies, or lands from exile. Who turns joins the other side where he stands."
    )


def _points(count: Count) -> str:
    return _("Lancaster {a}, York {b}").format(a=count.lancaster, b=count.york)


def _size_words(smallest: Smallest) -> str:
    """Return in words how small the smallest set is."""
    if not smallest.size:
        return _("No set of these changes alters it.")
    if smallest.size <= 2:
        n = len(smallest.sets)
        one = ngettext("One change is enough: {n} of them does it.", "One change is enough: {n} of them do it.", n)
        two = ngettext("Two changes are needed: {n} pair does it.", "Two changes are needed: {n} pairs do it.", n)
        return (one if smallest.size == 1 else two).format(n=n)
    if smallest.exact:
        return _("It takes {n} changes, and fewer never do it. For example:").format(n=smallest.size)
    return _("It can be done with {n} changes; fewer than {least} never do it. For example:").format(
        n=smallest.size, least=smallest.least
    )
