"""What a text may mean: the names and numbers in it, the kinds of actions its verbs stand for, and the actions of both.

What a text may mean is said in its refusal only, and never played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice, permutations, product
from typing import Final, NamedTuple

import msgspec

from roses.engine.notation import Notation
from roses.engine.protocol import Action, Written

WORD: Final = re.compile(r"[^\W_]+")
LONGEST: Final = 80  # characters of a text that are used
FILLERS: Final = frozenset(("to", "the", "in", "on", "a", "an", "of", "and", "with", "at", "is"))
_NUMBERS: Final = re.compile(r"\b[0-9]+\b")
_FROM: Final = frozenset(("from", "von", "aus", "из", "от"))
_CLOSE: Final = 0.78  # the similarity, 0 to 1, from which a word counts as a misspelt name
_LIKE_PAIR: Final = 0.88  # the same for two words
_LIKE_VERB: Final = 0.82  # the same for the stem of a verb
_SHORTEST: Final = 4  # letters of a word that may be a misspelt name
_TOGETHER: Final = 4  # words of the longest name
_FEW: Final = 6  # so many values of a field are tried where the text names none
_MOST: Final = 6  # mentions of a text that asks for one action
_READINGS: Final = 200  # ways to fill in the fields of an action that are tried
_SURE, _PERHAPS, _KIND, _ORDER, _UNSAID = 1.0, 0.6, 0.9, 0.05, 0.01  # what counts for an action, in mentions


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What players call things and actions: other names to names or numbers, words to words of the notation.

    Several numbers, or words, that one may stand for are separated by blanks.
    """

    names: dict[str, str]
    words: dict[str, str]


class Mention(NamedTuple):
    """A name or number in a text: what it stands for, of what it may be a part, and whether it is where one leaves."""

    sure: frozenset[str]
    perhaps: frozenset[str] = frozenset()
    leaves: bool = False


class Meaning(NamedTuple):
    """What a text holds: its mentions in their order, the kinds of actions that its verbs stand for, and strange words.

    ``strange`` is whether the text has a word that is neither a name nor a verb.
    """

    mentions: tuple[Mention, ...]
    kinds: tuple[type[Written], ...]
    strange: bool = False

    @property
    def wide(self) -> Meaning:
        """The same where each mention may also be what it may be a part of."""
        return self._replace(mentions=tuple(m._replace(sure=m.sure | m.perhaps) for m in self.mentions))

    def score(self, action: Action) -> float:
        """Return how well an action fits: 1 for each mention among its fields, a little less for its kind."""
        values = _values(action)
        found = list(self._found(values))
        kind = _KIND * isinstance(action, self.kinds)
        unsaid = _UNSAID * (len(values) - len(found))
        return sum(worth for _mention, _value, worth in found) + kind + _ORDER * self.in_order(action) - unsaid

    def in_order(self, action: Action) -> bool:
        """Return whether the fields of an action stand in its notation in the order in which they are mentioned."""
        places = [value for _mention, value, _worth in sorted(self._found(_values(action)))]
        return places == sorted(places)

    def _found(self, values: Sequence[str]) -> Iterator[tuple[int, int, float]]:
        """Yield (place of a mention, place of the value that it names, what that is worth); each at most once."""
        used: set[int] = set()
        for n, mention in sorted(enumerate(self.mentions), key=lambda one: len(one[1].sure) or len(one[1].perhaps)):
            for names, worth in ((mention.sure, _SURE), (mention.perhaps, _PERHAPS)):
                at = next((i for i, value in enumerate(values) if value in names and i not in used), -1)
                if at >= 0 and not mention.leaves:
                    used.add(at)
                    yield n, at, worth
                    break


def _values(action: Action) -> list[str]:
    """Return the values of an action in the order of its notation; a tuple gives several."""
    return [str(one) for one in _each(action)]


def texts(action: Action) -> list[str]:
    """Return the values of an action that are texts, such as names.

    >>> from roses.richard.actions import March
    >>> texts(March("Norfolk", ("Essex", "Leicester")))
    ['Norfolk', 'Essex', 'Leicester']
    """
    return [one for one in _each(action) if isinstance(one, str)]


def _each(action: Action) -> Iterator[object]:
    for field in action.__struct_fields__:
        value = getattr(action, field)
        yield from value if isinstance(value, tuple) else (value,)


def meaning(text: str, notation: Notation, names: Collection[str], called: Mapping[str, str],
            synonyms: Mapping[str, str]) -> Meaning:  # fmt: skip
    """Return what a text may mean.

    ``names`` are those of the things in the game, ``called`` other names for them; ``synonyms`` are words of players to
    words of the notation, separated by blanks.

    >>> from roses.richard.actions import NOTATION
    >>> found = meaning("move Norfolk to London", NOTATION, ["Norfolk", "Middlesex"], {"London": "Middlesex"},
    ...                 {"move": "marches"})
    >>> [set(mention.sure) for mention in found.mentions], [kind.__name__ for kind in found.kinds]
    ([{'Norfolk'}, {'Middlesex'}], ['March'])
    """
    words = WORD.findall(text[:LONGEST].casefold())
    spans = list(_spans(words, _tables(frozenset(names), frozenset(called.items())), notation, synonyms))
    taken = {n for span, mention in spans if mention.sure for n in span}
    own = {word for literals in notation.literals.values() for word in literals}
    verbs = {n: word for n, word in enumerate(words) if word in own or n not in taken}
    kinds = _kinds(verbs.values(), notation, synonyms)
    strange = any(len(verbs[n]) >= _SHORTEST and not _kinds([verbs[n]], notation, synonyms) for n in verbs)
    if not kinds and (kinds := _kinds([words[n] for n in sorted(taken)], notation, synonyms)):
        both = {n for n in taken if _kinds([words[n]], notation, synonyms)}  # "march": a verb that is a name too
        spans = [(span, Mention(frozenset(), m.sure, m.leaves) if both & set(span) else m) for span, m in spans]
    return Meaning(tuple(mention for _span, mention in spans), kinds, strange)


def readings(meant: Meaning, notation: Notation, names: Collection[str], who: str) -> Iterator[Action]:
    """Yield the actions, legal or not, of the kinds that a text asks for, made of all that it mentions.

    What it does not mention is filled in where there is little choice: ``who`` for a side, 0 for a further number, each
    of a few names.

    >>> from roses.richard.actions import NOTATION
    >>> names = ["Norfolk", "Middlesex"]
    >>> found = meaning("Middlesex, Norfolk marches", NOTATION, names, {}, {})
    >>> [str(action) for action in readings(found, NOTATION, names, "York")]
    ['Norfolk marches to Middlesex']
    """
    for kind in meant.kinds if len(meant.mentions) <= _MOST else ():
        made = _fill(list(notation.fields(kind)), meant.mentions, notation, (frozenset(names), who), {})
        for values in islice(made, _READINGS):
            yield notation.parse(notation.write(kind, values))


def _fill(fields: list[str], left: Sequence[Mention], notation: Notation, known: tuple[frozenset[str], str],
          filled: dict[str, str]) -> Iterator[dict[str, str]]:  # fmt: skip
    """Yield all ways to fill in these fields from the mentions that are left."""
    if not fields:
        yield filled
        return
    field, *rest = fields
    fits = {n: [name for name in sorted(m.sure) if notation.fits(field, name)] for n, m in enumerate(left)}
    able = {n: found for n, found in fits.items() if found and not left[n].leaves}
    for used, value in _several(able) if notation.joins(field) else _one(able):
        others = [mention for n, mention in enumerate(left) if n not in used]
        yield from _fill(rest, others, notation, known, {**filled, field: value})
    if not able:
        for value in _unsaid(field, notation, known, filled):
            yield from _fill(rest, left, notation, known, {**filled, field: value})


def _one(able: Mapping[int, Sequence[str]]) -> Iterator[tuple[set[int], str]]:
    for n, found in able.items():
        for name in found:
            yield {n}, name


def _several(able: Mapping[int, Sequence[str]]) -> Iterator[tuple[set[int], str]]:
    """Yield the values of a field of several names: all that are mentioned, in any order."""
    for order in permutations(islice(able, _FEW)) if able else ():
        for chosen in product(*(able[n] for n in order)):
            yield set(order), " > ".join(chosen)


def _unsaid(field: str, notation: Notation, known: tuple[frozenset[str], str], filled: Mapping[str, str]) -> list[str]:
    """Return the values of a field that a text does not mention, if there are few."""
    names, who = known
    if notation.fits(field, "0"):
        return ["0"] if any(value.isdecimal() for value in filled.values()) else []
    found = sorted(name for name in names if notation.fits(field, name))
    return [] if len(found) > _FEW else [who] if who in found else found


# ---- verbs


def _kinds(words: Iterable[str], notation: Notation, synonyms: Mapping[str, str]) -> tuple[type[Written], ...]:
    """Return the kinds of actions that these words fit best, by the part of their own words that is said."""
    literals = {kind: frozenset(map(_verb, own)) for kind, own in notation.literals.items()}
    known = {word: 1 for own in literals.values() for word in own}
    others = {_verb(word): " ".join(map(_verb, stands.split())) for word, stands in synonyms.items()}
    verbs = [_verb(word) for word in words if word not in FILLERS]
    stands = (frozenset(others.get(verb, "").split()) | meant(verb, known, others, _LIKE_VERB) for verb in verbs)
    said = frozenset[str]().union(*stands)
    fits = {kind: (len(own & said) / len(own), len(own & said)) for kind, own in literals.items() if own & said}
    best = max(fits.values(), default=None)
    return tuple(kind for kind, fit in fits.items() if fit == best)


def _verb(word: str) -> str:
    """Return a verb without its ending, so that march and marches are the same.

    >>> [_verb(word) for word in ("marches", "fires", "fire", "passes", "pass")]
    ['march', 'fir', 'fir', 'pass', 'pass']
    """
    return word.removesuffix("s").removesuffix("e") if not word.endswith("ss") else word


def meant(word: str, known: Mapping[str, int], synonyms: Mapping[str, str], close: float = 0.75) -> frozenset[str]:
    """Return the words of the notation that a word stands for: itself, its synonyms, or the most similar ones.

    ``close`` is the similarity, 0 to 1, from which a word counts as similar.

    >>> meant("marhces", {"marches": 1, "sails": 1}, {}), meant("ships", {"sails": 1}, {"ships": "sails"})
    (frozenset({'marches'}), frozenset({'sails'}))
    """
    if word in known:
        return frozenset((word,))
    said = frozenset(other for other in synonyms.get(word, "").split() if other in known)
    return said or frozenset(get_close_matches(word, known, 2, close) if len(word) > 2 else ())


# ---- names


_Form = Callable[[str], str]
_Found = tuple[frozenset[str], frozenset[str]]
_Table = dict[tuple[str, ...], _Found]  # words in order, to (names, names they are in)


@lru_cache(maxsize=16)
def _tables(names: frozenset[str], called: frozenset[tuple[str, str]]) -> tuple[_Table, _Table]:
    """Return the tables of the words as they are, and of the words without endings of a plural."""
    return _table(names, called, str), _table(names, called, _stem)


def _table(names: frozenset[str], called: frozenset[tuple[str, str]], form: _Form) -> _Table:
    """Return the words of each name, sorted, to the names they stand for and those they are a part of."""
    sure: dict[tuple[str, ...], set[str]] = {}
    part: dict[tuple[str, ...], set[str]] = {}
    bases: dict[str, set[str]] = {}
    for name in names:
        base = name.partition("/")[0]
        bases.setdefault(base, set()).add(name)
        for written in (name, base):
            sure.setdefault(_key(WORD.findall(written.casefold()), form), set()).add(name)
        for word in _key(WORD.findall(base.casefold()), form):
            part.setdefault((word,), set()).add(name)
    for other, base in called:
        if stands := bases.get(base, {base} & names) or set(_NUMBERS.findall(base)):
            sure.setdefault(_key(WORD.findall(other.casefold()), form), set()).update(stands)
    return {key: _weighed(sure.get(key, set()), part.get(key, set())) for key in {*sure, *part}}


def _weighed(sure: set[str], part: set[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names that a word stands for, and those it may be a part of; the only one of these is sure."""
    if not sure and len({name.partition("/")[0] for name in part}) == 1:
        return frozenset(part), frozenset()
    return frozenset(sure), frozenset(part) - sure


def _key(words: Iterable[str], form: _Form) -> tuple[str, ...]:
    return tuple(sorted(form(word) for word in words if word not in FILLERS))


def _stem(word: str) -> str:
    """Return a word without the ending of a plural."""
    if len(word) > 3 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


_Span = tuple[range, Mention]


def _spans(words: list[str], tables: tuple[_Table, _Table], notation: Notation, synonyms: Mapping[str, str]
           ) -> Iterator[_Span]:  # fmt: skip
    """Yield the mentions in a text with the places of their words, the longest names first at each place."""
    verbs = {word for own in notation.literals.values() for word in own}
    at = 0
    while at < len(words):
        step, found = 1, None
        for length in range(min(_TOGETHER, len(words) - at), 0, -1):
            if found := _look_up(words[at : at + length], tables, synonyms):
                step = length
                break
        if not (found and found[0]) and (pair := _misspelt_pair(words[at : at + 2], tables[1])):
            step, found = 2, pair
        found = found or _misspelt(words[at], tables[1], verbs, synonyms)
        if found:
            yield range(at, at + step), Mention(*found, leaves=at > 0 and words[at - 1] in _FROM)
        at += step


def _look_up(words: list[str], tables: tuple[_Table, _Table], synonyms: Mapping[str, str]) -> _Found | None:
    """Return what these words stand for as they are, or by their synonyms; None if for nothing."""
    if words[0] in FILLERS or words[-1] in FILLERS:
        return None
    said = [word for word in words if word not in FILLERS]
    for way in product(*((word, *synonyms.get(word, "").split()) for word in said)):
        if len(way) == 1 and way[0].isdecimal():
            return frozenset((str(int(way[0])),)), frozenset()
        if found := tables[0].get(_key(way, str)) or tables[1].get(_key(way, _stem)):
            parts = [tables[0].get((word,), (frozenset[str](),))[0] for word in way] if len(way) > 1 else []
            return found[0], found[1].union(*parts) - found[0]
    return None


def _misspelt_pair(words: list[str], table: _Table) -> _Found | None:
    """Return what two words stand for together if one of them is misspelt, as in North Yoks."""
    pairs = {" ".join(key): key for key in table if len(key) == 2}
    whole = len(words) == 2 and min(map(len, words)) > 2
    near = get_close_matches(" ".join(_key(words, _stem)), pairs, 1, _LIKE_PAIR) if whole else []
    return table[pairs[near[0]]] if near else None


def _misspelt(word: str, table: _Table, verbs: Collection[str], synonyms: Mapping[str, str]) -> _Found | None:
    """Return what the most similar word stands for; None for short words and for verbs."""
    if len(word) < _SHORTEST or word in synonyms or word in FILLERS or get_close_matches(word, verbs, 1, 0.85):
        return None
    near = get_close_matches(_stem(word), [key[0] for key in table if len(key) == 1], 1, _CLOSE)
    return table[(near[0],)] if near else None
