"""The first part of the political turn in steps: who goes home before the count, and the count (rules 8.0 to 8.2)."""

from __future__ import annotations

from collections.abc import Iterator

from roses.engine.i18n import gettext as _
from roses.lab.crown.stop import Stop
from roses.richard.lords_count import tally
from roses.richard.phases.political import lords
from roses.richard.position import present
from roses.richard.state import State
from roses.richard.tables import (
    ALL_EXILES,
    COMMONS,
    HEIRS,
    HOME_OF_MERCENARY,
    LAND,
    LONDON,
    LORDS,
    MAN,
    MINOR,
    NAMES,
    PERMANENT,
    PLACES,
    POOL,
    ROSTER,
    SIDES,
    TRAITORS,
    bits,
)


def opening(s: State) -> Stop:
    """Return the step that says who holds the crown and what the other side needs (rule 8.0)."""
    king, other = SIDES[s.king_side], SIDES[1 - s.king_side]
    if s.result is not None:
        return Stop(
            "9.0",
            _("The end"),
            _("{side} has won: no lord is asked.").format(side=s.result.winner),
            _("A house without heirs has lost at once, whatever the count (rule 9.0). The lords stand as follows."),
        )
    return Stop(
        "8.0",
        _("Before the count"),
        _("{name} is King, for {side}. {rival} is the Pretender, for {other}.").format(
            name=ROSTER[s.king].name, side=king, rival=ROSTER[s.pretender].name, other=other
        ),
        _("{other} takes the crown with more points than {side}; a tie leaves it where it is (rule 8.2).").format(
            other=other, side=king
        ),
    )


def disbanding(s: State) -> Iterator[Stop]:
    """Yield one step a side for the levies, mercenaries, bombards and the Rebel who leave the map (rule 8.1)."""
    for side in _order(s):
        going = [
            b for b in bits(s.own[side] & COMMONS) if s.loc[b] in LAND and s.loc[b] != HOME_OF_MERCENARY.get(b, POOL)
        ]
        if going:
            named = ", ".join(_leaves(s, b) for b in going)
            text = _("They leave the map before anybody counts: {names}.").format(names=named)
        else:
            text = _("Nobody has to leave.")
        why = _("Levies, bombards, the Welsh and the Rebel go to the pool, other mercenaries home; none counts (8.1).")
        if any(s.loc[b] == LONDON for b in going) and not present(s, LONDON, side) & LORDS:
            why += " " + _("So London is empty when it is counted.")
        who = _("Hired men and towns of {side}").format(side=SIDES[side])
        yield Stop("8.1", who, text, why, tuple(NAMES[b] for b in going), SIDES[side])


def _leaves(s: State, block: int) -> str:
    home = PLACES[HOME_OF_MERCENARY.get(block, POOL)]
    goal = _("the pool") if home == "Pool" else home
    return _("{name} from {area} to {goal}").format(name=ROSTER[block].name, area=PLACES[s.loc[block]], goal=goal)


def counting(s: State) -> Iterator[Stop]:
    """Yield a step for each lord who counts and each group that does not, the King's side first, then London (8.2)."""
    points = [0, 0]
    for side in _order(s):
        for block in bits(lords(s, side)):
            points[side] += 1
            yield _counts(s, block, side, points)
        yield from _left_out(s, side, points)
    london = tally(s).london
    if london.points:
        points[SIDES.index(london.holder)] += 1
    text = _("London adds one point for {side}.").format(side=london.holder) if london.points else _("No point.")
    why = _("{reason} (8.2: one point for the side that occupies London).").format(reason=_sentence(london.why))
    yield Stop("8.2", _("London"), text, why, (), london.holder, london.points, points[0], points[1])


def _counts(s: State, block: int, side: int, points: list[int]) -> Stop:
    area, name = PLACES[s.loc[block]], ROSTER[block].name
    text = _("{name} in {area}: one point for {side}.").format(name=name, area=area, side=SIDES[side])
    return Stop("8.2", name, text, _why(s, block), (NAMES[block],), SIDES[side], 1, points[0], points[1])


def _why(s: State, block: int) -> str:
    """Return why a lord counts."""
    if s.prisoner >> block & 1:
        return _("He is a prisoner, and he counts for Lancaster all the same (8.2).")
    if 1 << block & TRAITORS:
        return _("An heir in enemy service is a plain noble and counts for those he serves (9.1).")
    if block == s.king:
        return _("The King counts as any other lord, and no more (8.2).")
    if 1 << block & HEIRS:
        return _("An heir in England or Wales counts (8.2).")
    if ROSTER[block].kind == "church":
        return _("A bishop counts as a noble does (8.2).")
    return _("A noble in England or Wales counts (8.2).")


def _left_out(s: State, side: int, points: list[int]) -> Iterator[Stop]:
    """Yield a step for each reason why lords of a side do not count."""
    missing = s.own[side] & LORDS & ~lords(s, side)
    abroad = _("Exile areas are outside the realm: nobody there counts (8.2).")
    groups = [
        *((s.occ[a], PLACES[a], abroad) for a in ALL_EXILES),
        (s.occ[MAN], PLACES[MAN], _("The Isle of Man does not count (8.2).")),
        (s.occ[MINOR], _("Minors"), _("A minor is not on the map until an heir of his house dies (6.82).")),
        (s.occ[POOL] & s.down, _("Beaten"), _("Whoever was lost in this campaign lies in the pool until 8.5 (6.8).")),
        (s.occ[POOL] & ~s.down, _("Never called"), _("Who was not recruited is in the pool and does not count (8.2).")),
    ]
    for blocks, heading, why in groups:
        if absent := [*bits(missing & blocks)]:
            yield _nothing(absent, heading, why, side, points)
    gone = [b for b in bits(PERMANENT & LORDS) if ROSTER[b].side == SIDES[side] and NAMES[b] in s.view().dead]
    if gone:
        why = _("The dead do not count, and their blocks are gone for good (6.8).")
        yield _nothing(gone, _("Dead"), why, side, points)


def _nothing(blocks: list[int], heading: str, why: str, side: int, points: list[int]) -> Stop:
    names = ", ".join(ROSTER[b].name for b in blocks)
    who = f"{SIDES[side]}: {heading}"
    text = _("{names}: no point.").format(names=names)
    return Stop("8.2", who, text, why, tuple(NAMES[b] for b in blocks), SIDES[side], 0, points[0], points[1])


def verdict(s: State, points: tuple[int, int], after: State) -> Stop:
    """Return the step with the result of the count; ``after`` is the state after 8.2."""
    king, other = s.king_side, 1 - s.king_side
    text = _("{other} {n}, {side} {m}.").format(other=SIDES[other], n=points[other], side=SIDES[king], m=points[king])
    if s.result is not None:
        words = _("It decides nothing: the game is over (9.0).")
    elif after.king_side != king:
        words = _("The Pretender's side has more: {name} is King, and {old} is Pretender (8.2).").format(
            name=ROSTER[after.king].name, old=ROSTER[after.pretender].name
        )
    elif points[other] == points[king]:
        words = _("A tie: {name} stays King, for the Pretender needs more (8.2).").format(name=ROSTER[s.king].name)
    else:
        words = _("The Pretender's side does not have more: {name} stays King (8.2).").format(name=ROSTER[s.king].name)
    return Stop("8.2", _("The result"), text, words, (), "", 0, *points)


def _order(s: State) -> tuple[int, int]:
    return s.king_side, 1 - s.king_side


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
