"""Prints that say something else than their source: by a template of the project, or because somebody altered them."""

import subprocess
import sys
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, NameObject

from rulewright.base.findings import Finding
from rulewright.base.installation import user_store
from rulewright.base.store import Store
from rulewright.html.environment import environment
from rulewright.pdf import printer as pdf
from rulewright.pipeline.stages import print_files
from rulewright.readback.read_back import read_back
from tests.conftest import ROOT, SMALL_CARD, Project

FIRE = """\
game: {title: Fire, language: en, marks: {note: {sign: "*", colour: "#b3202c", name: Note, legend: a note}}}
domains:
  fire: {rifle: Rifles, mg: Gunners, flame: "Flamethrower [[mark:note]]"}
  moved: {yes: moved, no: stood}
  smoke: {yes: smoke, no: clear}
  end: {left: the left end, right: the right end}
  unit: {squad: squads, gun: guns}
  time: {day: by day, night: at night}
rules:
  hit:
    number: "1"
    title: To hit
    text: Add up [[table:to-hit]], see [[table:sight]].
    rolls:
      drift: {title: Drift, rows: {score: 1d6}, values: end, cells: {1-3: left, 4-6: right}}
tables:
  to-hit:
    title: To hit
    rule: hit
    values: -9..9
    columns: fire
    headers: [Modifier, Note]
    modifiers:
      - {label: moved, when: {moved: yes}, cells: [-1, -2, -3], remark: not on rails}
      - {label: smoke, when: {smoke: yes}, cells: [-4, -5, -6]}
  sight:
    title: Sight
    rule: hit
    values: 0..20
    rows: [unit, time]
    columns: smoke
    cells: {squad: {day: [1, 8], night: [0, 2]}, gun: {day: [1, 9], night: [0, 3]}}
"""
CARD = "{title: To hit, size: A6, blocks: [{table: to-hit}, {table: sight}, {table: drift}]}\n"
PARTS, STYLE = "templates/card/parts.html.j2", "templates/card/card.css"
TABLE, ALTERED = "templates/typesetting/table.html.j2", "templates/typesetting/altered.html.j2"
CELLS = "for cell in row.cells"
EXCHANGING = (
    (CELLS, "for cell in ((row.cells[0], row.cells[2], row.cells[1]) + row.cells[3:] if exchanged else row.cells)"),
    ('bare=false, between="")', 'bare=false, between="", exchanged=false)'),
)
"""Changes of the macro for rows: on demand, the second and the third cell change places."""


@pytest.fixture
def fire(project: Project) -> Project:
    project.write("content/fire/game.yaml", FIRE)
    project.write("cards/fire/to-hit.yaml", CARD)
    project.write("cards/fire/book.yaml", "{kind: rulebook, title: Rulebook, paper: A5}\n")
    return project


def override(project: Project, name: str, old: str, new: str) -> None:
    """A template of the project that differs from the tool's in one thing."""
    text = (ROOT / name).read_text("utf-8")
    assert text.count(old) == 1
    project.write(name, text.replace(old, new))


def override_on_cards(project: Project, *changes: tuple[str, str]) -> None:
    """A template of tables that differs from the tool's, for cards alone."""
    text = (ROOT / TABLE).read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    project.write(ALTERED, text)
    override(project, PARTS, TABLE.removeprefix("templates/"), ALTERED.removeprefix("templates/"))


def exchanged_in(part: str) -> tuple[str, str]:
    """A change that exchanges two columns in the head or the body of one table."""
    call = f"rows(view.{part}, fill, view.stacked, "
    return call, f"{call}exchanged=view.id == 'to-hit', blank_headings="


def style(project: Project, rule: str) -> None:
    """A style sheet of the project that goes on where the tool's ends."""
    project.write(STYLE, (ROOT / STYLE).read_text("utf-8") + rule)


def files_of(project: Project, game: str = "fire") -> tuple[Any, dict[str, bytes]]:
    examined = project.examined(game)
    files = dict(print_files(examined, project.root, store=user_store()))
    assert [each.message for each in examined.findings.items if each.name != "table-on-no-card"] == []
    return examined.book, files


def findings_of(project: Project, game: str = "fire") -> list[Finding]:
    book, files = files_of(project, game)
    return read_back(book, files, project.root, Store())


def messages(found: list[Finding]) -> list[str]:
    return [f"{each.span.line} {each.name}: {each.message}" for each in found]


def test_what_nobody_tampered_with_is_silent(fire: Project) -> None:
    assert messages(findings_of(fire)) == []


# By a template of the project


def test_two_modifier_columns_swapped_on_the_printed_sheet_only(fire: Project) -> None:
    """A real defect: source, code and rulebook agreed, and the card had the values of two columns exchanged."""
    override_on_cards(fire, *EXCHANGING, exchanged_in("body"))
    found, on_web = findings_of(fire)
    assert on_web.message.startswith("the page of the card 'to-hit' prints '−2' at 'moved × Rifles'")
    assert found.name == "reads-back-differently"
    assert found.message == (
        "the card 'to-hit' prints '−2' at 'moved × Rifles' in the table 'to-hit', the source says '−1'; "
        "it looks as if the values of the columns 'Rifles' and 'Gunners' were swapped"
    )
    assert (found.span.line, found.about) == (24, "card to-hit: to-hit: columns Rifles, Gunners")
    assert [label.message for label in found.labels] == ["and '−1' for this, 'moved × Gunners'"]


def test_whole_columns_that_changed_places_are_another_order(fire: Project) -> None:
    override_on_cards(fire, *EXCHANGING, exchanged_in("head"), exchanged_in("body"))
    told = messages(findings_of(fire))
    assert len(told) == 2
    assert all(each.endswith("it looks as if the columns 'Rifles' and 'Gunners' were swapped") for each in told)


def test_rows_in_another_order(fire: Project) -> None:
    override_on_cards(fire, ("rows(view.body,", "rows((view.body | reverse | list) if view.id != 'sight' else [],"))
    told = messages(findings_of(fire))
    assert "it looks as if the rows 'moved' and 'smoke' were swapped" in told[0]


def test_a_table_that_is_left_out_and_one_that_prints_twice(fire: Project) -> None:
    table = "{{ table(view.tables[0], title_of(view)) }}\n"
    shown = "{% set id = view.tables[0].id %}{% if id != 'sight' %}" + table + "{% endif %}"
    twice = "{% if id == 'to-hit' %}{{ table(view.tables[0]) }}{% endif %}\n"
    override(fire, "templates/card/blocks/table.html.j2", table, shown + twice)
    assert messages(findings_of(fire)) == [
        "26 reads-back-differently: the card 'to-hit' does not print the table 'sight', or prints nothing that reads like it",
        "17 reads-back-differently: the card 'to-hit' prints the table 'to-hit' once too often, on page 1",
        "26 reads-back-differently: the page of the card 'to-hit' does not print the table 'sight', or prints nothing that "
        "reads like it",
        "17 reads-back-differently: the page of the card 'to-hit' prints the table 'to-hit' once too often, on "
        "web/card-to-hit.html",
    ]


def test_headings_that_a_page_marks_as_data(fire: Project) -> None:
    """The words are all there; only a screen reader would tell its listener nothing of the unit."""
    override(fire, TABLE, "<{{ tag }}\n", '{%- set tag = "td" if "lead" in cell.classes else tag %}\n<{{ tag }}\n')
    said = "tags 'squads' as no heading in the table 'sight', the source has it as a heading"
    assert f"7 reads-back-differently: the web rulebook {said}" in messages(findings_of(fire))


@pytest.mark.long
def test_a_row_lost_in_a_table_of_several_pages(small: Project) -> None:
    cells = ", ".join(f"{at}: {at % 7}" for at in range(1, 91))
    small.write(
        "content/small/long.yaml",
        "domains: {shot: {title: Shot, numbers: 1..90}}\n"
        f"tables: {{long: {{title: Long, rule: hits, rows: shot, values: {{numbers: 0..6}}, cells: {{{cells}}}}}}}\n",
    )
    small.write("cards/small/rulebook.yaml", "{kind: rulebook, title: Rules, paper: A5}\n")
    assert messages(findings_of(small, "small")) == []
    name = "templates/rulebook/rulebook.css"
    small.write(name, (ROOT / name).read_text("utf-8") + "tbody tr:nth-child(50) { display: none }")
    environment.cache_clear()
    assert messages(findings_of(small, "small")) == [
        "2 reads-back-differently: the rulebook 'rulebook' does not print the row '50 | 1' of the table 'long'"
    ]


# By whoever altered the finished files


def test_a_number_altered_in_a_page(fire: Project) -> None:
    book, files = files_of(fire)
    name = next(name for name, data in files.items() if b"table-sight" in data and name.endswith("hit.html"))
    page = files[name].decode()
    assert page.count(">9</span>") == 1
    files[name] = page.replace(">9</span>", ">6</span>").encode()
    assert messages(read_back(book, files, fire.root, Store())) == [
        "32 reads-back-differently: the web rulebook prints '6' at 'guns × by day × clear' in the table 'sight', the source says '9'"
    ]


def test_a_result_altered_in_a_throw(fire: Project) -> None:
    book, files = files_of(fire)
    name = next(name for name, data in files.items() if b"the right end</span></li>" in data)
    files[name] = files[name].replace(b"the right end</span></li>", b"the left end</span></li>")
    assert messages(read_back(book, files, fire.root, Store())) == [
        "15 reads-back-differently: the web rulebook prints '4–6 the left end' at '4–6' in the table 'drift', "
        "the source says '4–6 the right end'"
    ]


def rows_of(pdf: PdfWriter) -> list[Any]:
    """The tags of the rows of all tables, in order."""
    things: list[Any] = list(pdf._objects)
    return [thing for thing in things if isinstance(thing, dict) and thing.get("/S") == "/TR"]


def test_two_cells_exchanged_in_a_pdf(fire: Project) -> None:
    """The last two cells of a row change places in the tags, which is how a screen reader would tell them."""
    book, files = files_of(fire)
    writer = PdfWriter(clone_from=PdfReader(BytesIO(files["cards/to-hit.pdf"])))
    row = next(row for row in reversed(rows_of(writer)) if len(row["/K"]) == 4)
    *others, one, other = row["/K"]
    row[NameObject("/K")] = ArrayObject([*others, other, one])
    altered = BytesIO()
    writer.write(altered)
    assert messages(read_back(book, {**files, "cards/to-hit.pdf": altered.getvalue()}, fire.root, Store())) == [
        "32 reads-back-differently: the card 'to-hit' prints '9' at 'guns × by day × smoke' in the table 'sight', the source says '1'",
        "32 reads-back-differently: the card 'to-hit' prints '1' at 'guns × by day × clear' in the table 'sight', the source says '9'",
    ]


def test_wrong_headings_in_the_tags_are_found(fire: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """What WeasyPrint writes where nothing mends it."""
    monkeypatch.setattr(pdf, "mend_tags", lambda *_: None)
    told = [each for each in messages(findings_of(fire)) if "the card" in each]
    assert told[0] == (
        "32 reads-back-differently: the card 'to-hit' tags '0' as under 'at night' at "
        "'squads × at night × smoke' in the table 'sight', the source has it under 'at night and smoke and squads'"
    )


# The commands


def test_build_refuses_what_reads_back_differently(small: Project) -> None:
    style(small, "")
    assert small.run("build").status == 0
    before = {path: path.read_bytes() for path in (small.root / "build").rglob("*") if path.is_file()}
    style(small, "tr.even { display: none }")
    said = small.run("build")
    assert said.status == 1
    assert "error[reads-back-differently]: the card 'hits' does not print the row 'In a wood | 5 | 4'" in said.out
    assert {path: path.read_bytes() for path in (small.root / "build").rglob("*") if path.is_file()} == before


def test_check_reads_the_print_only_where_it_is_asked_to(small: Project) -> None:
    style(small, "tr.even { display: none }")
    assert small.run("check").status == 0
    said = small.run("check", "--printed")
    assert said.status == 1
    assert "reads-back-differently" in said.out
    assert not (small.root / "build").exists()


def test_the_report_tells_what_the_print_says(small: Project) -> None:
    style(small, "td.value { color: #999999 }")
    assert small.run("build").status == 0
    assert '"low-contrast"' in small.read("build/small/report.json")


@pytest.mark.long
def test_check_reads_what_stands_in_build_where_it_is_up_to_date(small: Project) -> None:
    """Nothing is laid out anew."""
    assert small.run("build").status == 0
    code = "import sys; from rulewright.app.cli import main; print(main(sys.argv[1:]), 'weasyprint' in sys.modules)"
    run = [sys.executable, "-c", code, "check", "--printed", "--project", str(small.root)]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("0 False\n")
    small.write("cards/small/hits.yaml", SMALL_CARD.replace("60 × 60", "70 × 60"))
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout.endswith("0 True\n")
