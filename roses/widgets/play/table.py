"""The widget at which a game is played, by people at this screen and by bots, and the list of the saved games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Self

import ipywidgets
import msgspec
import traitlets as t

from roses.bots.bot import Bot
from roses.engine import display
from roses.engine.dice import Seed
from roses.engine.errors import SaveError, demand
from roses.engine.explain import Explanation
from roses.engine.game import Game
from roses.engine.games import start
from roses.engine.i18n import gettext as _
from roses.engine.mail import LetterPlayer
from roses.engine.options import Option
from roses.engine.protocol import Action, Done, Order
from roses.engine.replay import Timeline
from roses.engine.seat import Seat
from roses.figures.drawing.svg import escape, tag
from roses.lab.replays import Played, timeline_of
from roses.widgets import live
from roses.widgets.html import sentence_html
from roses.widgets.interactive import join
from roses.widgets.live import ValuesView, guarded, proxy
from roses.widgets.play import page, ratings, saves
from roses.widgets.play.adapter import Chosen, TableAdapter, adapter_of
from roses.widgets.play.model import PERSON, POST, TableModel, Thinking, fill_seats, pick
from roses.widgets.play.page import Adviser, Coach

_HERE: Final = Path(__file__).parent


class TableValues(ipywidgets.Widget):
    """The values that Python shares with the page of a table."""

    screen = t.Dict().tag(sync=True)
    reach = t.Dict().tag(sync=True)  # what is chosen by clicks or ticks, and where it may go
    busy = t.Dict().tag(sync=True)  # what a bot is doing
    playback = t.Dict().tag(sync=True)  # what the side that is shown has seen since it was last shown something
    reply = t.Int().tag(sync=True)  # the number of the last message that Python has dealt with
    other = t.Dict().tag(sync=True)  # the map, once the reader has turned to it during a battle
    areas = t.Dict().tag(sync=True)
    labels = t.Dict().tag(sync=True)
    below = t.Instance(ipywidgets.Widget, allow_none=True).tag(sync=True, **ipywidgets.widget_serialization)


class Table(ValuesView):
    """A game to sit down at: a board, what may be chosen, a log, and who must choose.

    ``seats`` gives each side ``"me"`` or the name of a bot (``roses.bots.play.OPPONENTS``, as ``"knight"`` or
    ``"knight:bold"``); by default the last side is yours, and squires have the others. At a table squires and knights
    vary choices of nearly equal worth, other than in ``roses.simulate``. ``options`` are those of ``roses.start``, as
    ``players=4``; ``seed`` makes dice and bots repeatable. The game is saved from the first moment, in the file
    ``save`` or in the folder ``roses-games``, never over another game; ``Table.resume`` goes on with it. With
    ``advice`` the knight says before every choice what he would do, and why.

    With several people at the screen, a curtain keeps what only one side may know off the page until that side opens
    it. ValueError for unknown names, SaveError if the game cannot be saved.

    >>> from tempfile import mkdtemp
    >>> seats = {"York": "me", "Lancaster": "squire"}
    >>> table = Table("richard-iii", "1483", seats, seed=1, save=f"{mkdtemp()}/game.json")
    >>> table.model.seat.side, table.screen["prompt"][:35]
    ('York', 'York: turn 1. Choose a card; both s')
    """

    _esm = join(_HERE / "table.js")
    _css = "\n".join((_HERE / f"{name}.css").read_text(encoding="utf-8") for name in ("table", "playback"))

    Values = TableValues

    screen, reach, busy, other = proxy("screen"), proxy("reach"), proxy("busy"), proxy("other")
    reply, areas, labels, below = proxy("reply"), proxy("areas"), proxy("labels"), proxy("below")
    playback = proxy("playback")

    def __init__(
        self,
        game: str = "richard-iii",
        scenario: str | None = None,
        seats: Mapping[str, str] | None = None,
        *,
        seed: Seed | None = None,
        save: str | Path | None = None,
        advice: bool = False,
        **options: Any,
    ) -> None:
        who = fill_seats(seats, start(game, scenario, **options).sides)
        headers = {saves.SEATS: saves.seats_text(who)}
        demand(str | Path, save=save or "")
        with saves.make_folder(save or Path(saves.FOLDER) / f"{game}.json"):
            path = Path(save) if save else saves.free_path(game, scenario)
            new = Game(start, game, scenario, seed=seed, autosave=path, headers=headers, **options)
        self._sit(new, who, path, Adviser() if advice else None)

    @classmethod
    def at(cls, game: Game, seats: Mapping[str, str | Bot], coach: Coach | None = None) -> Self:
        """Return a table for a game in progress, which is saved only if ``game`` is; ``coach`` looks on.

        A seat may also be given a Bot, such as one that follows a script. ValueError as for a new table.

        >>> import roses
        >>> table = Table.at(roses.game("lancaster", players=2, seed=1), {"Blue": "me", "Green": "page"})
        >>> table.model.side, table.screen["file"]
        ('Blue', '')
        """
        table = cls.__new__(cls)
        table._sit(game, seats, None, coach)
        return table

    @classmethod
    def by_mail(cls, letter: str | Path, earlier: str | Path | None = None) -> Self:
        """Return the table of the side to which a letter is written; below the board stands the file with its orders.

        ``earlier`` is the letter before, which this one must continue. MailError for a letter that is stale, was
        changed, or belongs to another game.

        >>> import roses
        >>> from tempfile import mkdtemp
        >>> from roses.engine.mail import Umpire
        >>> umpire = Umpire.new(roses.start, f"{mkdtemp()}/war.json", "richard-iii", "1483", seed=7)
        >>> table = Table.by_mail(umpire.write()[1])
        >>> table.model.side, table.screen["file"]
        ('York', 'war-York-001-orders.json')
        """
        table, player = cls.__new__(cls), LetterPlayer(letter, earlier)
        seats = dict.fromkeys(player.game.state.sides, POST) | {player.letter.side: PERSON}
        table._sit(player.game, seats, player.orders_path, None)
        if player.remark:
            table._note = table._ending() if table.model.is_over else ""
            table._note += tag("p", escape(player.remark))
            table._show()
        return table

    @classmethod
    def resume(cls, name: str | Path, *, advice: bool = False) -> Self:
        """Return the table of a saved game, by its name in ``roses-games`` or its file; ``advice`` as for a new table.

        ``roses.widgets.play.saves.games()`` lists the names. RecordError if the file cannot be read, SaveError if it
        cannot be written.
        """
        path = saves.find(name)
        table = cls.__new__(cls)
        game = Game.resume(start, path)
        table._sit(game, saves.seats(game.record, game.state.sides), path, Adviser() if advice else None)
        return table

    @classmethod
    def play_on(
        cls,
        timeline: Played,
        step: int | str,
        seats: Mapping[str, str] | None = None,
        *,
        seed: Seed | None = None,
        save: str | Path | None = None,
    ) -> Self:
        """Return a table at which a game is played on from a step of a replay, as its players choose.

        ``timeline`` may be a replay, a record, its file or its name too. ``step`` is the number of a step from 0, the
        label of a bookmark or the title of a step, as for a Stepper; the other arguments are those of a new table.
        ValueError for an unknown step, or for one after which nothing is left to choose.

        >>> import roses
        >>> from tempfile import mkdtemp
        >>> timeline = roses.timeline("1483-richard-iii")
        >>> table = Table.play_on(timeline, "Milford Haven", seed=1, save=f"{mkdtemp()}/game.json")
        >>> table.model.seat.view.turn > 1
        True
        """
        timeline = timeline_of(timeline)
        index = timeline.find(step)
        state = timeline.state(index)
        who = fill_seats(seats, state.sides)
        if state.outcome:
            raise ValueError(_("the game is over at that step; choose an earlier one"))
        return cls.resume(saves.branch(timeline, index, who, seed, Path(save) if save else None))

    def _sit(self, game: Game, who: Mapping[str, str | Bot], path: Path | None, coach: Coach | None) -> None:
        self.file, self.model = path, TableModel(game, who)
        super().__init__(labels=page.labels(), areas=self._adapter.areas())
        self.coach = coach
        self._note, self._kind, self._narrow = "", "", False
        self._played: dict[str, int] = {}  # after how many actions a side was last shown any
        self._begun = len(game)
        self._refusal: Explanation | None = None
        self._tree: Sequence[Option] = ()
        self._chosen = Chosen()
        self._thinking = Thinking(self.model, self._show_busy, self._show, self.show_error)
        self._is_counted = self.model.is_over  # whether its result was noted; once, also if the end is played again
        self.values.on_msg(self._hear)
        self._show()

    def set_up(self, game: Game, seats: Mapping[str, str | Bot], path: Path | None = None) -> None:
        """Put another game in progress on this table in place of the one that is played.

        It is saved only if ``game`` is, and ``path`` is its file.
        """
        self._put(TableModel(game, seats), path)

    def _put(self, model: TableModel, path: Path | None) -> None:
        self._thinking.stop()
        self._look_back(None)
        self.file, self.model = path, model
        self._played, self._begun, self.playback = {}, len(model.seat), {}
        self._thinking = Thinking(self.model, self._show_busy, self._show, self.show_error)
        self._is_counted = model.is_over
        self._note, self._kind, self._refusal = "", "", None
        self._show()

    def show_error(self, html: str) -> None:
        """Show an error in the table."""
        self._note, self._kind = html, "error"
        self._show()

    def _hear(self, widget: Any, message: Any, buffers: Any) -> None:
        """Do what the page asks, and tell it that this was done, also if nothing has changed."""
        try:
            self._on_message(widget, message, buffers)
        finally:
            self.reply = int(message.get("id", 0))

    @guarded
    def _on_message(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Do what the page asks: play, click, tick, map, open, undo, hint, rule, why, beyond, coach, stop and others.

        ``at`` is the number of actions that had been played when the page got its options. ``{"play": indices of
        options, "at": ...}`` plays one action or an order. ``{"click": place, "at": ...}`` is a click on the board, ""
        to choose nobody; with ``whole``, ``road`` or ``sea`` it is another kind of click. ``{"tick": indices of blocks,
        "army": (kind, area), "at": ...}`` asks for the reach of an army, and ``{"map": indices in the tree, "at":
        ...}`` for the map in place of the battle board; the game stays as it is. ``{"beyond": place, "way": indices in
        the tree, "at": ...}`` asks why a goal is out of reach.
        """
        model = self.model
        move: Action | Order | None = None
        if "stop" in message:
            return self._thinking.stop()
        if "tick" in message and not model.closed:
            return self._choose(Chosen((*map(int, message["army"]),), (*self._current(message, "tick"),)))
        if "click" in message and not model.closed:
            if message.get("at") != len(model.seat):
                return None
            result = self._adapter.click(model.seat, self._tree, self._chosen, message)
            if isinstance(result, Chosen):
                return self._choose(result)
            if isinstance(result, str):
                self.reach = self.reach | {"tell": result, "id": message.get("id")}
                return None
            move = result
        if "map" in message and not model.closed:
            return self._show_other_board(self._current(message, "map"))
        self._note, self._kind, self._refusal = "", "", None
        self._narrow = bool(message.get("narrow", self._narrow))
        if model.closed and "open" not in message:
            return self._show()  # a key or a click from before the curtain
        if "coach" in message and self.coach:
            return self.coach.press(str(message["coach"]))
        if move:
            model.move(move)
        elif "play" in message:
            model.move(pick(model.seat, self._current(message, "play")))
        elif "open" in message:
            model.open()
        elif "undo" in message:
            model.undo()
        elif "again" in message and self._is_done:
            self._begin_again()
        elif "back" in message and self._is_done:
            self._look_back(display.render(self, display.BACK))
        elif "hint" in message:
            hint = self.coach.hint(model.seat) if self.coach else ""
            self._note, self._kind = hint or page.hint_html(model.hint(), model.seat), "hint"
        elif "rule" in message:
            self._note, self._kind = page.paragraph(model.seat, str(message["rule"])), "hint"
        elif "why" in message:
            self._note, self._kind, self._refusal = page.answer(model.seat, str(message["why"])[:200])
        elif "click" in message:
            self._refuse((*(self._chosen.army or ()), *self._chosen.numbers[:1]), str(message["click"]))
        elif "beyond" in message and message.get("at") == len(model.seat):
            self._refuse(message["way"], str(message["beyond"]))
        if move or message.keys() & {"play", "open", "go", "again"}:
            self._thinking.begin()
        self._show()

    def _current(self, message: dict[str, Any], name: str) -> list[int]:
        """Return the numbers in a message; [] if the game has gone on since the page got them."""
        numbers = message[name] if message.get("at") == len(self.model.seat) else []
        return [int(number) for number in (numbers if isinstance(numbers, list) else [numbers])]

    def _refuse(self, way: Sequence[int], place: str) -> None:
        """Say why what is chosen in the tree of the seat cannot go to a place."""
        seat = self.model.seat
        self._note, self._kind, self._refusal = page.answer(seat, page.move_to(seat, way, place))

    def _choose(self, chosen: Chosen) -> None:
        """Show what is chosen, and where it may go."""
        try:
            self.reach = self._adapter.reach(self.model.seat, self._tree, chosen)
        except IndexError:
            raise page.late_click() from None
        self._chosen = chosen

    def _show_other_board(self, way: Sequence[int]) -> None:
        """Send the second board; ``way`` holds the indices of the choices in the tree of the seat, level by level."""
        seat = self.model.seat
        nodes = seat.tree
        for number in way:
            nodes = nodes[number].options if number < len(nodes) else ()
        board = self._adapter.other_board(seat, nodes)
        self.other = board._asdict() if board else {}

    def _show_busy(self, text: str, *, stopped: bool = False) -> None:
        """Show what a bot is doing; "" for nothing."""
        self.busy = {"text": text, "stopped": stopped}

    def _show(self) -> None:
        model = self.model
        if self.file and not self._is_counted and (result := model.result):
            self._is_counted = True
            try:
                ratings.keep(result, self.file.parent)
            except SaveError as error:  # the end of the game is shown all the same
                self._note, self._kind = self._ending() + sentence_html(error), "error"
        self.reach, self.other = {}, {}
        self._chosen = Chosen()
        file = self.file.name if self.file else ""
        note = self._note or (self._ending() if model.is_over and not self._is_taught else "")
        common = {"file": file, "closed": model.closed, "waits": model.waits_for, "note": note}
        if model.closed:
            self.playback, self.screen = {}, common | {"kind": self._kind, "note": ""}
            return
        seat, adapter = model.seat, self._adapter
        self._play_back(seat)
        self._tree = seat.tree
        self.screen = common | {
            "kind": self._kind,
            "side": model.side,
            "at": len(seat),
            "prompt": adapter.prompt(seat),
            "unused": adapter.unused(seat),
            "over": self._is_done,
            "undo": model.may_undo,
            "thinks": bool(model.thinks),
            "coach": self._greeting + (self.coach.comment(seat, self._refusal) if self.coach else ""),
            "board": adapter.board(seat, narrow=self._narrow)._asdict(),
            "options": page.nodes(seat, self._tree),
            "clicks": adapter.clickable(seat),
            "log": page.log(seat, model.forced_moves, model.since),
            "strip": adapter.strip(seat),
            "hand": adapter.hand(seat),
            "memory": adapter.memory(seat),
            "end": next((place for place, act in enumerate(seat.options) if isinstance(act, Done)), None),
        }

    def _play_back(self, seat: Seat) -> None:
        """Send what a seat has seen since it was last shown anything; the page waits for it while a bot thinks."""
        since = self._played.get(seat.side, self._begun)
        if self.model.thinks and since < len(seat):
            return
        self._played[seat.side] = len(seat)
        if since < len(seat) and not self.model.by_mail:
            beats = self._adapter.playback(seat, since, narrow=self._narrow)
            if played := [beat._asdict() | {"board": beat.board._asdict()} for beat in beats]:
                self.playback = {"at": len(seat), "beats": played}

    def _ending(self) -> str:
        """Return how the game has ended, and what may follow, as HTML."""
        model, file = self.model, self.file
        name = file.name if file else ""
        return page.ending(model.seat, name, alone=len(model.people) == 1, by_mail=model.by_mail)

    @property
    def _greeting(self) -> str:
        """Who plays the other sides, if they have a character, as HTML; "" after the first choice."""
        text = "" if self.model.has_chosen else self.model.introductions
        return tag("p", escape(text)) if text else ""

    @property
    def _adapter(self) -> TableAdapter:
        return adapter_of(self.model.seat.game)

    @property
    def _is_done(self) -> bool:
        """Whether the game is over, so that the player may look back at it or begin another one."""
        return self.model.is_over and not self.model.by_mail and not self._is_taught

    @property
    def _is_taught(self) -> bool:
        """Whether the game was put on the table by a coach, who says what comes after it."""
        return self.file is None and self.coach is not None

    def _begin_again(self) -> None:
        """Begin another game with the same seats and other dice, in a file of its own if this one has a file."""
        if self.file is None:
            return self._put(self.model.again(), None)
        path = saves.again(self.file)
        game = Game.resume(start, path)
        return self.set_up(game, saves.seats(game.record, game.state.sides), path)

    @guarded
    def try_again(self, timeline: Timeline, step: int) -> None:
        """Put a new game on this table that goes on from a step of a replay, in a file of its own."""
        path = saves.branch(timeline, step, self.model.names, None, None)
        game = Game.resume(start, path)
        self.set_up(game, saves.seats(game.record, game.state.sides), path)

    def _look_back(self, widget: ipywidgets.Widget | None) -> None:
        """Show a widget that looks back at the game, or none, below the table, and close the one before."""
        before, self.below = self.below, widget
        if before:
            before.close()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the live table; for readers without a kernel, where its game is kept."""
        text = _("A game. Run this cell to sit down at it.")
        if self.file:
            text = _("A game, kept in {file}. To go on: Table.resume({name}).")
            text = text.format(file=self.file.name, name=repr(self.file.stem))
        here = _("Here stands a table, at which a game is played.")
        return live.bundle(super()._repr_mimebundle_(**kwargs), here, text)


class SavedValues(ipywidgets.Widget):
    """The values that Python shares with the page of the list."""

    games = t.List(t.Dict()).tag(sync=True)
    ratings = t.List(t.Unicode()).tag(sync=True)  # how games against each bot ended, in sentences
    table = t.Instance(ipywidgets.Widget, allow_none=True).tag(sync=True, **ipywidgets.widget_serialization)
    error = t.Unicode("").tag(sync=True)
    status = t.Unicode("").tag(sync=True)
    labels = t.Dict().tag(sync=True)


class SavedGames(ValuesView):
    """The list of the saved games in the folder ``roses-games``, with a button for each that opens its table below.

    Below it stands how many games were won against each bot there, with an interval of 95 %; a button counts anew.

    ``most`` is how many are listed, the latest first.

    >>> import os, tempfile
    >>> os.chdir(tempfile.mkdtemp())
    >>> SavedGames().games
    []
    """

    _esm = join(_HERE / "saves.js")
    _css = (_HERE / "saves.css").read_text(encoding="utf-8")

    Values = SavedValues

    games, ratings, table, error = proxy("games"), proxy("ratings"), proxy("table"), proxy("error")
    status, labels = proxy("status"), proxy("labels")

    def __init__(self, most: int = saves.MOST) -> None:
        demand(int, most=most)
        super().__init__(
            labels={
                "caption": _("Saved games, the latest first"),
                "date": _("Saved"),
                "game": _("Game"),
                "place": _("Position"),
                "players": _("Players"),
                "open": _("Sit down"),
                "open_name": _("Sit down at {name}"),
                "again": _("List again"),
                "ratings": _("Your games against each bot"),
                "clear": _("Count from now on"),
                "none": _("No game is saved here yet."),
                **live.stopped(),
            }
        )
        self._most = most
        self.values.on_msg(self._on_message)
        self._list()

    def show_error(self, html: str) -> None:
        """Show an error below the list."""
        self.error = html

    @guarded
    def _on_message(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Sit down at the game ``{"open": name}``, list again (``list``), or count results anew (``clear``)."""
        self.error = ""
        if "clear" in message:
            ratings.clear()
        if "open" in message:
            table = Table.resume(str(message["open"]))
            if self.table:
                self.table.close()
            self.table = table
        self._list()
        now = datetime.now().isoformat(" ", "seconds")
        self.status = _("Listed at {time}: {n} saved.").format(time=now[-8:], n=len(self.games))

    def _list(self) -> None:
        self.games = [msgspec.to_builtins(game) for game in saves.saved_games(self._most)]
        self.ratings = ratings.ratings()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the live list; for readers without a kernel, the list as it was, in words."""
        lines = [game["fault"] or "{date}  {name}: {title}, {place}".format_map(game) for game in self.games]
        here = _("Here stands the list of the games that this machine has saved.")
        text = "\n".join([*(lines or [self.labels["none"]]), *self.ratings])
        return live.bundle(super()._repr_mimebundle_(**kwargs), here, text)
