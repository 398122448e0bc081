"""The language of every text that a reader sees: gettext catalogues, chosen by ``set_language`` at run time.

A text is marked where it is written: ``_("{block} stays in {area}.").format(...)``, with ``gettext as _``, translates
at once; constants of a module are marked with ``N_`` and translated where they are shown. What is marked is extracted
by Babel into ``data/locale/roses.pot``; a language is a file ``data/locale/CODE/LC_MESSAGES/roses.mo``.
"""

from __future__ import annotations

import gettext as _gettext
import locale
import os
from collections.abc import Callable, MutableMapping
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar

from roses.engine.loading import folder

P = ParamSpec("P")
T = TypeVar("T")
M = TypeVar("M", bound=MutableMapping[Any, Any])
_DOMAIN = "roses"
WRITTEN_IN = "en"
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_forget: list[Callable[[], None]] = []


class _Chosen:
    """The catalogue in use and the code of its language; the catalogue is None until the first text is translated."""

    catalogue: _gettext.NullTranslations | None = None
    code = ""


def languages() -> tuple[str, ...]:
    """Return the codes of the languages that can be chosen: English, and each that has a catalogue.

    >>> "en" in languages()
    True
    """
    catalogues = (folder("data") / "locale").glob(f"*/LC_MESSAGES/{_DOMAIN}.mo")
    return (WRITTEN_IN, *sorted(path.parent.parent.name for path in catalogues))


def language() -> str:
    """Return the code of the language in use, e.g. ``"en"``."""
    _catalogue()
    return _Chosen.code


def set_language(code: str = "") -> None:
    """Choose the language of all texts from now on, for the whole process; ``""`` is that of the environment.

    Widgets and figures already shown keep their texts until they are drawn again. ValueError, which lists the known
    ones, for a language without a catalogue.

    >>> set_language("en")
    >>> language()
    'en'
    """
    if code and code not in languages():
        message = gettext("there is no language {code!r}; choose from {names}")
        raise ValueError(message.format(code=str(code)[:80], names=", ".join(map(repr, languages()))))
    if code:
        install(_load(code), code)
    else:
        install(*_environment())


def install(catalogue: _gettext.NullTranslations, code: str) -> None:
    """Use this catalogue from now on, and clear what ``cached`` functions and ``forgetful`` mappings remember."""
    _Chosen.catalogue, _Chosen.code = catalogue, code
    for clear in _forget:
        clear()


def gettext(message: str) -> str:
    """Return the message in the language in use; the message itself where there is no translation.

    >>> gettext("Play")
    'Play'
    """
    return _catalogue().gettext(message) if message else message


def ngettext(one: str, many: str, n: int) -> str:
    """Return the message for ``n`` things in the language in use.

    >>> ngettext("{n} step", "{n} steps", 2).format(n=2)
    '2 steps'
    """
    return _catalogue().ngettext(one, many, n)


def pgettext(context: str, message: str) -> str:
    """Return the message as it is said in a context, where one English word has several translations.

    >>> pgettext("supply", "home")
    'home'
    """
    return _catalogue().pgettext(context, message)


def N_(message: str) -> str:
    """Mark a constant for translation and return it as it is; ``gettext`` translates it where it is shown.

    >>> N_("York")
    'York'
    """
    return message


def cached(maxsize: int | None = 128) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator like ``functools.lru_cache`` for functions whose results hold texts.

    The cache is cleared when the language changes.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        remembered = lru_cache(maxsize=maxsize)(function)
        _forget.append(remembered.cache_clear)
        return remembered  # type: ignore[return-value]

    return decorate


def forgetful(texts: M) -> M:
    """Return a mapping that holds texts; from now on it is cleared when the language changes.

    >>> forgetful({"York": "white rose"})
    {'York': 'white rose'}
    """
    _forget.append(texts.clear)
    return texts


def _catalogue() -> _gettext.NullTranslations:
    if _Chosen.catalogue is None:
        _Chosen.catalogue, _Chosen.code = _environment()
    return _Chosen.catalogue


def _environment() -> tuple[_gettext.NullTranslations, str]:
    """Return catalogue and code of the first language that the environment asks for and the kit has."""
    wish = next((value for name in _VARIABLES if (value := os.environ.get(name))), "")
    known = languages()
    for name in wish.split(":"):
        whole = locale.normalize(name).split(".")[0].split("@")[0]
        for code in (whole, whole.split("_")[0]):
            if code in known:
                return _load(code), code
    return _gettext.NullTranslations(), WRITTEN_IN


def _load(code: str) -> _gettext.NullTranslations:
    """Return the catalogue of a language; English, the language the texts are written in, may do without."""
    return _gettext.translation(_DOMAIN, folder("data") / "locale", [code], fallback=code == WRITTEN_IN)
