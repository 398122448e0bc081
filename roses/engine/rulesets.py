"""Rulesets of any game: find one by name or variant, list them and their fields.

The Ruleset of a game is a frozen struct: ``name``, then one field for each question on which printed editions or
readings of the rules differ, annotated with its ``Field``. These functions take a mapping of name to ruleset, the
default first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar, get_args, get_type_hints

import msgspec

from roses.engine.errors import no_text
from roses.engine.i18n import gettext as _

R = TypeVar("R", bound=msgspec.Struct)
_BOOLS: Final = (True, False)
_LONGEST: Final = 80  # characters of a name that an error repeats


class Field(msgspec.Struct, frozen=True):
    """The meaning of a field: the number of its rule, and the question it answers in one sentence."""

    rule: str
    question: str


def fields(rulesets: Mapping[str, msgspec.Struct]) -> dict[str, tuple[Field, tuple[Any, ...]]]:
    """Return field name to (meaning, possible values), the value of the default ruleset first.

    >>> from roses.richard.ruleset import RULESETS
    >>> fields(RULESETS)["bombard_sea_move"][1]
    (True, False)
    """
    first = next(iter(rulesets.values()))
    found = {}
    for name, hint in get_type_hints(type(first), include_extras=True).items():
        if name != "name":
            kind, about = get_args(hint)
            default = getattr(first, name)
            found[name] = (about, (default, *(v for v in (get_args(kind) or _BOOLS) if v != default)))
    return found


def variants(rulesets: Mapping[str, msgspec.Struct]) -> tuple[str, ...]:
    """Return the names of all rulesets, then of all variants that differ from the default in one field.

    >>> from roses.richard.ruleset import RULESETS
    >>> variants(RULESETS)[2:4]
    ('russian', 'revised+both_events_tiebreak=pretender')
    """
    default = next(iter(rulesets))
    changes = (f"{name}={value}" for name, (_about, values) in fields(rulesets).items() for value in values[1:])
    return (*rulesets, *(f"{default}+{change}" for change in changes))


def find(name: str, rulesets: Mapping[str, R]) -> R:
    """Return the ruleset ``NAME`` or the variant ``NAME+FIELD=VALUE+FIELD=VALUE``; ValueError lists what is known.

    >>> from roses.richard.ruleset import RULESETS
    >>> find("classic+bombard_sea_move=False", RULESETS).bombard_sea_move
    False
    >>> find("classic+bombard_sea_move=no", RULESETS)
    Traceback (most recent call last):
    ValueError: 'bombard_sea_move' cannot be 'no' in the ruleset 'classic+bombard_sea_move=no'; it is 'True' or 'False'
    """
    if not isinstance(name, str):
        raise no_text(name, next(iter(rulesets)))
    base, *changes = name.split("+")
    if base not in rulesets:
        raise ValueError(
            _("there is no ruleset {name}; known are {known}").format(name=_short(base), known=_list(rulesets))
        )
    if not changes:
        return rulesets[base]
    known = fields(rulesets)
    values: dict[str, Any] = {}
    for change in changes:
        field, value = _value(name, change, known)
        if field in values:
            raise ValueError(
                _("the ruleset {name} names the field {field} twice").format(name=_short(name), field=repr(field))
            )
        values[field] = value
    return msgspec.structs.replace(rulesets[base], name=name, **values)


def _value(name: str, change: str, known: Mapping[str, tuple[Field, tuple[Any, ...]]]) -> tuple[str, Any]:
    """Return (field, value) from ``FIELD=VALUE``; ``known`` is as returned by ``fields``."""
    field, _equals, text = change.partition("=")
    if field not in known:
        said = _("there is no field {field} for the ruleset {name}; known are {known}")
        raise ValueError(said.format(field=_short(field), name=_short(name), known=_list(known)))
    values = {str(value): value for value in known[field][1]}
    if text not in values:
        said = _("{field} cannot be {value} in the ruleset {name}; it is {known}")
        among = _(" or ").join(map(repr, values))
        raise ValueError(said.format(field=repr(field), value=_short(text), name=_short(name), known=among))
    return field, values[text]


def _short(name: str) -> str:
    """Return a name in quotes, shortened for use in a sentence."""
    return repr(name if len(name) <= _LONGEST else f"{name[:_LONGEST]}...")


def _list(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names))
