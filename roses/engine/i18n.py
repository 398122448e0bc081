"""Strings for people: gettext with the kit's own catalogue, looked up once. No strings here."""

from __future__ import annotations

import gettext as _gettext
from functools import cache

from roses.engine.data import folder


@cache
def _catalogue() -> _gettext.NullTranslations:
    return _gettext.translation("roses", folder("data") / "locale", fallback=True)


def gettext(message: str) -> str:
    """Return the message in the language of the environment; the message itself where there is no translation.

    >>> gettext("Play")
    'Play'
    """
    return _catalogue().gettext(message) if message else message


def ngettext(one: str, many: str, n: int) -> str:
    """Return the message for ``n`` things in the language of the environment.

    >>> ngettext("{n} step", "{n} steps", 2).format(n=2)
    '2 steps'
    """
    return _catalogue().ngettext(one, many, n)
