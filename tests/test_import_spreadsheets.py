"""Spreadsheets become drafts of games: tables, records and decks, which build at once."""

from datetime import date
from pathlib import Path

import pytest

from rulewright.base.boundary import Failure
from rulewright.importing.draft import Draft, literal
from rulewright.importing.sources import source_files
from rulewright.importing.spreadsheets import read
from rulewright.importing.writing import draft_files
from tests.conftest import Project
from tests.sheets_made import Value, ods, xlsx
from tests.unit.test_import_grids import sections

CARDS = """\
Event cards

Name;Copies;Effect
High wind;2;Nobody fires (see *4.1*).
Smoke;1;All are out of sight.
"""


@pytest.fixture
def draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Make":
    monkeypatch.chdir(tmp_path)
    return Make(tmp_path)


class Make:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, name: str, data: str | bytes) -> Draft:
        (self.folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
        return read(source_files([name], [Path(name).suffix]))


def errors(made: Draft, project: Project) -> list[str]:
    """What is wrong with the files that the draft becomes."""
    for name, file in draft_files(made, "small").items():
        project.write(name, file.content)
    return [str(each) for each in project.examined(prove=False).findings.items if each.severity.value != "note"]


def test_a_deck_with_a_card_for_each_line(draft: Make, project: Project) -> None:
    made = draft("events.csv", CARDS)
    table = sections(made)["tables"]["event-cards"]
    assert table == {
        "title": "Event cards",
        "headers": ["Name"],
        "outputs": {"copies": {"title": "Copies", "values": "1..2"}, "effect": {"title": "Effect"}},
        "records": {"High wind": ["2", "Nobody fires (see \\*4.1\\*)."], "Smoke": ["1", "All are out of sight."]},
    }
    assert [layout.name for layout in made.layouts] == ["event-cards", "event-cards-sheet"]
    assert not errors(made, project)


def test_each_sheet_is_a_table_with_its_name_unless_nobody_has_named_it(draft: Make, project: Project) -> None:
    rows = [["D6", "Thing"], ["1-3", "Rope"], ["4-6", "Lamp"]]
    made = draft("gear_found.xlsx", xlsx({"Sheet1": rows, "In the cellar": rows, "Notes": [["for us"]]}))
    assert [table["title"] for table in sections(made)["tables"].values()] == ["Gear found", "In the cellar"]  # type: ignore[index]
    assert [(str(each.origin), each.words) for each in made.unread] == [("gear_found.xlsx:1:1 (Notes!A1)", "for us")]
    assert not errors(made, project)


def test_tables_below_one_another_and_a_gap_within_one(draft: Make) -> None:
    made = draft("all.csv", "Name,Price,Weight\nDagger,2,1\n\nSword,15,3\n\nCover,Rifle,Mortar\nOpen,3,4\nWood,5,4\n")
    tables = sections(made)["tables"]
    assert list(tables) == ["all", "all-2"]
    assert list(tables["all"]["records"]) == ["Dagger", "Sword"]  # type: ignore[index]


def test_a_gap_within_a_table_that_begins_in_the_second_column(draft: Make) -> None:
    indented = draft("hits.csv", ";Range;Near;Far\n;1;2;3\n;2;3;4\n\n;3;4;5\n")
    plain = draft("hits.csv", "Range;Near;Far\n1;2;3\n2;3;4\n\n3;4;5\n")
    assert sections(indented) == sections(plain)
    assert "'3': ['4', '5']" in str(sections(plain))


def test_a_cell_over_several(draft: Make) -> None:
    rows: list[list[Value]] = [["Name", "Price", None], [None, "new", "used"], ["Dagger", 2, 1], ["Club", 1, 0]]
    made = draft("arms.xlsx", xlsx({"Arms": rows}, merge="B1:C1"))
    titles = [each["title"] for each in sections(made)["tables"]["arms"]["outputs"].values()]  # type: ignore[index]
    assert titles == ["Price – new", "Price – used"]


def test_what_cannot_be_used_is_listed(draft: Make) -> None:
    made = draft("a.xlsx", xlsx({"S": [["Range", "Hits"], [date(2026, 1, 2), 5], ["3-9", 4]]}))
    assert [(each.origin.cell, each.why) for each in made.unread] == [
        ("S!A2", "the spreadsheet holds a date, 2 January, where 1-2 was probably meant")
    ]


def test_guessed_letters_are_remarked(draft: Make) -> None:
    made = draft("a.csv", "Waffe;Preis\nMörser;2\nBüchse;3\n".encode("cp1252"))
    assert [str(each.words)[:12] for each in made.remarks] == ["not UTF-8: t"]


@pytest.mark.parametrize(
    ("name", "data"), [("a.xlsx", b"no"), ("a.ods", b"PK"), ("a.ods", ods("S", [], head="<!DOCTYPE x>"))]
)
def test_a_file_that_is_none_is_refused(draft: Make, name: str, data: bytes) -> None:
    with pytest.raises(Failure):
        draft(name, data)


@pytest.mark.parametrize(
    "text", ["2*3*4", "a [1] b", "[[x]]", "<b>", "a_b_c", "`x`", "# 3", "A & B", "plain", "1. One", "&amp;"]
)
def test_words_print_as_they_stand_in_a_spreadsheet(text: str) -> None:
    from rulewright.source.markup.unsupported import unsupported_markup
    from rulewright.source.markup.words import words

    made = literal(text)
    assert words(made, lambda target, shown: shown or target, blocks=False) == text
    assert not list(unsupported_markup(made, blocks=False))
