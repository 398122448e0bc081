"""What a table asks next, while a choice is made part by part: which army, who, where to, how many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.engine.options import Option
from roses.engine.protocol import Action, Order
from roses.lancaster import actions as court
from roses.lancaster.tables import COLOURS
from roses.richard import actions as war

_Asked = tuple[tuple[str, str], ...]  # what each part is called, and what is asked when it is chosen; "" for nothing

_WAR: Final[dict[type[Action], _Asked]] = {
    war.March: (
        ("kind", N_("{side}: which army marches? Click it")),
        ("origin", ""),
        ("block", ""),
        ("goal", N_("{side}: there are several ways to {goal}. Choose one from the list")),
    ),
    war.Sail: (
        ("kind", N_("{side}: from where does a block sail? Click there")),
        ("origin", N_("{side}: who sails from {origin}? Choose him, or click where to land")),
        ("block", N_("{side}: where does {block} sail from {origin}? Click there")),
        ("goal", N_("{side}: over which sea does {block} sail to {goal}? Choose from the list")),
    ),
    war.Recruit: (
        ("kind", N_("{side}: who is recruited? Choose from the list")),
        ("block", N_("{side}: where is {block} recruited? Click there")),
    ),
    war.Fire: (("kind", N_("{side}: who fires? Click the block")),),
    war.Pass: (("kind", N_("{side}: who passes? Click the block")),),
    war.Charge: (
        ("kind", N_("{side}: who charges? Click the block")),
        ("block", N_("{side}: whom does {block} charge? Click the enemy")),
    ),
    war.Treachery: (
        ("kind", N_("{side}: who tries treachery? Click the block")),
        ("block", N_("{side}: whom does {block} try to win over? Click the enemy")),
    ),
    war.Retreat: (
        ("kind", N_("{side}: who retreats? Click the block")),
        ("block", N_("{side}: where does {block} retreat? Click there")),
    ),
    war.Regroup: (("kind", ""), ("block", N_("{side}: where does {block} regroup? Click there"))),
    war.MainAttack: (("kind", ""), ("goal", N_("{side}: over which border is {goal} attacked in the first line?"))),
    war.GoHome: (("kind", ""), ("block", N_("{side}: where does {block} go home? Click there"))),
}
_COURT: Final[dict[type[Action], _Asked]] = {
    court.Place: (
        ("kind", N_("{side}: which knight goes to a county? Choose him, or click the county")),
        ("knight", N_("{side}: to which county does the {knight} go? Click it")),
        ("goal", N_("{side}: how many squires ride with the {knight} to {goal}?")),
    ),
    court.Garrison: (
        ("kind", N_("{side}: which knight stays in the castle?")),
        ("knight", N_("{side}: on which space of the castle does the {knight} stand? Click it")),
    ),
    court.Join: (
        ("kind", N_("{side}: which knight goes to France? Choose him, or click the conflict")),
        ("knight", N_("{side}: to which conflict does the {knight} go? Click it")),
    ),
    court.Upgrade: (
        ("kind", N_("{side}: which knight is exchanged for the next stronger one?")),
        ("knight", N_("{side}: where does the {knight} serve who is exchanged?")),
    ),
    court.Vote: (("kind", ""), ("choice", N_("{side}: {choice}. With how many markers?"))),
    court.Score: (("kind", N_("{side}: which space of the castle pays next? Click it")),),
    court.Forgo: (("kind", N_("{side}: what do you do without?")),),
}
_ASKED: Final = _WAR | _COURT


def question(side: str, chosen: Sequence[Option]) -> str:
    """Return what a side is asked once these nodes of its tree are chosen, level by level; "" where nothing fits.

    >>> import roses
    >>> march, sail = roses.scene(Kent="Gloucester, Norfolk", side="York").option_tree("York")[:2]
    >>> question("York", [sail, sail.options[0]])
    'York: who sails from Kent? Choose him, or click where to land.'
    """
    action = next(chosen[-1].actions(), None)  # None where so many cannot go
    chosen = [node for node in chosen if node.words not in COLOURS]  # whose knight it is changes no question
    asked = _ASKED.get(type(action.actions[0] if isinstance(action, Order) else action), ()) if action else ()
    if len(chosen) > len(asked) or not asked[len(chosen) - 1][1]:
        return ""
    names = {name: node.words for (name, _words), node in zip(asked, chosen, strict=False)}
    said = _(asked[len(chosen) - 1][1]).format(side=side, **names)
    return said if said.endswith("?") else _("{sentence}.").format(sentence=said)
