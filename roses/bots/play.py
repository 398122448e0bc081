"""Bots by name, and games that they play to the end."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from roses.bots.bot import Bot, Page
from roses.bots.character import CHARACTERS, VERSATILE
from roses.bots.duke import Duke
from roses.bots.knight import Knight
from roses.bots.squire import ErringSquire, Squire
from roses.engine.dice import Seed
from roses.engine.errors import brief
from roses.engine.game import Game
from roses.engine.i18n import gettext as _
from roses.engine.seat import Seat

BOTS: Final[dict[str, type[Bot]]] = {bot.name: bot for bot in (Page, Squire, Knight, Duke)}
_CHARACTERISTIC: Final[dict[str, type[Squire | Knight]]] = {bot.name: bot for bot in (Squire, Knight)}
OPPONENTS: Final = (*BOTS, *(f"{bot}:{character}" for bot in _CHARACTERISTIC for character in CHARACTERS))
_MOST: Final = 10**6  # iterations of a duke


def make_bot(name: str, seed: int) -> Bot:
    """Return a bot whose games can be played again: page, squire, knight, ``squire:0.3``, ``duke:50``, ``knight:bold``.

    The number of a squire is the share of his choices, 0..1, in which he errs, that of a duke his iterations; without
    it a duke would think by the clock. Squires and knights may have one of the ``CHARACTERS``; without one they always
    choose what seems best, as in all results that the kit holds. ValueError for any other name.

    >>> make_bot("duke:50", seed=1).name
    'duke'
    """
    if not isinstance(name, str):
        raise ValueError(f"the name of a bot must be text, such as 'squire', not {repr(name)[:80]}")
    kind, colon, number = name.partition(":")
    if kind == Duke.name:
        if not (number.isdecimal() and 0 < int(number) < _MOST):
            raise ValueError("a duke that thinks by the clock cannot repeat a game; write 'duke:50', for 50 iterations")
        return Duke(seed, iterations=int(number))
    if kind in _CHARACTERISTIC and number in CHARACTERS:
        return _CHARACTERISTIC[kind](seed, CHARACTERS[number])
    if kind == ErringSquire.name and colon:
        try:
            share = float(number)
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            raise ValueError(f"a squire errs in a share of his choices from 0 to 1, as in 'squire:0.3', not {number!r}")
        return ErringSquire(seed, share=share)
    if name not in BOTS:
        raise ValueError(f"there is no bot {brief(name)!r}; choose from {', '.join(BOTS)}")
    return BOTS[name](seed)


def opponent(name: str, seed: int) -> Bot:
    """Return a bot for a table: a squire or knight without another character is versatile, a duke thinks by the clock.

    ValueError for a name that is none of ``OPPONENTS``.

    >>> opponent("knight", seed=1).character is CHARACTERS["versatile"]
    True
    """
    if name not in OPPONENTS:
        raise ValueError(f"there is no bot {brief(name)!r} for a table; choose from {', '.join(OPPONENTS)}")
    if name == Duke.name:
        return Duke(seed)
    return make_bot(f"{name}:{VERSATILE}" if name in _CHARACTERISTIC else name, seed)


def introduction(name: str, side: str) -> str:
    """Return who plays a side and what he is like, as a sentence for the table; "" for a bot without a character.

    >>> introduction("knight:bold", "Lancaster")
    'Lancaster is played by the knight, who is bold: he attacks at worse odds than others, and leaves a battle later.'
    """
    kind, _colon, character = name.partition(":")
    if character not in CHARACTERS:
        return ""
    sentence = _("{side} is played by the {bot}, who is {character}.")
    return sentence.format(side=side, bot=kind, character=_(CHARACTERS[character].words))


def bot_seed(seed: Seed, side: str) -> int:
    """Return the seed for the bot of a side, from which the seed of the dice cannot be computed if it is a secret.

    >>> bot_seed(1, "York") != bot_seed(1, "Lancaster")
    True
    """
    if isinstance(seed, str):
        return int(sha256(f"{side} {seed}".encode()).hexdigest(), 16)
    return int.from_bytes(side.encode()[:4], "big") * 1_000_003 + seed


def play_out(game: Game, bots: Mapping[str, Bot]) -> dict[str, float]:
    """Play a game to its end, with a bot for each side; return each side's part of the win, 0..1.

    >>> import roses
    >>> sum(play_out(roses.game("richard-iii", "1483", seed=1), {"York": Squire(1), "Lancaster": Page(2)}).values())
    1.0
    """
    seats = {side: Seat(game, side) for side in game.state.sides}
    while game.state.outcome is None:
        side = game.state.active[0]
        seats[side].play(bots[side].choose(seats[side]).action)
    winners = game.state.outcome.winner.split(" and ")
    return {side: (side in winners) / len(winners) for side in seats}
