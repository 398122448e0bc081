"""The adapter of the block war game for the Table: map and battle board, prompts, questions, and what is counted."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache, partial
from typing import Any, ClassVar, Final

from roses.engine.i18n import N_, cached, ngettext
from roses.engine.i18n import gettext as _
from roses.engine.options import Option, together
from roses.engine.protocol import Action, Event, Order
from roses.engine.seat import Seat
from roses.figures.battle import plan
from roses.figures.battle.board import battle_svg
from roses.figures.battle.dice import dice_svg
from roses.figures.battle.narrow import narrow_svg
from roses.figures.blocks import piece_words
from roses.figures.drawing.svg import PAGE, Svg, escape, path_data, tag
from roses.figures.map.geography import SEA_SPOTS, SHAPES, TABLE, border, rings
from roses.figures.map.movement import BY_GOAL, Flag, Reach
from roses.figures.map.placement import place
from roses.figures.map.reserves import with_reserves
from roses.figures.map.scene import Paths
from roses.figures.map.svg import map_svg
from roses.figures.map.text import area_facts, armies_words, discards_words, memory_words
from roses.richard.actions import (
    Charge,
    Fire,
    GoHome,
    MainAttack,
    March,
    Pass,
    Recruit,
    Regroup,
    Retreat,
    Sail,
    Treachery,
)
from roses.richard.events.army import TreacheryTried, Volley
from roses.richard.lords_count import Range, support
from roses.richard.position import Phase
from roses.richard.prompts import event_words, points
from roses.richard.tables import AREAS, BLOCKS, CARDS, SIDES
from roses.richard.view import View
from roses.widgets.play.adapter import Beat, Board, Chosen, Count, Questions, TableAdapter
from roses.widgets.play.page import action_text, nodes
from roses.widgets.richard import clicks
from roses.widgets.richard.playback import beats, is_fought, last_blow

_PHONE: Final = 390.0  # px: the width for which the narrow battle board is drawn
_OWNER: Final = re.compile(r"(?<=[\w)])/[LY]\b")  # ends the id of a block of which both sides have one, as "Stanley/Y"


class WarTable(TableAdapter):
    """A table with the map of England and, in a battle, the battle board."""

    prompts: ClassVar[dict[str, str]] = {
        Phase.CARDS: N_("{side}: turn {turn}. Choose a card; both sides choose at once"),
        Phase.ACTIONS: N_("{side}: {points}. Click an army, or choose from the list"),
        Phase.MUSTER_AREA: N_("{side}: Muster. Click the area in which your blocks meet"),
        Phase.MUSTER: N_("{side}: Muster. Click an army; it marches free"),
        Phase.PLAGUE: N_("{side}: Plague. Click the city that it strikes"),
        Phase.MAIN_ATTACK: N_("{side}: name the border of the main attack"),
        Phase.BATTLES: N_("{side}: click the battle that is fought next"),
        Phase.TREASON: N_("{side}: Treason. Choose an enemy block in {area}, or decline"),
        Phase.BATTLE_TURN: N_(
            "{side}: round {round} in {area}. Your blocks at {letter} act: fire, or choose otherwise"
        ),
        Phase.HITS: N_("{side}: battle in {area}. Choose who takes the hits"),
        Phase.REGROUP: N_("{side}: {area} is won. Regroup: move blocks to areas next to it, or end"),
        Phase.MINOR: N_("{side}: an heir comes of age. Click where he enters"),
        Phase.EXECUTION: N_("{side}: the traitor may be executed, or spared"),
        Phase.SUPPLY: N_("{side}: supply. Too many blocks in one area: choose who loses a step"),
        Phase.HOMEWARD: N_("{side}: political turn. Choose a block and where it goes home"),
        Phase.EXILE: N_("{side}: too many in exile. Choose who goes to the pool"),
    }
    end_prompts: ClassVar[dict[str, str]] = {  # where nothing is left but to end; moves may still be taken back
        Phase.ACTIONS: N_("{side}: no action points are left. End your part of the turn"),
        Phase.MUSTER: N_("{side}: Muster. Nobody else can march there. End the muster"),
        Phase.REGROUP: N_("{side}: {area} is won, and nobody can regroup any more. End the battle"),
        Phase.SUPPLY: N_("{side}: supply. No area has too many blocks any more. End your supply"),
        Phase.HOMEWARD: N_("{side}: political turn. Nobody has to go home any more. End your political turn"),
        Phase.EXILE: N_("{side}: no place of exile has too many any more. End your political turn"),
    }
    questions: ClassVar[dict[type[Action], Questions]] = {
        March: {
            "kind": N_("{side}: which army marches? Click it"),
            "origin": "",
            "block": "",
            "goal": N_("{side}: there are several ways to {goal}. Choose one from the list"),
        },
        Sail: {
            "kind": N_("{side}: from where does a block sail? Click there"),
            "origin": "",
            "block": "",
            "goal": N_("{side}: over which sea is {goal} reached? Choose from the list"),
        },
        Recruit: {
            "kind": N_("{side}: who is recruited? Choose from the list"),
            "block": N_("{side}: where is {block} recruited? Click there"),
        },
        Fire: {"kind": N_("{side}: who fires? Click the block")},
        Pass: {"kind": N_("{side}: who passes? Click the block")},
        Charge: {
            "kind": N_("{side}: who charges? Click the block"),
            "block": N_("{side}: whom does {block} charge? Click the enemy"),
        },
        Treachery: {
            "kind": N_("{side}: who tries treachery? Click the block"),
            "block": N_("{side}: whom does {block} try to win over? Click the enemy"),
        },
        Retreat: {
            "kind": N_("{side}: who retreats? Click the block"),
            "block": N_("{side}: where does {block} retreat? Click there"),
        },
        Regroup: {"kind": "", "block": N_("{side}: where does {block} regroup? Click there")},
        MainAttack: {"kind": "", "goal": N_("{side}: over which border is {goal} attacked in the first line?")},
        GoHome: {"kind": "", "block": N_("{side}: where does {block} go home? Click there")},
    }
    goals: ClassVar[dict[str, Collection[str]]] = {"path": AREAS, "area": AREAS}
    chapters: ClassVar[Collection[str]] = ("turn", "reset")

    def areas(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the areas of the map of England."""
        return _areas()

    def board(self, seat: Seat, *, narrow: bool = False) -> Board:
        """Return the map, or the battle board once a round has begun."""
        view: View = seat.open_view
        return _battle(view, narrow) if is_fought(view) and not seat.outcome else _map(view)

    def playback(self, seat: Seat, since: int, *, narrow: bool = False) -> list[Beat]:
        """Return the moves of each part of a turn, the blows of battles, and how these end."""
        return beats(seat, since, lambda view, ways: _map(view, paths=ways), partial(_battle, narrow=narrow))

    def account(self, seat: Seat) -> str:
        """Return the last blow or the last count of the lords."""
        return tag("p", escape(self.plain(last_blow(seat))))

    def other_board(self, seat: Seat, options: Sequence[Option]) -> Board | None:
        """Return the map while the battle board is shown, with marks at the goals of the retreats that are open."""
        view: View = seat.view
        if view.battle is None or not is_fought(view):
            return None
        goals = {act.area: Flag(1, 1) for option in options for act in option.actions() if isinstance(act, Retreat)}
        return _map(view, Reach(view.battle.area, 1, goals, cost=None) if goals else None)

    def clickable(self, seat: Seat) -> list[str]:
        """Return the spots of the blocks that a click may choose."""
        return clicks.actors(seat)

    def click(
        self, seat: Seat, tree: Sequence[Option], chosen: Chosen, message: Mapping[str, Any]
    ) -> Chosen | Action | Order | str | None:
        """Return what a click chooses or does; ``sea`` in the message turns what is chosen to the sea or the land."""
        if "sea" in message:
            return clicks.turn_to(tree, chosen, sea=bool(message["sea"]))
        place = str(message["click"])
        kinds = {name: bool(message.get(name)) for name in ("whole", "road")}
        return clicks.click(seat, tree, chosen, place, **kinds) if place else clicks.NOBODY

    def reach(self, seat: Seat, tree: Sequence[Option], chosen: Chosen) -> dict[str, Any]:
        """Return the prompt, the map with flags, and what a click on each goal does; or the choices at a place."""
        if chosen.place:
            return self._choices(seat, tree, chosen.place)
        if not chosen.army:
            return {"nobody": True}
        kind, number = chosen.army
        army = tree[kind].options[number]
        blocks = [army.options[number] for number in chosen.numbers] if army.several else []
        goals = clicks.goals(tree, chosen)
        prompt, board = self._army(seat, army, blocks, goals)
        land, sea = clicks.turn_to(tree, chosen, sea=False), clicks.turn_to(tree, chosen, sea=True)
        return {
            "army": [kind, number],
            "ticked": list(chosen.numbers),
            "prompt": prompt,
            "options": nodes(seat, together(blocks) if blocks else (), (tree[kind], army, army.options[0])),
            "board": board._asdict(),
            "goals": {
                area: {"say": clicks.preview(seat, tree, chosen, goal), "way": goal.road}
                for area, goal in goals.items()
            },
            "sea": None if land == sea else chosen == sea,
            "roads": {name: _way_px(seat.view, name) for name in clicks.ways(tree, chosen)},
            "by": chosen.by,
            "blocks": [f"{clicks.BLOCK}{clicks.actor(block)}" for block in blocks],
            "origin": army.place,
        }

    def _choices(self, seat: Seat, tree: Sequence[Option], place: str) -> dict[str, Any]:
        """Return what may be done at a place: a node of the tree, if it holds all of it, else a list."""
        acts = clicks.choices(seat, place)
        is_block = place.startswith(clicks.BLOCK)
        for kind, node in enumerate(tree if is_block and len(acts) > 1 else ()):
            for number, below in enumerate(node.options):
                if set(below.actions()) == set(acts):
                    return {"path": (kind, number), "prompt": self.question(seat.side, (node, below))}
        prompt = _("{side}: what does {name} do?") if is_block else _("{side}: what is done in {name}?")
        name = self.plain(place.removeprefix(clicks.BLOCK))
        prompt = prompt.format(side=seat.side, name=name)
        doers = dict.fromkeys(map(clicks.doer, acts))
        chips: list[dict[str, Any]] = [
            {
                "text": " · ".join(words for words in action_text(seat, act).split(" · ") if words != name),
                "play": [seat.options.index(act)],
            }
            for act in acts
        ]
        if 1 < len(doers) < len(acts):  # who acts is chosen first
            chips = [{"text": self.plain(block), "click": f"{clicks.BLOCK}{block}"} for block in doers]
        return {"place": place, "prompt": prompt, "chips": chips}

    def _army(
        self, seat: Seat, army: Option, blocks: Sequence[Option], goals: Mapping[str, clicks.Goal]
    ) -> tuple[str, Board]:
        """Return who marches or sails and what it costs, and the map with a flag at each goal."""
        if not blocks:
            return _("{side}: tick who goes.").format(side=seat.side), self.board(seat)
        count, who = len(blocks), {clicks.actor(block) for block in blocks}
        flags = {
            area: Flag(
                0 if clicks.is_sail(goal.option) else len(goal.road) - 1,
                min(len(clicks.moves_of(goal.move)) if goal.move else count, goal.option.room),
                goal.option.attacks,
            )
            for area, goal in goals.items()
        }
        is_free = next((goal.option.cost for goal in goals.values()), "") == points(0)
        if clicks.is_sail(blocks[0]):
            prompt = ngettext(
                "{side}: {n} block sails from {area}. Click where it lands.",
                "{side}: {n} blocks sail from {area}. Click where they land.",
                count,
            )
        elif is_free:
            prompt = ngettext(
                "{side}: {n} block marches from {area}, which costs nothing more. Click where it goes.",
                "{side}: {n} blocks march from {area}, which costs nothing more. Click where they go.",
                count,
            )
        else:
            prompt = ngettext(
                "{side}: {n} block marches from {area} for {points}. Click where it goes.",
                "{side}: {n} blocks march from {area} for {points}. Click where they go.",
                count,
            )
        prompt = prompt.format(side=seat.side, n=count, area=army.words, points=points(1))
        is_march = not clicks.is_sail(blocks[0])
        reach = Reach(army.words, count, flags, cost=(0 if is_free else 1) if is_march else BY_GOAL)
        return prompt, _map(seat.view, reach, who)

    def strip(self, seat: Seat) -> list[Count]:
        """Return the turn, King and Pretender, the lords of both sides, and the action points left."""
        view: View = seat.view
        when = _("campaign {campaign}, turn {turn} of 7").format(campaign=view.campaign, turn=view.turn)
        king = _("{name} ({side})").format(name=view.king or _("none"), side=view.king_side)
        counts = support(view)
        lords = ", ".join(f"{side} {_range(counts[side])}" for side in sorted(SIDES, key=lambda s: s != view.viewer))
        turns = _("A campaign has seven turns. After the last the lords are counted for the crown (rule 8.2).")
        crown = _("Who wears the crown. His side keeps it unless the other has more lords in the end.")
        about = _(
            "Heirs, nobles and churches on the map, and one for London: they decide who is King (rule 8.2). Because of"
            " blocks that you do not see, the number of the enemy is known only within limits."
        )
        left = _("Each action point lets the blocks of one area march, one block sail, or one block be recruited.")
        claim = _("The first heir of the other side, who claims the crown.")
        return [
            (_("Now"), when, turns),
            (_("King"), king, crown),
            (_("Pretender"), self.plain(view.pretender), claim),
            (_("Lords"), lords, about),
            (_("Points left"), str(view.ap), left),
        ]

    def hand(self, seat: Seat) -> list[tuple[int, str, str]]:
        """Return the cards of the side, unless it chooses one of them now."""
        view: View = seat.view
        if view.phase == Phase.CARDS and seat.to_choose:
            return []
        return [(card, _(CARDS[card].name), event_words(card)) for card in view.hands.get(seat.side, ())]

    def memory(self, seat: Seat) -> list[tuple[str, str]]:
        """Return the cards that were played, and the blocks that were seen."""
        texts = [(_("Played before"), discards_words(seat.view)), (_("You have seen"), memory_words(seat.view))]
        return [(label, text) for label, text in texts if text]

    def fields(self, view: View) -> dict[str, Any]:
        """Return the turn, the action points, and the battle that is being fought."""
        battle = view.battle
        fields = {"area": battle.area, "round": battle.round, "letter": battle.letter} if battle else {"area": ""}
        return {"turn": view.turn, "points": points(view.ap), **fields}

    def unused(self, seat: Seat) -> str:
        """Return in a sentence how many action points would be lost."""
        view: View = seat.view
        if view.ap and view.phase == Phase.ACTIONS and seat.to_choose:
            return _("{points} would be lost. Press Enter, or End, once more to end.").format(points=points(view.ap))
        return ""

    def plain(self, text: object) -> str:
        """Return a text without the letter of the side in the id of a block.

        >>> WarTable().plain("Stanley/Y takes the hits"), WarTable().plain("York (church)/Y fires")
        ('Stanley takes the hits', 'York (church) fires')
        """
        return _OWNER.sub("", str(text))

    def cost(self, cost: str) -> str:
        """Return a cost in action points; a march from an area from which blocks have marched already has none."""
        return _("costs nothing more") if cost == points(0) else cost

    def near(self, action: Action, place: str) -> bool:
        """Tell whether the action recruits a block that is at home there."""
        block = BLOCKS.get(action.block) if isinstance(action, Recruit) else None
        return block is not None and place in (*block.shields, block.city, block.cathedral)

    def dice(self, event: Event, size: float) -> Svg:
        """Return the dice with hits filled, or with even ones where treachery was tried."""
        hits_on = event.firepower if isinstance(event, Volley) else None
        return dice_svg(event.dice, hits_on, even=isinstance(event, TreacheryTried), size=size)


def _battle(view: View, narrow: bool = False, **marks: Any) -> Board:
    if narrow:
        return Board(str(narrow_svg(view, width=_PHONE, **marks).filling()), "battle")
    layout = plan(view, PAGE, marks.get("left", ()))
    half = layout.slot / 2
    places = [(f"block {one.standing.piece.block}", one) for one in layout.places if one.standing.piece.block]
    boxes = tuple((name, one.x - half, one.y, one.x + half, one.y + layout.row) for name, one in places)
    captions = {name: _("{sentence}.").format(sentence=piece_words(one.standing.piece)) for name, one in places}
    return Board(str(battle_svg(view, **marks).filling()), "battle", boxes, captions)


def _map(view: View, reach: Reach | None = None, chosen: Collection[str] = (), paths: Paths = ()) -> Board:
    layout = place(view, TABLE)
    tokens = [token for token in layout.tokens if token.piece.block]
    boxes = tuple((area, *box) for area, box in layout.boxes.items())
    boxes += tuple((f"{clicks.BLOCK}{token.piece.block}", *token.box) for token in tokens)
    captions = {
        f"{clicks.BLOCK}{token.piece.block}": _("{sentence}.").format(sentence=piece_words(token.piece))
        for token in tokens
    }
    land = map_svg(view, "table", reach=reach, chosen=chosen, paths=paths, cities=True, keys=True)
    svg = str(with_reserves(land, view).cropped((0, 0, TABLE.width, TABLE.height)).filling())
    homes = {f"{clicks.BLOCK}{token.piece.block}": token.area for token in tokens}
    return Board(svg, "map", boxes, armies_words(view) | captions, homes)


@cached(maxsize=1)
def _areas() -> dict[str, dict[str, Any]]:
    areas = {}
    for name in SHAPES:
        facts = area_facts(name)
        areas[name] = {
            "d": path_data([tuple(TABLE.px(*point) for point in ring) for ring in rings(name)], closed=True),
            "at": TABLE.px(*SHAPES[name].label),
            "about": _("{sentence}.").format(sentence=facts[:1].upper() + facts[1:]),
        }
    return areas


def _way_px(view: View, name: str) -> str:
    """Return the line of a border such as "Derby/Leicester" on the map, or one through the name of a sea, as SVG."""
    if name in SEA_SPOTS:
        lines = [box for sea in place(view, TABLE).seas if sea.text == name for box in [sea.box]]
        return path_data(
            [((left, (top + low) / 2), (right, (top + low) / 2)) for left, top, right, low in lines], closed=False
        )
    return _border_px(name)


@cache
def _border_px(name: str) -> str:
    one, other = name.split("/")
    return path_data([tuple(TABLE.px(*point) for point in line) for line in border(one, other)], closed=False)


def _range(points: Range) -> str:
    if points.least == points.most:
        return str(points.least)
    words = _("between {least} and {most}") if points.least else _("at most {most}")
    return words.format(least=points.least, most=points.most)
