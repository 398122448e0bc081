"""Worked examples of the map, the armies and the set-up, rules 2.0 to 4.6 (ids as in the list of worked examples)."""

from __future__ import annotations

import pytest

from roses.richard.actions import Enter, Treachery
from roses.richard.state import State
from roses.richard.tables import AREAS, BORDERS
from tests.richard.scene import battle, event, fired, go, legal, stands, texts, turn_of, until


def defence(area: str, defenders: str, **given: str) -> State:
    """A battle in ``area`` that one block of the enemy has begun from next door."""
    lancaster = any(name in defenders for name in ("Henry", "Exeter", "/L", "Welsh", "Coventry", "Bristol", "Newcastle",
                                                   "York (levy)", "Beaumont"))  # fmt: skip
    enemy, block = ("York", "Arundel") if lancaster else ("Lancaster", "Clifford")
    ways = (pair for border in BORDERS if area in (pair := border.areas))
    origin = next(a for pair in ways for a in pair if a != area and AREAS[a].kind != "exile")
    return battle(area, enemy, {origin: block}, defenders, **given)


def test_w02_2_2_noble_gains_one_when_he_defends_his_shield() -> None:
    assert fired(defence("Lincoln", "Beaumont"), "Beaumont").rating == "B3"


def test_w02_2_2_noble_gains_nothing_when_he_attacks_his_shield() -> None:
    state = battle("Lincoln", "Lancaster", {"Leicester": "Beaumont"}, "Hastings")
    assert fired(state, "Beaumont").rating == "B2"


def test_w03_2_3_exeter_alone_in_cornwall_has_shield_and_crown() -> None:
    shot = fired(defence("Cornwall", "Exeter/L"), "Exeter/L", 3, 3, 4)
    assert (shot.rating, shot.hits) == ("A3", 2)


def test_w03_2_3_the_pretenders_heirs_have_no_crown() -> None:
    assert fired(defence("Cornwall", "Exeter/L", king="York"), "Exeter/L").rating == "A2"


def test_w04_2_3_beside_exeter_in_cornwall_the_crown_is_henrys() -> None:
    state = defence("Cornwall", "Exeter/L, Henry VI")
    assert (fired(state, "Exeter/L").rating, fired(state, "Henry VI").rating) == ("A2", "B3")


LEVIES = [
    ("London (levy)", "Middlesex", 3),
    ("Newcastle (levy)", "Northumbria", 3),
    ("York (levy)", "South Yorks", 3),
    ("Norwich (levy)", "East Anglia", 2),
    ("Salisbury (levy)", "Wilts", 2),
    ("Coventry (levy)", "Warwick", 2),
    ("Bristol (levy)", "Somerset", 2),
]


@pytest.mark.parametrize(("levy", "city", "printed"), LEVIES)
def test_w05_2_4_a_levy_gains_one_in_its_own_city_only(levy: str, city: str, printed: int) -> None:
    assert fired(defence(city, levy), levy).rating == f"C{printed + 1}"
    assert fired(defence("Leicester", levy), levy).rating == f"C{printed}"


@pytest.mark.parametrize("colour", ["L", "Y"])
@pytest.mark.parametrize(("area", "rating"), [("South Yorks", "C3"), ("Kent", "C2")])
def test_w06_2_5_york_church_gains_one_at_its_cathedral(colour: str, area: str, rating: str) -> None:
    assert fired(defence(area, f"York (church)/{colour}"), f"York (church)/{colour}").rating == rating


@pytest.mark.parametrize("area", ["Pembroke", "Caernarvon", "Powys", "Glamorgan"])
def test_w07_2_6_the_welsh_gain_one_when_they_defend_wales(area: str) -> None:
    assert fired(defence(area, "Welsh Mercenary"), "Welsh Mercenary").rating == "A3"


def test_w07_2_6_the_welsh_gain_nothing_in_attack_or_abroad() -> None:
    attack = battle("Powys", "Lancaster", {"Chester": "Welsh Mercenary"}, "Herbert")
    assert fired(attack, "Welsh Mercenary").rating == "A2"
    assert fired(defence("Hereford", "Welsh Mercenary"), "Welsh Mercenary").rating == "A2"


@pytest.mark.parametrize("strength", [1, 2, 3, 4])
def test_w08_3_11_a_block_throws_one_die_for_each_step(strength: int) -> None:
    state = defence("Oxford", f"Stanley/L:{strength}")
    outcomes = turn_of(state, "Stanley/L fires").chance_outcomes()
    assert len(outcomes) == 6**strength
    assert sum(p for _, p in outcomes) == pytest.approx(1)


def test_w08_3_11_one_hit_takes_one_step() -> None:
    state = turn_of(defence("Oxford", "Salisbury/L"), "Arundel fires")
    assert stands(go(state, "roll 2 3 3", "Salisbury/L takes the hits"), "Oxford")["Salisbury/L"] == 2


@pytest.mark.parametrize(("attacker", "roller", "target", "dice"), [
    ("York", "York", "Rivers/L", 1),
    ("Lancaster", "Henry VI", "Rivers/Y", 2),
])  # fmt: skip
def test_w09_3_13_loyalty_is_the_number_of_dice(attacker: str, roller: str, target: str, dice: int) -> None:
    state = battle("Leicester", attacker, {"Oxford": roller}, target)
    state = turn_of(state, f"{roller} tries treachery on {target}")
    assert len(state.chance_outcomes()) == 6**dice


@pytest.mark.parametrize("king", ["Lancaster", "York"])
def test_w10_3_21_any_yorkist_heir_uses_a_york_shield(king: str) -> None:
    assert fired(defence("Hereford", "March", king=king), "March").rating == "A4"


def killed(heir: str, others: str) -> State:
    """The first supply phase after this Lancastrian heir has fallen at Oxford; other heirs stand in Dorset."""
    state = battle("Oxford", "York", {"Sussex": "Arundel"}, f"{heir}:1", Dorset=others)
    state = go(turn_of(state, "Arundel fires"), "roll 1 6 6", f"{heir} takes the hits")
    return until(state, lambda s: bool(legal(s, Enter)))


def test_w11_4_5_for_the_first_dead_heir_prince_edward_enters() -> None:
    state = killed("Somerset", "Henry VI, Exeter/L")
    assert {a.block for a in legal(state, Enter)} == {"Prince Edward"}
    state = until(state.apply("Prince Edward enters in Cornwall"), lambda s: s.turn == 2)
    assert stands(state, "Cornwall") == {"Prince Edward": 3}
    assert stands(state, "Minor").keys() & {"Richmond", "Prince Edward"} == {"Richmond"}
    assert state.view("York").king == "Henry VI"


def test_w11_4_5_if_henry_is_dead_prince_edward_is_king() -> None:
    state = killed("Henry VI", "Exeter/L, Somerset")
    state = until(state.apply("Prince Edward enters in Derby"), lambda s: s.turn == 2)
    assert (state.view("York").king, stands(state, "Derby")) == ("Prince Edward", {"Prince Edward": 3})


def test_w11_6_81_a_minor_arrives_first_and_is_announced_king_where_he_stands() -> None:
    state = killed("Henry VI", "Exeter/L, Somerset")
    announced = [e for e in state.events if e.kind == "king"]
    assert not announced and state.view("York").king == ""


@pytest.mark.parametrize(("dead", "rating"), [("Somerset", "B3"), ("", "B2")])
def test_w39_2_2_henry_uses_somersets_shield_only_when_he_is_dead(dead: str, rating: str) -> None:
    assert fired(defence("Dorset", "Henry VI", dead=dead), "Henry VI").rating == rating


def test_w43_2_72_lancaster_retreats_to_scotland_two_in_a_round() -> None:
    state = battle("Cumbria", "York", {"Northumbria": "Arundel"}, "Devon, Beaumont, Pembroke", round=2)
    state = go(state, "Devon retreats to Scotland", "Beaumont retreats to Scotland")
    assert "Pembroke retreats to Scotland" not in texts(state)
    assert "Pembroke retreats to Lancaster" in texts(state)
    later = until(state, lambda s: s.battle is not None and s.battle.round == 3)
    assert "Pembroke retreats to Scotland" in texts(later)
    assert event(later.apply("Pembroke retreats to Scotland"), "retreat").rule == "6.6"


def test_w33_3_13_nobody_rolls_on_roses_levies_or_heirs() -> None:
    state = battle("Oxford", "York", {"Wilts": "York"}, "Beaumont, Coventry (levy), Henry VI, Stanley/L")
    state = until(state, lambda s: s.active == ("York",))
    assert {a.target for a in legal(state, Treachery)} == {"Stanley/L"}
