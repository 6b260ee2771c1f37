"""The Markdown of texts: the HTML that markdown-it makes, words without markup, and short ways that make the same."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from rulewright.entries.text import Text
from rulewright.html import markdown
from rulewright.html.markdown import block, inline
from rulewright.source.markup.grammar import passage, run
from rulewright.source.markup.unsupported import unsupported_markup
from rulewright.source.markup.words import _parsed, placed_figures, words

PASSAGES = {
    "paragraphs": "One line\nand another.\n\nA second\\\nparagraph.",
    "emphasis": "*one* **two** ***three*** _four_ snake_case 2 * 3 * 4 \\*five\\*",
    "a list": "- one\n- two\n\n  with more\n- three",
    "lists in lists": "1. one\n   - a\n     * b\n2. two\n\n7) seven",
    "a quotation": "> said\n> and\n>\n> done",
    "code": "Some `code` and\n\n```\na = 1 < 2\n```\n\n    indented",
    "headings": "# one\n\ntext\n\n## two\n\nthree\n=====",
    "rules": "above\n\n---\n\n* * *\n\nbelow",
    "addresses": '[words](https://example.org "title") <https://example.org> [ref]\n\n[ref]: https://example.com',
    "entities": "AT&amp;T &copy; 5 < 6 & 7 > 3",
    "a table": "| a | b |\n|:--|--:|\n| 1 | *2* |",
}


class Neutral:
    """The medium of plain Markdown."""

    def thing(self, target: str, shown: str) -> str:
        return shown or target

    def outward(self, url: str, *, spelt: bool) -> tuple[Markup, Markup]:
        return Markup('<a href="{}">').format(url), Markup("</a>")

    def figure(self, file: str, alt: str, caption: Markup) -> Markup:
        return Markup("{}|{}|{}").format(file, alt, caption)

    def placed(self, target: str, passage: str) -> Markup | None:
        return Markup("<figure>{} in {}</figure>\n").format(target, passage) if target == "figure:here" else None


@pytest.mark.parametrize("source", PASSAGES.values(), ids=PASSAGES)
def test_a_passage_renders_as_markdown_it_renders_it(source: str) -> None:
    """But for what pages need beside: classes, and places that the keyboard reaches."""
    assert list(unsupported_markup(source, blocks=True)) == []
    ours = str(block(Text(source, blocks=True), "", Neutral(), level=0))
    plain = MarkdownIt("commonmark").enable("table").render(source)
    assert _bare(ours) == _bare(plain)


def _bare(html: str) -> str:
    html = re.sub(r'</?div[^>]*>\n?| (?:class|style|title|tabindex|scope)="[^"]*"|(?<=<br) /|(?<=<hr) /', "", html)
    return html.replace("&quot;", '"').replace("&#34;", '"').strip()


@pytest.mark.parametrize(("source", "place"), [("Roll.\n\n[6]: hit", 7), ("[Note]: stop", 0), ("> [a]: b", 0)])
def test_a_line_that_markdown_would_swallow_is_refused(source: str, place: int) -> None:
    (refusal,) = unsupported_markup(source, blocks=True)
    assert (refusal.start, "prints nothing" in refusal.message) == (place, True)
    assert not list(unsupported_markup("See [a].\n\n[a]: https://example.org\n\n\\[6]: hit", blocks=True))


def test_headings_go_below_the_one_of_their_rule() -> None:
    passage = Text("### Deep\n\nwords\n\n#### Deeper", blocks=True)
    assert re.findall(r"<(h\d)", block(passage, "en", Neutral(), level=2)) == ["h3", "h4"]


def test_notes_are_told_apart_by_the_thing_they_belong_to() -> None:
    passage = Text("One[^a] and two[^b] and one[^a].\n\n[^a]: First.\n[^b]: Second.", blocks=True)
    html = block(passage, "en", Neutral(), "fire")
    assert re.findall(r'id="([^"]*)"', html) == [
        "note-sign-fire-1",
        "note-sign-fire-2",
        "note-sign-fire-1-1",
        "note-fire-1",
        "note-fire-2",
    ]
    targets = re.findall(r'href="#([^"]*)"', html)
    assert set(targets) == set(re.findall(r'id="([^"]*)"', html))


@pytest.mark.parametrize(
    ("source", "opening"),
    [
        ("One.[^a]\n\nTwo.\n\n[^a]: Note.", "<p>One. …</p>"),
        ("- one\n- two\n\nmore", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>"),
        ("Just one.", "<p>Just one.</p>"),
    ],
)
def test_a_preview_shows_the_first_block(source: str, opening: str) -> None:
    assert block(Text(source, blocks=True), "en", Neutral(), opening=True) == opening


@pytest.mark.parametrize("source", ["<script>x</script>", "a <b onclick='x'>b</b>", "[x](javascript:x)", "<!-- x -->"])
def test_a_draft_shows_what_is_refused_and_runs_nothing(source: str) -> None:
    assert list(unsupported_markup(source, blocks=True))
    assert list(unsupported_markup(source, blocks=False))
    for html in (block(Text(source, blocks=True), "en", Neutral()), inline(Text(source), "en", Neutral())):
        assert not re.search(r"<(?!/?p>)|href", html)


SIMPLE = st.lists(
    st.sampled_from(
        [
            "word",
            "*em*",
            "**strong**",
            "_under_",
            "a_b",
            "[[Fire]]",
            "[[x|it]]",
            "2 * 3",
            "2*3",
            "dr*",
            "*",
            "(*a* b)",
            "*[[x]]*",
        ]
    )
)


@given(SIMPLE)
def test_words_without_the_parser_are_those_of_the_parser(parts: list[str]) -> None:
    source = " ".join(parts)
    assert words(source, _shown, blocks=False) == _by_the_parser(run(source))


BLANK = st.sampled_from(["", "\n"])
ITEMS = st.lists(st.tuples(st.sampled_from(["", "- ", "* ", "1. ", "2) "]), SIMPLE.filter(bool), BLANK), min_size=1)


@given(ITEMS)
def test_words_of_lists_without_the_parser_are_those_of_the_parser(lines: list[tuple[str, list[str], str]]) -> None:
    source = "\n".join(sign + " ".join(parts) + blank for sign, parts, blank in lines)
    assert words(source, _shown, blocks=True) == _by_the_parser(passage(source)[0])


def _by_the_parser(tokens: Sequence[Token]) -> str:
    return " ".join("".join(each if isinstance(each, str) else _shown(*each) for each in _parsed(tokens)).split())


def test_the_sign_that_stands_for_a_link_may_be_in_a_text() -> None:
    assert words("a \ue000 b [[hit]] c", _shown, blocks=False) == "a \ue000 b hit c"


def _shown(target: str, shown: str) -> str:
    return shown or target


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("1. Roll.\n2. Move:\n   - here\n   - there", "Roll. Move: here there"),
        ("| a | b |\n|---|---|\n| 1 | [[x|two]] |", "a b 1 two"),
        ("> [!TIP]\n> Save `code`.", "Tip Save code."),
        (
            '![A hill](hill.svg "The *hill*")\n\nSee <https://example.org>.[^1]\n\n[^1]: There.',
            "A hill The *hill* See https://example.org. There.",
        ),
    ],
)
def test_the_words_of_a_passage(source: str, said: str) -> None:
    assert words(source, _shown, blocks=True) == said


PIECES = [*"aZé1 .,;:!?-–()/%=+*_`'\"’~<&\\[]|>#\n", "[[Fire]]", "[[rule:a|b *c*]]", "c)", "(tm)", "word ", "1. ", "  "]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_the_short_way_and_the_parser_make_the_same(source: str) -> None:
    passage, short = Text(source, blocks=True), (block, inline)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(markdown, "ORDINARY", re.compile(r"(?!)"))
        parsed = [each(passage, "en", Neutral()) for each in short]
    assert [each(passage, "en", Neutral()) for each in short] == parsed


def test_most_texts_go_the_short_way() -> None:
    for source in ("A unit in [[Cover]] (see [[rule:a|1.2]]) loses 2–3 steps; no more.", "[[Fire]] is half-hearted."):
        assert markdown._ordinary(source, Neutral()) is not None
    for source in ("*No*", "1. One", "two\nlines", "so...", "(c) us", "a < b", "it's"):
        assert markdown._ordinary(source, Neutral()) is None


SIGNS = [
    "word",
    "a b",
    " ",
    "\n",
    "\n\n",
    "    ",
    "*",
    "**",
    "_",
    "`",
    "```\n",
    "~~~\n",
    "> ",
    "- ",
    "+ ",
    "1. ",
    "2) ",
    "# ",
    "## ",
    "---",
    "===",
    "\n\n***\n\n",
    "\\",
    "\\\n",
    "  \n",
    "<",
    ">",
    "&amp;",
    "&",
    "[",
    "]",
    "[a](https://example.org)",
    "<https://example.org>",
    "[a]",
    '\n\n[a]: https://example.org "b"\n\n',
    "(",
    ")",
    "!",
    '"',
    "\n| a | b |\n|---|---|\n| 1 | 2 |\n",
]
"""What CommonMark and its tables are written with."""


@given(st.lists(st.sampled_from(SIGNS), min_size=1, max_size=12).map("".join))
@example("[a]\n\n> [a]: /b")
@example("   [a]: \n      /b\n\n[a]")
def test_any_signs_of_markdown_render_as_markdown_it_renders_them_or_are_refused(source: str) -> None:
    if list(unsupported_markup(source, blocks=True)):
        return
    plain = MarkdownIt("commonmark").enable("table").render(source)
    highest = min(map(int, re.findall(r"<h(\d)>", plain)), default=1)
    ours = str(block(Text(source, blocks=True), "", Neutral(), level=highest - 1))
    assert _bare(ours) == _bare(plain)


def test_a_link_to_a_figure_alone_in_a_paragraph_is_the_figure_where_its_passage_prints_it() -> None:
    source = "See [[figure:here]].\n\n[[figure:here]]\n\n[[figure:here]]\n\n[[figure:far]]\n\n- [[figure:here]]"
    html = str(block(Text(source, blocks=True), "en", Neutral(), "move"))
    assert html.count("<figure>figure:here in move</figure>") == 1
    assert html.startswith("<p>See figure:here.</p>\n<figure>")
    assert "<p>figure:here</p>\n<p>figure:far</p>\n<ul>\n<li>figure:here</li>" in html
    assert list(placed_figures(source)) == ["figure:here", "figure:here", "figure:far"]
