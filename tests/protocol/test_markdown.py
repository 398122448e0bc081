"""Answers and rules in notebooks: Markdown that shows every word as it is written, and plain text."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from IPython.core.formatters import DisplayFormatter
from nbconvert.filters.markdown_mistune import markdown2html_mistune

import roses
from roses.engine.explain import Explanation
from roses.engine.rules import Paragraph
from roses.lancaster.game import BOOK

ODD = "<img src=x onerror=alert(1)> & *bold* [link](https://example.org) `code` $x$ | # _u_ &lt; \\* www.a.org a@b.c"
ANSWER = Explanation(ODD, False, "5.2", ODD, ())
PARAGRAPH = Paragraph("6.5", ODD, ODD, ODD, "print('```')\n<b>")


def shown(value: Any) -> dict[str, str]:
    """What a notebook gets of a value."""
    bundle, _metadata = DisplayFormatter().format(value)
    return dict(bundle)


class Page(HTMLParser):
    """What a browser makes of HTML: the elements, and the words of each paragraph and each block of code."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.elements.add(tag)
        self.words += [""] if tag in ("p", "pre") else []

    def handle_data(self, data: str) -> None:
        if self.words:
            self.words[-1] += data.replace("\n", " ") if "pre" not in self.elements else data


def page(markdown: str) -> Page:
    """Read Markdown as nbconvert does, which knows formulas and lets HTML through."""
    result = Page(markdown2html_mistune(markdown))
    assert result.elements <= {"blockquote", "p", "strong", "em", "div", "pre", "span", "code"}, result.elements
    return result


def words(markdown: str) -> list[str]:
    """The words of its paragraphs as they are read."""
    return [text.strip() for text in page(markdown.partition("> ```")[0]).words]


def test_an_answer_shows_itself_as_markdown_and_text() -> None:
    state = roses.scene(Kent="Norfolk:2", Sussex="Oxford", side="York")
    bundle = shown(state.explain("Norfolk sails the English Channel to Sussex"))
    assert set(bundle) == {"text/markdown", "text/plain"}
    assert bundle["text/markdown"].startswith("> ") and "(rule 5.3" in words(bundle["text/markdown"])[0]
    assert bundle["text/plain"] == str(state.explain("Norfolk sails the English Channel to Sussex"))


@pytest.mark.parametrize("paragraph", [roses.rule("6.5"), roses.rule("5.21"), roses.rule("9.1"), BOOK.paragraph("5.3")])
def test_a_rule_shows_itself_as_markdown_and_text(paragraph: Paragraph) -> None:
    bundle = shown(paragraph)
    assert set(bundle) == {"text/markdown", "text/plain"} and bundle["text/plain"] == str(paragraph)
    text = words(bundle["text/markdown"])
    assert text == [paragraph.heading, paragraph.words, f"Example: {paragraph.example}"]
    note = page(bundle["text/markdown"]).words[-1].strip()
    assert not paragraph.remark or note == f"Note: {paragraph.remark}" == str(paragraph).splitlines()[-1]
    assert paragraph.code in bundle["text/markdown"].replace("\n> ", "\n")


def test_markdown_shows_every_word_as_it_is_written() -> None:
    assert words(shown(ANSWER)["text/markdown"]) == [f"{ODD} (rule 5.2)."]
    assert words(shown(PARAGRAPH)["text/markdown"]) == [f"6.5 {ODD}", ODD, f"Example: {ODD}"]
    assert page(shown(PARAGRAPH)["text/markdown"]).words[-1].strip() == "print('```')\n<b>"
    for begin in ("1. first", "- dash", "+ plus", "= line", "2) second", "# head"):
        assert words(shown(Explanation("", True, "1", begin))["text/markdown"]) == [f"{begin} (rule 1)."]
