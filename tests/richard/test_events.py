"""Events: each kind has fields of its own, a sentence that is marked for translation, and comes back from JSON."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import msgspec
import pytest

import roses
from roses.engine.protocol import Number
from roses.richard.events import KINDS, AnyEvent, army, campaign, seen
from roses.richard.events.army import OfBlock
from roses.richard.rules import RULESETS, Ruleset
from roses.richard.tables import SCENARIOS, SIDES
from tests.richard.scene import scene
from tests.richard.twins import play
from tests.testing.pseudo import CLOSE, OPEN, pseudo_language

GAMES = 60  # at most
READERS = ("engine", "richard", "lancaster", "figures", "widgets", "testing", "bots")  # who might read events
RARE = {"trapped", "execute", "change"}
VALUES = {str, Number, bool, tuple[str, ...], tuple[Number, ...]}


@cache
def told() -> tuple[tuple[AnyEvent, ...], ...]:
    """What happened at each step of random games: so many that all kinds but the rarest were met."""
    results: list[tuple[AnyEvent, ...]] = []
    missing = KINDS.keys() - RARE
    for seed, scenario in product(range(GAMES // len(SCENARIOS)), SCENARIOS):
        steps = play(scenario, rules(seed), random.Random(seed))
        game = [state.apply_unchecked(action).events for state, action, _ in steps]
        missing -= {event.kind for events in game for event in events}
        results += game
        if not missing:
            break
    return tuple(results)


def rules(seed: int) -> Ruleset:
    """One ruleset after another, every second time with the main attack named when all have moved."""
    items = list(RULESETS.values())[seed % len(RULESETS)]
    return msgspec.structs.replace(items, main_attack_declaration="end_of_phase") if seed % 2 else items


def shown() -> Iterator[AnyEvent]:
    """All these events as each side and the umpire know them."""
    for events in told():
        for side in (*SIDES, None):
            yield from seen(events, side)


def test_random_games_meet_every_kind_but_the_rarest() -> None:
    missing = KINDS.keys() - {event.kind for events in told() for event in events}
    assert missing <= RARE, missing


def test_every_kind_has_a_sentence_with_all_its_words() -> None:
    for event in shown():
        text = str(event)
        assert text[0].isupper() and text.endswith(".") and not re.search(r"[{]|  | [.]|[(][)]", text), event
    assert str(army.Trapped("York", "Stanley/Y")) == "Stanley has no way out."


def test_every_sentence_is_marked_for_translation() -> None:
    met = {(type(event), event.template()): event for event in shown()}
    with pseudo_language():
        for event in met.values():
            text = str(event)
            assert text.startswith(OPEN) and text.endswith(CLOSE) and text.count(OPEN) == 1, text
    assert len(met) > len(KINDS)


def test_every_event_comes_back_from_json() -> None:
    for events in told():
        text = msgspec.json.encode(events)
        assert msgspec.json.decode(text, type=tuple[AnyEvent, ...]) == events


def test_a_view_comes_back_from_json_with_its_events() -> None:
    state = scene("2", "3", Kent="Norfolk", Sussex="Oxford").apply("Norfolk marches to Sussex")
    for side in (*SIDES, None):
        view = state.view(side)
        assert view.events and msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_kind_has_small_typed_fields_and_none_of_free_text(kind: type[AnyEvent]) -> None:
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    assert set(fields.values()) <= VALUES and not fields.keys() & {"note", "n", "text"} and len(fields) <= 8
    assert kind.__struct_config__.frozen and kind.__doc__


# figures and statements of history have notes
NO_EVENTS = {"bars", "figure", "battle", "story.model", "stand", "one", "row"}


def test_no_module_reads_a_note_or_takes_a_sentence_apart() -> None:
    """Whoever wants to know what happened asks the fields of an event."""
    wrong = []
    root = Path(roses.__file__).parent
    for path in (path for folder in READERS for path in sorted((root / folder).rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            read = isinstance(node, ast.Attribute) and node.attr == "note" and ast.unparse(node.value) not in NO_EVENTS
            call = node.func if isinstance(node, ast.Call) else None
            split = isinstance(call, ast.Attribute) and call.attr in ("replace", "split", "partition", "removeprefix")
            if read or (split and ast.unparse(call.value) in ("str(event)", "str(e)")):
                wrong.append(f"{path.name}:{node.lineno}")
    assert wrong == []


# ---- what a side may see


def test_6_1_a_block_in_secret_is_told_to_its_side_only() -> None:
    for event in (event for events in told() for event in events if event.seen_by):
        assert isinstance(event, OfBlock) and event.seen_by == (event.side,) and event.block
        (other,) = set(SIDES) - {event.side}
        assert [e.block for e in seen([event], other)] == [""] and seen([event], event.side) == (event,)


def test_8_3_the_order_of_events_tells_no_unseen_block_from_another() -> None:
    runs = 0
    for events in told():
        for side in SIDES:
            if sum(bool(e.seen_by) and side not in e.seen_by for e in events) > 1:
                at = [i for i, e in enumerate(events) if e.seen_by and side not in e.seen_by]
                first, last = at[0], at[-1] + 1
                if len(at) == last - first and len({e.kind for e in events[first:last]}) == 1:  # as when all go home
                    runs += 1
                    turned = (*events[:first], *reversed(events[first:last]), *events[last:])
                    assert seen(turned, side) == seen(events, side)
    assert runs > 2


def test_8_4_those_who_go_home_are_told_by_area_whoever_they_are() -> None:
    """Arundel stands before Westmoreland in the roster, and goes to the area that comes later in the alphabet."""
    homes = {"Arundel": "Sussex", "Westmoreland/Y": "Carlisle"}
    events = [campaign.WentHome("York", block, area, "8.4") for block, area in homes.items()]
    assert [e.area for e in seen(events, "Lancaster")] == ["Carlisle", "Sussex"]
    assert seen(events, "York") == seen(events, None) == tuple(events)


def test_5_1_the_order_of_the_dead_of_a_plague_tells_nothing_of_those_who_die_in_secret() -> None:
    struck = scene("Plague", "2", Middlesex="Rivers/Y:1, Warwick/Y:1, Westmoreland/Y:1, Norfolk", Lincoln="Beaumont")
    state = struck.apply("plague in Middlesex")
    dead = [event.block for event in state.view("Lancaster").events if event.kind == "eliminated"]
    assert dead == ["Warwick/Y", "", ""]
