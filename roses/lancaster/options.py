"""Splits actions of the court game into the parts that a player chooses one by one: kind, then knight, then place."""

from __future__ import annotations

from typing import Final

from roses.engine.i18n import N_, ngettext
from roses.engine.i18n import gettext as _
from roses.engine.options import Part, Parts
from roses.engine.protocol import Action, Decline, Done
from roses.lancaster import actions
from roses.lancaster.position import Position
from roses.lancaster.tables import (
    COLOURS,
    CONFLICT_NAMES,
    COUNTED,
    COUNTIES,
    COUNTY,
    FAVOUR,
    FAVOURS,
    SPACE,
    SPACES,
    amount,
    space_words,
)  # fmt: skip

_KINDS: Final[dict[type[Action], str]] = {
    actions.Place: N_("place a knight in a county"),
    actions.Garrison: N_("place a knight in the castle"),
    actions.Join: N_("send a knight to a conflict"),
    actions.Pick: N_("take a favour"),
    actions.Upgrade: N_("exchange a knight for a stronger one"),
    actions.Build: N_("build"),
    actions.Noble: N_("take a noble"),
    actions.Vote: N_("vote"),
    actions.Trade: N_("trade"),
    actions.Barter: N_("exchange"),
    actions.Commit: N_("send squires to conflicts"),
    actions.Pay: N_("pay"),
    actions.Forgo: N_("do without"),
    actions.Claim: N_("claim"),
    actions.Name: N_("name the start player"),
    actions.Cross: N_("cross to France"),
    actions.Score: N_("score a castle space"),
    actions.Ransom: N_("ransom"),
    Done: N_("end"),
    Decline: N_("decline"),
}

_CLAIMS: Final = {"noble": N_("noble"), "reward": N_("reward"), "both": N_("both"), "nothing": N_("nothing")}
_BOARD: Final = frozenset({*COUNTIES, *CONFLICT_NAMES.values(), *FAVOURS, *actions.CASTLE})


def split(s: Position, action: Action) -> Parts:
    """Return the parts of an action: its kind, the knight, the place, the squires.

    >>> import roses
    >>> state = roses.start("lancaster", players=3)
    >>> parts = split(state, state.parse("Blue places 2+1 in Stafford"))
    >>> [part.words for part in parts.chosen]
    ['place a knight in a county', 'knight of 2', 'Stafford', 'with 1 squire']
    """
    attacks = False  # whether a knight goes to a county where another colour's knight stands
    if isinstance(action, actions.Place):
        stack = s.counties[COUNTY[action.county]]
        attacks = stack is not None and COLOURS[stack.party] != action.colour
    return Parts((Part(_(_KINDS[type(action)])), *_parts(s, action)), attacks=attacks)


def _parts(s: Position, action: Action) -> tuple[Part, ...]:
    """Return the parts of an action after its kind."""
    match action:
        case actions.Place():
            squires = ngettext("with {n} squire", "with {n} squires", action.squires).format(n=action.squires)
            return (*_knight(s, action), Part(action.county, action.county), Part(squires))
        case actions.Garrison():
            return (*_knight(s, action), _space(s, action.space))
        case actions.Join():
            return (*_knight(s, action), _value(action.card))
        case actions.Upgrade():
            place = CONFLICT_NAMES.get(action.place, action.place)
            words = _("in {place}") if place == action.place else _("at {place}")
            if place in actions.CASTLE:
                words, place = _("on the castle space for {place}"), space_words(place.removeprefix("castle "))
            elif place == actions.COURT:
                words = _("at court")
            spot = action.place if action.place in actions.CASTLE else _value(action.place).place
            return (
                Part(_("knight of {strength}").format(strength=action.knight)),
                Part(words.format(place=place), spot),
            )
        case actions.Build():
            return (_space(s, action.tile),)
        case actions.Score():
            return (_space(s, action.space),)
        case actions.Forgo() if action.item in SPACE:
            space = s.parts.spaces[SPACE[action.item]]
            words = _("gives up {reward} for {price}") if space.price else _("gives up {reward}")
            forgone = words.format(reward=space.reward.words(), price=amount(space.price, "squires"))
            return (_space(s, action.item)._replace(about=forgone),)
        case actions.Pick():
            return (Part(s.parts.favours[FAVOUR[action.favour]].reward.words(), action.favour),)
        case actions.Vote():
            markers = ngettext("with {n} marker", "with {n} markers", action.markers).format(n=action.markers)
            return (Part(_("yes") if action.choice == "yes" else _("no")), Part(markers))
        case actions.Trade():
            return (_times(action.times),)
        case actions.Barter():
            return (Part(_("give {goods}").format(goods=_(COUNTED[action.goods][1]))), _times(action.times))
        case actions.Claim():
            reward, price = s.parts.counties[s.at].reward.words(), amount(s.parts.numbers.both_price, "gold")
            notes = {
                "noble": _("for your table"),
                "reward": reward,
                "both": _("a noble and {reward}, for {price}").format(reward=reward, price=price),
            }
            return (Part(_(_CLAIMS[action.what]), about=notes.get(action.what, "")),)
        case actions.Ransom():
            knights = ", ".join(map(str, action.knights))
            return (Part(_("knights of {strengths}").format(strengths=knights) if knights else _("nobody")),)
    return tuple(_value(getattr(action, field)) for field in action.__struct_fields__)


def _knight(s: Position, action: actions.Place | actions.Garrison | actions.Join) -> tuple[Part, ...]:
    """Return the knight as a part; in a game with allies his colour comes first (rule 14.2)."""
    knight = Part(_("knight of {strength}").format(strength=action.knight))
    return (Part(action.colour), knight) if s.setup.allies else (knight,)


def _space(s: Position, name: str) -> Part:
    """Return a space of the castle, or the extension over it, as a part, with what it pays and its price."""
    space = s.parts.spaces[SPACE[name]]
    words = _("gives {reward} for {price}") if space.price else _("gives {reward}")
    note = words.format(reward=space.reward.words(), price=amount(space.price, "squires"))
    return Part(space_words(name), f"castle {name}", about=note)


def _times(number: int) -> Part:
    """Return how many times a trade is made, as a part."""
    words = ngettext("{n} time", "{n} times", number).format(n=number)
    return Part(words if number else _("not at all"))


def _value(value: object) -> Part:
    """Return the value of a field as a part; if it names a place on the board, one can click it there."""
    items = map(str, value if isinstance(value, tuple) else (value,))
    words = ", ".join(CONFLICT_NAMES.get(item, item) for item in items)
    return Part(words or _("none"), f"castle {words}" if words in SPACES else words if words in _BOARD else "")
