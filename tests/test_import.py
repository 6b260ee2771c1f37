"""`rulewright import`: a draft that builds, whatever the source holds, and again after the source has changed."""

from collections.abc import Callable

import pytest

from rulewright.base.findings import Severity
from rulewright.pipeline.stages import examine
from tests.conftest import Project

BOOK = """\
# The Ford

A river runs through it.

## 1 Moving

Move four hexes; see 2.1. <u>No</u> unit may stop in the river (9.9).

## 2 Fire

### 2.1 Hits

Roll a die:

| Cover | Rifle | Mortar |
|-------|-------|--------|
| open  | 3     | 4      |
| wood  | 5     | 4      |
"""
Import = Callable[..., str]


@pytest.fixture
def run_import(project: Project) -> Import:
    """Imports a text as `book.md` and returns what the command says, without the folder of the test."""

    def run(text: str, status: int = 0, game: str = "ford") -> str:
        path = project.write("book.md", text)
        said = project.run("import", str(path), "--game", game)
        assert said.status == status, said.err
        return (said.out + said.err).replace(f"{project.root.as_posix()}/", "")

    return run


def test_a_draft_builds_and_says_what_it_is(run_import: Import, project: Project) -> None:
    assert run_import(BOOK) == (
        "ford: 4 rules and 1 table in content/ford\n"
        "book.md:7:1: HTML tag removed, text kept: <u>\n"
        "1 note; content/ford/imported.json lists it too\n"
        "comments in the files explain each guess: check it, then delete the comment\n"
        "rulewright preview ford shows the draft; rulewright check ford lists what to fix\n"
    )
    found = examine(project.root, "ford", None)
    assert found.findings.items == []
    assert found.book is not None
    assert [(rule.number, rule.title.source) for rule in found.book.game.rules] == [
        ("", "The Ford"),
        ("1", "Moving"),
        ("2", "Fire"),
        ("2.1", "Hits"),
    ]
    assert "rulebook.pdf" in project.made("rulebook.pdf", game="ford").files


def test_what_changed_is_shown(run_import: Import, project: Project) -> None:
    run_import(BOOK)
    project.replace("content/ford/book.yaml", "A river runs", "The river Esk runs")
    said = run_import(BOOK.replace("A river runs", "A brook runs").replace("wood  | 5", "wood  | 6"))
    assert said == (
        "ford: 4 rules and 1 table in content/ford\n"
        "content/ford/book.yaml:16:1: kept your edit; book.md:1:1 has changed too\n"
        "  - text: The river Esk runs through it.\n"
        "  + text: A brook runs through it.\n"
        "content/ford/book.yaml:42:1: renewed from book.md:15:1\n"
        "  - values: 3..5\n"
        "  - cells: {open: [3, 4], wood: [5, 4]}\n"
        "  + values: 3..6\n"
        "  + cells: {open: [3, 4], wood: [6, 4]}\n"
        "book.md:7:1: HTML tag removed, text kept: <u>\n"
        "1 note; content/ford/imported.json lists it too\n"
    )
    assert "The river Esk" in project.read("content/ford/book.yaml")
    assert examine(project.root, "ford", None).findings.items == []


def test_an_import_again_changes_nothing(run_import: Import, project: Project) -> None:
    run_import(BOOK)
    files = {path: path.read_bytes() for path in project.root.rglob("*") if path.is_file()}
    run_import(BOOK)
    assert {path: path.read_bytes() for path in project.root.rglob("*") if path.is_file()} == files


def test_a_game_of_its_author_is_not_overwritten(run_import: Import, project: Project) -> None:
    project.write("content/ford/game.yaml", "game: {title: Mine, language: en}\n")
    project.write("content/ford/book.yaml", "rules: {}\n")
    assert run_import(BOOK, status=2) == (
        "rulewright: content/ford/book.yaml exists, and no import wrote it: move it, or import under another name\n"
    )
    assert not (project.root / "cards").exists()


def test_a_second_source_joins_a_game(run_import: Import, project: Project) -> None:
    project.write("content/ford/game.yaml", "game: {title: Mine, language: en, numbering: auto}\n")
    run_import("# Moving\n\nFour hexes.\n")
    assert project.read("content/ford/game.yaml") == "game: {title: Mine, language: en, numbering: auto}\n"
    assert examine(project.root, "ford", None).findings.items == []


@pytest.mark.parametrize(
    ("name", "game", "said"),
    [
        ("gone.md", "ford", "there is no file or folder"),
        ("book.docx", "ford", "book.docx: import reads files that end in "),
        ("empty", "ford", "empty: no file here ends in one of "),
        ("zip.md", "ford", "zip.md is not a text file"),
        ("blank.md", "ford", "blank.md has no text"),
        ("other.json", "ford", "other.json is not a Datasworn package"),
        ("book.md", "My Game", "'My Game' cannot be the folder of a game: write 'my-game'"),
    ],
)
def test_what_cannot_be_imported_is_one_line(name: str, game: str, said: str, project: Project) -> None:
    (project.root / "empty").mkdir()
    project.write("zip.md", b"PK\x03\x04\x00\x00\x01")
    project.write("book.docx", b"PK\x03\x04")
    project.write("blank.md", "\n")
    project.write("other.json", "{}")
    found = project.run("import", str(project.root / name), "--game", game)
    assert found.status == 2
    assert found.err.startswith("rulewright: ")
    assert said in found.err
    assert found.err.count("\n") == 1
    assert not (project.root / "content").exists()


def test_a_broken_record_is_told(run_import: Import, project: Project) -> None:
    run_import(BOOK)
    project.write("content/ford/imported.json", "{")
    assert "content/ford/imported.json cannot be read, and import needs it to keep your edits" in run_import(BOOK, 2)


def test_sources_imported_one_after_another_are_one_game(run_import: Import, project: Project) -> None:
    run_import(BOOK)
    files = {path: path.read_bytes() for path in (project.root / "content/ford").glob("*.yaml")}
    more = project.write(
        "more.md",
        "# 2.1 Hits\n\nOnce more:\n\n| Cover | Rifle | Mortar |\n|---|---|---|\n| bush | 1 | 2 |\n| hill | 2 | 2 |\n",
    )
    assert project.run("import", str(more), "--game", "ford").status == 0
    assert all(path.read_bytes() == data for path, data in files.items())
    assert "  hits-2:\n" in project.read("content/ford/more.yaml")
    assert [
        each.name for each in examine(project.root, "ford", None).findings.items if each.name.startswith("duplicate-id")
    ] == []


@pytest.mark.parametrize(
    "text",
    [
        "#",
        "# \n## \n",
        "---\n---\n# A\n",
        "<!-- all of it -->",
        "| a |\n|---|\n",
        "\n".join(f"{'  ' * at}- item {at}" for at in range(200)),
        ">" * 300 + " deep",
        "[" * 3000 + "]" * 3000,
        "a" * 5000,
        "9" * 500,
        "# 1 " + "x " * 5000,
        "\n".join(f"## Heading\n\nText {at}." for at in range(300)),
        "a\tb\nc\td\te\n\tf\n",
        "| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 | 4 |\n",
        "```\nnever closed",
        "[^1]\n\n[^1]: [^1]",
    ],
    ids=range(16),
)
def test_wild_forms_end_in_a_draft(text: str, run_import: Import, project: Project) -> None:
    run_import(text)
    assert [
        each for each in examine(project.root, "ford", None).findings.items if each.severity is Severity.ERROR
    ] == []


@pytest.mark.parametrize("text", ["", "\n\n", "---\ntitle: [\n---\n", "[gone]: a.html\n", "*" * 3000])
def test_a_source_without_words_makes_no_game(text: str, run_import: Import, project: Project) -> None:
    assert run_import(text, status=2).startswith("rulewright: nothing to import: ")
    assert not (project.root / "content").exists()


def test_the_encoding_is_told(project: Project) -> None:
    project.write("book.md", "# Aufklärung\n\nÜber Wälder.\n".encode("cp1252"))
    said = project.run("import", str(project.root / "book.md"), "--game", "ford")
    assert "book.md: not UTF-8; read as Windows-1252\n" in said.out
    assert "Über Wälder." in project.read("content/ford/book.yaml")


def test_a_folder_may_hold_data_of_programs(project: Project) -> None:
    project.write("docs/book.md", BOOK)
    project.write("docs/package.json", '{"name": "docs"}')
    project.write("docs/.git/notes.md", "# Hidden\n")
    said = project.run("import", str(project.root / "docs"), "--game", "ford")
    assert said.out.startswith("ford: 4 rules and 1 table in content/ford\n"), said.err


def test_characters_that_the_fonts_lack_are_waived(run_import: Import, project: Project) -> None:
    run_import("# The Ford\n\n## 1 Move ★\n\nRoll 🎲 and → go.\n\n## 2 Fire\n\nOne.\n")
    made = project.made("rulebook.pdf", game="ford")
    assert made.findings.status == 0, made.findings.items
    assert sorted(each.finding.name for each in made.findings.waived) == ["missing-glyph", "missing-glyph"]
    assert "BLACK STAR. No font of Rulewright has it" in project.read("content/ford/game.yaml")
