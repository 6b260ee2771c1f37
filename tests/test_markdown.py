"""A rule with all of Markdown: on its page, in the book, heard, and with its pictures."""

import pytest

from tests.conftest import Project
from tests.heard import heard

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
    assert {finding.name for finding in made.findings.items} <= {"rule-on-no-card"}
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
    finding = next(each for each in everything.examined(prove=False).findings.items if each.name == name)
    assert (finding.span.file, finding.span.line, finding.span.column) == ("content/small/all.yaml", 26, 17)
