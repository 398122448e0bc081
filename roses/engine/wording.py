"""Texts that name no action: how the action is written, why it is refused, and the legal actions nearest to the text.

They are named in the refusal only; a guessed action is never played.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from difflib import SequenceMatcher, get_close_matches
from functools import partial
from math import log
from typing import Final, Protocol

import msgspec

from roses.engine.errors import RuleError, cited
from roses.engine.explain import OFFERED, Position, choices, chooser, explain
from roses.engine.i18n import gettext as _
from roses.engine.protocol import CHANCE, Action, Roll, Written, no_action, with_example

_ALL_SHOWN: Final = 8  # a prompt lists up to this many actions; of more, one of each kind
_LONGEST: Final = 80  # characters of a text that are used
_COMPARED: Final = 20  # so many of the actions with the most words in common are compared by the order of the words
_SIMILAR: Final = 0.75  # the similarity, 0 to 1, from which a word counts as misspelt
_WORD: Final = re.compile(r"[^\W_]+")
_FIELD: Final = re.compile(r"\{(\w+)\}")
_ARROW: Final = re.compile(r"\s*(?:->|→|>)\s*")
_FILLERS: Final = frozenset(("to", "the", "in", "on", "a", "an", "of", "and", "with", "at", "is"))
# what players of any game write to end or decline something
_ENDS: Final = (
    "pass", "end", "skip", "stop", "finish", "finished", "next", "nothing", "nobody", "none", "ready", "no", "nope",
    "leave", "spare", "ende", "beenden", "fertig", "weiter", "nichts", "niemand", "keiner", "nein", "passe", "passt",
    "пас", "конец", "готово", "дальше", "ничего", "никто", "нет",
)  # fmt: skip
_ENOUGH: Final = dict.fromkeys(_ENDS, "passes done decline keep")


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What players call things and actions: other names to names or numbers, words to words of the notation.

    Several numbers, or words, that one may stand for are separated by blanks.
    """

    names: dict[str, str]
    words: dict[str, str]


class Reader(Position, Protocol):
    """The members of a ``GameState`` that hints use."""

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
        raise _misread(state, text, side or _speaker(state, text), error.reason) from None


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


def _words(text: str) -> list[str]:
    return _WORD.findall(text[:_LONGEST].casefold())


def _speaker(state: Reader, text: str) -> str:
    """Return the active side that a text begins with, else the only active side, else ""."""
    first = _words(text)[:1]
    return next((side for side in state.active if [side.casefold()] == first), chooser(state))


def _misread(state: Reader, text: str, who: str, unreadable: str) -> RuleError:
    """Return the error for a text that is no notation, with the best hint."""
    legal = choices(state, who)
    if not legal:
        return RuleError(f"{unreadable}: {_nothing_for(state, who)}", rule=state.rule)
    if action := _put_right(state, text, who, legal):
        if refused := state.refusal(action, who):
            why = _("put right, {why}").format(why=refused.reason)
            return RuleError(f"{unreadable}: {why}", rule=refused.rule, nearest=refused.nearest)
        why = _("it is written {action}").format(action=repr(str(action)))
        return RuleError(f"{unreadable}: {why}", rule=state.rule, nearest=(action,))
    if hint := _thing(state, text, who):
        why, rule, near = hint
        return RuleError(f"{unreadable}: {why}", rule=rule, nearest=near or _examples(legal)[:OFFERED])
    near = _nearest(state, text, legal)
    why = state.question
    if near and state.detail(near[0]):
        why = _("{question}; closest is {action}").format(question=why, action=_noted(state, near[0]))
    return RuleError(f"{unreadable}: {why}", rule=state.rule, nearest=near or _examples(legal)[:OFFERED])


def _nothing_for(state: Reader, who: str) -> str:
    """Return why ``who`` has nothing to choose; if chance is due, with its notation."""
    if state.active == (CHANCE,):
        return with_example(state.question, repr(_by_chance(state)))
    if who in state.sides and state.active:
        return _("{side} has nothing to choose now: {question}").format(side=who, question=state.question)
    return state.question


def _thing(state: Reader, text: str, who: str) -> tuple[str, str, Sequence[Action]] | None:
    """Return what is said of the name of a thing alone: (reason, rule, legal actions with it); None for other texts."""
    words = _words(text)
    named = sorted(thing for thing in state.subjects if words and _words(thing)[: len(words)] == words)
    answers = [explain(state, thing, who) for thing in named[:OFFERED]]
    if able := [answer for answer in answers if answer.legal]:
        near = [action for answer in able for action in answer.nearest]
        return _("{thing} alone names no action").format(thing=able[0].asked), state.rule, near[:OFFERED]
    if words in map(_words, state.sides):
        return None  # a side, not the area that has the same name
    exact = [answer for answer in answers if _words(answer.asked) == words]
    return (exact[0].sentence, exact[0].rule, ()) if exact else None


# ---- the action that was meant


def _put_right(state: Reader, text: str, who: str, legal: Sequence[Action]) -> Action | None:
    """Return the action that a text names with other capitals, names or verbs; None if it names none even so.

    Where a name fits several, a place is meant after "to", "in" or ">", else the block that ``who`` more likely means.
    """
    words = _words(text)
    if same := next((action for action in legal if _words(str(action)) == words), None):
        return same
    exact = {name.casefold(): name for name in (*state.subjects, *state.sides)}
    things, parts = dict[str, str](), dict[str, str]()  # without "/L", and without brackets
    for thing in sorted(state.subjects, key=lambda name: (-state.unlikely(name, who), name)):
        name, house, _letter = thing.casefold().partition("/")
        things |= {name: thing} if house else {}
        parts |= {name.partition(" (")[0]: thing, name.replace("(", "").replace(")", ""): thing}
    others = {name.casefold(): things.get(thing.casefold(), thing) for name, thing in state.also_called.items()}
    places, blocks = {**parts, **things, **others, **exact}, {**others, **parts, **exact, **things}
    verbs = {word: stands for word, stands in state.synonyms.items() if " " not in stands}
    longest = sorted({*places, *verbs}, key=lambda name: (-len(name), name))
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")
    line = _ARROW.sub(" > ", " ".join(text[:_LONGEST].casefold().split()).strip(" .!?;,:'\"`"))

    def named(word: re.Match[str], otherwise: Mapping[str, str]) -> str:
        names = places if line[: word.start()].endswith(("to ", "in ", "> ")) else blocks
        return names.get(word[0]) or otherwise.get(word[0], word[0])

    for known in ({}, verbs):
        with suppress(RuleError):
            return state.parse(pattern.sub(partial(named, otherwise=known), line))
    return None


def _nearest(state: Reader, text: str, legal: Sequence[Action]) -> list[Action]:
    """Return up to three legal actions that have words in common with a text: most of all rare ones, in its order."""
    written = [_words(_noted(state, action)) for action in legal]
    number = Counter(word for words in written for word in set(words))
    asked = _meant(state, text, number)
    worth = {word: log((len(legal) + 1) / n) for word, n in number.items()}
    scores = [sum(max((worth[word] for word in stands.intersection(words)), default=0.0) for stands in asked)
              for words in written]  # fmt: skip
    common = sorted((at for at, score in enumerate(scores) if score > 0), key=lambda at: -scores[at])[:_COMPARED]
    order = [word for stands in asked for word in sorted(stands)]
    alike = {at: SequenceMatcher(None, order, written[at]).ratio() for at in common}
    return [legal[at] for at in sorted(common, key=lambda at: (-round(scores[at], 3), -alike[at]))[:OFFERED]]


def _meant(state: Reader, text: str, known: Collection[str]) -> list[frozenset[str]]:
    """Return for each word of a text the known words that it may stand for: itself, others for it, or similar ones."""
    words = _words(text)
    others = {word: {word, *stands.split()} for word, stands in {**_ENOUGH, **state.synonyms}.items()}
    for name, thing in state.also_called.items():
        if f" {' '.join(_words(name))} " in f" {' '.join(words)} ":
            others |= {word: others.get(word, {word}).union(_words(thing)) for word in _words(name)}
    meant = []
    for word in words:
        if word not in _FILLERS:
            stands = others.get(word, {word}).intersection(known)
            similar = get_close_matches(word, known, 2, _SIMILAR) if len(word) > 2 and not stands else ()
            meant.append(frozenset(stands or similar))
    return meant
