"""The fuzzer: deterministic by seed, without findings on a sound engine, and each planted defect is found."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec
import pytest

from roses.engine import record as records
from roses.engine.explain import Explanation
from roses.engine.games import describe, names
from roses.engine.rules import variants
from roses.richard import game, phases, state
from roses.richard.events.campaign import TurnBegun
from roses.richard.phases import battle, supply
from roses.richard.position import Phase
from roses.richard.tables import INDEX, PLACE
from tests.proof import sampled
from tests.testing import checks, fuzz
from tests.testing.fuzz import Case, Finding, again, cases, run, summary

GAME = "richard-iii"
CASES = [Case(GAME, "1483", "revised", 4), Case(GAME, "1470", "classic", 5), Case(GAME, "1460", "russian", 6)]


def test_a_sound_engine_passes_in_every_scenario() -> None:
    findings = [fuzz.fuzz(case) for case in CASES]
    assert [f.failure for f in findings] == [None] * 3
    assert all(f.winner and f.actions > 50 for f in findings)


def test_the_same_seeds_give_the_same_run_in_one_process_or_two() -> None:
    todo = list(cases(6, seed=40, games=[GAME]))
    figures = summary(run(todo))
    assert figures == summary(run(todo)) == summary(run(todo, jobs=2))
    assert figures["digest"] != summary(run(list(cases(6, seed=41, games=[GAME]))))["digest"]


@pytest.mark.parametrize("game", names())
def test_a_run_meets_all_scenarios_options_and_variants(game: str) -> None:
    known = describe(game)
    settings = len(known.scenarios) * math.prod(len(values) for values in known.options.values() if values)
    todo = list(cases(settings * len(variants(known.rulesets)), games=[game]))
    met = {str([c.scenario, c.options, c.ruleset]) for c in todo}
    assert len(met) == len({c.seed for c in todo}) == len(todo) > 20
    for case in todo:
        assert fuzz.begin(case).header["ruleset"] == case.ruleset


def test_a_run_goes_through_all_games_in_turn() -> None:
    assert [c.game for c in cases(2 * len(names()))] == [*names(), *names()]


def test_what_is_named_is_not_gone_through() -> None:
    todo = list(cases(9, 5, [GAME], ["1483"], ["classic"], {"players": 2}))
    assert todo == [Case(GAME, "1483", "classic", seed, {"players": 2}) for seed in range(5, 14)]


@pytest.mark.parametrize("seed", sampled(range(60), *range(6)))
def test_1_0_a_game_of_two_campaigns_from_1470_on_ends_by_every_ruleset(seed: int) -> None:
    rules = variants(describe(GAME).rulesets)
    found = fuzz.fuzz(Case(GAME, "1470", rules[seed % len(rules)], seed, {"campaigns": 2}))
    assert found.failure is None and "victory" in found.kinds
    assert "reset" in found.kinds or "king_dead" in found.kinds  # a second campaign has begun, or a house is extinct


# ---- planted defects


def spoil(monkeypatch: pytest.MonkeyPatch, change: Callable[[Any], Any], when: Callable[[Any], bool]) -> None:
    """Make the engine hand out states that are changed where ``when`` holds."""
    freeze = state.freeze

    def spoilt(*given: Any) -> Any:
        after = freeze(*given)
        return change(after) if when(after) else after

    monkeypatch.setattr(state, "freeze", spoilt)


def found(case: Case = CASES[2]) -> str:
    """Fuzz until something is found; the record that is written must bring it about again. Return check and message."""
    finding = fuzz.fuzz(case)
    assert finding.failure is not None
    once_more = again(finding.failure.record)
    assert once_more is not None and once_more.failure is not None
    assert once_more.failure.check == finding.failure.check
    assert once_more.failure.message == finding.failure.message
    return f"{finding.failure.check}: {finding.failure.message}"


def moved(block: str, place: str) -> Callable[[Any], Any]:
    """A change that puts a block somewhere else, whatever the rules say."""

    def change(s: Any) -> Any:
        b, to = INDEX[block], PLACE[place]
        loc, occ, steps = bytearray(s.loc), list(s.occ), bytearray(s.steps)
        occ[loc[b]] &= ~(1 << b)
        occ[to] |= 1 << b
        loc[b], steps[b] = to, steps[b] or 1
        return msgspec.structs.replace(s, loc=bytes(loc), occ=tuple(occ), steps=bytes(steps))

    return change


def in_turn_2(s: Any) -> bool:
    return bool(s.turn == 2 and s.phase is Phase.CARDS)


def test_a_block_that_is_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch, lambda s: msgspec.structs.replace(s, occ=(0, *s.occ[1:])), lambda s: s.turn == 2 and s.occ[0])
    assert found().startswith("blocks: a block is lost or doubled")


def test_a_block_with_too_many_steps_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch, lambda s: msgspec.structs.replace(s, steps=bytes([9]) + s.steps[1:]), in_turn_2)
    assert "with 9 steps" in found()


def test_both_versions_of_a_block_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch, lambda s: moved("Stanley/Y", "Pool")(moved("Stanley/L", "Pool")(s)), in_turn_2)
    assert found() == "versions: both versions are in play: Stanley/L and Stanley/Y"


def test_a_block_in_the_enemys_exile_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch, moved("London (levy)", "France"), lambda s: s.own[1] >> INDEX["London (levy)"] & s.turn == 2)
    spoil(monkeypatch, moved("London (levy)", "Calais"), lambda s: s.own[0] >> INDEX["London (levy)"] & s.turn == 2)
    assert "exile: London (levy) of " in found()


def test_a_dead_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(phases.LEGAL, Phase.HITS, lambda s, side: [])
    assert "is to choose, and has 0 legal actions" in found()


def test_an_exception_is_found_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(d: Any, side: int, action: Any) -> None:
        raise ZeroDivisionError("no dice")

    monkeypatch.setitem(phases.APPLY, Phase.HITS, broken)
    message = found()
    assert message.startswith("exception: ZeroDivisionError: no dice at ") and "test_fuzz" in message


def test_an_endless_battle_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "BATTLE_LIMIT", 12)
    assert "has lasted 12 actions" in found()
    monkeypatch.setattr(game, "BATTLE_LIMIT", 600)
    monkeypatch.setattr(battle, "LAST_ROUND", 6)
    assert "is in round 5" in found(Case(GAME, "1470", "revised", 35))  # one of the few with so long a battle


def test_an_endless_game_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "GAME_LIMIT", 30)
    assert found() == "endless: the game is not over after 30 actions"


def first_failure(check: str) -> Finding:
    """The first of some games in which this is found."""
    findings = map(fuzz.fuzz, cases(60, 7, [GAME], ["1460"], ["revised"]))
    return next(f for f in findings if f.failure and f.failure.check == check)


def test_supply_that_is_skipped_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(phases.STAGES, "attrition", supply.end_attrition)
    failure = first_failure("supply").failure
    assert failure and "stands above its limits and has not been asked" in failure.message


def test_supply_that_ends_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(phases.LEGAL, Phase.SUPPLY, lambda s, side: [supply.Done()])
    failure = first_failure("supply").failure
    assert failure and "has ended supply with steps to lose" in failure.message


def test_notation_that_does_not_come_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    read = state.read
    monkeypatch.setattr(state, "read", lambda text: read(text.replace("fires", "passes")))
    assert found().startswith("notation: ")


def test_an_event_whose_rule_has_no_text_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch, told(rule="0.0"), in_turn_2)
    assert found().startswith("rule: the event ") and found().endswith(" names a rule '0.0' without a text")


def test_an_event_without_a_sentence_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch, lambda s: msgspec.structs.replace(s, events=(TurnBegun("{turn"),)), in_turn_2)  # type: ignore[arg-type]
    assert found().startswith("sentence: the event turn reads ")


def told(**changes: str) -> Callable[[Any], Any]:
    """A change to the first event of a state."""
    return lambda s: msgspec.structs.replace(s, events=(msgspec.structs.replace(s.events[0], **changes),))


def test_a_view_that_is_the_state_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "make_view", lambda s, side: s)
    assert "sees the state itself at " in found()


def test_a_state_that_changes_under_an_action_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = count()
    monkeypatch.setattr(state, "make_view", lambda s, side: next(looks))
    assert found().startswith("view: None sees ") and " otherwise once " in found()


def test_a_refusal_whose_rule_has_no_text_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "reason", lambda *asked: ("0.0", "it is so"))
    assert found().startswith("rule: the ") and "names the rule '0.0'; there is none" in found()


def test_a_legal_action_that_is_explained_away_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    away = Explanation("all", False, "1.0", "nothing is open")
    monkeypatch.setattr(state.State, "explain", lambda *asked: away, raising=False)
    assert found().startswith("explain: ") and "is explained away" in found()


def test_a_record_that_is_lost_in_its_transcript_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz.transcript, "FIELDS", ("game", "scenario", "ruleset"))
    finding = fuzz.fuzz(CASES[0])
    assert finding.failure and finding.failure.message == "the record does not come back from its transcript"


def test_a_loader_that_breaks_on_damage_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(raw: bytes, error: Exception) -> None:
        raise KeyError("entries")

    monkeypatch.setattr(records, "_repair", broken)
    finding = fuzz.fuzz(CASES[0])
    assert finding.failure and finding.failure.check == "record"
    assert "a damaged record gave KeyError: 'entries'" in finding.failure.message
    once_more = again(finding.failure.record)
    assert once_more and once_more.failure and once_more.failure.check == "record"
