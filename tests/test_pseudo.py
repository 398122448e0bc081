"""In a pseudo-language every text that a reader sees is translated, fits in its figure, and changes at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain

import msgspec
import pytest

import roses
from roses.engine.replay import Replay, Timeline
from roses.figures import battle_svg
from roses.figures.drawing.svg import Svg, document, text
from roses.widgets import Stepper
from roses.widgets.stepper import saved
from roses.widgets.stepper.model import StepperModel
from tests import surfaces, vocabulary
from tests.figures.reading import beyond, collisions, lines, squeezed
from tests.proof import sampled
from tests.surfaces import Shown, hovers
from tests.testing.pseudo import pieces, pseudo_language

_TRANSLATED = re.compile("⟦[^⟧]*(?:⟧|$)")
_QUOTED = re.compile(r"(?<!\w)(['\"])(?:(?!\1)[^⟦⟧]){1,80}\1(?!\w)")
_WORDS = re.compile(r"(?:[A-Za-z]{2,}[^A-Za-z]{0,2})+")


@cache
def same() -> re.Pattern[str]:
    """What stays as it is in every language: names, and the texts of the records."""
    texts = set(vocabulary.names()).union(vocabulary.fields(), *map(vocabulary.written, vocabulary.RECORDS))
    items = sorted({" ".join(text.split()) for text in texts}, key=len, reverse=True)
    return re.compile(rf"(?<![A-Za-z])(?:{'|'.join(map(re.escape, items))})(?![A-Za-z])")


def untranslated(text: str) -> list[str]:
    """The English words in a text of the pseudo-language that are no names, no notation and in no quotes."""
    rest = _TRANSLATED.sub(" ", " ".join(text.split()))
    for known in (same(), vocabulary.notation(), _QUOTED):
        if not _WORDS.search(rest):
            return []
        rest = known.sub(" ", rest)
    return [words.strip() for words in _WORDS.findall(rest) if not _is_cut_name(words)]


def _is_cut_name(words: str) -> bool:
    """Whether this is the beginning of a name that had no room."""
    return words.strip().endswith("…") and any(name.startswith(words.strip()[:-1]) for name in vocabulary.names())


SURFACES = ["events", "headed", "prompts", "hints", "answers", "errors", "exercises"]


@pytest.mark.parametrize("surface", sampled(SURFACES, "headed", "prompts", "hints", "errors", "exercises"))
def test_every_word_is_translated(surface: str) -> None:
    show: Callable[[], Shown] = getattr(surfaces, surface)
    with pseudo_language(pieces):
        results = {where: words for where, text in show() if (words := untranslated(text))}
    assert results == {}


@pytest.mark.parametrize("surface", sampled(["figures", "steppers"], "steppers"))
def test_every_word_is_translated_after_it_was_shown_in_english(surface: str) -> None:
    """Nothing that a figure remembers holds words of another language, in the pseudo-language and back in English."""
    show: Callable[[], Shown] = getattr(surfaces, surface)
    english = dict(show())
    with pseudo_language(pieces):
        results = {where: words for where, text in show() if (words := untranslated(text))}
    assert results == {}
    assert "⟦" not in "".join(english.values())
    assert {where for where, text in show() if text != english[where]} == set()


def test_an_english_word_is_seen() -> None:
    """Also in a field of a translated sentence, and beside names and notation."""
    assert untranslated("⟦The⟧ ⟦lord⟧ Norfolk ⟦stays⟧ ⟦in⟧ East Anglia⟦.⟧ Norfolk marches to Kent, 'so he says'") == []
    assert untranslated("Norfolk ⟦is⟧ away ⟦from⟧ Kent") == ["away"]
    assert untranslated("Norfolk marches to Kent and stays") == ["and stays"]


def test_a_stepper_that_is_shown_follows_the_language() -> None:
    stepper = Stepper(roses.timeline(vocabulary.RECORDS[0]))

    def shown() -> list[str]:
        stepper.model.go("Bosworth")
        stepper.show()
        names = ("head", "panel", "board", "spoken", "words", "stops")
        texts = [str(getattr(stepper.screen, name)) for name in names]
        stepper.model.go(0)
        stepper.show()
        live = hovers(stepper.live.answer("plot")["figure"])
        return [*texts, saved.words(stepper.model), " ".join(live)]

    english = shown()
    with pseudo_language(pieces):
        assert all("⟦" in text for text in shown())
    assert shown() == english


def is_same(words: str) -> bool:
    """Whether a line is the same in all languages: a name or a number."""
    return words.isdigit() or words in vocabulary.names()


def misfits(pictures: Iterable[tuple[str, Svg]]) -> list[tuple[str, object]]:
    """The lines that reach beyond a picture, cover another line, or are squeezed; names and numbers may touch."""
    results: list[tuple[str, object]] = []
    for name, svg in pictures:
        covered = [pair for pair in collisions(svg) if not all(map(is_same, pair))]
        results += [(name, lines) for lines in (*beyond(svg), *covered, *squeezed(svg))]
    return results


def test_words_that_are_longer_fit_into_every_figure() -> None:
    """With 40 % more letters no line reaches beyond its picture, and none covers another."""
    with pseudo_language():
        assert misfits(surfaces.pictures()) == []


@pytest.mark.parametrize("number", sampled(range(100, 114), 103))
def test_a_whole_game_is_translated_and_fits(number: int) -> None:
    games = [surfaces.random_game(number)]
    with pseudo_language(pieces):
        shown = [surface(games) for surface in (surfaces.events, surfaces.headed, surfaces.prompts, surfaces.answers)]
        drawn = ((name, surfaces.heard(svg)) for name, svg in surfaces.boards(games))
        assert {where: words for where, text in chain(*shown, drawn) if (words := untranslated(text))} == {}
    with pseudo_language():
        assert misfits(surfaces.boards(games)) == []


@pytest.mark.parametrize("name", sampled(vocabulary.RECORDS, vocabulary.RECORDS[0]))
def test_every_step_of_a_lesson_is_translated_and_fits(name: str) -> None:
    model = StepperModel(roses.timeline(name))

    def steps() -> Iterator[tuple[str, Svg]]:
        for index in range(len(model)):
            model.go(index)
            yield f"step {index + 1}", saved.picture(model)

    with pseudo_language(pieces):
        assert {where: words for where, svg in steps() if (words := untranslated(surfaces.heard(svg)))} == {}
    with pseudo_language():
        assert misfits(steps()) == []


def test_a_long_caption_in_a_battle_is_squeezed_and_not_cut() -> None:
    result = "three hits that fall upon the lord of Northumberland and his men"
    svg = battle_svg(surfaces.bosworth().view(), width=620, results={"Richmond": result})
    assert result in " ".join(line.words for line in lines(svg))


def test_steps_without_moments_follow_the_language() -> None:
    record = msgspec.structs.replace(roses.replay(vocabulary.RECORDS[0]).record, moments=())
    timeline = Timeline(Replay(record, roses.start))
    assert (timeline[6].date, timeline.moment(6, "York").date) == ("action 7", "action 7")
    with pseudo_language(pieces):
        assert untranslated(timeline[6].date) == untranslated(timeline.moment(6, "York").date) == []


def test_what_does_not_fit_is_seen() -> None:
    drawn = [text(190, 20, "Kent", 12, anchor="start"), text(10, 20, "Essex", 12), text(14, 24, "Norfolk", 12)]
    inner = document(100, 50, [text(50, 25, "Barnet", 12), text(300, 25, "unseen", 12)], title="", description="")
    svg = document(200, 100, [*drawn, inner.nested(0, 0, 200, 100)], title="", description="")
    assert beyond(svg) == ["Kent", "Essex", "Norfolk"] and collisions(svg) == [("Essex", "Norfolk")]
    assert [line.words for line in lines(svg)] == ["Kent", "Essex", "Norfolk", "Barnet"]
    assert lines(svg)[3].box[1] == pytest.approx(50 - 0.72 * 24)
    narrow = document(100, 50, [text(0, 0, "Northumberland", 12, within=30)], title="", description="")
    assert squeezed(narrow) == ["Northumberland"]
