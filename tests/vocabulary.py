"""Words that are the same in all languages: names, notation, and the texts of records, for tests of languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any, get_args, get_type_hints
from xml.etree import ElementTree

import msgspec

import roses
from roses.engine import games, protocol
from roses.engine.data import text
from roses.engine.replay import shipped_names
from roses.figures.blocks import short_name
from roses.figures.blocks.cards import BEARERS
from roses.figures.court.captions import FRANCE
from roses.figures.map.geography import ATTRIBUTION, CREDIT, KINGDOM, SEA_SPOTS
from roses.figures.map.layout import LABELS, name_lines
from roses.figures.map.scene import landmarks
from roses.history.battlefields import battlefield, battlefields
from roses.history.battles import works
from roses.history.names import names as names_of_the_day
from roses.lancaster import actions as lancaster
from roses.lancaster.game import BOOK as lancaster_book
from roses.lancaster.tables import COLOURS, FAVOURS, SHIPPED, SPACES
from roses.richard import actions as richard
from roses.richard.rules import BOOK as richard_book
from roses.richard.tables import AREAS, BLOCKS, CARDS, PLACES, SCENARIOS, SIDES

RECORDS = ("1483-richard-iii", "1413-lancaster")
_FIELD = re.compile(r"\{(\w+)\}")
_GIVEN = re.compile(r"\{\w+\}|Lancaster|York")


def texts_of(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts_of(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts_of(part)


def _drawn(file: str) -> set[str]:
    """What a drawing of arms says of itself."""
    return {words for e in ElementTree.fromstring(text(f"arms/{file}")).iter() if (words := (e.text or "").strip())}


@cache
def names() -> frozenset[str]:
    """Names of the tables of both games: sides, blocks, areas, cities, seas, cards, persons, counties, laws."""
    result = {ATTRIBUTION, CREDIT, *games.names(), *SIDES, *PLACES, *SEA_SPOTS, *COLOURS, "Rebel"}
    result |= {*shipped_names()}
    for block in BLOCKS.values():
        result |= {block.id, block.name, short_name(block.id), block.abbreviation}
    for area in AREAS.values():
        result |= {area.id, area.city, area.cathedral, *area.seas, *name_lines(area.id, KINGDOM)}
    for bearer in BEARERS.values():
        result |= {bearer.title, bearer.person, bearer.blazon, *_drawn(bearer.file)}
    every = landmarks()
    for site in (*every.cities, *every.cathedrals, *every.ports, *every.battles):
        result |= {site.name}
    for label in filter(None, LABELS.battles.values()):
        result |= {label[3].replace("|", " "), *label[3].split("|")}
    for bearer_of_the_day in chain.from_iterable(names_of_the_day().values()):
        result |= {bearer_of_the_day.name, bearer_of_the_day.short}
    for scenario in SCENARIOS.values():
        result |= {scenario.id, scenario.title}
    result |= {card.name for card in CARDS.values()}
    for law in SHIPPED.laws:
        result |= {law.id, law.name, law.effect, law.effect.rstrip(".")}
    result |= {county.name for county in SHIPPED.counties} | {fight.text for fight in FRANCE.values()}
    result |= {name for card in SHIPPED.conflicts for name in (card.id, card.name)}
    for book in (richard_book, lancaster_book):
        result |= {book.paragraph(number).title for number in book.numbers()}
    return frozenset(result - {""})


@cache
def written(name: str) -> frozenset[str]:
    """All texts of a record: its narration, its sources, the notation of its actions; not the codes in its places and
    questions, such as "castle", which are English words."""
    record = roses.replay(name).record
    asked = [moment.question for moment in record.moments if moment.question]
    codes = {place.kind for place in record.places}
    codes |= {answer.outcome[0] for question in asked for answer in question.answers if answer.outcome}
    return frozenset(texts_of(msgspec.to_builtins(record))) - codes - {""}


@cache
def fields() -> frozenset[str]:
    """All texts of the battlefields, and the short names of the works they rest on."""
    result = {work.short for work in works().values()}
    for field in map(battlefield, battlefields()):
        result |= {field.name, field.shown, field.accuracy, *field.sides.values()}
        result |= {feature.name for feature in field.terrain}
        result |= {words for commander in field.commanders for words in (commander.name, commander.full)}
        result |= {words for phase in field.phases for words in (phase.title, phase.text)}
        result |= {words for r in field.reconstructions for words in (r.name, r.title, r.text, r.disputed)}
    return frozenset(result - {""})


@cache
def notation() -> re.Pattern[str]:
    """The words of the notation of both games, without the names in it."""
    kinds = [kind for module in (richard, lancaster, protocol) for kind in vars(module).values()]
    kinds = {kind for kind in kinds if isinstance(kind, type) and issubclass(kind, protocol.Written) and kind.text}
    forms = set[str]()
    result = {"CHANCE", "in court", "castle", *FAVOURS, *SPACES, *filter(str.isalpha, richard_book.numbers())}
    for kind in kinds:
        result |= {field.upper() for field in _FIELD.findall(kind.text)}
        result |= {
            words for hint in get_type_hints(kind).values() for words in get_args(hint) if isinstance(words, str)
        }
        forms.add("[^⟦⟧;]{1,60}?".join(re.escape(part) for part in _GIVEN.split(kind.text)).strip())
    return re.compile("(?<![A-Za-z])(?:" + "|".join([*sorted(forms, key=len, reverse=True), *result]) + ")(?![A-Za-z])")
