"""A value of a wrong type, for each argument of each public function, is answered in one bounded sentence.

Nothing, a number, an empty list, an object, and a text of 5 kB stand in turn for each argument; the others are sound.
What such a value may mean, as None for "no limit", is taken; else a ValueError or one of its kind says what is wrong.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import roses
from roses import lab, odds, widgets
from roses.engine.errors import DataError, RecordError, RuleError, SaveError

WAR = roses.start("richard-iii", "1483")
FIELD = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
LINE = {"area": "Leicester", "attackers": "Richmond", "defenders": "Gloucester"}
PAGE = {"game": "richard-iii", "scenario": "1483", "seats": "page", "n": 1}
LESSON = "1483-richard-iii"
CHARGE = {"at": 140, "change": "Gloucester charges Richmond", "seats": "page"}
LONG = "x" * 5000
WRONG: dict[str, Any] = {"nothing": None, "a number": 5, "a list": [], "an object": object(), "a long text": LONG}
MOST = 700  # characters of a refusal
SAYS = (ValueError, DataError, RecordError, RuleError, SaveError, OSError)
TYPE_ERROR = (lab.frames, lab.to_frame)  # which document it, and say in a sentence what they take


def best() -> Any:
    return roses.odds.best_play(FIELD).root


def timeline() -> Any:
    return roses.timeline(LESSON)


# the functions of each module with sound arguments; those of classes that hold what others have computed are left out
CALLS: dict[Callable[..., Any], Callable[[], dict[str, Any]]] = {
    roses.battle: lambda: {"area": "Leicester", "attackers": {"Warwick": "Richmond"}, "defenders": "Gloucester"},
    roses.battle_odds: lambda: LINE,
    roses.battlefield: lambda: {"name": "towton-1461"},
    roses.choices: lambda: {"state": WAR, "side": None},
    roses.fork: lambda: {"record": LESSON, **CHARGE, "n": 1, "until": "battle"},
    roses.game: lambda: {"name": "richard-iii", "scenario": "1483"},
    roses.ledger: lambda: {"record": LESSON},
    roses.play: lambda: {"state": FIELD},
    roses.ratings: lambda: {"state": FIELD},
    roses.realm: dict,
    roses.replay: lambda: {"name": LESSON},
    roses.resample: lambda: {"view": WAR.apply(WAR.sample(random.Random(1))).view("York"), "rng": random.Random(1)},
    roses.resume: lambda: {"path": "none.json"},
    roses.rule: lambda: {"number": "6.5"},
    roses.rulesets: dict,
    roses.scene: lambda: {"scenario": "1460"},
    roses.sensitivity: lambda: {"state": FIELD},
    roses.set_language: dict,
    roses.shapley: lambda: {"state": FIELD},
    roses.simulate: lambda: PAGE,
    roses.sit: lambda: {"game": roses.game("richard-iii", "1483", seed=1), "side": "York"},
    roses.stands: lambda: {"state": FIELD, "place": "Kent"},
    roses.start: lambda: {"game": "richard-iii", "scenario": "1483"},
    roses.timeline: lambda: {"name": LESSON},
    roses.topics: dict,
    roses.win_probability: lambda: {"state": FIELD},
    lab.battles: dict,
    lab.campaign_worth: lambda: {"scenario": "1483", "nobles": ["Richmond"], "n": 1, "seats": "page"},
    lab.charge_chances: dict,
    lab.columns: lambda: {"of": "actions"},
    lab.court_counties: dict,
    lab.facts: lambda: {"name": "areas"},
    lab.fork_of: lambda: {"record": LESSON, **CHARGE},
    lab.frames: lambda: {"records": LESSON},
    lab.gather: lambda: {"state": WAR, "side": "York", "goal": "Kent"},
    lab.happened: dict,
    lab.judged: lambda: {"position": best(), "deeds": []},
    lab.kept_worth: lambda: {"name": "worth-1483-knight"},
    lab.land: dict,
    lab.ledgers: lambda: {"position": best(), "n": 2},
    lab.marches: lambda: {"state": WAR, "block": "Gloucester"},
    lab.orders: lambda: {"sentences": "Stanley/Y passes"},
    lab.ports: lambda: {"state": WAR, "blocks": "Gloucester"},
    lab.record_of: lambda: {"tables": lab.frames(LESSON)},
    lab.records_of: lambda: {"tables": lab.frames(LESSON)},
    lab.roster: lambda: {"name": "richard-iii"},
    lab.smallest_changes: lambda: {"state": FIELD},
    lab.study: lambda: {"game": "richard-iii", "scenario": "1483"},
    lab.support: lambda: {"timeline": timeline()},
    lab.to_frame: lambda: {"value": timeline()},
    lab.traffic: lambda: {"replays": [LESSON]},
    lab.treachery_chances: dict,
    lab.trials: lambda: {"state": FIELD, "plans": [lab.Plan("pass", asks="")], "n": 1},
    lab.what_if: lambda: {"name": "no-charge"},
    lab.what_if_results: dict,
    lab.what_ifs: dict,
    lab.who_counts: lambda: {"state": FIELD},
    lab.works: lambda: {"of": timeline()},
    odds.answer_odds: lambda: {"answers": [], "odds": FIELD},
    odds.best_play: lambda: LINE,
    odds.line_up: lambda: LINE,
    odds.opening: lambda: {"state": FIELD},
    odds.stand: lambda: {"state": odds.opening(FIELD)},
    widgets.Battle: lambda: {"name": "towton-1461"},
    widgets.BattleIndex: dict,
    widgets.Claims: dict,
    widgets.FieldView: lambda: {"field": "towton-1461"},
    widgets.LookingBack: lambda: {"game": LESSON},
    widgets.People: lambda: {"shown": []},
    widgets.PoliticalTurn: lambda: {"position": LESSON},
    widgets.SavedGames: dict,
    widgets.Stepper: lambda: {"timeline": timeline(), "still": False},
    widgets.Table: lambda: {"game": "richard-iii", "scenario": "1483", "seed": 1},
    widgets.people: dict,
}


def arguments(function: Callable[..., Any]) -> Iterator[str]:
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD:
            yield name


def call(function: Callable[..., Any], told: dict[str, Any]) -> Any:
    """Call a function with arguments by name; one that takes any number is given a single one."""
    parameters = inspect.signature(function).parameters
    many = next((name for name, one in parameters.items() if one.kind is inspect.Parameter.VAR_POSITIONAL), "")
    if function is lab.to_frame:  # which looks at the type of its first argument
        return function(*told.values())
    if many not in told:
        return function(**told)
    before = list(parameters)[: list(parameters).index(many)]
    named = {name: value for name, value in told.items() if name not in (many, *before)}
    return function(*(told[name] for name in before), told[many], **named)


CASES = [(function, name) for function in CALLS for name in arguments(function)]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    yield
    roses.set_language("en")


@pytest.mark.parametrize(
    ("function", "name"), CASES, ids=[f"{function.__module__}.{function.__name__}-{name}" for function, name in CASES]
)
def test_a_value_of_a_wrong_type_is_answered_in_a_bounded_sentence(function: Callable[..., Any], name: str) -> None:
    promised = (*SAYS, TypeError) if function in TYPE_ERROR else SAYS
    for what, wrong in WRONG.items():
        try:
            call(function, CALLS[function]() | {name: wrong})
        except promised as error:
            text = str(error)
            assert text and len(text) <= MOST and "\n" not in text, f"{what}: {len(text)} characters: {text[:300]}"


def test_every_public_function_is_tried() -> None:
    shown = {getattr(module, name) for module in (roses, lab, odds, widgets) for name in module.__all__}
    made = {one for one in shown if getattr(one, "__module__", "").startswith("roses.widgets")}
    functions = made | {one for one in shown if inspect.isfunction(one)}
    assert {one.__name__ for one in functions - set(CALLS)} == set()
