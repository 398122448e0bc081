"""The index of the battles: one table by date, with winner, forces, losses, confidence, and links to their pages."""

from __future__ import annotations

from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag
from roses.history.battles import Battle, Figure, account, known_battles
from roses.widgets.battles.texts import box, style


class BattleIndex:
    """A table of all battles that shows itself; ``link`` is the address of the page of a battle, with ``{id}`` in it.

    >>> index = BattleIndex()
    >>> index.html().count('href="#'), BattleIndex("{id}.html").html().count(".html")
    (18, 18)
    """

    def __init__(self, link: str = "#{id}") -> None:
        self._link = link

    def html(self) -> str:
        """Return the table as HTML."""
        heads = (
            _("date"), _("battle"), _("won by"), _("men"), _("dead"), _("sure of the numbers"), _("in the game"),
        )  # fmt: skip
        head = tag("tr", *(tag("th", escape(words), scope="col") for words in ("", *heads)))
        rows = (self._row(number, battle) for number, battle in enumerate(known_battles().values(), 1))
        table = tag("table", tag("thead", head), tag("tbody", *rows), aria_label=_("The battles by date"))
        return box(tag("style", style()), table)

    def _row(self, number: int, battle: Battle) -> str:
        name = tag("a", escape(battle.name), href=self._link.format(id=battle.id))
        plain = (battle.winner, _figures(battle, "forces"), _figures(battle, "losses"))
        there = _("yes") if account(battle.id).model else _("outside it")
        cells = (str(number), battle.shown, name, *map(escape, plain), escape(battle.confidence), escape(there))
        return tag("tr", *(tag("td", cell) for cell in cells))

    def words(self) -> str:
        """Return the table as plain text."""
        return "\n".join(f"{n} {b.name}, {b.shown}: {b.winner}" for n, b in enumerate(known_battles().values(), 1))

    def _repr_mimebundle_(self, **_kwargs: object) -> dict[str, str]:
        return {"text/html": self.html(), "text/plain": self.words()}


def _figures(battle: Battle, which: str) -> str:
    """Return the figures of all sides in one line; "not known" once where no side has any."""
    found: dict[str, Figure] = getattr(battle, which)
    said = [f"{side} {figure}" for side, figure in found.items()]
    if all(figure.low is None and figure.high is None for figure in found.values()):
        return _("not known")
    return "; ".join(said)
