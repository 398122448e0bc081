"""Explanations and refusals for any game: whether an action is legal or a thing can act now, by which rule, and why.

The refusal of a text that names no action says how the action is written that it may mean, or names the legal actions
nearest to it. A guessed action is never played.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from difflib import SequenceMatcher, get_close_matches
from functools import partial
from math import log
from typing import Any, Final, Protocol

import msgspec

from roses.engine import markdown
from roses.engine.errors import RuleError, cited
from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.protocol import CHANCE, Action, Roll, Written, no_action, with_example

OFFERED: Final = 3  # legal actions named in a refusal
_MOST_EXAMPLES: Final = 8  # a prompt lists this many actions at most; if there are more, one of each kind
_LONGEST: Final = 80  # only this many characters of a text are looked at
_COMPARED: Final = 20  # of the actions with the most words in common, this many are compared by word order
_SIMILAR: Final = 0.75  # the similarity, 0 to 1, from which a word counts as misspelt
_WORD: Final = re.compile(r"[^\W_]+")
_FIELD: Final = re.compile(r"\{(\w+)\}")
_ARROW: Final = re.compile(r"\s*(?:->|→|>)\s*")
_FILLERS: Final = frozenset(("to", "the", "in", "on", "a", "an", "of", "and", "with", "at", "is"))
# what players of any game write to end or decline something
_END_WORDS: Final = (
    "pass", "end", "skip", "stop", "finish", "finished", "next", "nothing", "nobody", "none", "ready", "no", "nope",
    "leave", "spare", "ende", "beenden", "fertig", "weiter", "nichts", "niemand", "keiner", "nein", "passe", "passt",
    "пас", "конец", "готово", "дальше", "ничего", "никто", "нет",
)  # fmt: skip
_END_SYNONYMS: Final = dict.fromkeys(_END_WORDS, "passes done decline keep")


class Explanation(msgspec.Struct, frozen=True):
    """The answer of ``state.explain``.

    ``asked`` is the action or thing asked about, ``legal`` whether it may be chosen or can act now, ``rule`` the number
    of the rule that says so, and ``sentence`` the reason. ``nearest`` are the legal actions of the thing, or those
    similar to the action.

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
        near = _(" Legal: {names}.").format(names=", ".join(map(str, self.nearest[:OFFERED]))) if self.nearest else ""
        return _("{sentence} ({rule}).{near}").format(sentence=self.sentence, rule=cited(self.rule), near=near)

    def _repr_markdown_(self) -> str:
        sentence = _("{sentence} ({rule}).").format(sentence=self.sentence, rule=cited(self.rule))
        actions = " · ".join(map(str, self.nearest[:OFFERED]))
        near = _("Legal: {actions}").format(actions=actions) if actions not in ("", self.asked) else ""
        return markdown.quoted(markdown.plain(sentence), markdown.plain(near))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What players call things and actions.

    ``names`` maps other names to names or numbers of the notation, ``words`` other words to its words. Where one stands
    for several numbers or words, these are separated by blanks.
    """

    names: dict[str, str]
    words: dict[str, str]


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
    @property
    def synonyms(self) -> Mapping[str, str]: ...
    @property
    def also_called(self) -> Mapping[str, str]: ...
    def legal_actions(self, side: str | None = None) -> tuple[Action, ...]: ...
    def parse(self, text: str) -> Action: ...
    def read(self, text: str, side: str | None = None) -> Action: ...
    def detail(self, action: Action) -> str: ...
    def reason(self, action: Action, who: str) -> tuple[str, str] | None: ...
    def refusal(self, action: Action, side: str | None = None) -> RuleError | None: ...
    def idle(self, thing: str, who: str) -> tuple[str, str] | None: ...
    def unlikely(self, name: str, who: str) -> int: ...


def speaker(state: Position, action: Action) -> str:
    """Return the side that a refusal of ``action`` is for: the side it names, else the only active one, else ""."""
    side: str = getattr(action, "side", "")
    return side or _only_active(state)


def refuse(state: Position, action: Action, who: str) -> RuleError:
    """Return the error for an action that is not legal in ``state``: rule, reason, and the nearest legal actions.

    ``who`` is the reader, a side or "" for any reader; the text holds nothing that is hidden from that side. The
    nearest actions are the most similar: first by equal fields and class, then by common words.
    """
    if not isinstance(action, Action):
        return RuleError(no_action(action), rule=state.rule)
    if not state.active:
        return RuleError(_("{action} was tried, but the game is over").format(action=action), rule=state.rule)
    words = set(str(action).split())

    def likeness(other: Action) -> tuple[int, float]:
        same = sum(1 for f in action.__struct_fields__ if getattr(other, f, None) == getattr(action, f))
        others = set(str(other).split())
        return same + int(type(other) is type(action)), len(words & others) / (len(words) + len(others))

    rule, why = state.reason(action, who) or (state.rule, state.question)
    message = _("{action} is not legal now: {why}").format(action=action, why=why)
    nearest = sorted(_choices(state, who), key=likeness, reverse=True)[:OFFERED]
    return RuleError(message, rule=rule, nearest=nearest)


def explain(state: Position, asked: Action | str, side: str | None) -> Explanation:
    """Return the explanation, for ``side``, of an action, its notation or a thing; RuleError for any other text."""
    if isinstance(asked, str) and asked in state.subjects:
        return _explain_thing(state, asked, side or _only_active(state))
    action = asked if isinstance(asked, Action) else state.read(asked, side)
    if error := state.refusal(action, side):
        near = tuple(a for a in error.nearest if isinstance(a, Action))
        return Explanation(str(action), False, error.rule, error.reason, near)
    words = _("{action} may happen now") if state.active == (CHANCE,) else _("{action} may be chosen now")
    detail = state.detail(action)
    words = words.format(action=action) + (f" ({detail})" if detail else "")
    return Explanation(str(action), True, state.rule, words, (action,))


def read(state: Position, text: str, side: str | None = None) -> Action:
    """Return the action that a text names; the RuleError for other texts says how to write it and names similar ones.

    The error is for ``side``, by default for the side that the text names first, else for the only active side.
    """
    if not isinstance(text, str):
        raise RuleError(no_action(text), rule=state.rule)
    try:
        return state.parse(text)
    except RuleError as error:
        unreadable = error.reason
    first_word = _words(text)[:1]
    who = side or next((side for side in state.active if [side.casefold()] == first_word), _only_active(state))
    legal = _choices(state, who)
    rule, why = state.rule, state.question
    near: Sequence[object] = ()
    if not legal:
        if state.active == (CHANCE,):
            why = with_example(why, repr(_chance_notation(state)))
        elif who in state.sides and state.active:
            why = _("{side} has nothing to choose now: {question}").format(side=who, question=why)
    elif action := _correct(state, text, who, legal):
        if refusal := state.refusal(action, who):
            rule, why, near = refusal.rule, _("put right, {why}").format(why=refusal.reason), refusal.nearest
        else:
            why, near = _("it is written {action}").format(action=repr(str(action))), (action,)
    elif answer := _read_thing(state, text, who):
        why, rule, near = answer
        near = near or _examples(legal)[:OFFERED]
    elif near := _nearest(state, text, legal):
        if state.detail(near[0]):
            why = _("{question}; closest is {action}").format(question=why, action=_with_detail(state, near[0]))
    else:
        near = _examples(legal)[:OFFERED]
    raise RuleError(f"{unreadable}: {why}", rule=rule, nearest=near)


def prompt(state: Position, side: str | None = None) -> str:
    """Return who chooses what now and how it is written, for ``side``, by default for the only active side."""
    who = side or _only_active(state)
    legal = _choices(state, who)
    words = state.question[:1].upper() + state.question[1:]
    if not state.active:
        return words + "."
    sentence = _("{sentence} ({rule}).").format(sentence=words, rule=cited(state.rule))
    examples = [_chance_notation(state)] if who == CHANCE else [_with_detail(state, a) for a in _examples(legal)]
    return sentence + (
        " " + _("Write it like this: {examples}.").format(examples="; ".join(examples)) if examples else ""
    )


def _only_active(state: Position) -> str:
    """Return the active side if there is exactly one; "" if several choose at once, or nobody does."""
    return state.active[0] if len(state.active) == 1 else ""


def _choices(state: Position, who: str) -> Sequence[Action]:
    """Return the legal actions of a side; () for chance and for names that are no side."""
    return state.legal_actions(who) if who in state.sides else ()


def _explain_thing(state: Position, thing: str, who: str) -> Explanation:
    """Return what ``who`` may do with a thing now, or why they can do nothing with it."""
    able = []
    for action in _choices(state, who):
        values = [getattr(action, field) for field in action.__struct_fields__]
        if any(thing == value or (isinstance(value, tuple) and thing in value) for value in values):
            able.append(action)
    if able:
        words = ngettext(
            "{thing} has a part in {n} thing that may be chosen now",
            "{thing} has a part in {n} things that may be chosen now",
            len(able),
        )
        return Explanation(thing, True, state.rule, words.format(thing=thing, n=len(able)), tuple(able))
    if why := state.idle(thing, who):
        rule, reason = why
        return Explanation(
            thing, False, rule, _("{thing} has nothing to do now: {why}").format(thing=thing, why=reason)
        )
    words = _("{thing} has no part in what is due: {question}").format(thing=thing, question=state.question)
    return Explanation(thing, False, state.rule, words)


def _examples(legal: Sequence[Action]) -> Sequence[Action]:
    """Return all actions if they are few, else the first of each class."""
    kinds = {type(action): action for action in reversed(legal)}
    return legal if len(legal) <= _MOST_EXAMPLES else tuple(reversed(kinds.values()))


def _chance_notation(state: Position) -> str:
    """Return how the chance action due is written: dice as an example, all else as a template, to reveal no cards."""
    specimen = state.legal_actions(CHANCE)[0]
    form = specimen.text if isinstance(specimen, Written) and not isinstance(specimen, Roll) else str(specimen)
    return _FIELD.sub(lambda field: field[1].upper(), form)


def _with_detail(state: Position, action: Action) -> str:
    """Return the notation of an action, followed by its detail, if any, in brackets."""
    detail = state.detail(action)
    return f"{action} ({detail})" if detail else str(action)


def _words(text: str) -> list[str]:
    """Return the words at the start of a text, in lower case and without punctuation."""
    return _WORD.findall(text[:_LONGEST].casefold())


# ---- the action that a text may mean


def _read_thing(state: Position, text: str, who: str) -> tuple[str, str, Sequence[Action]] | None:
    """Return (reason, rule, legal actions with it) for a text that only names a thing; None for other texts."""
    words = _words(text)
    things = sorted(thing for thing in state.subjects if words and _words(thing)[: len(words)] == words)
    if not things:
        others = state.also_called.items()
        things = [thing for name, thing in others if _words(name) == words and thing in state.subjects]
        words = _words(things[0]) if things else words
    answers = [_explain_thing(state, thing, who) for thing in things[:OFFERED]]
    if able := [answer for answer in answers if answer.legal]:
        near = [action for answer in able for action in answer.nearest]
        return _("{thing} alone is not an action").format(thing=able[0].asked), state.rule, near[:OFFERED]
    if words in map(_words, state.sides):
        return None  # a side, not the area that has the same name
    exact = [answer for answer in answers if _words(answer.asked) == words]
    return (exact[0].sentence, exact[0].rule, ()) if exact else None


def _correct(state: Position, text: str, who: str, legal: Sequence[Action]) -> Action | None:
    """Return the action that a text names with other capitals, names or verbs; None if it still names none.

    A name that fits several things means a place after "to", "in" or ">", else the block that ``who`` likeliest means.
    """
    words = _words(text)
    if same := next((action for action in legal if _words(str(action)) == words), None):
        return same
    exact = {name.casefold(): name for name in (*state.subjects, *state.sides)}
    things, parts = dict[str, str](), dict[str, str]()  # names without "/L" or "/Y"; names without brackets
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

    def replacement(word: re.Match[str], otherwise: Mapping[str, str]) -> str:
        names = places if line[: word.start()].endswith(("to ", "in ", "> ")) else blocks
        return names.get(word[0]) or otherwise.get(word[0], word[0])

    for known in ({}, verbs):
        with suppress(RuleError):
            return state.parse(pattern.sub(partial(replacement, otherwise=known), line))
    return None


def _nearest(state: Position, text: str, legal: Sequence[Action]) -> list[Action]:
    """Return up to three legal actions that share words with a text, ranked by rare words first, then by word order."""
    notations = [_words(_with_detail(state, action)) for action in legal]
    frequency = Counter(word for words in notations for word in set(words))
    candidates = _candidates(state, text, frequency)
    weight = {word: log((len(legal) + 1) / n) for word, n in frequency.items()}
    scores = [sum(max((weight[word] for word in meanings.intersection(words)), default=0.0) for meanings in candidates)
              for words in notations]  # fmt: skip
    common = sorted((at for at, score in enumerate(scores) if score > 0), key=lambda at: -scores[at])[:_COMPARED]
    order = [word for meanings in candidates for word in sorted(meanings)]
    similarity = {at: SequenceMatcher(None, order, notations[at]).ratio() for at in common}
    return [legal[at] for at in sorted(common, key=lambda at: (-round(scores[at], 3), -similarity[at]))[:OFFERED]]


def _candidates(state: Position, text: str, known: Collection[str]) -> list[frozenset[str]]:
    """Return for each word of a text the known words that it may mean: itself, its synonyms, or words spelt like it."""
    words = _words(text)
    synonyms = {word: {word, *meanings.split()} for word, meanings in {**_END_SYNONYMS, **state.synonyms}.items()}
    for name, thing in state.also_called.items():
        if f" {' '.join(_words(name))} " in f" {' '.join(words)} ":
            synonyms |= {word: synonyms.get(word, {word}).union(_words(thing)) for word in _words(name)}
    candidates = []
    for word in words:
        if word not in _FILLERS:
            meanings = synonyms.get(word, {word}).intersection(known)
            similar = get_close_matches(word, known, 2, _SIMILAR) if len(word) > 2 and not meanings else ()
            candidates.append(frozenset(meanings or similar))
    return candidates
