"""Tables whose cells stay in a spreadsheet: what is read of which file, where findings point, what is refused."""

import zipfile
from collections.abc import Callable
from datetime import date
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.base.findings import Findings, Severity, Span
from rulewright.base.listing import listing
from rulewright.book.owners import Owners
from rulewright.entries.text import Target
from rulewright.source.files import read
from rulewright.source.spreadsheets.data_file import SheetError, address, number_text, read_data_file, read_separated
from tests.conftest import Project
from tests.sheets_made import archive, ods, xlsx

GAME = """\
game: {title: A game, language: en}
domains: {cover: {open: In the open, wood: In a wood}, weapon: {rifle: Rifle, mortar: Mortar}, distance: 1..9}
rules: {hits: {number: "1", title: Hits, text: "Look at [[table:hits]]."}}
tables:
  hits: {title: Hits, rule: hits, KEYS}
"""
LOOKUP = "rows: cover, columns: weapon, values: 1..6, from: data/hits.csv"
CSV = "Cover,rifle,mortar\nopen,3,4\nwood,5,4\n"


@pytest.fixture
def found(project: Project) -> Callable[..., list[str]]:
    """What is wrong with a game of one table: severity, place, name, message and hint."""

    def find(keys: str, file: str, data: str | bytes) -> list[str]:
        project.write("content/small/game.yaml", GAME.replace("KEYS", keys))
        project.write(f"content/small/{file}", data)
        findings = project.examined(prove=False).findings.items
        told = (
            f"{d.severity.value} {d.span}: {d.name}: {d.message}; {d.hint}"
            for d in findings
            if d.severity is not Severity.NOTE
        )
        return [line for line in told if "never used" not in line]

    return find


def cells(project: Project) -> dict[str, str]:
    """The printed text of each cell by its place."""
    book = project.examined(prove=False).book
    assert book is not None
    return {str(case.span): case.value.label.source for table in book.game.tables for case in table.cases}


def rows(data: bytes, file: str, sheet: str = "") -> list[list[str]]:
    return [[cell.value for cell in row] for row in read_data_file(data, file).sheets[sheet].rows]


# The formats


@pytest.mark.parametrize(
    ("data", "cells"),
    [
        (b"a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
        (b"a;b;c\r\n1;2,5;3", [["a", "b", "c"], ["1", "2,5", "3"]]),
        (b"a\tb\n1\t\n", [["a", "b"], ["1", ""]]),
        (b'a,"b, or c"\n"two\nlines","a ""6"" gun"\n', [["a", "b, or c"], ["two\nlines", 'a "6" gun']]),
        ("\ufeffÜ,b\n".encode(), [["Ü", "b"]]),
        ("Ü\tb\n".encode("utf-16"), [["Ü", "b"]]),
        ("Ü;b\n".encode("cp1252"), [["Ü", "b"]]),
        (b"", []),
    ],
)
def test_csv_in_every_form_that_programs_write(data: bytes, cells: list[list[str]]) -> None:
    assert rows(data, "a.csv") == cells


def test_each_cell_of_csv_has_its_place() -> None:
    sheet = read_separated('a,"two\nlines",b\nc,d\n', "a.csv")
    places = {
        cell.value: (cell.span.line, cell.span.column, cell.span.length, cell.span.cell)
        for row in sheet.rows
        for cell in row
    }
    assert places == {
        "a": (1, 1, 1, "A1"),
        "two\nlines": (1, 3, 4, "B1"),
        "b": (2, 8, 1, "C1"),
        "c": (3, 1, 1, "A2"),
        "d": (3, 3, 1, "B2"),
    }


def test_the_old_encoding_of_windows_is_a_warning(found: Callable[..., list[str]]) -> None:
    lines = found(
        "rows: cover, from: data/hits.csv", "data/hits.csv", "Cover,Says\nopen,für\nwood,alle\n".encode("cp1252")
    )
    assert lines[0].startswith(
        "warning content/small/data/hits.csv:2:7: not-utf8: not UTF-8: the file is read as Windows-1252"
    )


def test_xlsx_is_read_as_it_is_shown() -> None:
    data = xlsx(
        {"One": [["a", 3.0, 0.5, 2.5, 1, -1, 1234, True], ["b", None]], "Two": [["c"]]},
        merge="A1:A2",
        forms={"C1": "0%", "D1": "0.00", "E1": "+0;-0;0", "F1": "+0;-0;0", "G1": '#,##0" gp"'},
    )
    assert rows(data, "a.xlsx", "One") == [["a", "3", "50%", "2.50", "+1", "-1", "1,234 gp", "yes"], ["a", *[""] * 7]]
    assert rows(data, "a.xlsx", "Two") == [["c"]]


def test_numbers_of_unknown_forms_have_the_figures_that_they_need() -> None:
    assert number_text(0.1 + 0.2, "General") == "0.3"
    assert number_text(3, "[Red]0.0E+00") == "3"


def test_a_number_in_the_middle_is_rounded_away_from_zero_as_in_a_spreadsheet() -> None:
    assert [number_text(value, "0") for value in (0.5, 1.5, 2.5, -2.5)] == ["1", "2", "3", "-3"]
    assert number_text(1.005, "0.00") == "1.01"
    assert number_text(0.125, "0%") == "13%"


def test_ods_is_read_as_it_is_shown() -> None:
    repeated = (
        '<table:table-cell table:number-columns-repeated="2"><text:p>x<text:s text:c="2"/>y</text:p></table:table-cell>'
    )
    empty = '<table:table-cell table:number-columns-repeated="16000"/>'
    spanned = '<table:table-cell table:number-columns-spanned="2"><text:p>wide</text:p></table:table-cell><table:covered-table-cell/>'
    data = ods("One", [["a", repeated, empty], [spanned, "50%"]])
    assert rows(data, "a.ods", "One") == [["a", "x  y", "x  y"], ["wide", "wide", "50%"]]


def test_addresses() -> None:
    assert [address(3, column) for column in (1, 26, 27, 703)] == ["A3", "Z3", "AA3", "AAA3"]


# In a table


def test_a_finding_names_file_row_and_cell(project: Project, found: Callable[..., list[str]]) -> None:
    assert found(LOOKUP, "data/hits.csv", CSV.replace("5", "7")) == [
        "error content/small/data/hits.csv:3:6 (B3): outside-domain: '7' is not a value of 'values'; it holds 1–6"
    ]
    said = project.run("check")
    assert "  3 | wood,7,4\n    |      ^\n" in said.out
    assert '"cell": "B3"' in project.run("check", "--format", "json").out
    assert '"name": "B3"' in project.run("check", "--format", "sarif").out
    assert "col=6,title=outside-domain::B3: " in project.run("check", "--format", "github").out


def test_a_finding_names_the_sheet(project: Project, found: Callable[..., list[str]]) -> None:
    data = xlsx({"Notes": [["for us"]], "Hits": [["Cover", "rifle", "mortar"], ["open", 3, 4], ["wood", 7, 4]]})
    keys = LOOKUP.replace("data/hits.csv", "{file: data/hits.xlsx, sheet: Hits}")
    (line,) = found(keys, "data/hits.xlsx", data)
    assert line.startswith("error content/small/data/hits.xlsx:3:8 (Hits!B3): outside-domain: '7'")
    assert "  3 | wood | 7 | 4\n    |        ^\n" in project.run("check").out


def test_an_area_of_a_sheet(project: Project, found: Callable[..., list[str]]) -> None:
    data = xlsx(
        {
            "S": [
                ["Our weapons"],
                [],
                [None, "Cover", "rifle", "mortar"],
                [None, "open", 3, 4],
                [None, "wood", 5, 4],
                ["x"],
            ]
        }
    )
    assert not found(LOOKUP.replace("data/hits.csv", "{file: data/hits.xlsx, cells: B3:D5}"), "data/hits.xlsx", data)
    assert list(cells(project).values()) == ["3", "4", "5", "4"]


def test_two_inputs_head_the_rows_and_an_empty_key_is_as_above(
    project: Project, found: Callable[..., list[str]]
) -> None:
    text = "Cover,Distance,rifle,mortar\nopen,1-3,2,3\n,4+,3,4\nwood,any,5,4\n"
    assert not found(LOOKUP.replace("rows: cover", "rows: [cover, distance]"), "data/hits.csv", text)
    assert len(cells(project)) == 6


@pytest.mark.parametrize(
    ("keys", "text", "message"),
    [
        (
            LOOKUP,
            CSV + "wood,5,4\n",
            "error content/small/data/hits.csv:4:1 (A4): duplicate-key: the key 'wood' is given twice",
        ),
        (LOOKUP, CSV + ",5,4\n", "error content/small/data/hits.csv:4:1 (A4): bad-spreadsheet: this row has no key"),
        (
            LOOKUP,
            CSV.replace("5,4", "5,"),
            "error content/small/data/hits.csv:3:8 (C3): missing-cell: this cell is empty",
        ),
        (
            LOOKUP,
            CSV.replace("5,4", "5"),
            "error content/small/data/hits.csv:3:6 (B3): missing-cell: this cell is empty",
        ),
        (
            LOOKUP,
            CSV.replace("rifle", "rifel"),
            "error content/small/data/hits.csv:1:7 (B1): outside-domain: 'rifel' is not a value of 'weapon'; did you mean 'rifle'?",
        ),
        (
            LOOKUP,
            CSV.replace("5", '"5'),
            "error content/small/data/hits.csv:3:6 (B3): bad-spreadsheet: the quote that opens here is not closed",
        ),
        (LOOKUP, CSV.replace("5", "5\x07"), "error content/small/data/hits.csv:3:7 (B3): control-character"),
        (
            LOOKUP,
            CSV.replace("5", "5" * 50),
            "error content/small/data/hits.csv:3:6 (B3): too-large: this number has 50 digits",
        ),
        (
            LOOKUP + ", keys: [rifle]",
            CSV,
            "error content/small/game.yaml:5:100: bad-spreadsheet: the headings of 'data/hits.csv' are the keys; remove 'keys'",
        ),
        (
            "from: data/hits.csv",
            "A,B,B\n1,2,3\n",
            "error content/small/data/hits.csv:1:5 (C1): bad-spreadsheet: two columns are headed 'b'",
        ),
        (
            "from: {file: data/hits.csv, as: modifiers}",
            "label,cover\nx,wood\n",
            "error content/small/data/hits.csv:1:1 (A1): bad-spreadsheet: no column is headed 'value'",
        ),
        (
            "from: {file: data/hits.csv, as: lists}",
            CSV,
            "error content/small/game.yaml:5:67: bad-value: 'as' is cells, cases, modifiers, list or records, not 'lists'; did you mean 'list'?",
        ),
        (
            "from: {file: data/hits.csv, cells: B3}",
            CSV,
            "error content/small/game.yaml:5:70: bad-value: 'B3' is not an area of cells",
        ),
        (
            "from: {file: data/hits.csv, shet: B}",
            CSV,
            "error content/small/game.yaml:5:63: unknown-key: 'from' has no key 'shet'; did you mean 'sheet'?",
        ),
        ("from: {sheet: B}", CSV, "error content/small/game.yaml:5:41: missing-key: 'from' needs 'file'"),
        ("from: [data/hits.csv]", CSV, "error content/small/game.yaml:5:41: wrong-type: 'from' is the path of a file"),
        ("from: ~", CSV, "error content/small/game.yaml:5:35: missing-key: table 'hits' needs 'from'"),
        (
            "from: ../other/hits.csv",
            CSV,
            "error content/small/game.yaml:5:41: outside: '../other/hits.csv' is not in content/small",
        ),
        ("from: data", CSV, "error content/small/game.yaml:5:41: bad-spreadsheet: 'data' is not a spreadsheet"),
    ],
)
def test_what_is_wrong_is_said_at_its_cell(found: Callable[..., list[str]], keys: str, text: str, message: str) -> None:
    lines = found(keys, "data/hits.csv", text)
    assert lines[0].startswith(message), lines
    assert not [line for line in lines if line.startswith("error content/small/game.yaml:5:3:")], "said once"


def test_what_is_wrong_elsewhere_does_not_keep_cells_out(found: Callable[..., list[str]]) -> None:
    wrong = "from: data/gone.csv}\n  more: {title: More, rule: hits, rows: cover, from: data/empty.csv"
    lines = found(wrong, "data/empty.csv", "Cover,Hits\n")
    assert [line.partition(": ")[2].partition(";")[0] for line in lines] == [
        "bad-spreadsheet: there is no file content/small/data/gone.csv",
        "bad-spreadsheet: 'data/empty.csv' has no rows below its headings",
    ]


def test_a_game_read_again_has_each_finding_once(project: Project, found: Callable[..., list[str]]) -> None:
    first = found(LOOKUP, "data/hits.csv", CSV.replace("3", "9"))
    assert first
    assert found(LOOKUP, "data/hits.csv", CSV.replace("3", "9")) == first


def test_a_range_that_a_spreadsheet_made_a_date_of(found: Callable[..., list[str]]) -> None:
    data = xlsx({"S": [["Distance", "Hits"], [date(2026, 1, 2), 5], ["3-9", 4]]})
    (line,) = found("rows: distance, from: data/hits.xlsx", "data/hits.xlsx", data)
    assert line == (
        "error content/small/data/hits.xlsx:2:1 (S!A2): bad-spreadsheet: the spreadsheet holds a date, 2 January, where 1-2 "
        "was probably meant; format the column as text, then write the cell again"
    )
    dated = '<table:table-cell office:value-type="date" office:date-value="2026-02-01"><text:p>01.02.26</text:p></table:table-cell>'
    (line,) = found(
        "rows: distance, from: data/hits.ods", "data/hits.ods", ods("S", [["Distance", "Hits"], [dated, "5"]])
    )
    assert "a date, 1 February, where 1-2 was probably meant" in line


@pytest.mark.parametrize("written", ["02-Jan", "Jan-02", "2. Mai", "02.01.2026"])
def test_a_date_in_csv(found: Callable[..., list[str]], written: str) -> None:
    lines = found("rows: distance, from: data/hits.csv", "data/hits.csv", f"Distance,Hits\n{written},5\n3-9,4\n")
    assert lines[0] == (
        f"error content/small/data/hits.csv:2:1 (A2): bad-key: {written!r} is not a number or range; "
        "a spreadsheet turned it into a date: format the column as text, then write the cell again"
    )


def test_formulas_count_by_their_values(found: Callable[..., list[str]]) -> None:
    data = xlsx({"S": [["Cover", "Hits"], ["open", "=1+2"], ["wood", 4]]})
    (line,) = found("rows: cover, from: data/hits.xlsx", "data/hits.xlsx", data)
    assert line.startswith("error content/small/data/hits.xlsx:2:8 (S!B2): bad-spreadsheet: this formula has no value")
    cell = '<table:table-cell table:formula="of:=1/0" office:value-type="string"><text:p>#DIV/0!</text:p></table:table-cell>'
    (line,) = found(
        "rows: cover, from: data/hits.ods",
        "data/hits.ods",
        ods("S", [["Cover", "Hits"], ["open", cell], ["wood", "4"]]),
    )
    assert "this formula has an error: #DIV/0!" in line


# Files that are made to harm, or broken

WIDE_CELL = (
    '<table:table-cell table:number-columns-repeated="{count}" table:number-columns-spanned="{count}">'
    "<text:p>x</text:p></table:table-cell>"
)


def with_sheet_xml(element: str) -> bytes:
    """A workbook of one cell with one more element in its sheet."""
    with zipfile.ZipFile(BytesIO(xlsx({"S": [["a"]]}))) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    return archive({**parts, sheet: parts[sheet].replace(b"</sheetData>", f"</sheetData>{element}".encode())})


@pytest.mark.parametrize(
    ("file", "data", "message"),
    [
        ("a.xlsx", b"no archive", "is not a spreadsheet that can be opened"),
        ("a.xlsx", archive({"xl/workbook.xml": "<x/>"}), "is not an XLSX file that can be read"),
        ("a.ods", archive({"content.xml": "<x>"}), "is not an ODS file that can be read"),
        ("a.ods", ods("S", [["a"]], head='<!DOCTYPE x [<!ENTITY a "b">]>'), "declares entities of XML"),
        ("a.fods", b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>', "declares entities of XML"),
        ("a.ods", archive({"content.xml": b" " * 40_000_000}), "is 40 MB when unpacked, and the limit is 32 MB"),
        ("a.csv", b"," * 200_000, "reaches to the cell"),
        (
            "a.ods",
            ods(
                "S",
                [['<table:table-cell table:number-columns-repeated="999999999"><text:p>x</text:p></table:table-cell>']],
            ),
            "reaches to the cell S!",
        ),
        (
            "a.ods",
            ods("S", [[WIDE_CELL.format(count=50_000)]]),
            "merges or links ",
        ),
        (
            "a.xlsx",
            with_sheet_xml('<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>'),
            "merges or links 17,179,869,184 cells, and the limit is 100,000 cells",
        ),
        (
            "a.xlsx",
            with_sheet_xml('<hyperlinks><hyperlink ref="A1:XFD1048576" location="S!A1"/></hyperlinks>'),
            "merges or links 17,179,869,184 cells, and the limit is 100,000 cells",
        ),
    ],
)
def test_a_file_that_is_refused(file: str, data: bytes, message: str) -> None:
    with pytest.raises(SheetError) as refused:
        read_data_file(data, file)
    assert message in refused.value.says


def test_a_cell_far_away_makes_no_million_rows(found: Callable[..., list[str]]) -> None:
    from openpyxl import load_workbook

    book = load_workbook(BytesIO(xlsx({"S": [["Cover", "Hits"], ["open", 1]]})))
    book["S"]["XFD1048576"] = 1
    book.save(written := BytesIO())
    (line,) = found("rows: cover, from: data/a.xlsx", "data/a.xlsx", written.getvalue())
    assert "the file 'data/a.xlsx' reaches to the cell S!XFD1048576, and the limit is 100,000 cells" in line


def test_a_link_out_of_the_folder(project: Project, found: Callable[..., list[str]]) -> None:
    project.write("other.csv", CSV)
    (project.root / "content/small/data").mkdir(parents=True)
    (project.root / "content/small/data/hits.csv").symlink_to(project.root / "other.csv")
    (line,) = found(LOOKUP, "more.csv", CSV)
    assert "outside: the file 'data/hits.csv' is a link to a place outside its game's folder" in line


@given(data=st.data(), kind=st.sampled_from(["a.xlsx", "a.ods", "a.csv"]))
def test_a_damaged_file_ends_in_cells_or_in_a_refusal(data: st.DataObject, kind: str) -> None:
    sound = {"a.xlsx": SOUND_XLSX, "a.ods": SOUND_ODS, "a.csv": CSV.encode()}[kind]
    at = data.draw(st.integers(0, len(sound) - 1))
    damage = data.draw(st.binary(max_size=8))
    damaged = sound[:at] + damage + sound[at + data.draw(st.integers(0, 8)) :]
    assert sheets_or_reason(damaged, kind)


def sheets_or_reason(data: bytes, kind: str) -> object:
    try:
        return read_data_file(data, kind).sheets
    except SheetError as refusal:
        return refusal.says


SOUND_XLSX = xlsx({"S": [["Cover", "Hits"], ["open", "=1+1"]]}, merge="A1:A2")
SOUND_ODS = ods("S", [["Cover", "Hits"], ["open", "1"]])


# Other parts of the tool


def test_renaming_edits_csv_and_refuses_xlsx(project: Project, found: Callable[..., list[str]]) -> None:
    assert not found(LOOKUP, "data/hits.csv", CSV)
    assert project.run("rename", "wood", "forest").status == 0
    assert project.read("content/small/data/hits.csv") == CSV.replace("wood", "forest")
    data = xlsx({"S": [["Cover", "rifle", "mortar"], ["open", 3, 4], ["wood", 5, 4]]})
    assert not found(LOOKUP.replace(".csv", ".xlsx"), "data/hits.xlsx", data)
    said = project.run("rename", "wood", "forest")
    assert said.status == 1
    assert (
        "content/small/data/hits.xlsx:3:1 (S!A3): error[outside-domain]: 'wood' is not a value of 'cover'" in said.out
    )


def test_words_in_a_spreadsheet_are_translated(project: Project, found: Callable[..., list[str]]) -> None:
    assert not found("from: data/hits.csv", "data/hits.csv", "Weapon,Price\nDagger,2\nClub,free\n")
    project.replace("content/small/game.yaml", "language: en", "language: en, translations: [fr]")
    assert project.run("translate", "small", "fr").status == 0
    written = project.read("content/small/fr.po")
    assert all(f'msgid "{name}"' in written for name in ("Dagger", "Club", "free")), written
    assert "#: content/small/data/hits.csv:2\n" in written


def test_what_has_not_changed_is_the_same_node(project: Project, found: Callable[..., list[str]]) -> None:
    """So a preview does not decode it again."""
    assert not found(LOOKUP, "data/hits.csv", CSV)
    findings, trees = Findings(), list[object]()

    def table() -> object:
        (tree,) = read(project.root, "small", findings, in_parts=True).content
        trees.append(tree)
        tables = tree.get("tables")
        return tables.get("hits") if tables else None  # type: ignore[union-attr]

    first = table()
    assert table() is first
    project.replace("content/small/game.yaml", "title: Hits, text", "title: Hitting, text")
    assert table() is first
    project.replace("content/small/data/hits.csv", "5", "6")
    assert table() is not first


def test_the_file_is_among_those_that_a_build_compares(project: Project, found: Callable[..., list[str]]) -> None:
    assert not found(LOOKUP, "data/hits.csv", CSV)
    assert "data/hits.csv" in listing(str(project.root / "content/small"))


def test_a_cell_belongs_to_its_table(project: Project, found: Callable[..., list[str]]) -> None:
    assert not found(LOOKUP, "data/hits.csv", CSV)
    book = project.examined(prove=False).book
    assert book is not None
    assert Owners(book.game).at(Span("content/small/data/hits.csv", 3, 6, 1, "B3")) == Target("table", "hits")
