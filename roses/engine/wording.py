"""Hints for a text that is no valid notation: how the action is spelt, and which legal actions come nearest.

They are used in the text of the refusal; a guessed action is never played.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from math import log
from typing import Final, Protocol

from roses.engine.errors import RuleError, cited
from roses.engine.explain import OFFERED, Position, choices, chooser, explain
from roses.engine.i18n import gettext as _
from roses.engine.meaning import FILLERS, LONGEST, WORD, Meaning, meaning, meant, readings, texts
from roses.engine.notation import Notation, no_action
from roses.engine.protocol import CHANCE, Action, Roll, Written

_ALL_SHOWN: Final = 8  # a prompt lists up to this many actions; of more, one of each kind
_SAME: Final = 0.1  # the score from which an action has something in common with what a text means
_FIELD: Final = re.compile(r"\{(\w+)\}")
_ARROW: Final = re.compile(r"\s*(?:->|→|>)\s*")
# what players of any game write to end or decline something
_ENDS: Final = (
    "pass", "end", "skip", "stop", "finish", "finished", "next", "nothing", "nobody", "none", "ready", "no", "nope",
    "leave", "spare", "ende", "beenden", "fertig", "weiter", "nichts", "niemand", "keiner", "nein", "passe", "passt",
    "пас", "конец", "готово", "дальше", "ничего", "никто", "нет",
)  # fmt: skip
ENOUGH: Final = dict.fromkeys(_ENDS, "passes done decline keep")


class Reader(Position, Protocol):
    """The members of a ``GameState`` that hints use."""

    @property
    def notation(self) -> Notation | None: ...
    @property
    def synonyms(self) -> Mapping[str, str]: ...
    @property
    def also_called(self) -> Mapping[str, str]: ...
    def unlikely(self, name: str, who: str) -> int: ...
    def detail(self, action: Action) -> str: ...


def read(state: Reader, text: str, side: str | None = None) -> Action:
    """Return the action that a text names; RuleError says how it is spelt and names similar legal actions.

    The error is for ``side``, by default for the side that the text names first, else for the only active side.
    """
    if not isinstance(text, str):
        raise RuleError(no_action(text), rule=state.rule)
    try:
        return state.parse(text)
    except RuleError as error:
        raise _misread(state, text, side or _speaker(state, text), error) from None


def prompt(state: Reader, side: str | None = None) -> str:
    """Return who chooses what now and how it is written, for ``side``, by default for the only active side."""
    who = side or chooser(state)
    legal = choices(state, who)
    words = state.question[:1].upper() + state.question[1:]
    if not state.active:
        return words + "."
    asked = _("{sentence} ({rule}).").format(sentence=words, rule=cited(state.rule))
    shown = [_by_chance(state)] if who == CHANCE else [_noted(state, action) for action in _examples(legal)]
    return asked + (" " + _("Write it like this: {examples}.").format(examples="; ".join(shown)) if shown else "")


def _examples(legal: Sequence[Action]) -> Sequence[Action]:
    """Return all actions if they are few, else the first of each kind."""
    kinds = {type(action): action for action in reversed(legal)}
    return legal if len(legal) <= _ALL_SHOWN else tuple(reversed(kinds.values()))


def _by_chance(state: Reader) -> str:
    """Return the notation of the chance action due: dice as an example, all else as a form that reveals no cards."""
    specimen = state.legal_actions(CHANCE)[0]
    form = specimen.text if isinstance(specimen, Written) and not isinstance(specimen, Roll) else str(specimen)
    return _FIELD.sub(lambda field: field[1].upper(), form)


def _noted(state: Reader, action: Action) -> str:
    detail = state.detail(action)
    return f"{action} ({detail})" if detail else str(action)


def _speaker(state: Reader, text: str) -> str:
    """Return the active side that a text begins with, else the only active side, else ""."""
    first = _words(text)[:1]
    return next((side for side in state.active if [side.casefold()] == first), chooser(state))


def _misread(state: Reader, text: str, who: str, error: RuleError) -> RuleError:
    """Return the error for a text that is no notation, with the best hint."""
    legal = choices(state, who)
    if not legal:
        return RuleError(f"{error.reason}: {_nothing_for(state, who)}", rule=state.rule)
    for hint in (_spelling, _thing, _likeness):
        if found := hint(state, text, who, legal):
            why, rule, near = found
            return RuleError(f"{error.reason}: {why}", rule=rule, nearest=near)
    return RuleError(f"{error.reason}: {state.question}", rule=state.rule, nearest=_examples(legal)[:OFFERED])


def _nothing_for(state: Reader, who: str) -> str:
    """Return why ``who`` has nothing to choose; if chance is due, with its notation."""
    if state.active == (CHANCE,):
        return _("{question}, as in {example}").format(question=state.question, example=repr(_by_chance(state)))
    if who in state.sides and state.active:
        return _("{side} has nothing to choose now: {question}").format(side=who, question=state.question)
    return state.question


_Hint = tuple[str, str, Sequence[Action]]  # (reason, rule, legal actions)


def _spelling(state: Reader, text: str, who: str, legal: Sequence[Action]) -> _Hint | None:
    """Hint for an action with other capitals, blanks, quotes or full stops: its notation, and whether it is legal."""
    words = _words(text)
    if same := [action for action in legal if _words(str(action)) == words]:
        return _("it is written {action}").format(action=repr(str(same[0]))), state.rule, same[:OFFERED]
    if not (action := _put_right(state, text)):
        return None
    if not (refused := state.refusal(action, who)):
        return _("it is written {action}").format(action=repr(str(action))), state.rule, (action,)
    return _("put right, {why}").format(why=refused.reason), refused.rule, _actions(refused.nearest)


def _put_right(state: Reader, text: str) -> Action | None:
    """Return the action that a text names once its names are spelt as in the notation; None if there is none."""
    names = {name: name for name in (*state.subjects, *state.sides)}
    for known in (names, {**state.also_called, **names}):
        with suppress(RuleError):
            return state.parse(_respelled(text, frozenset(known.items())))
    return None


def _thing(state: Reader, text: str, who: str, legal: Sequence[Action]) -> _Hint | None:
    """Hint for the name of a thing alone: what may be done with it, or why nothing."""
    words = _words(text)
    named = sorted(thing for thing in state.subjects if words and _words(thing)[: len(words)] == words)
    answers = [explain(state, thing, who) for thing in named[:OFFERED]]
    if open_now := [answer for answer in answers if answer.legal]:
        near = [action for answer in open_now for action in answer.nearest]
        thing = open_now[0].asked
        return _("{thing} alone names no action").format(thing=thing), state.rule, near[:OFFERED]
    if words in map(_words, state.sides):
        return None  # a side, not the area that has the same name
    exact = [answer for answer in answers if _words(answer.asked) == words]
    return (exact[0].sentence, exact[0].rule, _examples(legal)[:OFFERED]) if exact else None


def _likeness(state: Reader, text: str, who: str, legal: Sequence[Action]) -> _Hint | None:
    """Hint by what the text may mean, and by words in common with legal actions, weighted by rarity.

    If all that the text asks for is refused by one and the same rule, that rule is named.
    """
    sense = _sense(state, text, legal)
    alike = _in_common(state, text, legal)
    scores = [sense.score(action) if sense else 0.0 for action in legal]
    ranked = sorted(range(len(legal)), key=lambda at: (-round(scores[at], 3), -alike[at], at))
    near = [legal[at] for at in ranked[:OFFERED] if scores[at] > _SAME or alike[at] > 0]
    if sense and (refused := _refused(state, sense, who)):
        return _("put right, {why}").format(why=refused.reason), refused.rule, near or _actions(refused.nearest)
    return (_closest(state, near[0]), state.rule, near) if near else None


def _sense(state: Reader, text: str, legal: Sequence[Action]) -> Meaning | None:
    """Return what the text may mean; None for a game that has no notation to tell it by."""
    if state.notation is None:
        return None
    names = {*state.subjects, *state.sides, *(value for action in legal for value in texts(action))}
    sense = meaning(text, state.notation, names, state.also_called, {**ENOUGH, **state.synonyms})
    able = {type(action) for action in legal}
    return sense._replace(kinds=tuple(kind for kind in sense.kinds if kind in able) or sense.kinds)


def _refused(state: Reader, sense: Meaning, who: str) -> RuleError | None:
    """Return why all that the text asks for is refused; None if some of it is legal, or the rules differ.

    Where it may ask for several, only those in its order, and of the likeliest things for ``who``, count.
    """
    if state.notation is None:
        return None
    names = {*state.subjects, *state.sides}
    if not all(state.refusal(action, who) for action in readings(sense.wide, state.notation, names, who)):
        return None
    found: dict[tuple[bool, int], list[RuleError]] = {}
    for action in readings(sense, state.notation, names, who):
        unlikely = sum(state.unlikely(name, who) for name in texts(action))
        if (error := state.refusal(action, who)) and (sense.in_order(action) or not sense.strange):
            found.setdefault((not sense.in_order(action), unlikely), []).append(error)
    likeliest = found[min(found)] if found else []
    return likeliest[0] if len({error.rule for error in likeliest}) == 1 else None


def _in_common(state: Reader, text: str, legal: Sequence[Action]) -> list[float]:
    """Return how much each action has in common with a text, by words, after misspelt words are corrected."""
    written = [frozenset(_words(_noted(state, action))) for action in legal]
    number = Counter(word for words in written for word in words)
    known = {**ENOUGH, **state.synonyms}
    asked = [meant(word, number, known) for word in _words(text)[:12] if word not in FILLERS]

    def score(words: frozenset[str]) -> float:
        return sum(max((log((len(legal) + 1) / number[w]) for w in said & words), default=0.0) for said in asked)

    return [score(words) for words in written]


def _closest(state: Reader, action: Action) -> str:
    """Return the decision due, with the detail of the nearest action, such as the name of its card."""
    if not state.detail(action):
        return state.question
    return _("{question}; closest is {action}").format(question=state.question, action=_noted(state, action))


def _words(text: str) -> list[str]:
    return WORD.findall(text[:LONGEST].casefold())


def _actions(near: Iterable[object]) -> list[Action]:
    return [action for action in near if isinstance(action, Action)]


def _respelled(text: str, names: frozenset[tuple[str, str]]) -> str:
    """Return the text with names spelt as in the notation, all else in lower case, without quotes and full stops."""
    plain = _ARROW.sub(" > ", " ".join(text[:LONGEST].casefold().split()).strip(" .!?;,:'\"`"))
    pattern, written = _spellings(names)
    return pattern.sub(lambda found: written[found[0]], plain)


@lru_cache(maxsize=8)
def _spellings(names: frozenset[tuple[str, str]]) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return a pattern for any of these names in lower case, the longest first, and lower case to proper spelling."""
    written = {name.casefold(): as_it_is for name, as_it_is in names}
    longest = sorted(written, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)"), written
