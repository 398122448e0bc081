"""Characters of bots: what each likes more than others do, and how they vary choices of nearly equal worth."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from roses.bots.war_thumb import goal_of
from roses.engine.i18n import N_
from roses.engine.protocol import Action
from roses.richard.actions import March, Play, Recruit, Retreat, Sail, Treachery
from roses.richard.tables import CARDS


class Character(msgspec.Struct, frozen=True):
    """What a bot adds to the scores of orders that have such an action, or for each point of a ``card``.

    A squire multiplies his strength by ``nerve`` before he compares it with the enemy's. ``words`` are for the table.

    >>> CHARACTERS["bold"].attack > 0 > CHARACTERS["cautious"].attack
    True
    """

    words: str
    attack: float = 0.0
    retreat: float = 0.0
    treachery: float = 0.0
    recruit: float = 0.0
    card: float = 0.0
    nerve: float = 1.0

    def worth(self, view: Any, order: Sequence[Action], margin: float, rng: random.Random) -> float:
        """Return what to add to the score of an order: what he likes, and up to ``margin`` by chance.

        By chance alone no order is chosen while another is better by more than ``margin``.
        """
        enemies = {piece.place for piece in getattr(view, "pieces", ()) if piece.side != view.viewer}

        def likes(action: Action) -> float:
            match action:
                case March() | Sail():
                    return self.attack * (goal_of(action) in enemies)
                case Play(card=card):
                    return self.card * CARDS[card].points
                case Recruit():
                    return self.recruit
                case Retreat():
                    return self.retreat
                case Treachery():
                    return self.treachery
            return 0.0

        return max(map(likes, order), key=abs, default=0.0) + margin * rng.random()


VERSATILE: Final = "versatile"  # the character without likes, which every squire and knight at a table has
CHARACTERS: Final = {
    VERSATILE: Character(N_("versatile: he varies what he does where it is worth about the same")),
    "bold": Character(
        N_("bold: he attacks at worse odds than others, and leaves a battle later"),
        attack=0.6, retreat=-0.8, nerve=1.3,
    ),
    "cautious": Character(
        N_("cautious: he attacks at better odds than others only, and leaves a battle earlier"),
        attack=-0.6, retreat=0.8, nerve=0.75,
    ),
    "treacherous": Character(N_("treacherous: he would rather turn an enemy than fight him"), treachery=1.5),
    "hoarder": Character(
        N_("a hoarder: he keeps his best cards for the end, and calls up blocks rather than attack"),
        card=-2.0, recruit=0.6,
    ),
}  # fmt: skip
LIKES: Final = tuple(name for name in CHARACTERS if name != VERSATILE)
