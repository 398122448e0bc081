"""Rules of thumb for the block war game: they score the options of one side, and give a reason for each score."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from roses.bots.bot import Judgement
from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.protocol import Action, Decline, Done
from roses.richard import actions
from roses.richard.phases.cards import MULLIGAN, points
from roses.richard.position import Phase
from roses.richard.tables import AREAS, BLOCKS, CARDS, NEIGHBOURS, PLACE, PLACES
from roses.richard.view import Piece, View

_ATTACK_RATIO: Final = 1.4  # the least ratio of own to enemy strength for an attack
_HEIR_RATIO: Final = 2.0  # the same for an attack by an heir
_FEW_HEIRS: Final = 3  # a side with fewer heirs than this lets none of them attack
_AMPLE_RATIO: Final = 2.5  # the ratio above which nobody else is sent to an attack
_LEAST_ENEMY: Final = 0.3  # the least enemy strength that these ratios are taken with
_CROWN_KINDS: Final = {"heir", "noble", "church"}  # kinds of blocks that count for the crown (8.2)
_LOST_RATIO: Final = 1.6  # the ratio of enemy to own strength above which a battle counts as lost
_UNSEEN: Final = (2.6, 2.4)  # steps and firepower of a hidden block: about the mean of the blocks on a map


def strength(piece: Piece) -> float:
    """Return the mean hits of a block in a round of battle; for a hidden block, those of an average one.

    >>> strength(Piece("York", "Kent", "Gloucester", 4)), round(strength(Piece("York", "Kent")), 2)
    (2.0, 1.04)
    """
    steps, fire = _UNSEEN if piece.block is None else (piece.steps or 0, BLOCKS[piece.block].firepower)
    return steps * fire / 6


def is_heir(name: str) -> bool:
    """Return whether a block is an heir."""
    return BLOCKS[name].kind == "heir"


class Board:
    """A view of the game by areas; strengths are in mean hits of a round of battle.

    ``side`` is the viewer; ``mine`` are its blocks by name, ``seen`` all blocks whose names it knows.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.side = view.viewer or ""
        self.mine = {piece.block: piece for piece in view.pieces if piece.side == self.side and piece.block}
        self.seen = {piece.block: piece for piece in view.pieces if piece.block}
        self._force: dict[tuple[str, bool], float] = {}  # caches: the squire scores every option on the same board
        self._threat: dict[str, float] = {}
        self._exposed: dict[str, bool] = {}
        self._at: dict[tuple[str, bool], list[Piece]] = defaultdict(list)
        for piece in view.pieces:
            self._at[piece.place, piece.side == self.side].append(piece)

    @property
    def heirs(self) -> int:
        """The number of the viewer's living heirs, without minors."""
        return sum(is_heir(name) and piece.place != "Minor" for name, piece in self.mine.items())

    def leaves_heir(self, piece: Piece) -> bool:
        """Return whether an area with an heir would be weaker than the enemies next to it if a block left it."""
        name = str(piece.block)
        if name not in self._exposed:
            here = self._at[piece.place, True]
            guarded = any(other.block and is_heir(other.block) for other in here if other is not piece)
            left = self.force(piece.place, own=True) - strength(piece)
            self._exposed[name] = guarded and self.threat(piece.place) > left
        return self._exposed[name]

    def force(self, area: str, own: bool) -> float:
        """Return the strength of the viewer's (``own``) or of the enemy's blocks in an area."""
        if (area, own) not in self._force:
            self._force[area, own] = sum(map(strength, self._at[area, own]))
        return self._force[area, own]

    def count(self, area: str, own: bool) -> int:
        """Return the number of the viewer's (``own``) or of the enemy's blocks in an area."""
        return len(self._at[area, own])

    def threat(self, area: str) -> float:
        """Return the strength of the enemies in the areas next to an area."""
        if area not in self._threat:
            self._threat[area] = sum(self.force(PLACES[near], own=False) for near, _border in NEIGHBOURS[PLACE[area]])
        return self._threat[area]

    def danger(self, area: str, arriving: float = 0.0) -> float:
        """Return by how much the enemies next to an area exceed the own blocks there plus ``arriving``, or 0."""
        return max(0.0, self.threat(area) - self.force(area, own=True) - arriving)

    def faces(self, area: str) -> bool:
        """Return whether an enemy stands in an area who can fight: a prisoner cannot."""
        return any(not (piece.prisoner or piece.face_down) for piece in self._at[area, False])

    def is_quiet(self, area: str) -> bool:
        """Return whether no enemy who can fight stands next to an area."""
        return not any(self.faces(PLACES[near]) for near, _border in NEIGHBOURS[PLACE[area]])

    def safety(self, goal: str, place: str) -> str:
        """Return why a goal is safer than the place where a block stands, in half a sentence."""
        if self.is_quiet(goal):
            return _("no enemy stands next to {area}").format(area=goal)
        words = _("the enemies next to {area} outweigh us less than those next to {place}")
        return "" if self.is_quiet(place) else words.format(area=goal, place=place)


class Marches:
    """Scores the options of an action phase; that of an attack depends on what all options can bring to its area."""

    def __init__(self, board: Board, options: Sequence[Action], nerve: float = 1.0) -> None:
        self.board = board
        self._options, self._nerve = options, nerve

    def score(self, option: Action) -> Judgement:
        """Return the score and the reason of one of the options."""
        if isinstance(option, actions.Recruit):
            block = BLOCKS[option.block]
            score = 4.0 + block.steps * block.firepower / 6 - 0.8 * self.board.danger(option.area)
            bonus = 2.0 if block.kind in _CROWN_KINDS else 0.0
            if counts(option.block, option.area):
                return score + bonus, _("{block} fights, and counts for the crown").format(block=option.block)
            return score + bonus, _("{block} fights").format(block=option.block)
        if isinstance(option, actions.March | actions.Sail):
            piece, goal = self.board.mine[option.block], goal_of(option)
            if self.board.count(goal, own=False):
                return self._attack(piece, goal)
            return self._go(piece, goal)
        return 1.0, _("no move seems to gain anything now")

    def _attack(self, piece: Piece, goal: str) -> Judgement:
        """Judge a move of a block to an area with enemies."""
        board, name = self.board, str(piece.block)
        enemy = max(_LEAST_ENEMY, board.force(goal, own=False))
        there = board.force(goal, own=True)
        ratio = self._nerve * (there + self._reach[goal]) / enemy
        words = {"block": name, "area": goal, "ratio": f"{ratio:.1f}"}
        barred = "" if board.faces(goal) else _("nobody in {area} can fight").format(**words)
        if ratio < _ATTACK_RATIO:
            return -2.0, barred or _("the enemy in {area} is too strong").format(**words)
        if is_heir(name) and (ratio < _HEIR_RATIO or board.heirs < _FEW_HEIRS):
            return -1.0, barred or _("an heir stays out of a fight that may be lost")
        if board.leaves_heir(piece):
            return -1.0, _("{block} guards an heir").format(**words)
        if there > _AMPLE_RATIO * enemy:
            return -2.0, _("enough of our blocks are in {area}").format(**words)
        score = 7.0 + min(ratio, 3.0) + strength(piece) + 0.5 * board.count(goal, own=False) + 2.0 * bool(there)
        if board.count(piece.place, own=False):
            score -= 4.0  # it would leave a battle
        reason = _("with all who can reach {area} we are up to {ratio} times as strong as the enemy seems there")
        return score, barred or reason.format(**words)

    def _go(self, piece: Piece, goal: str) -> Judgement:
        """Judge a move of a block to an area without enemies."""
        board, name = self.board, str(piece.block)
        words = {"block": name, "area": goal}
        if AREAS[goal].kind == "exile":
            return -3.0, _("nobody counts for the crown in exile")
        if board.count(piece.place, own=False):
            here = (
                _("{block} is needed where he fights") if board.faces(piece.place) else _("{block} guards a prisoner")
            )
            return -3.0, here.format(**words)
        if board.leaves_heir(piece):
            return -1.0, _("{block} guards an heir").format(**words)
        danger = board.danger(goal, arriving=strength(piece))
        if AREAS[piece.place].kind == "exile":
            score = 5.0 + 0.5 * board.force(goal, own=True) - 1.2 * danger + (BLOCKS[name].kind in _CROWN_KINDS)
            if counts(name, goal):
                return score, _("{block} counts for the crown in {area}, and not in exile").format(**words)
            return score, _("{block} can fight from {area}, and nothing is fought over in exile").format(**words)
        safer = min(board.danger(piece.place) - danger, 2.0)
        if safer > 0:
            return 0.5 + safer + 0.2 * board.force(goal, own=True), board.safety(goal, piece.place)
        return 0.5 + safer, _("{block} has no reason to go to {area}").format(**words)

    @cached_property
    def _reach(self) -> dict[str, float]:
        """The strength that can be brought to each area now; each action point brings the blocks of one other area."""
        by_goal: dict[str, dict[str, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
        for option in self._options:
            if isinstance(option, actions.March | actions.Sail):
                piece = self.board.mine[option.block]
                by_goal[goal_of(option)][piece.place][option.block] = strength(piece)
        points = max(1, self.board.view.ap)
        return {
            goal: sum(sorted((sum(blocks.values()) for blocks in origins.values()), reverse=True)[:points])
            for goal, origins in by_goal.items()
        }


def counts(block: str, area: str) -> bool:
    """Return whether a block counts for the crown in an area (rule 8.2).

    >>> counts("Richmond", "Kent"), counts("Richmond", "France"), counts("French Mercenary", "Kent")
    (True, False, False)
    """
    return BLOCKS[block].kind in _CROWN_KINDS and AREAS[area].kind in ("england", "wales")


def goal_of(option: actions.March | actions.Sail) -> str:
    """Return the area in which a march or a sailing ends."""
    return option.path[-1] if isinstance(option, actions.March) else option.area


def score(board: Board, option: Action) -> Judgement:
    """Return the score and the reason of an option outside the action phase; 0 and "" if no rule covers it."""
    match option:
        case actions.Play(card=card):
            number = CARDS[card].points
            if CARDS[card].event:
                return float(number), _("an event: {name}").format(name=_(CARDS[card].name))
            return float(number), _("{points} action points").format(points=number)
        case actions.Mulligan():
            return 5.0, _("the hand is poor")
        case actions.Redeal():
            poor = points(sum(1 << card for card in board.view.hands[board.side])) <= MULLIGAN
            return 1.0, _("the hand is poor") if poor else ""
        case actions.Fire(block=name):
            return 5.0, _("{block} may score hits").format(block=name)
        case actions.Charge(heir=heir, target=target):
            surplus = strength(board.mine[heir]) - (board.seen[target].steps or 1)
            prize = 1.0 if is_heir(target) else -0.5
            reason = _("all hits of {heir} fall on {target}").format(heir=heir, target=target)
            return 5.5 + 2.0 * surplus + prize, reason
        case actions.Treachery(roller=roller, target=target):
            chance = 0.5 ** BLOCKS[target].loyalty
            gain = 4.0 * chance * strength(board.seen[target])
            reason = _("{target} may turn with a chance of {chance:.0%}").format(target=target, chance=chance)
            if roller == actions.TREASON:
                return 1.5 + gain, reason  # it costs no block its turn
            return 5.0 + gain - strength(board.mine[roller]), reason
        case actions.Retreat(block=name, area=goal):
            area = board.view.battle.area if board.view.battle else ""
            own, enemy = board.force(area, own=True), board.force(area, own=False)
            value = 3.0 - 0.5 * board.danger(goal)
            if is_heir(name) and (enemy > own or (board.mine[name].steps or 1) == 1):
                return value + 3.0, _("the heir is in danger here")
            if enemy > _LOST_RATIO * own:
                ratio = f"{enemy / max(own, 0.1):.1f}"
                return value + 3.0, _("the enemy here seems {ratio} times as strong as we are").format(ratio=ratio)
            return value, ""
        case actions.Hit(block=name):
            block = BLOCKS[name]
            loss = 3.0 * is_heir(name) + block.firepower + block.rose
            return -loss, _("{block} is the smallest loss").format(block=name)
        case actions.Fight(area=area):
            return board.force(area, own=True) - board.force(area, own=False), _("the surest victory first")
        case actions.Regroup(block=name, area=area):
            piece = board.mine[name]
            safer = board.danger(piece.place) - board.danger(area, arriving=strength(piece))
            return 0.1 + safer, board.safety(area, piece.place) if safer > 0 else ""
        case actions.Starve(block=name):
            block = BLOCKS[name]
            loss = block.firepower + 3.0 * is_heir(name) + 2.0 * block.rose
            last = 5.0 if board.mine[name].steps == 1 and block.kind in ("heir", "noble") else 0.0
            return -loss - last, _("{block} is the smallest loss").format(block=name)
        case actions.Plague(area=area):
            n = board.count(area, own=False)
            reason = ngettext("{n} block of the enemy stands there", "{n} blocks of the enemy stand there", n)
            return 1.5 + n, reason.format(n=n)
        case actions.GoHome(area=area):
            at_home = 0.5 if AREAS[area].kind != "exile" else 0.0
            near = _("no enemy stands next to {area}") if board.is_quiet(area) else _("{area} is a home of his")
            return 1.0 + at_home - board.danger(area), near.format(area=area)
        case Done():
            return 0.3, _("there is nothing more to gain")
        case Decline():
            later = board.view.phase == str(Phase.TREASON)  # the card may be used in another battle of the turn
            return 1.0, _("it is better saved for another battle") if later else _("it is better not done now")
    return 0.0, ""


def rules_of_thumb(view: View, options: Sequence[Action], nerve: float = 1.0) -> list[Judgement]:
    """Return the score and the reason of each option of the viewer, who multiplies his strength by ``nerve``.

    >>> import roses
    >>> state = roses.scene(Kent="Gloucester", side="York")
    >>> max(rules_of_thumb(state.view("York"), state.legal_actions("York")))[1]
    'no move seems to gain anything now'
    """
    board = Board(view)
    if view.phase in (str(Phase.ACTIONS), str(Phase.MUSTER)):
        marches = Marches(board, options, nerve)
        return [marches.score(option) for option in options]
    judgements = [score(board, option) for option in options]
    best = max(judgements, default=(0.0, ""))[0]
    # of several that are compared only one is the smallest loss
    least = (actions.Hit, actions.Starve, actions.Fight)
    return [
        (value, "" if isinstance(option, least) and value < best else why)
        for option, (value, why) in zip(options, judgements, strict=True)
    ]
