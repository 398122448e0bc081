"""The adapter of the court game for the Table: the court as its board, prompts, questions, and what is counted."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Final

from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.engine.options import Option
from roses.engine.protocol import Action, Event, Outcome
from roses.engine.seat import Seat
from roses.figures.court import board_svg, court_canvas, narrow_board
from roses.figures.court.canvas import HEIGHT, WIDTH
from roses.figures.drawing.svg import escape, tag
from roses.lancaster.actions import Forgo, Garrison, Join, Place, Score, Upgrade, Vote
from roses.lancaster.chronicle import round_lines
from roses.lancaster.position import Phase
from roses.lancaster.tables import COLOURS, CONFLICT_NAMES, COUNTIES, amount
from roses.lancaster.view import View
from roses.widgets.lancaster.adapter import points_html
from roses.widgets.play.adapter import Board, Count, Questions, TableAdapter
from roses.widgets.richard.table import WarTable

_CARD: Final = re.compile(r"\bK\d+[ab]?\b")  # the id of a conflict


class CourtTable(TableAdapter):
    """A table at court, with a house for each side."""

    prompts: ClassVar[dict[str, str]] = {
        Phase.PLACING: N_("{side}: place a knight. Click a county, a conflict or your castle"),
        Phase.FAVOUR: N_("{side}: click a favour of the king"),
        Phase.VOTE: N_("{side}: your sealed ballot on {law}: {effect}. Say yes or no, and with how many markers"),
        Phase.EXTENSION: N_("{side}: choose the first extension of your castle"),
        Phase.BUILDING: N_("{side}: choose the extension that you build"),
        Phase.UPGRADE: N_("{side}: choose the knight that is exchanged for the next stronger one"),
        Phase.NOBLE: N_("{side}: choose the county from which a noble comes to your table"),
        Phase.COUNTY: N_("{side}: {county} pays you. Take the noble, the reward, or both"),
        Phase.CASTLE: N_("{side}: your castle pays. Choose which space comes next"),
        Phase.NAMING: N_("{side}: you hold Surrey. Name who begins the next round"),
        Phase.PASSAGE: N_("{side}: the knight of Dorset may go on to a conflict"),
        Phase.RANSOM: N_("{side}: choose the captured knights that you buy back, or nobody"),
        Phase.TRADE: N_("{side}: by the law {law} {effect}. Choose how often you use it"),
        Phase.BARTER: N_("{side}: by the law {law} {effect}. Choose what you give, and how often"),
        Phase.COMMIT: N_("{side}: by the law {law} {effect}. Choose where your squires go"),
        Phase.UPKEEP: N_("{side}: by the law {law} {effect}. Pay, or decline"),
    }
    questions: ClassVar[dict[type[Action], Questions]] = {
        Place: {
            "kind": N_("{side}: which knight goes to a county? Choose him, or click the county"),
            "knight": N_("{side}: to which county does the {knight} go? Click it"),
            "goal": N_("{side}: how many squires ride with the {knight} to {goal}?"),
        },
        Garrison: {
            "kind": N_("{side}: which knight stays in the castle?"),
            "knight": N_("{side}: on which space of the castle does the {knight} stand? Click it"),
        },
        Join: {
            "kind": N_("{side}: which knight goes to France? Choose him, or click the conflict"),
            "knight": N_("{side}: to which conflict does the {knight} go? Click it"),
        },
        Upgrade: {
            "kind": N_("{side}: which knight is exchanged for the next stronger one?"),
            "knight": N_("{side}: where is the {knight} that you exchange?"),
        },
        Vote: {"kind": "", "choice": N_("{side}: {choice}. With how many markers?")},
        Score: {"kind": N_("{side}: which space of the castle pays next? Click it")},
        Forgo: {"kind": N_("{side}: what do you give up?")},
    }
    goals: ClassVar[dict[str, Collection[str]]] = {
        "county": COUNTIES,
        "card": {name: card for card, name in CONFLICT_NAMES.items()},
    }
    chapters: ClassVar[Collection[str]] = ("round",)

    def areas(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the areas of England."""
        return WarTable().areas()

    def board(self, seat: Seat, *, narrow: bool = False) -> Board:
        """Return the court; for a telephone its parts lie one below the other."""
        if narrow:
            svg, canvas = narrow_board(seat.view)
        else:
            canvas = court_canvas(seat.view)
            svg = board_svg(canvas, seat.view).cropped((0, 0, WIDTH, HEIGHT))
        boxes, about = tuple((name, *box) for name, box in canvas.spots), dict(canvas.hovers)
        captions = {name: _("{sentence}.").format(sentence=about[box]) for name, box in canvas.spots}
        return Board(str(svg.filling()), "court", boxes, captions)

    def strip(self, seat: Seat) -> list[Count]:
        """Return the round, the points of all houses, and what the side's own house holds."""
        view: View = seat.view
        house = view.house(seat.side)
        scores = ", ".join(f"{colour} {points}" for colour, points in view.scores.items())
        own = ", ".join(amount(getattr(house, name), name) for name in ("gold", "squires", "markers"))
        end = _("The game ends after five rounds; who then has the most points wins.")
        more = _("The points of each house so far. After the last round nobles, knights and castles bring more.")
        uses = _(
            "Gold buys extensions of the castle. A squire adds 1 to a knight in a county, a marker is a vote more."
        )
        return [
            (_("Round"), _("{round} of 5").format(round=view.round), end),
            (_("Points"), scores, more),
            (_("Your house"), own, uses),
        ]

    def fields(self, view: View) -> dict[str, Any]:
        """Return the county and the law that are being decided."""
        law = next((one for one in (*view.laws, *view.proposals) if one.current), None)
        return {"county": view.county, "law": law.name if law else "", "effect": law.brief if law else ""}

    def victory(self, outcome: Outcome) -> str:
        """Return who has won; the points of all houses stand on the strip."""
        return _("{sentence}.").format(sentence=outcome.reason.partition(" (")[0])

    def plain(self, text: object) -> str:
        """Return a text with the names of conflicts in place of their ids.

        >>> CourtTable().plain("the conflict K8 is not on the board")
        'the conflict Agincourt is not on the board'
        """
        return _CARD.sub(lambda found: CONFLICT_NAMES.get(found[0], found[0]), str(text))

    def summary(self, events: Sequence[Event]) -> Sequence[str]:
        """Return what a round came to in three sentences."""
        return round_lines(events)

    def account(self, seat: Seat) -> str:
        """Return what the last round came to, and a table of points by house and source."""
        events = seat.events()
        last = max((number for number, event in enumerate(events) if event.kind in self.chapters), default=0)
        sentences = tag("p", escape(" ".join(round_lines(events[last:]))))
        return sentences + points_html(events, seat.view.scores)

    def question(self, side: str, path: Sequence[Option]) -> str:
        """Return the question that follows; nodes that only say whose knight it is do not count."""
        return super().question(side, [node for node in path if node.words not in COLOURS])
