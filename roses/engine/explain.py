"""Explanations for any game: whether an action is legal or a thing on the board can act now, by which rule and why."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, Protocol

import msgspec

from roses.engine import markdown
from roses.engine.errors import RuleError, cited
from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.protocol import CHANCE, Action, no_action

OFFERED: Final = 3  # legal actions named in a refusal


class Explanation(msgspec.Struct, frozen=True):
    """The answer of ``state.explain``.

    ``asked`` is the action or thing asked about, ``legal`` whether it may be chosen, or can act, now; ``rule`` the
    paragraph that says so, ``sentence`` the reason, and ``nearest`` are legal actions with it or similar to it.

    >>> import roses
    >>> roses.scene(Kent="Gloucester").explain("Gloucester marches to Sussex").legal
    True
    """

    asked: str
    legal: bool
    rule: str
    sentence: str
    nearest: tuple[Action, ...] = ()

    def __str__(self) -> str:
        near = _(" Legal: {names}.").format(names=", ".join(map(str, self.nearest[:3]))) if self.nearest else ""
        return _("{sentence} ({rule}).{near}").format(sentence=self.sentence, rule=cited(self.rule), near=near)

    def _repr_markdown_(self) -> str:
        said = _("{sentence} ({rule}).").format(sentence=self.sentence, rule=cited(self.rule))
        offered = " · ".join(map(str, self.nearest[:OFFERED]))
        near = _("Legal: {actions}").format(actions=offered) if offered not in ("", self.asked) else ""
        return markdown.quoted(markdown.plain(said), markdown.plain(near))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


class Position(Protocol):
    """The members of a ``GameState`` that explanations use."""

    @property
    def active(self) -> tuple[str, ...]: ...
    @property
    def sides(self) -> tuple[str, ...]: ...
    @property
    def rule(self) -> str: ...
    @property
    def question(self) -> str: ...
    @property
    def subjects(self) -> Collection[str]: ...
    def legal_actions(self, side: str | None = None) -> tuple[Action, ...]: ...
    def parse(self, text: str) -> Action: ...
    def read(self, text: str, side: str | None = None) -> Action: ...
    def detail(self, action: Action) -> str: ...
    def reason(self, action: Action, who: str) -> tuple[str, str] | None: ...
    def refusal(self, action: Action, side: str | None = None) -> RuleError | None: ...
    def idle(self, thing: str, who: str) -> tuple[str, str] | None: ...


def speaker(state: Position, action: Action) -> str:
    """Return the side that a refusal of ``action`` is for: the side it names, else the only active one, else ""."""
    named: str = getattr(action, "side", "")
    return named or chooser(state)


def chooser(state: Position) -> str:
    """Return the active side if there is exactly one; "" if several choose at once, or nobody does."""
    return state.active[0] if len(state.active) == 1 else ""


def choices(state: Position, who: str) -> Sequence[Action]:
    """Return the legal actions of a side; () for chance and for names that are no side."""
    return state.legal_actions(who) if who in state.sides else ()


def refuse(state: Position, action: Action, who: str) -> RuleError:
    """Return the error for an action that is not legal in ``state``: the rule, why, and the nearest that are legal.

    ``who`` is the reader, a side or "" for any reader; the text holds nothing that is hidden from that side.
    """
    if not isinstance(action, Action):
        return RuleError(no_action(action), rule=state.rule)
    if not state.active:
        return RuleError(_("{action} was tried, but the game is over").format(action=action), rule=state.rule)
    rule, why = state.reason(action, who) or (state.rule, state.question)
    return RuleError(
        _("{action} is not legal now: {why}").format(action=action, why=why),
        rule=rule,
        nearest=_nearest(action, choices(state, who)),
    )


def explain(state: Position, asked: Action | str, side: str | None) -> Explanation:
    """Return the explanation, for ``side``, of an action, its notation or a thing; RuleError if there is no such."""
    if isinstance(asked, str) and asked in state.subjects:
        return _about(state, asked, side or chooser(state))
    action = asked if isinstance(asked, Action) else state.read(asked, side)
    if error := state.refusal(action, side):
        near = tuple(a for a in error.nearest if isinstance(a, Action))
        return Explanation(str(action), False, error.rule, error.reason, near)
    said = _("{action} may happen now") if state.active == (CHANCE,) else _("{action} may be chosen now")
    detail = state.detail(action)
    words = said.format(action=action) + (f" ({detail})" if detail else "")
    return Explanation(str(action), True, state.rule, words, (action,))


def _nearest(action: Action, legal: Sequence[Action]) -> list[Action]:
    """Return the three actions most similar to ``action``: by equal fields and class, then by common words."""
    words = set(str(action).split())

    def likeness(other: Action) -> tuple[int, float]:
        same = sum(1 for f in action.__struct_fields__ if getattr(other, f, None) == getattr(action, f))
        others = set(str(other).split())
        return same + int(type(other) is type(action)), len(words & others) / (len(words) + len(others))

    return sorted(legal, key=likeness, reverse=True)[:OFFERED]


def _about(state: Position, thing: str, who: str) -> Explanation:
    """Return what ``who`` may do with a thing now, or why nothing."""
    found = tuple(action for action in choices(state, who) if _names(action, thing))
    if found:
        words = ngettext(
            "{thing} has a part in {n} thing that may be chosen now",
            "{thing} has a part in {n} things that may be chosen now",
            len(found),
        )
        return Explanation(thing, True, state.rule, words.format(thing=thing, n=len(found)), found)
    if why := state.idle(thing, who):
        return Explanation(
            thing, False, why[0], _("{thing} has nothing to do now: {why}").format(thing=thing, why=why[1])
        )
    return Explanation(
        thing,
        False,
        state.rule,
        _("{thing} has no part in what is due: {question}").format(thing=thing, question=state.question),
    )


def _names(action: Action, thing: str) -> bool:
    values = [getattr(action, field) for field in action.__struct_fields__]
    return any(thing == value or (isinstance(value, tuple) and thing in value) for value in values)
