"""The content of the page of a table: choices as a tree, the log, answers, hints, what a coach says, and labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from msgspec import structs

from roses.engine.errors import RuleError
from roses.engine.explain import OFFERED, Explanation
from roses.engine.games import adviser, describe
from roses.engine.i18n import gettext as _
from roses.engine.options import Option
from roses.engine.protocol import Action, without_examples
from roses.engine.seat import STEPS, Hint, Seat
from roses.figures.drawing.svg import escape, tag
from roses.figures.map.geography import ATTRIBUTION
from roses.widgets import live
from roses.widgets.html import div, paragraph_html, rule_chip, sentence_html
from roses.widgets.play.adapter import adapter_of

_DIE: Final = 26  # px
_LATEST: Final = 120  # the most events in the log


def nodes(seat: Seat, options: Sequence[Option], above: Sequence[Option] = ()) -> list[dict[str, Any]]:
    """Return options as the page needs them, each with the question that is asked once it is chosen.

    An action is sent as its index in ``seat.options``, an order as the indices of its actions. ``above`` are the nodes
    that lead from the root of the tree to the options.
    """
    adapter, indices = adapter_of(seat.game), {action: index for index, action in enumerate(seat.options)}

    def node(option: Option, above: Sequence[Option]) -> dict[str, Any]:
        result: dict[str, Any] = {"text": option.words, "place": option.place}
        if option.about:
            result["about"] = option.about
        if option.options:
            path = (*above, option)
            result["options"] = [node(below, path) for below in option.options]
            if question := adapter.question(seat.side, path):
                result["question"] = question
        if option.several:
            result["several"] = True
        if option.action is not None:
            acts = (option.action,) if isinstance(option.action, Action) else option.action.actions
            cost = adapter.cost(option.cost if len(acts) == 1 else seat.detail(option.action))
            result |= {"play": [indices[act] for act in acts], "cost": cost, "attacks": option.attacks}
            result["notation"] = str(option.action)
        elif option.room > 1 or (option.room and not option.options):
            result["room"] = option.room
        return result

    return [node(option, above) for option in options]


def action_text(seat: Seat, action: Action) -> str:
    """Return an action that a seat may choose in the words of the list of choices.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=4), "York")
    >>> action_text(seat, seat.options[0])
    'play a card · Force March (card 1)'
    """

    def words(options: Sequence[Option]) -> list[str]:
        """Return the words of the nodes that lead to the action, [] if none of the options does."""
        for option in options:
            if option.action == action:
                return [option.words]
            if below := words(option.options):
                return [option.words, *below]
        return []

    return " · ".join(words(seat.tree)) or adapter_of(seat.game).plain(action)


def button(seat: Seat, action: Action) -> str:
    """Return a button that plays an action that a seat may choose, in the words of the list of choices, as HTML."""
    return tag("button", escape(action_text(seat, action)), type="button", data_play=str(seat.options.index(action)))


def log(seat: Seat, forced_moves: Mapping[int, Sequence[str]], since: int) -> list[dict[str, Any]]:
    """Return the latest events that a seat saw as lines for the page, the oldest first, with dice drawn as faces.

    ``forced_moves`` holds sentences by the number of the event before which they stand; lines from event number
    ``since`` on are ``new``.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    >>> for line in log(seat, {1: ["There was no other choice: keep"]}, 1)[-2:]:
    ...     print(line)
    {'html': 'There was no other choice: keep.', 'new': True}
    {'html': 'Turn 1 begins.', 'chapter': True, 'new': True}
    """
    adapter, events = adapter_of(seat.game), seat.events()
    lines: list[dict[str, Any]] = []
    chapters = [number for number, event in enumerate(events) if event.kind in adapter.chapters]
    for number in range(max(0, len(events) - _LATEST), len(events) + 1):
        for sentence in forced_moves.get(number, ()):
            lines.append({"html": escape(f"{sentence}."), "new": number >= since})
        if number == len(events):
            break
        event = events[number]
        line: dict[str, Any] = {"html": escape(event)}
        if event.dice:
            line["html"] = div("roll", str(adapter.dice(event, _DIE)), tag("span", escape(event)))
        elif event.kind in adapter.chapters:
            line["chapter"] = True
            begin = max((one for one in chapters if one < number), default=None)
            summary = adapter.summary(events[begin:number]) if begin is not None else ()
            lines += [{"html": tag("b", escape(sentence)), "new": number >= since} for sentence in summary]
        lines.append(line | {"new": number >= since})
    return lines


# ---- answers and hints


class Answer(NamedTuple):
    """The answer to a text: ``html``, its ``kind`` (hint or error), and the ``refusal`` of an illegal move.

    ``refusal`` is None for a legal move, and for a text that is no move. If the text could not be read but breaks a
    rule, the refusal holds it as the player typed it.
    """

    html: str
    kind: str
    refusal: Explanation | None


def answer(seat: Seat, text: str) -> Answer:
    """Return the answer to a text that names a move, a block, an area, or none of them.

    It has buttons that play the legal moves nearest to the text.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=4), "York")
    >>> answer(seat, "Karte 9").html.partition("Did you mean:")[2].partition("</button>")[0]
    ' <button type="button" data-play="1">play a card · Action 4 (card 9)'
    """
    plain = adapter_of(seat.game).plain
    try:
        with without_examples():
            reply = seat.why_not(text)
    except RuleError as error:
        html = sentence_html(RuleError(plain(error.reason), rule=error.rule))
        refusal = Explanation(text, False, error.rule, error.reason) if error.rule else None
        return Answer(html + _buttons(seat, error.nearest, _("Did you mean:")), "error", refusal)
    html = tag("p", escape(plain(structs.replace(reply, nearest=()))))
    lead = _("Play it:") if reply.legal else _("You may choose:")
    return Answer(html + _buttons(seat, reply.nearest, lead), "hint", None if reply.legal else reply)


def _buttons(seat: Seat, near: Iterable[object], lead: str) -> str:
    """Return the words of ``lead`` and buttons for the first of these actions that are legal; "" if none is."""
    legal = [action for action in near if isinstance(action, Action) and action in seat.options][:OFFERED]
    return tag("p", escape(lead), " ", " ".join(button(seat, action) for action in legal)) if legal else ""


def move_to(seat: Seat, way: Sequence[int], place: str) -> str:
    """Return the notation of what the player has chosen in the tree of a seat, with another place for its goal.

    ``way`` holds the indices of the choices, level by level. If the place cannot be a goal, such as a block, its name
    is returned. RuleError for a click that comes too late.

    >>> from roses.engine.game import Game
    >>> from roses.richard.scenes import scene
    >>> state = scene(Kent="Gloucester", side="York")
    >>> move_to(Seat(Game(lambda *_game, **_options: state, "richard-iii", seed=1), "York"), [0, 0], "Lincoln")
    'Gloucester marches to Lincoln'
    """
    adapter, options, action = adapter_of(seat.game), seat.tree, None
    try:
        for number in map(int, way):
            acts = [act for act in options[number].actions() if isinstance(act, Action)]
            action = max(acts, key=lambda act: adapter.near(act, place), default=None)
            options = options[number].options
    except IndexError:
        raise late_click() from None
    goal = next((field for field, places in adapter.goals.items() if hasattr(action, field) and place in places), "")
    if action is None or not goal:
        return place.removeprefix("block ")
    places = adapter.goals[goal]
    name = found if isinstance(places, Mapping) and isinstance(found := places[place], str) else place
    return str(structs.replace(action, **{goal: (name,) if isinstance(getattr(action, goal), tuple) else name}))


def late_click() -> RuleError:
    """Return the error for a click on a choice that is no longer there."""
    return RuleError(_("that choice is gone: the game has gone on since; choose again"))


def paragraph(seat: Seat, rule: str) -> str:
    """Return a paragraph of the rules of the game as HTML. DataError if there is none, which is a defect of the kit.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=4), "York")
    >>> "Border limits" in paragraph(seat, "5.21")
    True
    """
    return paragraph_html(describe(seat.game).book.paragraph(rule))


def hint_html(hint: Hint, seat: Seat) -> str:
    """Return one step of a hint as HTML: its title, its lines as a list, and how to get the next step.

    The first line of the first step is the prompt above the board; a move is a button that plays it, in the words of
    the list of choices. The lines have no numbers: on the table numbers are the keys of choices.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=4), "York")
    >>> hint_html(Hint(3, "A move", ("",), seat.options[:1], ("enough",)), seat).partition("<ul>")[2]
    '<li><button type="button" data-play="0">play a card · Force March (card 1)</button> enough</li></ul>'
    """
    adapter = adapter_of(seat.game)
    if hint.moves:
        moves = zip(hint.moves, hint.reasons, strict=True)
        lines = [" ".join((button(seat, move), escape(adapter.plain(why)))).strip() for move, why in moves]
    else:
        prompt = [adapter.prompt(seat)] if hint.step == 1 and seat.options else []
        lines = [escape(line) for line in (*prompt, *map(adapter.plain, hint.lines[len(prompt) :]))]
    items = "".join(f"<li>{line}</li>" for line in lines)
    more = f"<p>{escape(_('Step {n} of {last}; H again shows more.').format(n=hint.step, last=STEPS))}</p>"
    return f"<p><b>{escape(hint.title)}</b></p><ul>{items}</ul>{more if hint.step < STEPS else ''}"


def ending(seat: Seat, file: str, *, alone: bool, by_mail: bool) -> str:
    """Return by which rule a game has ended, and what the player may do next, as HTML.

    If one person plays ``alone``, it also says whether that person has won. ``file`` is where the game is kept, or "".

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    >>> "rule 1.1" in ending(seat, "war.json", alone=True, by_mail=False)
    True
    """
    html = tag("p", escape(_("The game is over, by this rule:")), " ", rule_chip(seat.rule))
    if alone and seat.outcome:
        is_winner = seat.side in seat.outcome.winner.split()
        html = tag("p", tag("b", escape(_("You have won.") if is_winner else _("You have lost.")))) + html
    html += adapter_of(seat.game).account(seat)
    if by_mail:
        following = _(
            "This game was played by mail: look back at it with LookingBack and the file of the umpire, which holds all"
            " of the game. The command roses mail begins another."
        )
    elif not file:
        following = _("Another game has the same players and new dice; this table keeps neither in a file.")
    else:
        following = _(
            "Another game has the same players and new dice, and a file of its own; this one stays in {file}."
        )
    return html + tag("p", escape(following.format(file=file)))


# ---- coaches


class Coach(Protocol):
    """Somebody beside the player, who sees the seat of the player and may speak; texts are HTML, "" for silence.

    A table with a coach shows ``comment`` above the choices, and ``hint`` when the player asks for a hint; if that is
    "", it shows the three steps of the seat's own hint. A button in the comment with the attribute ``data-ask`` calls
    ``press`` with its value; one with ``data-play`` plays the option of that number in ``seat.options``.
    """

    def comment(self, seat: Seat, refusal: Explanation | None) -> str:
        """Return what the coach says now; ``refusal`` answers an illegal move about which the player has just asked."""

    def hint(self, seat: Seat) -> str:
        """Return what the coach says to a player who asks for a hint."""

    def press(self, button: str) -> None:
        """Do what a button in the comment stands for."""


class Adviser:
    """The adviser of the game as a coach: he says before every choice, unasked, what he would do and why.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=4), "York")
    >>> print(Adviser().comment(seat, None).partition("<button")[0])
    <p><b>The knight would: play a card · Action 4 (card 9)</b> (4 action points)</p>
    """

    def __init__(self) -> None:
        self._here: tuple[Seat | None, int] = (None, 0)
        self._choices: Sequence[Any] = ()

    def comment(self, seat: Seat, refusal: Explanation | None) -> str:
        """Return the first choice of the knight, with his reason; "" where there is nothing to choose."""
        here = (seat, len(seat))
        if self._here != here:  # he thinks once about each choice
            advise = adviser(seat.game)
            self._here, self._choices = here, advise(seat) if advise else ()
        choices = self._choices
        if not choices:
            return ""
        best = choices[0]
        advice = escape(_("The knight would: {action}").format(action=action_text(seat, best.action)))
        reason = f" ({escape(adapter_of(seat.game).plain(best.reason))})" if best.reason else ""
        play = str(seat.options.index(best.action))
        return tag("p", tag("b", advice), reason) + tag("button", escape(_("Do that")), type="button", data_play=play)

    def hint(self, seat: Seat) -> str:
        """Return "": the table then shows the hint of the seat, whose third step has more of the knight's choices."""
        return ""

    def press(self, button: str) -> None:
        """Do nothing: the only button plays an action."""


def labels() -> dict[str, str]:
    """Return the labels of the page by name, in the language in use."""
    return {
        "undo": _("Take back (U)"),
        "hint": _("Hint (H)"),
        "end": _("End (Enter)"),
        "again": _("Play again (N)"),
        "back": _("Look back (L)"),
        "key": _("What the signs mean"),
        "place": _("Point at the board, or walk over it with the arrow keys, to read what is there."),
        "nobody": _("nobody stands there"),
        "may": _("You may choose: {choices}."),
        "closer": _("Zoom in (+)"),
        "farther": _("Zoom out (−)"),
        "nearer": _("Twice as large (Z)"),
        "whole": _("The whole board (Z)"),
        "full_on": _("Class mode: the table fills the screen (F)"),
        "full_off": _("Leave class mode (F or Esc)"),
        "key_map": _(
            "A flat foot is York, a pointed one Lancaster. A crown is an heir, a rose a block that you do not see, a"
            " bar below it that it has moved. Filled squares are steps of strength. A border of yellow dashes lets four"
            " blocks cross, a blue line three, a red double line two. Hatched land is exile. A small tower is a city,"
            " in the colours of the side that its levy serves; a cross is a cathedral, an anchor a major port, a"
            " small shield a home of nobles of that side. Blocks that wait for recruitment stand in the corner."
        ),
        "key_battle": _(
            "The letters act from A to D, at each the defender first. B3: acts at B, and each die of 3 or less hits;"
            " a block throws a die for each filled square. York 0/1 or Y 0/1: of one block of York at this letter none"
            " has acted yet; L or Lanc. is Lancaster. The amber counter acts now."
        ),
        "go_on": _("Continue (Enter)"),
        "show_again": _("Show again (R)"),
        "told_moves": _("What the other side did"),
        "told_blow": _("What has happened"),
        "told_round": _("What the round came to"),
        "told_end": _("How it ended"),
        "sound_on": _("Sound: on"),
        "sound_off": _("Sound: off"),
        "moving": _("Things move."),
        "unmoving": _("Nothing moves: each step is shown at once."),
        "reduced": _("Nothing moves, since this computer is set to show less movement."),
        "key_court": _(
            "A county shows the least strength of a knight, what it pays, and the nobles that are left there. A card of"
            " the war shows the strength of England and that of France, then the points of each rank and the house that"
            " holds it. A castle shows what each space pays; a space with battlements has its extension. The conflicts"
            " have their names, sieges and battles of Henry V, from this kit and not from the board game."
        ),
        "map": _("Map (M)"),
        "battle": _("Battle (M)"),
        "all": _("All choices (Esc)"),
        "open": _("{side} sits down"),
        "curtain": _("{side} must choose. What the others know stays off this page until {side} sits down."),
        "log": _("What has happened"),
        "memory": _("Cards and blocks seen before"),
        "table": _("Table: the board, what you may choose, what has happened"),
        "board": _("Board: the arrow keys go from place to place, Enter chooses, + brings it closer, − farther"),
        "choose": _("What you may choose"),
        "hand": _("Your hand"),
        "attacks": _("attacks"),
        "room": _("at most {n}"),
        "full": _("At most {n} blocks may go to {area} together. Untick some."),
        "ticked": _("Who goes? Tick blocks, or click them on the map; then click where they go"),
        "sea": _("By sea (S)"),
        "road": _("By way of… (V)"),
        "by": _("{side}: click the area on the way, then the goal."),
        "all_ticked": _("Tick all (A)"),
        "nobody_ticked": _("Untick all (A)"),
        "none": _("Tick at least one block."),
        "flags": _(
            "On the map: a dot for each area of the way, a wave by sea, then how many may go; swords where they attack."
        ),
        "other": _("Other ways to {area}"),
        "ways": _("other ways"),
        "further": _("{side}: {chosen}. Choose from the list."),
        "several": _("{side}: {place}. There is more than one thing to do: choose from the list."),
        "nothing": _("There is nothing to choose in {area} now. Choose from the list, or click a framed place."),
        "idle": _(
            "{area} cannot be chosen now. Choose from the list, or click a framed block. A block that fires chooses no"
            " target: hits go to the strongest enemy."
        ),
        "saved": _("Saved in {file}"),
        "credit": ATTRIBUTION,
        "ask": _("Why not? A move, a block or an area"),
        "example": _("A move, block or area"),
        "why": _("Why not?"),
        "stop": _("Stop"),
        "go": _("Go on"),
        "gone": _("The kernel was stopped. Nothing is lost: run a cell with Table.resume({file})."),
        **live.stopped(),
        "busy": _("One moment: the kernel is still at work."),
    }
