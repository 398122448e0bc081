"""The Battle widget: one page for each of the eighteen battles, shown as several outputs one below the other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from roses.engine.games import start
from roses.engine.replay import Replay, Timeline, shipped
from roses.figures.battles import line_up_svg, numbers_svg
from roses.history.battles import account, known_battle
from roses.widgets.battles import texts
from roses.widgets.interactive import Parts, html_part
from roses.widgets.stepper.widget import Stepper

if TYPE_CHECKING:
    from roses.odds.result import BattleOdds


class Battle(Parts):
    """A battle of the wars: what happened, numbers, line-up, Stepper, odds, and what the game cannot show.

    ``name`` is the id of a battle, such as ``"towton-1461"``. A ``brief`` page has no pictures of line-up and odds, and
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

    def odds(self) -> dict[str, BattleOdds]:
        """Return the exact odds of the line-up, under "", and of those to compare with it, under their titles.

        Everybody stands and fires; a battle outside the game has none.
        """
        return self._odds

    @cached_property
    def _odds(self) -> dict[str, BattleOdds]:
        from roses.widgets.battles.odds import odds_of  # with pandas, which a Stepper does without

        return odds_of(self.account)

    def parts(self) -> Iterator[dict[str, str] | Timeline]:
        """Yield the parts of the page from above: outputs by mime type, and the timeline in place of the Stepper."""
        said = texts.plain(self.facts, self.account) if not self.brief else f"{self.facts.name}, {self.facts.shown}"
        yield {"text/html": texts.head_html(self.facts, self.account), "text/plain": said}
        yield _picture(numbers_svg(self.facts))
        yield html_part(texts.model_html(self.account))
        if not self.timeline:
            yield html_part(texts.end_html(self.account))
            return
        if not self.brief:
            yield _picture(line_up_svg(self.facts.id))
        yield html_part(texts.fought_html(self.account))
        yield self.timeline
        yield html_part(self._table())
        if not self.brief:
            yield _picture(self.odds()[""]._repr_mimebundle_()["image/svg+xml"])
        yield html_part(texts.end_html(self.account))

    def _table(self) -> str:
        from roses.widgets.battles.odds import odds_html

        return odds_html(self.odds())

    def stepper(self) -> Stepper:
        """Return the Stepper of the battle; ValueError for a battle outside the game."""
        if self.timeline is None:
            raise ValueError(self.account.outside)
        return Stepper(self.timeline, self.start, still=not self.brief)

    def __repr__(self) -> str:
        return f"<Battle {self.facts.id}: {self.facts.shown}, {len(self.account.phases)} phases>"


def _picture(svg: str) -> dict[str, str]:
    return {"image/svg+xml": str(svg), "text/plain": repr(svg)}
