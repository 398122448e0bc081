"""Events: each kind has fields of its own, a sentence that is marked for translation, and comes back from JSON."""

from __future__ import annotations

import random
import re
from functools import cache

import msgspec
import pytest

import roses
from roses.engine.protocol import CHANCE, Number
from roses.lancaster import gains
from roses.lancaster.events import KINDS, AnyEvent, Lost, Skipped
from roses.lancaster.gains import Source
from roses.lancaster.law_events import MostCounted
from roses.lancaster.tables import COLOURS
from tests.testing.pseudo import CLOSE, OPEN, pseudo_language

GAMES = 40  # at most
RARE = {"lost", "skipped"}
VALUES = {str, Number, bool, Number | None, tuple[str, ...], tuple[Number, ...], Source}
RULES = tuple(f"revised+{field}" for field in (
    "expansion_laws=all", "expansion_laws=drawn", "favour_pick=may", "most_announced=amounts", "county_choice=may",
))  # fmt: skip


@cache
def told() -> tuple[tuple[AnyEvent, ...], ...]:
    """What happened at each step of random games: so many that all kinds but the rarest were met."""
    results: list[tuple[AnyEvent, ...]] = []
    missing = KINDS.keys() - RARE
    for seed in range(GAMES):
        state = roses.start("lancaster", ruleset=RULES[seed % len(RULES)], players=2 + seed % 4)
        rng = random.Random(seed)
        while state.active:
            sides = state.active
            chosen = state.sample(rng) if sides == (CHANCE,) else rng.choice(state.legal_actions(rng.choice(sides)))
            state = state.apply_unchecked(chosen)
            results.append(state.events)
        missing -= {event.kind for events in results for event in events}
        if not missing and seed > 6:
            break
    return tuple(results)


def every() -> list[AnyEvent]:
    return [event for events in told() for event in events]


def test_random_games_meet_every_kind_but_the_rarest() -> None:
    missing = KINDS.keys() - {event.kind for event in every()}
    assert missing <= RARE, missing


def test_every_kind_has_a_sentence_with_all_its_words() -> None:
    for event in every():
        text = str(event)
        assert text[0].isupper() and text.endswith(".") and not re.search(r"[{]|  | [.]|[(][)]", text), event
    assert str(Lost("Blue", (1, 3), "11.5")) == "The captured knights of Blue go to the reserve: strength 1, 3."
    assert str(Skipped("Blue")) == "Blue has knights at court, but no place for them."


def test_every_sentence_is_marked_for_translation() -> None:
    met = {(type(event), event.template()): event for event in every()}
    with pseudo_language():
        for event in met.values():
            text = str(event)
            assert text.startswith(OPEN) and text.endswith(CLOSE), text
    assert len(met) > len(KINDS)


def test_every_event_comes_back_from_json() -> None:
    for events in told():
        text = msgspec.json.encode(events)
        assert msgspec.json.decode(text, type=tuple[AnyEvent, ...]) == events


def test_a_view_comes_back_from_json_with_its_events() -> None:
    state = roses.start("lancaster").apply("draw Blue as start player")
    view = state.view("Blue")
    assert view.events and msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_kind_has_small_typed_fields_and_none_of_free_text(kind: type[AnyEvent]) -> None:
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    assert set(fields.values()) <= VALUES and not fields.keys() & {"note", "n", "text"} and len(fields) <= 6
    assert kind.__struct_config__.frozen and kind.__doc__


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("goods", gains.GAINS)
def test_14_3_what_lapses_for_an_ally_is_told_in_one_or_many(goods: str, n: int) -> None:
    text = str(gains.Lapsed("Red", goods, "14.3", n))
    assert text.startswith("Red, an ally, ") and f": {n} " in text


@pytest.mark.parametrize(("sides", "said"), [
    (("Red",), "Red wins with 31 points."),
    (("Red", "Blue"), "Red and Blue share the victory with 31 points."),
    (("Red", "Blue", "Green"), "Red and Blue and Green share the victory with 31 points."),
])  # fmt: skip
def test_13_5_a_shared_victory_has_a_sentence_of_its_own(sides: tuple[str, ...], said: str) -> None:
    assert str(gains.GameWon(sides, 31)) == said


@pytest.mark.parametrize(("event", "said"), [
    (MostCounted("gold", ("Blue", "Red")), "The most gold: Blue, Red."),
    (MostCounted("gold", ()), "The most gold: nobody."),
    (MostCounted("nobles", ("Blue",), 3), "The most nobles: Blue (3)."),
    (MostCounted("nobles", (), 0), "The most nobles: nobody (0)."),
])  # fmt: skip
def test_8_3_the_most_is_told_with_the_amount_where_the_ruleset_announces_it(event: AnyEvent, said: str) -> None:
    assert str(event) == said


def test_everything_at_court_is_public() -> None:
    assert all(event.seen_by == () and event.side in ("", *COLOURS) for event in every())
