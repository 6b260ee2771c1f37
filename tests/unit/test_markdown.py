"""Ordinary words take a short way, on which they become the same as by the parser."""

from hypothesis import given
from hypothesis import strategies as st

from rulewright.render.typesetting import markdown

PIECES = [*"aZé1 .,;:!?-–()/%=+*_`'\"’~<&\\[]|>#\n", "[[Fire]]", "[[rule:a|b *c*]]", "c)", "(tm)", "word ", "1. ", "  "]


def link(target: str, shown: str) -> str:
    return f"<a>{target}|{shown}</a>"


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_the_short_way_and_the_parser_make_the_same(text: str) -> None:
    parser = markdown._parser("en")
    assert markdown.block(text, "en", link) == parser.render(text, {"link": link}).strip()
    assert markdown.inline(text, "en", link) == parser.renderInline(text, {"link": link})


def test_most_texts_go_the_short_way() -> None:
    for text in ("A unit in [[Cover]] (see [[rule:a|1.2]]) loses 2–3 steps; no more.", "[[Fire]] is half-hearted."):
        assert markdown._ordinary(text, link) is not None
    for text in ("*No*", "1. One", "two\nlines", "so...", "(c) us", "a < b", "it's"):
        assert markdown._ordinary(text, link) is None
