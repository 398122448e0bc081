"""Odds of battles: exact, over all dice and choices; or estimated from battles by lot, and then the result says so.

Begin with ``battle_odds``. It takes a state of a game, or an area and the names of the blocks, and returns a
``BattleOdds``: who wins, the fate of each block, every ending, a table and a figure. Both sides stand and fire, or
follow ``orders`` in notation, or a function of your own decides (``Policy``). ``best_play`` finds the best play of both
sides and returns it as a tree (``BestPlay``). ``answer_odds`` gives the odds of the answers to a question of a record.

``methods`` chooses the cheapest way and estimates its cost: ``tables`` of both armies (``army``) where all stand;
``forward`` on a ``grid`` of all strengths for orders; ``enumeration`` on the engine for all else. Armies that are too
large for these are fought by lot (``lots``). Best play is solved on the same grid, ``backward``, and explored in
``tree``; ``exits`` are the retreats in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from roses.engine.errors import RuleError, brief
from roses.odds.endings import Ending, Entrant, Measure, entrants, opening
from roses.odds.methods import cheapest
from roses.odds.policy import Policy, orders, stand
from roses.odds.result import BattleOdds, answer_odds
from roses.odds.tree import BestPlay, Choice, Node, solve
from roses.richard.line_up import Entries, line_up
from roses.richard.naming import Blocks
from roses.richard.position import battle_in
from roses.richard.rules import Ruleset
from roses.richard.scenes import battle
from roses.richard.state import State, demand_war
from roses.richard.tables import PLACES, SIDES

__all__ = [
    "BattleOdds",
    "BestPlay",
    "Choice",
    "Ending",
    "Entrant",
    "Node",
    "Policy",
    "answer_odds",
    "battle_odds",
    "best_play",
    "line_up",
    "opening",
    "orders",
    "stand",
]

_MOST: Final = 10_000_000  # battles by lot


def battle_odds(
    state: State | None = None,
    area: str | None = None,
    *,
    attacker: str = "",
    attackers: Mapping[str, Blocks] | Blocks = (),
    defenders: Blocks = (),
    reserves: Mapping[str, Blocks] | None = None,
    entry: str | None = None,
    reserve_entry: Entries | None = None,
    king: str | None = None,
    pretender: str | None = None,
    policy: str | Policy = "stand",
    ruleset: str | Ruleset = "revised",
    side: str | None = None,
    order: str = "strongest",
    sample: int = 0,
    seed: int = 1,
) -> BattleOdds:
    """Return the exact odds of a battle in which both houses follow a policy; ``best_play`` is for the best of both.

    The battle is either the one about to be fought (or in hand) in a game, ``battle_odds(state, "Leicester")``, or
    one that ``roses.battle`` builds from the same arguments: the ``area``, and the blocks of both sides, by name
    for full strength or as ``(name, steps)``, a mapping of names to steps, or a text, ``"Richmond, Oxford:2"``. Or
    attackers march in, ``{"Derby": "March, Hastings"}``; those of the first area make the main attack (rule 6.3). The
    house that attacks is that of the first attacker, unless ``attacker`` says otherwise. ``reserves`` are further
    blocks under ``"attacker"`` and ``"defender"``. ``entry`` is the area the main attack comes from,
    ``reserve_entry`` one or several for the reserves, or a mapping by role where both sides have some; those not
    given are the first borders that are free. They decide who may retreat where. ``king`` and ``pretender`` are
    heirs; left out they are the senior ones of the battle, and Lancaster has the crown. Everybody who is not named
    lives, away from the battle; the areas around are empty.

    ``policy`` is ``"stand"``: everybody fires whenever allowed, of one letter the strongest first, of equals the one of
    more firepower; attackers leave in round 4; of tied blocks each is as likely to be hit; no charge, no treachery. Or
    ``orders("Stanley/Y passes", ...)``, what is done wherever it is legal. Or any callable that takes the position, a
    State, and returns one of its legal actions, as text if you like, or None to do as ``stand``. It is called in every
    position, and must not depend on the events that led to it. For many blocks write orders, which are computed for all
    strengths at once.

    ``side`` is the house that wants to know, in a battle of a game. RuleError if the odds rest on enemy blocks that it
    does not see; it says how many they are. The house can then compute the odds of a line-up that it guesses. From the
    start of a battle both front lines are revealed (rule 6.1), so only enemy reserves are unseen. Without a side the
    true blocks are used, as for an umpire. A policy of one's own gets the whole State in both cases.

    ``order`` is how the blocks of one letter follow each other where the policy is ``stand`` or leaves it open: the
    ``"strongest"`` first, or ``"random"``.

    ``sample`` is a number of battles to fight by lot instead, from ``seed`` on. With 40,000 every probability is right
    to within 0.005 in 95 of 100 cases; ``half_width`` is this margin. With a callable they take longer than under
    orders. Two armies too large for all exact ways are sampled in any case, and the result says so. More than ten
    million battles are refused.

    Before it starts, each call writes to the log ``roses.odds`` what it will cost in CPU seconds, and ``cost`` of the
    result keeps it; if that is more than five seconds, it writes it to stderr too. Interrupted (Ctrl+C, or the stop
    button of a notebook), it returns ``bounds``, which hold what is certain by then.

    ValueError, in one sentence, for a line-up that cannot be; RuleError for an area without a battle, or a policy that
    chooses an action that is not legal. Rules 6.1 to 6.9.

    >>> odds = battle_odds(area="Leicester", attacker="Lancaster", attackers=["Richmond", ("Oxford", 2)],
    ...                    defenders=["Gloucester"], entry="Warwick", king="Gloucester")
    >>> round(odds.win["York"], 3), round(odds.strength["Gloucester"], 2)
    (0.343, 0.58)
    >>> battle_odds(area="Leicester", attackers="Richmond, Oxford", defenders="Gloucester, Norfolk", sample=40_000)
    Leicester: York 0.95, Lancaster 0.05 (40,000 battles fought by lot, ±0.005)
    """
    if policy != "stand" and not callable(policy):
        raise ValueError(
            f"there is no policy {brief(policy)!r}; choose 'stand', orders(...) or a callable of your own, "
            "and for best play roses.odds.best_play"
        )
    first = _first_state(
        state, area, attackers, defenders, ruleset, side, attacker=attacker, reserves=reserves, entry=entry,
        reserve_entry=reserve_entry, king=king, pretender=pretender,
    )  # fmt: skip
    if order not in ("strongest", "random"):
        raise ValueError(f"there is no order of fire {brief(order)!r}; choose 'strongest' or 'random'")
    for name, number in (("sample", sample), ("seed", seed)):
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise ValueError(f"{name} must be a whole number from 0 on, not {brief(number)!r}")
    if sample > _MOST:
        raise ValueError(f"sample must be at most {_MOST:_}, which is right to within 0.0004, not {sample:_}")
    area, house = PLACES[battle_in(first).area], SIDES[battle_in(first).attacker]
    title = policy if isinstance(policy, str) else getattr(policy, "__name__", type(policy).__name__.lower())
    method = cheapest(first, None if isinstance(policy, str) else policy, order == "random", sample, seed)
    method.cost.say(area)
    result = method.run()
    return BattleOdds(
        area, house, title, entrants(first), result.wins, result.fates, result.listing, result.sampled,
        result.undecided, method.cost, order,
    )  # fmt: skip


def best_play(
    state: State | None = None,
    area: str | None = None,
    *,
    attacker: str = "",
    attackers: Mapping[str, Blocks] | Blocks = (),
    defenders: Blocks = (),
    reserves: Mapping[str, Blocks] | None = None,
    entry: str | None = None,
    reserve_entry: Entries | None = None,
    king: str | None = None,
    pretender: str | None = None,
    objective: str | Measure = "win",
    ruleset: str | Ruleset = "revised",
    side: str | None = None,
) -> BestPlay:
    """Return best play of both houses in a battle: its value, and the tree of all choices.

    The battle is given as to ``battle_odds``, and so is ``side``. Both houses know all blocks, and each chooses in its
    turn what is best for it.

    ``objective`` is what best play maximises: ``"win"`` or ``"steps"`` for the house that attacks, ``"heir:Richmond"``
    (that he lives) for his own house, or a function of an ``Ending``; the other house minimises it.

    A large battle says how large it is and shows how far it has come. Interrupted (Ctrl+C, or the stop button of a
    notebook), or too large to be solved, it has no value but ``bounds``.

    Errors are those of ``battle_odds``, and ValueError for an unknown objective. Rules 6.1 to 6.9.

    >>> best_play(area="Leicester", attackers="Richmond", defenders="Gloucester")
    Leicester, win: 0.0930 to Lancaster under best play
    """
    first = _first_state(
        state, area, attackers, defenders, ruleset, side, attacker=attacker, reserves=reserves, entry=entry,
        reserve_entry=reserve_entry, king=king, pretender=pretender,
    )  # fmt: skip
    return solve(first, objective)


def _first_state(
    state: State | None,
    area: str | None,
    attackers: Mapping[str, Blocks] | Blocks,
    defenders: Blocks,
    ruleset: str | Ruleset,
    side: str | None,
    **more: Any,
) -> State:
    """Return the first state of a battle, of a game or of a line-up; RuleError if ``side`` may not know it."""
    if isinstance(state, str):
        name = brief(state)
        raise ValueError(f"the first argument must be a state, not {name!r}; name an area by area={name!r}")
    if state is None and not area:
        raise ValueError("no battle is named; give a state of the game, or area=, attackers= and defenders=")
    if state is None:
        options = {name: value for name, value in more.items() if value}
        first = battle(area or "", attackers, defenders, rules=ruleset, **options)
    else:
        first = opening(demand_war(state), area)
    first.check_side(side)
    if state is not None and side is not None:
        where = PLACES[battle_in(first).area]
        unseen = sum(p.place == where and p.block is None for p in state.view(side).pieces)
        if unseen:
            blocks = "1 enemy block" if unseen == 1 else f"{unseen} enemy blocks"
            raise RuleError(
                f"{side} does not see {blocks} in {where}, so these odds are hidden from it; "
                "guess the line-up and ask for the odds of that",
                rule="6.1",
            )
    return first
