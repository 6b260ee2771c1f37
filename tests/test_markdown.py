"""The Markdown of texts: the same HTML as markdown-it makes, the same words in all media, nothing printed raw."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from rulewright.markup.grammar import passage, run
from rulewright.markup.refused import refusals
from rulewright.markup.words import _pieces, words
from rulewright.model.text import Text
from rulewright.pipeline import examine
from rulewright.render.typesetting.markdown import block, inline
from tests.conftest import Project
from tests.heard import heard

PASSAGES = {
    "paragraphs": "One line\nand another.\n\nA second\\\nparagraph.",
    "emphasis": "*one* **two** ***three*** _four_ snake_case 2 * 3 * 4 \\*five\\*",
    "a list": "- one\n- two\n\n  with more\n- three",
    "lists in lists": "1. one\n   - a\n     * b\n2. two\n\n7) seven",
    "a quotation": "> said\n> and\n>\n> done",
    "code": "Some `code` and\n\n```\na = 1 < 2\n```\n\n    indented",
    "headings": "# one\n\ntext\n\n## two\n\nthree\n=====",
    "rules": "above\n\n---\n\n* * *\n\nbelow",
    "addresses": "[words](https://example.org \"title\") <https://example.org> [ref]\n\n[ref]: https://example.com",
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


@pytest.mark.parametrize("source", PASSAGES.values(), ids=PASSAGES)
def test_a_passage_renders_as_markdown_it_renders_it(source: str) -> None:
    """But for what pages need beside: classes, and places that the keyboard reaches."""
    assert list(refusals(source, blocks=True)) == []
    ours = str(block(Text(source, blocks=True), "", Neutral(), level=0))
    plain = MarkdownIt("commonmark").enable("table").render(source)
    assert _bare(ours) == _bare(plain)


def _bare(html: str) -> str:
    html = re.sub(r'</?div[^>]*>\n?| (?:class|style|title|tabindex|scope)="[^"]*"|(?<=<br) /|(?<=<hr) /', "", html)
    return html.replace("&quot;", '"').strip()


def test_headings_go_below_the_one_of_their_rule() -> None:
    passage = Text("### Deep\n\nwords\n\n#### Deeper", blocks=True)
    assert re.findall(r"<(h\d)", block(passage, "en", Neutral(), level=2)) == ["h3", "h4"]


def test_notes_are_told_apart_by_the_thing_they_belong_to() -> None:
    passage = Text("One[^a] and two[^b] and one[^a].\n\n[^a]: First.\n[^b]: Second.", blocks=True)
    html = block(passage, "en", Neutral(), "fire")
    assert re.findall(r'id="([^"]*)"', html) == [
        "note-sign-fire-1", "note-sign-fire-2", "note-sign-fire-1-1", "note-fire-1", "note-fire-2",
    ]  # fmt: skip
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
    assert list(refusals(source, blocks=True))
    assert list(refusals(source, blocks=False))
    for html in (block(Text(source, blocks=True), "en", Neutral()), inline(Text(source), "en", Neutral())):
        assert not re.search(r"<(?!/?p>)|href", html)


SIMPLE = st.lists(st.sampled_from(["word", "*em*", "**strong**", "_under_", "a_b", "[[Fire]]", "[[x|it]]", "2 * 3", "2*3", "dr*", "*", "(*a* b)", "*[[x]]*"]))


@given(SIMPLE)
def test_words_without_the_parser_are_those_of_the_parser(parts: list[str]) -> None:
    source = " ".join(parts)
    assert words(source, _shown, blocks=False) == _parsed(run(source))


BLANK = st.sampled_from(["", "\n"])
ITEMS = st.lists(st.tuples(st.sampled_from(["", "- ", "* ", "1. ", "2) "]), SIMPLE.filter(bool), BLANK), min_size=1)


@given(ITEMS)
def test_words_of_lists_without_the_parser_are_those_of_the_parser(lines: list[tuple[str, list[str], str]]) -> None:
    source = "\n".join(sign + " ".join(parts) + blank for sign, parts, blank in lines)
    assert words(source, _shown, blocks=True) == _parsed(passage(source)[0])


def _parsed(tokens: list[Token]) -> str:
    return " ".join("".join(_pieces(tokens, _shown)).split())


def _shown(target: str, shown: str) -> str:
    return shown or target


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("1. Roll.\n2. Move:\n   - here\n   - there", "Roll. Move: here there"),
        ("| a | b |\n|---|---|\n| 1 | [[x|two]] |", "a b 1 two"),
        ("> [!TIP]\n> Save `code`.", "Tip Save code."),
        ("![A hill](hill.svg \"The *hill*\")\n\nSee <https://example.org>.[^1]\n\n[^1]: There.",
         "A hill The *hill* See https://example.org. There."),
    ],
)  # fmt: skip
def test_the_words_of_a_passage(source: str, said: str) -> None:
    assert words(source, _shown, blocks=True) == said


# In a game

EVERYTHING = """\
rules:
  all:
    number: "7"
    title: All of it
    text: |
      See the [club](https://example.org/club) or <https://example.org>.[^1] Some `code`.

      ## Below

      1. one
         - two
           - three

      | Ground | Cost |
      |:-------|-----:|
      | road   | 1    |

      > [!WARNING]
      > Take *care*.

      > A saying.

      Halt
      : To stop.

      ![A line](pictures/line.svg "The way")

      ---

      ```
      a = 1
      ```

      [^1]: A note.
"""
LINE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M4 10 L36 10" stroke="#333"/></svg>'


@pytest.fixture
def everything(small: Project) -> Project:
    small.write("content/small/all.yaml", EVERYTHING)
    small.write("content/small/pictures/line.svg", LINE)
    small.write("cards/small/book.yaml", "kind: rulebook\ntitle: Rules\n")
    return small


def test_a_rule_with_all_of_it_is_printed_tagged_and_heard(everything: Project) -> None:
    made = everything.made("book.pdf")
    assert {finding.name for finding in made.faults.findings} <= {"rule-on-no-card"}
    pdf = made.files["book.pdf"]
    spoken = heard(pdf)
    begin = next(at for at, line in enumerate(spoken) if "club" in line)
    assert spoken[begin:] == [
        "P: See the club (example.org/club) or https://example.org. 1 Some code .",
        "H2: Below",
        "Lbl: 1.",
        "LBody: one",
        "Lbl: •",
        "LBody: two",
        "Lbl: –",
        "LBody: three",
        "TH: Ground",
        "TH: Cost",
        "TD: road",
        "TD: 1",
        "P: Warning",
        "P: Take care.",
        "P: A saying.",
        "LBody: Halt",
        "LBody: To stop.",
        "Figure: A line",
        "Caption: The way",
        "P: a = 1",
        "Lbl: 1.",
        "LBody: (empty)",
        "P: A note.",
    ]
    page = pytest.importorskip("page", reason="page-validation is not installed")
    report = page.validate_pdf_bytes(pdf, profile="ua1")
    assert [f"{each.rule_id}: {each.message}" for each in report.failures] == []


def test_the_page_of_such_a_rule(everything: Project) -> None:
    files = everything.made("web/*").files
    assert files["web/figures/pictures/line.svg"] == LINE.encode()
    html = files["web/all.html"].decode()
    assert '<a class="outward" href="https://example.org/club" rel="external noopener">club</a>' in html
    assert '<img src="figures/pictures/line.svg" alt="A line" width="40" height="20">' in html
    assert "<figcaption>The way</figcaption>" in html


@pytest.mark.parametrize(
    ("file", "name"),
    [("../line.svg", "outside"), ("pictures/lime.svg", "missing-picture"), ("pictures/line.gif", "bad-picture")],
)
def test_a_picture_is_a_file_of_its_game(everything: Project, file: str, name: str) -> None:
    everything.replace("content/small/all.yaml", "pictures/line.svg", file)
    finding = next(each for each in examine(everything.root, "small", None).faults.findings if each.name == name)
    assert (finding.span.file, finding.span.line, finding.span.column) == ("content/small/all.yaml", 26, 17)
