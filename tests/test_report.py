"""The report: what an editor works through, before the build goes through and after it."""

import json
import re

import pytest

from rulewright.base.findings import Findings
from rulewright.base.store import Store
from rulewright.entries.colour import MATRICES
from rulewright.entries.text import Target
from rulewright.outputs.products.making import report_files
from rulewright.outputs.products.run import PrintRun
from rulewright.outputs.report import report_html
from rulewright.pdf.finished_files import FinishedFiles
from tests.conftest import GAMES, ROOT, SMALL_CARD, Project, built, examined


def report(project: Project) -> str:
    return project.run("check", "--format", "html").out


def test_findings_stand_under_their_rule_with_source_reason_and_remedy(small: Project) -> None:
    small.replace("content/small/game.yaml", "[5, 4]", "[4, 4]")
    html = report(small)
    rule, finding = html.index('<span class="rule-number">1</span> Hits'), html.index("prints 4 for cover wood")
    assert rule < finding
    assert "<mark>4</mark>" in html[finding:]
    assert "Trees stop bullets, not bombs" in html[finding:]
    assert "a test to paste" in html[finding:]
    assert "The print and the rules code give different answers" in html
    assert "disagreement/" in html[html.index("to waive it") :]


def test_cells_are_coloured_by_what_proves_them(small: Project) -> None:
    small.replace("content/small/game.yaml", "[5, 4]", "[4, 4]")
    html = report(small)
    assert html.count('class="part proved" style="--hue: 0" title="cover ') == 2
    assert html.count('class="part repeated" style="--hue: 0" title="cover ') == 1
    assert (
        'class="part failed" style="--hue: 0" title="cover wood, weapon rifle: disagrees with score(), 1 cases' in html
    )


def test_what_is_not_proved_says_why(small: Project) -> None:
    small.replace("content/small/game.yaml", "    proof: score(cover, weapon)\n", "")
    html = report(small)
    assert html.count('class="part unproved"') == 4
    assert '<li><span class="swatch unproved"></span> the table has no proof</li>' in html


def test_a_source_that_cannot_be_linked_still_has_its_findings_in_the_report(small: Project) -> None:
    small.replace("content/small/game.yaml", "[[table:hits]]", "[[table:hitz]]")
    html = report(small)
    assert "did you mean &#39;hits&#39;?" in html
    assert "to waive it" not in html


def test_several_games_are_no_one_page(small: Project) -> None:
    small.write("content/other/game.yaml", small.read("content/small/game.yaml"))
    said = small.run("check", "--format", "html")
    assert said.status == 2
    assert said.err.endswith("Error: --format html is a page for one game; name one of other, small\n")


def test_a_build_tells_what_has_changed_since_the_one_before(small: Project) -> None:
    small.run("build")
    assert "Since the last build" not in small.read("build/small/report.html")
    small.replace("content/small/game.yaml", "[3, 4]", "[2, 4]")
    small.replace("content/small/rules.py", "return 3 if", "return 2 if")
    small.write("content/small/terms.yaml", "terms: {Bomb: {text: It falls., rule: hits}}\n")
    small.run("build")
    html = small.read("build/small/report.html")
    assert '<th scope="row">cell of hits</th><td>cover open, weapon rifle</td><td>3</td><td>2</td>' in html
    assert "<li>unused-term/Bomb: nothing links to the term &#39;Bomb&#39;</li>" in html
    small.replace("content/small/game.yaml", "title: Hits", "title: On hits")
    small.run("build")
    assert "There are no new findings" in small.read("build/small/report.html")


def test_a_report_that_cannot_be_read_is_no_hindrance(small: Project) -> None:
    small.run("build")
    small.write("build/small/report.json", "[]")
    small.write("content/small/terms.yaml", "terms: {Bomb: {text: It falls., rule: hits}}\n")
    assert small.run("build").status == 0
    assert "Since the last build" not in small.read("build/small/report.html")


@pytest.mark.parametrize("game", GAMES)
def test_every_statement_of_the_games_is_in_both_reports(game: str) -> None:
    found = examined(game)
    assert found.book is not None
    run = PrintRun(found.book, found.proof, Findings(), ROOT, "", Store())
    files = report_files(run, found.sources.texts, {}, None)
    told = json.loads(files["report.json"])["statements"]
    assert len(told) == len(found.proof.statements)
    assert all(each["key"] for each in told if each["kind"] != "cell")
    html = files["report.html"].decode()
    for table in found.book.game.tables:
        cells = sum(s.owner == Target("table", table.id) for s in found.proof.statements)
        summary = html[html.index(f'id="table-{table.id}"') :].partition("</summary>")[0]
        assert f"{cells} of {cells}" in summary


def test_what_the_cards_leave_out_is_listed_for_every_game() -> None:
    found = examined("iron-cross")
    assert found.book is not None
    html = report_html(found.book, found.proof, Findings(), found.sources.texts, ROOT, finished=FinishedFiles({}))
    lists = html[html.index('<section id="absent">') :].partition("</section>")[0]
    assert all(f"</b> {kind}</summary>" in lists for kind in ("rules", "terms", "tables"))
    assert '<a href="web/glossary.html#' in lists


TWO_BANDS = SMALL_CARD.replace(
    "blocks:\n",
    "blocks:\n  - bands: [{rule: hits, title: Red, colour: red}, {rule: hits, title: Green, colour: green}]\n",
)


@pytest.fixture
def two_bands(small: Project) -> Project:
    """A card whose bands are one to those who lack red cones."""
    small.replace(
        "content/small/game.yaml",
        "title: A small game,",
        'title: A small game, colours: {red: "#C0504D", green: "#7F7D38"},',
    )
    small.write("cards/small/hits.yaml", TWO_BANDS)
    return small


def test_every_page_of_a_card_is_shown_as_others_see_it(two_bands: Project) -> None:
    two_bands.write("cards/small/hits.yaml", TWO_BANDS + "  - page\n  - table: hits\n")
    assert two_bands.run("build").status == 0
    html = two_bands.read("build/small/report.html")
    views = (
        "as it prints",
        "in grey, as a laser printer prints it",
        "without red cones (protanopia)",
        "without green cones (deuteranopia)",
        "without blue cones (tritanopia)",
    )
    pages = [f"Hits, side {page} of 2, {view}" for page in (1, 2) for view in views]
    assert re.findall(r'role="img" aria-label="([^"]*)"', html) == pages
    assert html.count('href="data:image/png;base64,') == 2


def test_findings_about_a_card_stand_at_its_proof(two_bands: Project) -> None:
    two_bands.run("build")
    html = two_bands.read("build/small/report.html")
    proof = html[html.index('<article class="proof"') :].partition("</article>")[0]
    message = "the bands &#39;red&#39; and &#39;green&#39; of the card &#39;hits&#39; look alike"
    assert f"<li><b>note:</b> {message}" in proof


def test_proofs_are_seen_as_the_check_of_colours_sees(small: Project) -> None:
    small.run("build")
    html = small.read("build/small/report.html")
    filters = re.findall(
        r'<filter id="seen-(\w+)"[^>]* color-interpolation-filters="linearRGB"><feColorMatrix values="([^"]*)"', html
    )
    assert [name for name, _ in filters] == list(MATRICES)
    for name, values in filters:
        rows = [list(map(float, row.split())) for row in values.split("  ")]
        assert rows == [*([*row, 0, 0] for row in MATRICES[name]), [0, 0, 0, 1, 0]]


def test_a_game_that_is_not_built_has_no_proofs_of_cards(small: Project) -> None:
    assert "how others see them" not in report(small)


@pytest.mark.parametrize("game", GAMES)
def test_a_report_can_be_sent_on(game: str) -> None:
    """It is one file, and no heavy one."""
    assert len(built(game)["report.html"]) < 1_500_000
