"""The page of a battle, which consists of several outputs, and the index of all battles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from roses.engine.games import start
from roses.engine.i18n import gettext as _
from roses.engine.replay import Replay, Timeline, shipped
from roses.figures.battles import line_up_svg, numbers_svg
from roses.figures.drawing.svg import Svg, escape, tag
from roses.figures.map.places import km
from roses.figures.map.svg import map_svg
from roses.history import battles as history
from roses.history.battlefields import battlefields
from roses.history.battles import Account, Claim, Figure, Phase, account, known_battle, known_battles
from roses.richard.battles import place_of, works
from roses.richard.position import LineUp
from roses.richard.scenes import scene
from roses.widgets.interactive import Parts, html_part
from roses.widgets.pages.field import FieldPage
from roses.widgets.richard.map_view import campaign_frames
from roses.widgets.stepper.panel import source_name
from roses.widgets.stepper.widget import Stepper

if TYPE_CHECKING:
    from roses.odds import BattleOdds

_MAP: Final = (760, 400)  # px: size of the map of a battle without a field


class Battle(Parts):
    """A battle of the wars: its field, what happened, numbers, line-up, Stepper, odds, and what the game cannot show.

    ``name`` is the id of a battle, such as ``"towton-1461"``. A ``brief`` page has pictures of numbers only, and
    a saved notebook keeps no picture of its Stepper. ValueError, which names similar ids, for an unknown id.

    >>> towton = Battle("towton-1461")
    >>> towton
    <Battle towton-1461: 29 March 1461, 6 phases>
    >>> towton.odds()["Norfolk does not come"].win["York"] < towton.odds()[""].win["York"]
    True
    """

    def __init__(self, name: str, *, brief: bool = False) -> None:
        self.facts, self.account, self.brief = known_battle(name), account(name), brief

    @cached_property
    def timeline(self) -> Timeline | None:
        """The battle in narrated steps; None for a battle outside the game."""
        if self.account.model is None:
            return None
        name = self.account.replay[0] if self.account.replay else self.facts.id
        return Timeline(Replay(shipped(name), start))

    @property
    def start(self) -> int | str:
        """The step of the timeline at which the battle begins."""
        return self.account.replay[1] if self.account.replay else 0

    @property
    def title(self) -> str:
        """The name of the battle and its date."""
        return f"{self.facts.name}, {self.facts.shown}"

    def odds(self) -> dict[str, BattleOdds]:
        """Return the exact odds of line-ups by title: that of the battle under "", and others to compare with it.

        Everybody stands and fires. A battle outside the game has no line-ups.

        >>> {title: round(odds.win["York"], 2) for title, odds in Battle("ferrybridge-1461").odds().items()}
        {'': 0.93, 'Nobody crosses at Castleford': 0.78, 'Clifford has all his men': 0.68}
        """
        return self._odds

    @cached_property
    def _odds(self) -> dict[str, BattleOdds]:
        from roses.odds import battle_odds  # with numpy, which a Stepper does without

        line_ups = self.account.model.line_ups() if self.account.model else {}
        return {title: battle_odds(**LineUp(**fields).arguments) for title, fields in line_ups.items()}

    def parts(self) -> Iterator[dict[str, str] | Timeline]:
        """Yield the parts of the page in order: outputs by mime type, and the timeline in place of the Stepper."""
        words = self.title
        if not self.brief:
            phases = (f"{n} {phase.title}. {phase.text}" for n, phase in enumerate(self.account.phases, 1))
            words = "\n".join((f"{self.facts.name}, {summary(self.facts)}", *phases))
            yield self._opening()
        yield html_part(head_html(self.facts, self.account), words)
        yield _picture(numbers_svg(self.facts))
        yield html_part(_model_html(self.account))
        if not self.timeline:
            yield html_part(_end_html(self.account))
            return
        if not self.brief:
            yield _picture(line_up_svg(self.facts.id))
        yield html_part(_board_html(self.account))
        yield self.timeline
        yield html_part(_odds_html(self.odds()))
        if not self.brief:
            yield _picture(self.odds()[""]._repr_mimebundle_()["image/svg+xml"])
        yield html_part(_end_html(self.account))

    def _opening(self) -> dict[str, str]:
        """Return the picture on which the page opens: the battlefield by phases, or a plain map where none is known."""
        if self.facts.id in battlefields():
            view = FieldPage(self.facts.id)
            return html_part(view.html(), view.words())
        place = place_of(self.facts)
        frame = campaign_frames(((km(place),),), *_MAP)[0]
        svg = map_svg(scene(), frame, places=[place], here=[place.name])
        title = _("Where it was: {place}").format(place=self.facts.place or self.facts.name)
        return _picture(Svg(svg.width, svg.height, svg.inside, name=title, box=svg.box))

    def stepper(self) -> Stepper:
        """Return the Stepper of the battle; ValueError for a battle outside the game."""
        if self.timeline is None:
            raise ValueError(self.account.outside)
        return Stepper(self.timeline, self.start, still=not self.brief)

    def __repr__(self) -> str:
        return f"<Battle {self.facts.id}: {self.facts.shown}, {len(self.account.phases)} phases>"


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
        columns = (
            "", _("date"), _("battle"), _("won by"), _("men"), _("dead"), _("sure of the numbers"), _("in the game"),
        )  # fmt: skip
        rows = []
        for number, battle in enumerate(known_battles().values(), 1):
            name = tag("a", escape(battle.name), href=self._link.format(id=battle.id))
            plain = (battle.winner, _figures(battle.forces), _figures(battle.losses), battle.confidence)
            inside = _("yes") if account(battle.id).model else _("outside it")
            cells = (str(number), battle.shown, name, *map(escape, plain), escape(inside))
            rows.append(tag("tr", *(tag("td", cell) for cell in cells)))
        head = tag("tr", *(tag("th", escape(words), scope="col") for words in columns))
        table = tag("table", tag("thead", head), tag("tbody", *rows), aria_label=_("The battles by date"))
        return _box(tag("style", _style()), table)

    def words(self) -> str:
        """Return the table as plain text."""
        return "\n".join(f"{n} {b.name}, {b.shown}: {b.winner}" for n, b in enumerate(known_battles().values(), 1))

    def _repr_mimebundle_(self, **_kwargs: object) -> dict[str, str]:
        return {"text/html": self.html(), "text/plain": self.words()}


def _figures(sides: Mapping[str, Figure]) -> str:
    """Return the figures of all sides in one line; one "not known" if no side has any."""
    if all(figure.low is None and figure.high is None for figure in sides.values()):
        return _("not known")
    return "; ".join(f"{side} {figure}" for side, figure in sides.items())


def _box(*inside: str) -> str:
    """Return a part of the page."""
    return tag("div", *inside, **{"class": "roses-account"})


@cache
def _style() -> str:
    """Return the style of all parts of the page, for the first part."""
    return (Path(__file__).parent / "battle.css").read_text(encoding="utf-8")


def _picture(svg: str) -> dict[str, str]:
    return {"image/svg+xml": str(svg), "text/plain": repr(svg)}


def head_html(battle: history.Battle, story: Account) -> str:
    """Return title, date, place and winner, the phases, commanders, deaths, treachery and meaning.

    >>> "Gone to supper" in head_html(known_battle("ludford-1459"), account("ludford-1459"))
    True
    """
    phases = []
    for phase in story.phases:
        date = f"{phase.date}. " if phase.date else ""
        title = tag("b", escape(f"{phase.title}."))
        phases.append(tag("li", title, " ", escape(f"{date}{phase.text}"), " ", _evidence(phase)))
    commanders = (_list(_("Led by, for {side}").format(side=side), names) for side, names in story.commanders.items())
    return _box(
        tag("style", _style()),
        tag("h2", escape(battle.name)),
        tag("p", escape(summary(battle)), **{"class": "roses-account-under"}),
        _claims("", (*story.dates, *story.sites)),
        tag("h3", escape(_("What happened"))),
        tag("ol", *phases),
        _columns(commanders),
        _columns((_claims(_("Notable dead"), story.deaths), _claims(_("Treachery"), story.treachery))),
        tag("p", tag("b", escape(_("Why it mattered."))), " ", _claim(story.meaning)),
    )


def summary(battle: history.Battle) -> str:
    """Return date, place, winner and confidence of a battle in one line.

    >>> summary(known_battle("towton-1461"))
    '29 March 1461 · between Towton and Saxton · won by York · confidence in the numbers: low'
    """
    winner = _("won by {winner}").format(winner=battle.winner)
    confidence = _("confidence in the numbers: {confidence}").format(confidence=battle.confidence)
    return " · ".join(filter(None, (battle.shown, battle.place, winner, confidence, battle.note)))


def _model_html(story: Account) -> str:
    """Return the head of the part that shows the battle in the game, or why it is outside the game."""
    heading = tag("h3", escape(_("In the game")))
    if story.model is None:
        why = f"{tag('b', escape(_('Outside the game.')))} {escape(story.outside)}"
        return _box(heading, tag("p", why, **{"class": "roses-account-outside"}))
    proposal = _("The strengths are proposals for a lesson, not claims about numbers.")
    return _box(heading, tag("p", escape(f"{story.model.note} {proposal}")))


def _board_html(story: Account) -> str:
    """Return the words above the Stepper of a battle."""
    words = _(
        "The same battle, fought by the rules of the game. All dice are chosen, so that the board ends as history did; "
        "each step says where the game departs from it."
    )
    if story.replay:
        words = _("The battle stands in a campaign that the kit replays; the Stepper opens at its first step there.")
    return _box(tag("h3", escape(_("Fought on the board"))), tag("p", escape(words)))


def _odds_html(odds: Mapping[str, BattleOdds]) -> str:
    """Return the odds of line-ups as a table; they are by title as in ``Battle.odds``."""
    from roses.figures.odds import percent

    rows = []
    for title, result in odds.items():
        cells = (tag("td", escape(percent(result.win.get(house, 0.0)))) for house in ("York", "Lancaster"))
        rows.append(tag("tr", tag("th", escape(title or _("As above")), scope="row"), *cells))
    columns = (_("line-up"), _("York wins"), _("Lancaster wins"))
    head = tag("tr", *(tag("th", escape(words), scope="col") for words in columns))
    caption = _(
        "Exact: every fall of the dice is counted. Everybody stands and fires whenever allowed; nobody charges, tries "
        "treachery or leaves before round 4."
    )
    table = tag("table", tag("caption", escape(caption)), tag("thead", head), tag("tbody", *rows))
    return _box(tag("h3", escape(_("The odds of the line-up"))), table)


def _end_html(story: Account) -> str:
    """Return what the game shows and cannot show, and the works cited."""
    shows = _list(_("What the game shows"), story.shows)
    cannot = _list(_("What it cannot show"), story.cannot)
    titles = " · ".join(escape(work.title) for work in works(story))
    sources = tag("p", tag("small", tag("b", escape(_("Sources:"))), " ", titles))
    return _box(_columns((shows, cannot)), sources)


def _claim(claim: Claim) -> str:
    return f"{escape(claim.text)} {_evidence(claim)}"


def _evidence(statement: Phase | Claim) -> str:
    """Return the confidence and the sources of a statement in small type."""
    names = ", ".join(source_name(work) for work in works(statement.sources))
    return tag("small", escape(f"[{statement.confidence}: {names}]"))


def _claims(title: str, claims: Iterable[Claim]) -> str:
    items = [tag("li", _claim(claim)) for claim in claims]
    head = tag("b", escape(title)) if title else ""
    return tag("div", head, tag("ul", *items)) if items else ""


def _list(title: str, words: Iterable[str]) -> str:
    return tag("div", tag("b", escape(title)), tag("ul", *(tag("li", escape(one)) for one in words)))


def _columns(parts: Iterable[str]) -> str:
    return tag("div", *parts, **{"class": "roses-account-two"})
