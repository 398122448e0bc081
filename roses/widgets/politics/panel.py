"""The panel of changes: what one may tick, and what the engine counts after each change and each pair of changes."""

from __future__ import annotations

from typing import Any, Final

from roses.engine.i18n import N_, ngettext
from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag
from roses.lab.crown import Change, Count, Smallest, smallest_changes, trials_of
from roses.richard.state import State
from roses.richard.tables import BLOCKS, SIDES
from roses.widgets.politics.board import NOTHING

_SHOWN: Final = 12  # the most smallest sets that the answer lists


class Panel:
    """The changes of a position, the count after each one and each pair, and the smallest that alters the crown."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._king_side = SIDES[state.king_side]
        self._singles, self._pairs = trials_of(state)
        self._changes = [change for (change,) in self._singles]
        self.smallest = smallest_changes(state)

    def html(self) -> str:
        """Return the boxes to tick, the place of the result, and the answer, folded.

        The script shows them once the reader has stepped to the end of the count; until then it asks for that.
        """
        groups = "".join(self._group(side) for side in (*SIDES, ""))
        said = tag("p", escape(self._before()), **{"class": "before"})
        result = tag("div", NOTHING, role="status", hidden="hidden", **{"class": "result"})
        boxes = tag("div", groups, **{"class": "changes"})
        legend = tag("p", tag("small", escape(_legend())))
        answer = tag("summary", escape(_("The smallest change"))) + self._answer()
        wait = tag("p", escape(_wait()), hidden="hidden", **{"class": "wait roses-unprinted"})
        folded = tag("details", answer, **{"class": "answer roses-unprinted"})
        return tag(
            "section",
            tag("h4", escape(_("What would move the crown?")))
            + wait
            + said
            + tag("p", escape(_task()))
            + result
            + boxes
            + legend,
            folded,
            **{"class": "panel"},
        )

    def words(self) -> list[str]:
        """Return the changes and the count without any, as lines."""
        listed = [f"- {change}" for change in self._changes]
        return [_("What would move the crown?"), self._before(), _task(), _legend(), *listed]

    def data(self) -> dict[str, Any]:
        """Return the sentences, and for each change and pair the number of its sentence."""
        said: dict[str, int] = {}
        single = [said.setdefault(self._grade(count, 1), len(said)) for count in self._singles.values()]
        pair = [said.setdefault(self._grade(count, 2), len(said)) for count in self._pairs.values()]
        return {"said": list(said), "single": single, "pair": pair}

    def _group(self, side: str) -> str:
        """Return the boxes of a side, or of London; each kind of change under a heading of its own."""
        title = side or _("London")
        parts = [tag("h5", escape(title))]
        for heading, kinds in _HEADINGS:
            found = [c for c in self._changes if c.kind in kinds and (c.side if c.block else "") == side]
            if found:
                words = [tag("h6", escape(_(heading)))] if heading else []
                parts.append(tag("div", *words, *map(self._box, found)))
        return tag("fieldset", *parts) if len(parts) > 1 else ""

    def _box(self, change: Change) -> str:
        number = self._changes.index(change)
        label = BLOCKS[change.block].name if change.block else str(change)
        ticked = tag("input", type="checkbox", **{"data-change": number, "aria-label": str(change)})
        return tag("label", ticked + escape(label))

    def _before(self) -> str:
        """Return in words what the count gives without a change."""
        before = self.smallest.before
        points = _points(before)
        kept, taken = _("{king} keeps the crown"), _("the count makes {king} King")
        crown = (kept if before.king_side == self._king_side else taken).format(king=_name(before))
        return _("As things stand: {points}; {crown}.").format(points=points, crown=crown)

    def _grade(self, count: Count, ticked: int) -> str:
        """Return what a reader who has ticked one or two changes is told."""
        if count.why_not:
            return _("Not possible: {why}.").format(why=count.why_not)
        same = count.king_side == self.smallest.before.king_side
        if count.extinct:
            words = _("{house} has no heir left and has lost at once (9.0): {side} has the crown.")
            words = words.format(house=count.extinct, side=count.king_side)
        else:
            kept, gone = (
                _("{points}. The result is the same: {why}."),
                _("{points}. The crown goes another way: {why}."),
            )
            words = kept if same else gone
            words = words.format(points=_points(count), why=self._why(count))
        if same:
            return words
        more = ticked > self.smallest.size
        return words + " " + (_("But one change alone can do it.") if more else _("No smaller set does it."))

    def _why(self, count: Count) -> str:
        """Return why the crown is where it is after a count."""
        rival = SIDES[1 - SIDES.index(self._king_side)]
        mine, theirs = count.points(self._king_side), count.points(rival)
        if theirs > mine:
            return _("{side} has more than the King's side, and {king} is King").format(side=rival, king=_name(count))
        if theirs == mine:
            return _("a tie leaves the crown with {king}").format(king=_name(count))
        missing = mine - theirs + 1
        lacks = ngettext("{side} lacks {n} point", "{side} lacks {n} points", missing)
        return lacks.format(side=rival, n=missing) + _(", and {king} is King").format(king=_name(count))

    def _answer(self) -> str:
        """Return the smallest sets, as many as there is room for."""
        found = self.smallest
        listed = tag("ul", *(tag("li", escape("; ".join(map(str, made)))) for made in found.sets[:_SHOWN]))
        more = len(found.sets) - _SHOWN
        rest = tag("p", escape(ngettext("and {n} more", "and {n} more", more).format(n=more))) if more > 0 else ""
        bloodless = tag("p", escape(self._bloodless())) if any(c.kind == "dies" for s in found.sets for c in s) else ""
        return tag("p", escape(_size(found))) + listed + rest + bloodless

    def _bloodless(self) -> str:
        """Return in words what is needed if no heir is killed."""
        found = smallest_changes(self._state, deaths=False)
        if not found.size:
            return _("Without a death nothing was found that does it.")
        example = "; ".join(map(str, found.sets[0]))
        words = ngettext(
            "Without a death {n} change is needed, such as: {example}.",
            "Without a death {n} changes are needed, such as: {example}.",
            found.size,
        )
        return words.format(n=found.size, example=example)


_HEADINGS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (N_("Comes in"), ("in",)),
    (N_("Stays away"), ("out",)),
    (N_("Turns to the other side"), ("turns",)),
    (N_("Is killed"), ("dies",)),
    ("", ("london", "empty")),
)


def _task() -> str:
    return _("Tick one change or two: the engine has counted every one and every pair. A third tick removes the first.")


def _wait() -> str:
    return _("Step to the end of the count (8.2) first. Then you can change it here.")


def _legend() -> str:
    return _(
        "Who stays away is in the pool, as if the enemy held his home, or in exile if he is an heir. Who comes in is "
        "recruited at a home without enemies, or lands from exile. Who turns joins the other side where he stands."
    )


def _points(count: Count) -> str:
    return _("Lancaster {a}, York {b}").format(a=count.lancaster, b=count.york)


def _name(count: Count) -> str:
    return BLOCKS[count.king].name


def _size(found: Smallest) -> str:
    """Return in words how small the smallest set is."""
    if not found.size:
        return _("No set of these changes was found that alters it.")
    if found.size <= 2:
        n = len(found.sets)
        one = ngettext("One change is enough: {n} of them does it.", "One change is enough: {n} of them do it.", n)
        two = ngettext("Two changes are needed: {n} pair does it.", "Two changes are needed: {n} pairs do it.", n)
        return (one if found.size == 1 else two).format(n=n)
    if found.exact:
        return _("It takes {n} changes, and fewer never do it. For example:").format(n=found.size)
    return _("It can be done with {n} changes; fewer than {least} never do it. For example:").format(
        n=found.size, least=found.least
    )
