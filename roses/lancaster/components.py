"""Components with a user's own values, from a file or a dict that holds the differences by id and field."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from roses.engine.errors import DataError
from roses.engine.i18n import gettext as _
from roses.lancaster.tables import IN_FORCE, NEW_CONFLICTS, ROUNDS, SECTIONS, SHIPPED, Components, Part

# group: (the field that names a member, the fields that may be changed)
OPEN: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "counties": ("name", ("minimum", "reward")),
    "conflicts": ("id", ("strength", "points")),
    "favours": ("id", ("reward",)),
    "castle": ("id", ("price", "reward")),
    "ally_castle": ("id", ("reward",)),
    "laws": ("id", ("section", "name", "effect", "group", "at_least", "at_most", "pay", "reward", "scope")),
    "setups": ("players", ("nobles", "conflicts_removed", "favours_removed")),
    "house": ("", ("court", "reserve", "gold", "squires", "markers")),
    "ally": ("", ("court", "reserve")),
    "numbers": ("", ("gold", "squires", "markers", "both_price", "ransom", "lord_markers", "noble_markers")),
    "scoring": ("", ("nobles", "knights", "castle", "two_players")),
}
_PROPOSED: Final = ROUNDS * IN_FORCE


def components(own: str | Path | Mapping[str, Any] | None = None, laws: Sequence[str] | None = None) -> Components:
    """Return the shipped components, with a user's own values in their place, and the laws agreed on if there are any.

    ``own`` is a JSON file or its content: a mapping of group to id to field to value. ``OPEN`` lists the groups and
    fields, and ``agree`` says what ``laws`` are. DataError names the file and the field that is wrong.

    >>> components({"counties": {"York": {"minimum": 2}}}).counties[2].minimum
    2
    >>> components({"counties": {"York": {"minimum": "two"}}})
    Traceback (most recent call last):
    roses.engine.loading.DataError: components: counties.York.minimum: Expected `int`, got `str`
    """
    if own is None:
        return SHIPPED if laws is None else agree(SHIPPED, laws)
    where = str(own) if isinstance(own, str | Path) else "components"
    given = _load(own) if isinstance(own, str | Path) else _plain(own)
    changed = {group: _changed(where, group, values) for group, values in _dict(where, "", given).items()}
    parts = msgspec.structs.replace(SHIPPED, **changed, own=dict(given))
    if wrong := _wrong(parts):
        raise DataError(f"{where}: {wrong}")
    return parts if laws is None else agree(parts, laws)


def agree(parts: Components, laws: Sequence[str]) -> Components:
    """Return the components with the laws that the players agree on: a text for each section from 0 to 4 (rule 8.7).

    A text is ``"base"``, ``"expansion"``, or the names of as many laws of that section. ValueError for another.

    >>> agree(SHIPPED, ["base", "base", "L10 M11 L12", "expansion", "base"]).agreed[2]
    'L10 M11 L12'
    >>> agree(SHIPPED, ["base", "base", "L10 M11 L13", "expansion", "base"])
    Traceback (most recent call last):
    ValueError: 'L13' is not a law of section 2; choose from L10, L11, L12, M10, M11, M12
    """
    if isinstance(laws, str) or not isinstance(laws, Sequence) or len(laws) != SECTIONS:
        message = _("the laws agreed on are {n} texts, one for each section: 'base', 'expansion', or the names of laws")
        raise ValueError(message.format(n=SECTIONS))
    for section, text in enumerate(laws):
        here = [law for law in parts.laws if law.section == section]
        size, names = sum(law.set == "base" for law in here), [law.id for law in here]
        chosen = [law.id for law in here if law.set == text] or str(text).split()
        if unknown := [name for name in chosen if name not in names]:
            message = _("{law!r:.60} is not a law of section {section}; choose from {names}")
            raise ValueError(message.format(law=unknown[0], section=section, names=", ".join(names)))
        if len(set(chosen)) != size or len(chosen) != size:
            message = _("section {section} has {size} different laws, and {text!r:.60} names {n}")
            raise ValueError(message.format(section=section, size=size, text=text, n=len(set(chosen))))
    return msgspec.structs.replace(parts, agreed=tuple(laws))


def _plain(own: Any) -> Any:
    """Return the values as read from a JSON file, so that a record of them is the same."""
    try:
        return json.loads(json.dumps(own))
    except (TypeError, ValueError, RecursionError) as error:
        raise DataError(_("components: {error}").format(error=error)) from error


def _load(path: str | Path) -> Any:
    try:
        return json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise DataError(_("{path} cannot be read: {strerror}").format(path=path, strerror=error.strerror)) from error
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path}: {error}") from error


def _dict(where: str, field: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise DataError(
            _("{where}: {field} must hold fields by name, not {value!r:.40}").format(
                where=where, field=field or _("the whole"), value=value
            )
        )
    return value


def _changed(where: str, group: str, given: Any) -> Any:
    """Return a group with the given values."""
    if group not in OPEN:
        raise DataError(
            _("{where}: there is no group {group!r:.60}; choose from {names}").format(
                where=where, group=group, names=", ".join(OPEN)
            )
        )
    key, shipped = OPEN[group][0], getattr(SHIPPED, group)
    if not key:
        return _part(where, group, shipped, group, given)
    members = {str(getattr(part, key)): part for part in shipped}
    for name, values in _dict(where, group, given).items():
        if name not in members:
            raise DataError(
                _("{where}: {group} has no {name!r:.60}; choose from {names}").format(
                    where=where, group=group, name=name, names=", ".join(members)
                )
            )
        members[name] = _part(where, group, members[name], f"{group}.{name}", values)
    return tuple(members.values())


def _part(where: str, group: str, part: Part, field: str, given: Any) -> Part:
    """Return a part with the given values, which get the confidence ``given``."""
    known = OPEN[group][1]
    for name in _dict(where, field, given):
        if name not in known:
            raise DataError(
                _("{where}: {field}.{name:.60} cannot be changed; choose from {names}").format(
                    where=where, field=field, name=name, names=", ".join(known)
                )
            )
        _convert(where, f"{field}.{name}", type(part), msgspec.to_builtins(part) | {name: given[name]})
    sure = part.confidence | dict.fromkeys(given, "given")
    return _convert(where, field, type(part), msgspec.to_builtins(part) | dict(given) | {"confidence": sure})


def _convert(where: str, field: str, kind: type[Part], values: Any) -> Part:
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$.")
        _, _, inner = path.rstrip("`").partition(".")
        raise DataError(f"{where}: {field}{'.' if inner else ''}{inner}: {reason}") from error


def _wrong(parts: Components) -> str:
    """Return why these components cannot be played, "" if they can."""
    for name in ("base", "expansion"):
        sizes = Counter(law.section == 0 for law in parts.laws if law.set == name)
        if (sizes[True], sizes[False]) != (IN_FORCE, _PROPOSED):
            return _(
                "laws: section 0 of the {name} set must have {in_force} laws and the others {proposed} together"
            ).format(name=name, in_force=IN_FORCE, proposed=_PROPOSED)
    for law in parts.laws:
        if law.kind in ("trade", "upkeep_counties", "upkeep_castle") and not any(msgspec.structs.astuple(law.pay)):
            return _("laws.{id}.pay must take something").format(id=law.id)
        if law.kind == "barter" and law.group < 2:
            return _("laws.{id}.group must be 2 or more, or the exchange would never end").format(id=law.id)
    strengths = Counter(card.strength for card in parts.conflicts)
    for setup in parts.setups:
        missing = Counter(setup.conflicts_removed) - strengths
        if missing:
            return _("setups.{players}.conflicts_removed: no conflict has the strength {missing}").format(
                players=setup.players, missing=min(missing)
            )
        if len(parts.conflicts) - len(setup.conflicts_removed) < ROUNDS * NEW_CONFLICTS:
            return _("setups.{players}.conflicts_removed leaves fewer than {n} conflicts").format(
                players=setup.players, n=ROUNDS * NEW_CONFLICTS
            )
        if unknown := set(setup.favours_removed) - {favour.id for favour in parts.favours}:
            return _("setups.{players}.favours_removed: there is no favour {unknown!r}").format(
                players=setup.players, unknown=min(unknown)
            )
    return ""
