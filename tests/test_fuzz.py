"""The fuzzer: deterministic by seed, quiet on a sound engine, and not blind: each planted defect is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from roses.engine import record as records
from roses.lab import fuzz, watch
from roses.lab.fuzz import Case, Finding, again, cases, run, summary, variants
from roses.richard import sequence, state
from roses.richard.phases import battle, supply
from roses.richard.position import Phase
from roses.richard.roster import INDEX, PLACE

CASES = [Case("1483", "revised", 4), Case("1470", "classic", 5), Case("1460", "russian", 6)]


def test_a_sound_engine_passes_in_every_scenario() -> None:
    findings = [fuzz.fuzz(case) for case in CASES]
    assert [f.failure for f in findings] == [None] * 3
    assert all(f.winner and f.actions > 50 for f in findings)


def test_the_same_seeds_give_the_same_run_in_one_process_or_two() -> None:
    todo = list(cases(6, seed=40))
    figures = summary(run(todo))
    assert figures == summary(run(todo)) == summary(run(todo, jobs=2))
    assert figures["digest"] != summary(run(list(cases(6, seed=41))))["digest"]


def test_a_run_meets_all_scenarios_and_all_variants() -> None:
    todo = list(cases(3 * len(variants())))
    assert len({(c.scenario, c.ruleset) for c in todo}) == len({c.seed for c in todo}) == len(todo)
    assert len(variants()) == len(set(variants())) > 20


@pytest.mark.parametrize("name", variants())
def test_every_variant_is_named_by_what_it_changes(name: str) -> None:
    rules = fuzz.named(name)
    assert rules.name == name
    differs = [f for f in rules.__struct_fields__ if getattr(rules, f) != getattr(fuzz.named("revised"), f)]
    assert len(differs) == 1 + name.startswith("revised+") or name in ("revised", "classic", "russian")


@pytest.mark.parametrize("name", ["tudor", "revised+x=1", "revised+bombard_sea_move=maybe", "classic+"])
def test_an_unknown_ruleset_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="there is no"):
        fuzz.named(name)


# ---- planted defects


def spoil(monkeypatch: pytest.MonkeyPatch, change: Callable[[Any], Any], when: Callable[[Any], bool]) -> None:
    """Make the engine hand out states that are changed where ``when`` holds."""
    freeze = state._freeze

    def spoilt(d: Any) -> Any:
        after = freeze(d)
        return change(after) if when(after) else after

    monkeypatch.setattr(state, "_freeze", spoilt)


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
    monkeypatch.setitem(sequence.LEGAL, Phase.HITS, lambda s, side: [])
    assert "is to choose, and has 0 legal actions" in found()


def test_an_exception_is_found_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(d: Any, side: int, action: Any) -> None:
        raise ZeroDivisionError("no dice")

    monkeypatch.setitem(sequence.APPLY, Phase.HITS, broken)
    message = found()
    assert message.startswith("exception: ZeroDivisionError: no dice at ") and "test_fuzz" in message


def test_an_endless_battle_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "BATTLE_LIMIT", 12)
    assert "has lasted 12 actions" in found()
    monkeypatch.setattr(watch, "BATTLE_LIMIT", 600)
    monkeypatch.setattr(battle, "LAST_ROUND", 6)
    assert "is in round 5" in found(Case("1470", "revised", 35))  # one of the few with so long a battle


def test_an_endless_game_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "GAME_LIMIT", 30)
    assert found() == "endless: the game is not over after 30 actions"


def first_failure(check: str) -> Finding:
    """The first of some games in which this is found."""
    findings = map(fuzz.fuzz, cases(60, 7, ["1460"], ["revised"]))
    return next(f for f in findings if f.failure and f.failure.check == check)


def test_supply_that_is_skipped_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sequence.STAGES, "attrition", supply.end_attrition)
    failure = first_failure("supply").failure
    assert failure and "stands above its limits and has not been asked" in failure.message


def test_supply_that_ends_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sequence.LEGAL, Phase.SUPPLY, lambda s, side: [supply.Done()])
    failure = first_failure("supply").failure
    assert failure and "has ended supply with steps to lose" in failure.message


def test_notation_that_does_not_come_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    read = watch.read
    monkeypatch.setattr(watch, "read", lambda text: read(text.replace("fires", "passes")))
    assert found().startswith("notation: ")


def test_a_loader_that_breaks_on_damage_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(raw: bytes, error: Exception) -> None:
        raise KeyError("entries")

    monkeypatch.setattr(records, "_repair", broken)
    finding = fuzz.fuzz(CASES[0])
    assert finding.failure and finding.failure.check == "record"
    assert "a damaged record gave KeyError: 'entries'" in finding.failure.message
    once_more = again(finding.failure.record)
    assert once_more and once_more.failure and once_more.failure.check == "record"
