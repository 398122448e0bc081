"""Odds under ``stand`` and callables: equal to an enumeration of all dice on the engine; bad input is refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

import roses
from roses.engine.errors import RuleError
from roses.engine.protocol import CHANCE
from roses.odds import BattleOdds, battle_odds, best_play, line_up, opening, orders, stand
from roses.odds.army import Field
from roses.odds.endings import over
from roses.odds.enumeration import falls, key
from roses.richard.actions import Charge, Fire, Hit, Pass, Treachery
from roses.richard.combat import firepower
from roses.richard.position import Phase
from roses.richard.state import State
from roses.richard.tables import BLOCKS, INDEX, NAMES
from tests.benchmarks.battle_odds import BATTLES
from tests.odds.lineups import LINEUPS
from tests.proof import sampled

LEICESTER: dict[str, Any] = {"area": "Leicester", "attacker": "Lancaster", "entry": "Warwick"}
BOSWORTH = LINEUPS["Bosworth"]
SMALL = ("one against one", "two against one", "own shield and crown", "bombard in reserve", "Canterbury, Lancaster's",
         "Norwich", "Welsh in Wales", "one is trapped")  # fmt: skip
SMALLEST = ("one against one", "two against one", "Canterbury, Lancaster's", "Welsh in Wales", "one is trapped")
LARGE = ("Bosworth", "Towton", "both have reserves", "all equal")  # some seconds each on the engine


def first(name: str) -> State:
    lineup = dict(LINEUPS[name])
    return opening(line_up(**lineup), lineup["area"])


def brute_force(state: State) -> dict[str, float]:
    """Who wins, by every single fall of the dice that ``chance_outcomes`` lists."""
    known: dict[object, dict[str, float]] = {}

    def win(now: State) -> dict[str, float]:
        if over(now):
            return {now.outcome.winner if now.outcome else now.active[0]: 1.0}
        here = key(now)
        if here not in known:
            chosen = stand(now) if now.active != (CHANCE,) else ()
            moves = [(a, 1 / len(chosen)) for a in chosen] or now.chance_outcomes()
            total: dict[str, float] = {}
            for action, chance in moves:
                for house, p in win(now.apply_unchecked(action)).items():
                    total[house] = total.get(house, 0.0) + chance * p
            known[here] = total
        return known[here]

    return win(state)


@cache
def odds(name: str) -> BattleOdds:
    result = battle_odds(**LINEUPS[name])
    assert isinstance(result, BattleOdds)
    return result


@pytest.mark.parametrize("name", sampled(SMALL, *SMALLEST))
def test_every_single_fall_of_the_dice_gives_the_same_odds(name: str) -> None:
    expected = brute_force(first(name))
    for house, chance in odds(name).win.items():
        assert chance == pytest.approx(expected.get(house, 0.0), abs=1e-12)


@pytest.mark.parametrize("name", sampled((name for name in LINEUPS if name not in LARGE), *SMALL))
def test_the_tables_agree_with_a_walk_on_the_engine(name: str) -> None:
    agree(odds(name), first(name))


def agree(tables: BattleOdds, state: State, policy: Callable[[State], Any] = lambda state: None) -> None:
    walked = battle_odds(state, policy=lambda state: policy(state))
    assert isinstance(walked, BattleOdds)
    for kind in ("wins", "fates"):
        mine, theirs = getattr(tables, kind), getattr(walked, kind)
        for row in {*mine, *theirs}:
            assert mine.get(row, 0.0) == pytest.approx(theirs.get(row, 0.0), abs=1e-12), row
    ends = [{(e.winner, e.round, frozenset(e.stands), frozenset(e.away), frozenset(e.eliminated)): e.probability
             for e in o.outcomes} for o in (tables, walked)]  # fmt: skip
    assert ends[0].keys() == ends[1].keys()
    assert all(ends[0][end] == pytest.approx(ends[1][end], abs=1e-12) for end in ends[0])


def pirates() -> State:
    state = roses.scene(
        cards=("Piracy", "2"), France="Oxford, French Mercenary:2", Kent="Arundel:2", Sussex="Suffolk:1"
    )
    landed = roses.play(state, "Oxford sails the English Channel to Kent",
                        "French Mercenary sails the English Channel to Kent", "done", "Suffolk marches to Kent", "done",
                        "fight in Kent")  # fmt: skip
    assert isinstance(landed, State)
    return landed


HEIRS = "Henry VI, Prince Edward, Exeter/L, Richmond"
ALIKE = {
    "three fight alike, one of them in reserve": lambda: roses.battle(
        "Derby", {"Leicester": "Pembroke:2, Clifford:1", "Lincoln": "Wiltshire:2"}, "Suffolk:2, Arundel:2, Kent/Y:2"),
    "the last heirs of both houses": lambda: roses.battle(
        "Leicester", {"Warwick": "Richmond:2, Oxford:1"}, "Gloucester:2, Norfolk:1", scenario="1483"),
    "the last heir fights like his friends": lambda: roses.battle(
        "Leicester", {"Warwick": "March:2, Kent/Y:1"}, "Somerset:2, Clifford:2", dead=HEIRS),
    "pirates": pirates,
    "guns that attack when their line is gone": lambda: opening(line_up(
        area="Glamorgan", attacker="York", attackers=[("Buckingham/Y", 1), ("Hastings", 1)], king="Exeter/L",
        defenders=[("Henry VI", 1)], reserves={"defender": [("Bombard/L", 1)]}), "Glamorgan"),
    "the shield of a traitor who falls": lambda: opening(line_up(
        area="Cornwall", attacker="York", attackers=[("Clarence/Y", 2)], defenders=[("Somerset", 1)], king="Richmond",
        pretender="March", reserves={"attacker": [("Exeter/Y", 1)]}), "Cornwall"),
    "Nevilles who share a shield": lambda: opening(line_up(
        area="Glamorgan", attacker="Lancaster", attackers=[("Prince Edward", 2)], defenders=[("Warwick/Y", 1)],
        reserves={"attacker": [("Exeter/L", 2)], "defender": [("Salisbury/Y", 1)]}, entry="Pembroke", king="Exeter/L",
        rules="revised+neville_shared_shields=all_purposes"), "Glamorgan"),
    "an island without a way out": lambda: opening(line_up(
        area="Isle of Man", attacker="York", attackers=[("Herbert", 2), ("Clarence/Y", 1)],
        defenders=[("Prince Edward", 1), ("Bristol (levy)", 1)], king="York"), "Isle of Man"),
}  # fmt: skip


def test_6_3_attackers_who_march_in_are_named_with_the_areas_they_come_from() -> None:
    """As a text or as a list of names; the first of them make the main attack, as if they were a line-up from there."""
    army, entry = "March, Hastings:2", "Derby"
    texts = battle_odds(area="South Yorks", attackers={entry: army}, defenders="Clifford, York (levy)")
    lists = {entry: ["March", ("Hastings", 2)]}
    assert battle_odds(area="South Yorks", attackers=lists, defenders=["Clifford", "York (levy)"]).win == texts.win
    line = battle_odds(area="South Yorks", attackers=army, entry=entry, defenders="Clifford, York (levy)")
    assert line.win == pytest.approx(texts.win)


@pytest.mark.parametrize("name", sampled(ALIKE, *list(ALIKE)[1:]))
def test_lumps_of_blocks_agree_with_a_walk_on_the_engine(name: str) -> None:
    state = ALIKE[name]()
    tables = battle_odds(state)
    assert isinstance(tables, BattleOdds)
    agree(tables, state)
    forward = battle_odds(state, policy=orders())
    assert isinstance(forward, BattleOdds)
    agree(forward, state)


@pytest.mark.parametrize("name", LINEUPS)
def test_probabilities_add_up(name: str) -> None:
    result = odds(name)
    assert sum(result.win.values()) == pytest.approx(1, abs=1e-12)
    assert sum(result.rounds.values()) == pytest.approx(1, abs=1e-12)
    assert sum(end.probability for end in result.outcomes) == pytest.approx(1, abs=1e-12)
    table = result.table()
    assert set(table["block"]) == {e.block for e in result.blocks}
    assert all(total == pytest.approx(1, abs=1e-12) for total in table.groupby("block")["probability"].sum())
    steps = {e.block: e.steps for e in result.blocks}
    for block, strength in result.strength.items():
        listed = sum(end.probability * end.strength.get(block, 0) for end in result.outcomes)
        assert strength == pytest.approx(listed, abs=1e-12) and 0 <= strength <= steps[block]


def test_a_roll_stands_for_all_with_so_many_hits() -> None:
    rng = random.Random(5)
    seen = set()
    for name in ("Bosworth", "own shield and crown", "Exeter beside his King", "bombards"):
        for _ in range(6):
            state = first(name)
            while not over(state):
                if state.active == (CHANCE,):
                    assert state.due is not None
                    seen.add(state.due.kind)
                    rolls, all_of_them = falls(state, state.due), state.chance_outcomes()
                    assert _grouped(state, rolls) == pytest.approx(_grouped(state, all_of_them))
                    state = state.apply_unchecked(state.sample(rng))
                else:
                    state = state.apply_unchecked(rng.choice(state.legal_actions()))
    assert seen == {"fire", "charge", "reply", "treachery"}


def _grouped(state: State, rolls: list[Any]) -> dict[object, float]:
    results: dict[object, float] = {}
    for roll, chance in rolls:
        after = state.apply_unchecked(roll)
        here = (after.loc, after.steps) if over(after) else key(after)
        results[here] = results.get(here, 0.0) + chance
    return results


def test_6_6_whoever_finds_the_border_full_is_lost() -> None:
    lost = [end for end in odds("one is trapped").outcomes if end.round == 4 and len(end.away) == 2]
    assert lost and not any(len(end.away) > 2 for end in odds("one is trapped").outcomes)  # a red border lets two by
    assert any(len({"Suffolk", "Hastings", "Arundel"} & {*end.eliminated}) == 1 for end in lost)


@pytest.mark.parametrize("name", [*LINEUPS, "6 against 6"])
def test_6_4_hits_fall_on_the_strongest_and_lead_nowhere_else(name: str) -> None:
    lineup = LINEUPS.get(name) or {**LEICESTER, "attackers": BATTLES["6 against 6, Towton"][0],
                                   "defenders": BATTLES["6 against 6, Towton"][1], "king": "March"}  # fmt: skip
    field = Field(opening(line_up(**lineup), lineup["area"]))
    for side, army in enumerate(field.armies):
        lines = [np.ones(len(field.blocks[side]), dtype=bool), ~field.reserve[side]]
        for line, (hits, table) in product(lines, enumerate(army.hits(lines[0]).maps)):
            table = army.hits(line).maps[hits].tocoo()
            before, after = army.steps[table.col], army.steps[table.row]
            lost = np.where(army.lost[table.col], 0, np.minimum(hits, before[:, line].sum(axis=1)))
            for lump in army.lumps:  # within a lump nobody keeps his place
                assert (np.diff(after[:, list(lump)], axis=1) <= 0).all()
            assert (before.sum(axis=1) - after.sum(axis=1) == lost).all()
            assert (after[:, ~line] == before[:, ~line]).all()
            spared = np.where(line & (after == before), after, 0).max(axis=1)
            assert (spared[lost > 0] <= np.where(line, before, 0).max(axis=1)[lost > 0]).all()
            assert np.bincount(table.col, table.data) == pytest.approx(np.ones(len(army.steps)))


def test_blocks_alike_are_told_apart_only_where_it_counts() -> None:
    lumps = {name: [len(army.lumps) for army in Field(first(name)).armies] for name in LINEUPS}
    assert lumps["all equal"] == [1, 2]  # Suffolk stands on his shield
    assert lumps["King's crown at Middlesex"] == [2, 1]  # York and Warwick fight alike: no title of York's counts
    assert lumps["an heir of York at South Yorks"] == [1, 2]  # Rutland has the shield if York is dead (rule 2.2)


def test_what_is_too_large_is_fought_by_lot(capsys: pytest.CaptureFixture[str]) -> None:
    lords = [b for b in BLOCKS.values() if b.kind == "noble" and not b.id.endswith("/L")]
    attackers = [b.id for b in lords if b.side == "Lancaster"]
    result = battle_odds(**LEICESTER, attackers=attackers, defenders=[b.id for b in lords if b.side == "York"])
    assert isinstance(result, BattleOdds) and result.sampled == 40_000
    assert "strengths are too many for exact odds: 40,000 battles are fought by lot" in capsys.readouterr().err


# ---- callables


def test_history_can_be_written_down() -> None:
    asked: list[str] = []

    def history(state: State) -> str | None:
        legal = [str(a) for a in state.legal_actions()]
        assert state.battle is not None
        for wanted in ("Richmond tries treachery on Stanley/Y", "Norfolk passes"):
            if wanted in legal:
                asked.append(wanted)
                return wanted
        if state.battle.round == 2 and "Gloucester charges Richmond" in legal:
            return "Gloucester charges Richmond"
        return None

    result = battle_odds(
        **LEICESTER, attackers=["Richmond", ("Oxford", 1)], defenders=["Gloucester", ("Norfolk", 1), ("Stanley/Y", 1)],
        king="Gloucester", policy=history,
    )  # fmt: skip
    assert isinstance(result, BattleOdds)
    assert set(asked) == {"Richmond tries treachery on Stanley/Y", "Norfolk passes"}
    assert 0 < result.turned["Stanley/Y"] <= 0.5
    after = result.fates
    assert sum(p for (block, _, _), p in after.items() if block == "Stanley/L") == pytest.approx(
        result.turned["Stanley/Y"]
    )
    assert sum(p for (block, _, _), p in after.items() if block == "Stanley/Y") == pytest.approx(1)
    table = result.table().set_index("block")
    assert set(table.loc["Stanley/L", "house"]) == {"Lancaster"}
    assert result.policy == "history"


def test_a_policy_that_never_acts_leaves_the_area_to_the_defender() -> None:
    def idle(state: State) -> Any:
        return next((a for a in state.legal_actions() if isinstance(a, Pass)), None)

    result = battle_odds(**LEICESTER, attackers=["Richmond", "Oxford"], defenders=["Gloucester"], policy=idle)
    assert isinstance(result, BattleOdds)
    assert result.win == {"Lancaster": 0.0, "York": 1.0}
    assert result.rounds == {1: 0.0, 2: 0.0, 3: 0.0, 4: 1.0}
    assert result.fates == {("Richmond", "away", 3): 1.0, ("Oxford", "away", 3): 1.0, ("Gloucester", "stands", 3): 1.0}


def test_a_policy_is_held_to_the_rules() -> None:
    with pytest.raises(RuleError, match="Richmond"):
        battle_odds(**LEICESTER, attackers=["Richmond"], defenders=["Gloucester"], policy=lambda s: "Richmond fires")


def test_stand_fires_whenever_allowed_and_neither_charges_nor_turns() -> None:
    rng = random.Random(3)
    state = first("Bosworth")
    while not over(state):
        if state.active == (CHANCE,):
            state = state.apply_unchecked(state.sample(rng))
            continue
        chosen, legal = stand(state), state.legal_actions()
        assert set(chosen) <= set(legal)
        assert not any(isinstance(a, Charge | Treachery | Pass) for a in chosen)
        assert isinstance(chosen[0], Fire) == any(isinstance(a, Fire) for a in legal)
        assert len(chosen) == (len(legal) if isinstance(legal[0], Hit) else 1)
        state = state.apply_unchecked(rng.choice(chosen))


# ---- a battle in a game


def test_a_battle_of_a_game_is_that_of_its_line_up() -> None:
    state = roses.battle("Leicester", {"Warwick": "Richmond, Oxford, French Mercenary:3", "Derby": "Stanley/L"},
                         "Gloucester, Norfolk", king="York")  # fmt: skip
    item, expected = battle_odds(state, "Leicester"), odds("Bosworth")
    assert isinstance(item, BattleOdds)
    assert item.win == pytest.approx(expected.win, abs=1e-12)
    assert item.strength == pytest.approx(expected.strength, abs=1e-12)


def bosworth() -> State:
    timeline = roses.timeline("1483-richard-iii")
    state = timeline.state(timeline.bookmarks()["Bosworth"])
    assert isinstance(state, State)
    return state


LAST_HEIRS = [ALIKE["the last heirs of both houses"], bosworth]


@pytest.mark.parametrize("position", sampled(LAST_HEIRS, LAST_HEIRS[0]), ids=["two against two", "Bosworth"])
def test_the_death_of_the_last_heir_ends_a_game_and_its_battle(position: Callable[[], State]) -> None:
    result = battle_odds(position())
    assert isinstance(result, BattleOdds)
    killed = [end for end in result.outcomes if "Gloucester" in end.eliminated]
    assert killed and {end.winner for end in killed} == {"Lancaster"}
    assert any(name in end.strength for end in killed for name in ("Norfolk", "Stanley/Y", "Northumberland/Y"))


def test_the_only_battle_that_is_due_need_not_be_named() -> None:
    front = line_up(area="Kent", attacker="York", attackers=["Norfolk"], defenders=["Oxford"])
    assert battle_odds(front).win == battle_odds(front, "Kent").win
    several = roses.replay("1483-richard-iii")[22]
    with pytest.raises(RuleError, match=r"several battles are about .* name the area of one: Hereford, Kent, Oxford"):
        battle_odds(several)
    assert battle_odds(several, "Oxford").area == "Oxford"


def test_only_a_battle_about_to_be_fought_has_odds() -> None:
    state = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", king="York")
    with pytest.raises(
        RuleError, match=r"Derby has no battle about to be fought: the battle in hand is that of Leicester"
    ):
        battle_odds(state, "Derby")
    front = line_up(area="Kent", attacker="York", attackers=["Norfolk"], defenders=["Oxford"])
    fought = opening(front, "Kent")
    while not over(fought):
        fought = fought.apply_unchecked(falls(fought, fought.due)[0][0] if fought.due else stand(fought)[0])
    with pytest.raises(RuleError, match="the battle is over in Kent"):
        battle_odds(fought)
    with pytest.raises(RuleError, match="no battle is in hand"):
        battle_odds(roses.scene(Kent="Gloucester"), "Kent")


def test_a_battle_in_hand_goes_on_from_where_it_is() -> None:
    state = first("two against one")
    while state.phase is not Phase.BATTLE_TURN or state.battle is None or state.battle.round < 3:
        state = state.apply_unchecked(falls(state, state.due)[0][0] if state.due else stand(state)[0])
    result = battle_odds(state)
    assert isinstance(result, BattleOdds)
    assert result.rounds[1] == result.rounds[2] == 0
    assert sum(result.win.values()) == pytest.approx(1)


# ---- line-ups


def test_strengths_may_be_a_mapping() -> None:
    by_pairs = battle_odds(**LEICESTER, attackers=[("Oxford", 2)], defenders=["Norfolk"])
    by_names = battle_odds(**LEICESTER, attackers={"Oxford": 2}, defenders="Norfolk")
    assert isinstance(by_pairs, BattleOdds) and isinstance(by_names, BattleOdds)
    assert by_pairs.win == by_names.win


def test_a_line_up_leaves_the_others_alive() -> None:
    state = line_up(area="Cornwall", attacker="York", attackers=["March"], defenders=["Henry VI"], entry="Dorset")
    fought = opening(state, "Cornwall")
    crowned = fought.battle and firepower(fought, fought.battle, INDEX["Henry VI"])
    assert crowned == 2 + 1  # the crown; the shield is Exeter's, who is not dead


def test_without_titles_lancaster_has_the_crown() -> None:
    state = line_up(area="Kent", attacker="York", attackers=["Rutland"], defenders=["Somerset", "Richmond"])
    assert (NAMES[state.king], NAMES[state.pretender]) == ("Somerset", "Rutland")
    state = line_up(area="Kent", attacker="York", attackers=["Norfolk"], defenders=["Oxford"], king="Gloucester")
    assert (NAMES[state.king], NAMES[state.pretender]) == ("Gloucester", "Henry VI")


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "unknown block": ({"attackers": ["Falstaff"]}, "there is no block 'Falstaff'"),
    "block without its colour": ({"attackers": ["Stanley"]}, "'Stanley/L', 'Stanley/Y'"),
    "wrong side": ({"attackers": ["Norfolk"]}, "Norfolk cannot fight for Lancaster"),
    "wrong side in reserve": ({"reserves": {"defender": ["Oxford"]}}, "Oxford cannot fight for York"),
    "Rebel of the King": ({"attackers": ["Rebel"]}, "Rebel cannot fight for Lancaster"),
    "both versions": ({"attackers": ["Stanley/L"], "defenders": ["Stanley/Y"]}, "Stanley/L and Stanley/Y are one lord"),
    "twice": ({"attackers": ["Oxford", "Oxford"]}, "Oxford is named twice"),
    "no attackers": ({"attackers": []}, "there are no attackers"),
    "no defenders": ({"defenders": []}, "there are no defenders"),
    "only reserves attack": ({"attackers": [], "reserves": {"attacker": ["Oxford"]}}, "there are no attackers"),
    "no steps": ({"attackers": [("Oxford", 0)]}, "Oxford cannot have 0 steps"),
    "too many steps": ({"attackers": [("Oxford", 4)]}, "Oxford cannot have 4 steps"),
    "half a step": ({"attackers": [("Oxford", 1.5)]}, "Oxford cannot have 1.5 steps"),
    "far away": ({"entry": "Kent"}, "Kent does not border Leicester"),
    "reserves from far away": ({"reserves": {"attacker": ["Oxford"]}, "reserve_entry": "Kent"}, "does not border"),
    "four entries": (
        {"reserves": {"attacker": ["Oxford"]}, "reserve_entry": ["Derby", "Lincoln", "Oxford"]}, "4 borders"),
    "three for the defender": (
        {"reserves": {"defender": ["Norfolk"]}, "reserve_entry": ["Derby", "Lincoln", "Oxford"]}, "3 borders"),
    "reserves over the main border": (
        {"reserves": {"attacker": ["Oxford"]}, "reserve_entry": "Warwick"}, "cannot be the border of the main attack"),
    "no such area": ({"area": "Camelot"}, "there is no area 'Camelot'"),
    "no such house": ({"attacker": "Tudor"}, "there is no house 'Tudor'"),
    "no such role": ({"reserves": {"Lancaster": ["Oxford"]}}, "there is no role 'Lancaster'"),
    "exile": ({"area": "Calais", "entry": None}, "there is no battle in Calais"),
    "from the enemy's exile": (
        {"area": "Cumbria", "attacker": "York", "attackers": ["March"], "defenders": ["Oxford"], "entry": "Scotland"},
        "York cannot come from Scotland"),
    "no heir": ({"king": "Norfolk"}, "Norfolk cannot be King"),
    "two Yorks": ({"king": "Gloucester", "pretender": "March"}, "cannot both be of York"),
    "a traitor king": ({"defenders": ["Exeter/Y"], "king": "Exeter/L"}, "Exeter/L cannot be King while Exeter/Y"),
    "no such policy": ({"policy": "bold"}, "there is no policy 'bold'; choose 'stand', orders"),
    "no such objective": ({"objective": "glory"}, "no objective 'glory'; choose 'win', 'steps'"),
    "an heir who is not there": ({"objective": "heir:March"}, "there is no objective 'heir:March'"),
    "no such ruleset": ({"ruleset": "house"}, "house"),
    "nothing for a ruleset": ({"ruleset": None}, "there is no ruleset None"),
    "nothing for attackers": ({"attackers": None}, ", not None"),
    "a number for a block": ({"attackers": [5]}, ", not 5"),
    "three things for a block": ({"attackers": [("Oxford", 1, 2)]}, ", not ('Oxford', 1, 2)"),
    "true steps": ({"attackers": [("Oxford", True)]}, "Oxford cannot have True steps"),
    "nothing for reserves": ({"reserves": {"attacker": None}}, ", not None"),
    "an entry for nobody": ({"reserve_entry": "Derby"}, "nobody is in reserve to come from 'Derby'"),
    "entries by house": (
        {"reserves": {"attacker": ["Oxford"]}, "reserve_entry": {"York": "Derby"}}, "there is no role 'York'"),
    "no policy": ({"policy": None}, "there is no policy None"),
    "best play": ({"policy": "best"}, "for best play roses.odds.best_play"),
    "a number for a policy": ({"policy": 5}, "there is no policy 5"),
    "a policy that returns a number": ({"policy": lambda state: 5}, "the policy returned 5"),
    "an area for a state": ({"state": "Leicester"}, "the first argument must be a state, not 'Leicester'"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "words"), WRONG.values(), ids=list(WRONG))
def test_nonsense_is_refused_in_one_sentence(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError) as refused:
        results = {**LEICESTER, "attackers": ["Richmond"], "defenders": ["Gloucester"], **change}
        best_play(**results) if "objective" in change else battle_odds(**results)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
