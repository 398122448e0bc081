"""The language is chosen at run time, caches of the former one are emptied, and every message is extracted."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from pathlib import Path

import pytest

import roses
from roses.engine import i18n
from tests.testing.pseudo import pseudo, pseudo_language, unmarked


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    i18n.set_language("en")


class German(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return {"Play": "Abspielen"}.get(message, message)


def test_a_language_is_chosen_at_run_time_and_given_back() -> None:
    assert i18n.gettext("Play") == "Play"
    i18n.install(German(), "de")
    assert (i18n.gettext("Play"), i18n.language()) == ("Abspielen", "de")
    roses.set_language("en")
    assert (i18n.gettext("Play"), i18n.language()) == ("Play", "en")


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"there is no language 'tlh'; choose from 'en'"):
        roses.set_language("tlh")
    assert i18n.gettext("Play") == "Play"


def test_the_language_of_the_environment_is_the_first_choice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    catalogue = tmp_path / "locale" / "de" / "LC_MESSAGES"
    catalogue.mkdir(parents=True)
    (catalogue / "roses.mo").write_bytes(compiled({"": "Content-Type: text/plain; charset=UTF-8\n", "Play": "Spiel"}))
    monkeypatch.setattr(i18n, "folder", lambda name: tmp_path)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    roses.set_language()
    assert (i18n.gettext("Play"), i18n.language(), i18n.languages()) == ("Spiel", "de", ("en", "de"))
    monkeypatch.setenv("LANGUAGE", "en")
    roses.set_language()
    assert (i18n.gettext("Play"), i18n.language()) == ("Play", "en")


def compiled(messages: dict[str, str]) -> bytes:
    """The bytes of a .mo file, as GNU gettext lays it out."""
    ids = [(key.encode(), value.encode()) for key, value in sorted(messages.items())]
    keys, values, at = b"", b"", 28 + 16 * len(ids)
    text = b"".join(part + b"\0" for pair in zip(*ids, strict=True) for part in pair)
    for index, table in enumerate(zip(*ids, strict=True)):
        for part in table:
            row = len(part).to_bytes(4, "little") + at.to_bytes(4, "little")
            keys, values = (keys + row, values) if index == 0 else (keys, values + row)
            at += len(part) + 1
    head = [0x950412DE, 0, len(ids), 28, 28 + 8 * len(ids), 0, 0]
    return b"".join(n.to_bytes(4, "little") for n in head) + keys + values + text


def test_what_was_remembered_in_a_language_is_forgotten_with_it() -> None:
    @i18n.cached()
    def label(n: int) -> str:
        return f"{i18n.gettext('Play')} {n}"

    assert (label(1), label(1)) == ("Play 1", "Play 1")
    with pseudo_language():
        assert label(1) == f"{pseudo('Play')} 1"
    assert label(1) == "Play 1"


def test_a_mapping_of_texts_is_cleared_with_the_language() -> None:
    texts = i18n.forgetful({1: i18n.gettext("Play")})
    with pseudo_language():
        assert not texts


def test_the_pseudo_language_is_longer_and_keeps_fields() -> None:
    with pseudo_language():
        shown = i18n.gettext("{block} stays in {area} until the end of the turn.").format(block="Kent", area="Wales")
        assert unmarked(shown) == ""
        assert "Kent" in shown and "Wales" in shown
    assert len(pseudo("x" * 100).replace(" ", "")) == 140
