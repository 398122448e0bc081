"""Thirty line-ups that between them have every kind of block and bonus, for tests and trials of odds."""

from __future__ import annotations

from typing import Any

L, Y = "Lancaster", "York"


def _battle(
    area: str, attacker: str, entry: str, attackers: list[Any], defenders: list[Any], **more: Any
) -> dict[str, Any]:
    return {"area": area, "attacker": attacker, "entry": entry, "attackers": attackers, "defenders": defenders, **more}


LINEUPS: dict[str, dict[str, Any]] = {
    "one against one": _battle("Leicester", L, "Warwick", ["Richmond"], ["Gloucester"], king="Gloucester"),
    "two against one": _battle("Leicester", L, "Warwick", ["Richmond", ("Oxford", 2)], ["Gloucester"]),
    "Bosworth": _battle(
        "Leicester",
        L,
        "Warwick",
        ["Richmond", "Oxford", ("French Mercenary", 3)],
        ["Gloucester", "Norfolk"],
        reserves={"attacker": ["Stanley/L"]},
        reserve_entry="Derby",
        king="Gloucester",
        pretender="Richmond",
    ),
    "own shield and crown": _battle("Cornwall", Y, "Dorset", ["March", "Norfolk"], ["Exeter/L"], king="Henry VI"),
    "Exeter beside his King": _battle(
        "Cornwall", Y, "Dorset", ["March", ("Norfolk", 3)], ["Exeter/L", ("Henry VI", 2)]
    ),
    "an heir of York at South Yorks": _battle(
        "South Yorks", L, "Lincoln", ["Somerset", "Clifford"], ["York", "Rutland"], king="York"
    ),
    "Pretender on a crown": _battle(
        "Warwick", Y, "Leicester", ["Gloucester", "Hastings"], ["Richmond"], king="Gloucester"
    ),
    "King's crown at Middlesex": _battle("Middlesex", Y, "Kent", ["York", "Warwick/Y"], ["Henry VI", "Oxford"]),
    "noble on his shield": _battle("Essex", Y, "Middlesex", ["Essex", ("March", 2)], ["Oxford", ("Beaumont", 2)]),
    "York levy and church": _battle(
        "South Yorks", Y, "Derby", ["Warwick/Y", "March"], ["York (levy)", "York (church)/L"]
    ),
    "Newcastle": _battle(
        "Northumbria", Y, "North Yorks", ["Salisbury/Y", "Kent/Y"], ["Newcastle (levy)", ("Scots Mercenary", 3)]
    ),
    "Coventry": _battle(
        "Warwick", Y, "Leicester", ["Norfolk", "Burgundian Mercenary"], ["Coventry (levy)", "Buckingham/L"]
    ),
    "Bristol": _battle("Somerset", Y, "Wilts", ["Calais Mercenary", ("Arundel", 2)], ["Bristol (levy)"]),
    "London": _battle(
        "Middlesex", L, "Leicester", ["Somerset", "Oxford"], ["London (levy)", ("Essex", 2)], king="March"
    ),
    "Norwich": _battle("East Anglia", L, "Essex", ["Oxford", "Beaumont"], ["Norwich (levy)", ("Suffolk", 1)]),
    "Salisbury levy": _battle("Wilts", L, "Dorset", ["Somerset", "Wiltshire"], ["Salisbury (levy)"]),
    "Canterbury, York's": _battle(
        "Kent", L, "Sussex", ["Somerset", ("Devon", 1)], ["Canterbury (church)/Y", ("March", 1)]
    ),
    "Canterbury, Lancaster's": _battle("Kent", Y, "Sussex", ["Arundel", ("March", 2)], ["Canterbury (church)/L"]),
    "Archbishop of York, York's": _battle("South Yorks", L, "Lancaster", ["Clifford", "Somerset"], ["York (church)/Y"]),
    "Welsh in Wales": _battle(
        "Pembroke", Y, "Glamorgan", ["Herbert", ("March", 2)], ["Welsh Mercenary", ("Richmond", 2)], king="Gloucester"
    ),
    "Welsh abroad": _battle("Hereford", Y, "Chester", ["Herbert", "Irish Mercenary"], ["Welsh Mercenary", "Pembroke"]),
    "bombards": _battle("Rutland", L, "Leicester", ["Bombard/L", "Oxford"], ["Bombard/Y", ("Worcester", 2)]),
    "bombard in reserve": _battle(
        "Rutland",
        L,
        "Leicester",
        ["Oxford"],
        [("Worcester", 1)],
        reserves={"attacker": ["Bombard/L"], "defender": ["Bombard/Y"]},
    ),
    "defender's reserve takes over": _battle(
        "Leicester",
        L,
        "Warwick",
        ["Somerset", "Clifford"],
        [("Rivers/Y", 1)],
        reserves={"defender": ["Norfolk", "March"]},
    ),
    "attacker's reserve comes early": _battle(
        "Leicester",
        L,
        "Warwick",
        [("Richmond", 1)],
        ["March", "Hastings"],
        reserves={"attacker": ["Exeter/L", "Oxford"]},
    ),
    "both have reserves": _battle(
        "Lincoln",
        Y,
        "Leicester",
        ["March", ("Kent/Y", 1)],
        [("Beaumont", 2)],
        reserves={"attacker": ["Suffolk"], "defender": ["Henry VI", "Bombard/L"]},
        reserve_entry={"attacker": "Derby", "defender": "South Yorks"},
    ),
    "Rebel": _battle("Gloucester", Y, "Oxford", ["Rebel", "York"], ["Wiltshire", "Pembroke"], king="Henry VI"),
    "one is trapped": _battle(
        "Pembroke",
        L,
        "Glamorgan",
        [("Richmond", 2)],
        [("Essex", 1)],
        reserves={"attacker": [("Pembroke", 1)], "defender": [("Suffolk", 1), ("Hastings", 1), ("Arundel", 1)]},
        reserve_entry={"attacker": "Powys", "defender": "Caernarvon"},
    ),
    "all equal": _battle(
        "Oxford", L, "Wilts", ["Beaumont", "Pembroke", "Wiltshire"], ["Suffolk", "Arundel", "Hastings"]
    ),
    "Towton": _battle(
        "North Yorks",
        Y,
        "South Yorks",
        ["March", "Warwick/Y", "Norfolk"],
        ["Somerset", "Northumberland/L", "Clifford"],
        king="March",
    ),
}
