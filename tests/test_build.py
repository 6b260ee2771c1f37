"""Building: the same input gives the same bytes, and nothing to do costs nothing."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pdfplumber
import pytest

from rulewright.base.cache import BuildCache
from tests.conftest import GAME, Project
from tests.conftest import built as built_game


def built(root: Path) -> dict[str, bytes]:
    folder = root / "build"
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".rulewright.json"
    }


def test_the_outputs_of_the_contract(hundred_yards: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command examines the game and publishes what has been printed for all tests."""
    monkeypatch.setattr("rulewright.app.commands.build_games.render", lambda *_: built_game(GAME))
    said = hundred_yards.run("build")
    assert said.status == 0
    assert "no errors, no warnings" in said.out
    assert {
        f"{GAME}/cards/concealment.pdf",
        f"{GAME}/web/index.html",
        f"{GAME}/web/glossary.html",
        f"{GAME}/report.html",
        f"{GAME}/report.json",
    } <= built(hundred_yards.root).keys()
    report = json.loads(hundred_yards.read(f"build/{GAME}/report.json"))
    assert report["findings"] == []
    assert report["coverage"]["cells"] == report["coverage"]["proved"] > 100


@pytest.mark.long
@pytest.mark.usefixtures("fresh_prints")
def test_building_twice_gives_the_same_bytes(small: Project, tmp_path: Path) -> None:
    """Of pages, cards, sheets and a rulebook of several pages, by another process in another folder."""
    small.write("cards/small/sheet.yaml", "kind: sheet\ntitle: All\npaper: [A4, Letter]\ncards: [{hits: 12}]\n")
    small.write("cards/small/book.yaml", "kind: rulebook\ntitle: Rules\n")
    text = "Words without end, see [[rule:hits]]. " * 200
    small.write("content/small/more.yaml", f'rules:\n  long: {{number: "2", title: Long, text: "{text}"}}\n')
    assert small.run("build").status == 0
    first = built(small.root)
    prints = {"small/book.pdf", "small/cards/hits.pdf", "small/cards/sheet-a4.pdf", "small/cards/sheet-letter.pdf"}
    assert prints <= first.keys()
    shutil.rmtree(small.root / "build")
    elsewhere = tmp_path / "another folder"
    shutil.copytree(small.root, elsewhere, ignore=shutil.ignore_patterns("another *"))
    command = [sys.executable, "-m", "rulewright.app.cli", "build", "--project", str(elsewhere)]
    other = {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "XDG_CACHE_HOME": str(tmp_path / "another store")}
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, **other})
    assert built(elsewhere) == first


def test_source_date_epoch_is_the_date_of_the_pdf(small: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    small.run("build")
    assert "CreationDate" not in _metadata(small)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    small.run("build")
    assert _metadata(small)["CreationDate"].startswith("D:19700102")


def _metadata(project: Project) -> dict[str, str]:
    with pdfplumber.open(project.root / "build/small/cards/hits.pdf") as pdf:
        return dict(pdf.metadata)


def test_nothing_changed_builds_nothing_and_says_so(small: Project) -> None:
    small.run("build")
    times = {path: path.stat().st_mtime_ns for path in (small.root / "build").rglob("*")}
    said = small.run("build")
    assert said.status == 0
    assert "small: nothing has changed" in said.out
    assert {path: path.stat().st_mtime_ns for path in (small.root / "build").rglob("*")} == times


@pytest.mark.parametrize("game", [["small"], []])
def test_a_build_with_nothing_to_do_imports_next_to_nothing(small: Project, game: list[str]) -> None:
    assert small.run("build").status == 0
    code = "import sys; from rulewright.app.cli import main; main(sys.argv[1:]); print(*sorted(sys.modules), file=sys.stderr)"
    run = [sys.executable, "-c", code, "build", *game, "--project", str(small.root)]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    assert "nothing has changed" in done.stdout
    modules = set(done.stderr.split())
    assert not modules & {"weasyprint", "jinja2", "markdown_it", "yaml", "dataclasses", "pathlib"} - _at_startup()
    assert {name for name in modules if name.startswith("rulewright")} == {
        "rulewright",
        "rulewright.app",
        "rulewright.base",
        "rulewright.app.cli",
        "rulewright.app.commands",
        "rulewright.app.commands.build",
        "rulewright.app.commands.completion",
        "rulewright.app.commands.group",
        "rulewright.app.commands.options",
        "rulewright.base.cache",
        "rulewright.app.commands.unchanged",
        "rulewright.base.installation",
        "rulewright.base.listing",
        "rulewright.base.record",
        "rulewright.base.store",
        "rulewright.base.boundary",
        "rulewright.base.streams",
        "rulewright.base.visible",
        "rulewright.base.limits",
        "rulewright.base.installed_profiles",
        "rulewright.base.game_folders",
        "rulewright.app.library",
    }


def test_a_build_that_prints_nothing_goes_without_weasyprint(small: Project) -> None:
    """The pictures of a game where it is shared are there from the first build; a word of a rule changes none."""
    (small.root / "cards/small/hits.yaml").unlink()
    assert small.run("build").status == 0
    game = small.read("content/small/game.yaml")
    small.write("content/small/game.yaml", game + "# another state of the file\n")
    code = "import sys; from rulewright.app.cli import main; print(main(sys.argv[1:]), 'weasyprint' in sys.modules)"
    run = [sys.executable, "-c", code, "build", "--project", str(small.root)]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout.endswith("0 False\n")


def _at_startup() -> set[str]:
    code = "import sys; print(*sys.modules)"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("content/small/game.yaml", "title: Hits\n", "title: More hits\n"),
        ("content/small/rules.py", "Trees stop bullets", "Wood stops bullets"),
        ("cards/small/hits.yaml", "60 × 60 mm", "61 × 60 mm"),
    ],
)
def test_any_change_is_built(small: Project, file: str, old: str, new: str) -> None:
    small.run("build")
    small.replace(file, old, new)
    assert "nothing has changed" not in small.run("build").out


def test_a_file_that_is_only_written_again_changes_nothing(small: Project) -> None:
    small.run("build")
    for name in ("content/small/game.yaml", "build/small/web/index.html"):
        small.write(name, small.read(name))
    assert "nothing has changed" in small.run("build").out


def test_links_to_nothing_and_pipes_are_passed_over(small: Project) -> None:
    (small.root / "cards/small/picture.png").symlink_to("nowhere.png")
    if hasattr(os, "mkfifo"):
        os.mkfifo(small.root / "cards/small/pipe")
    assert small.run("build").status == 0
    assert "nothing has changed" in small.run("build").out


@pytest.mark.parametrize(
    "record",
    [
        "",
        "[]",
        "[" * 100_000,
        '{"outputs": 1}',
        '{"outputs": {"a": 1}}',
        '{"prints": [1]}',
        '{"inputs": {"content": []}}',
        "{}",
    ],
)
def test_a_record_of_another_form_is_no_hindrance(small: Project, record: str) -> None:
    small.write("build/small/.rulewright.json", record)
    assert BuildCache(str(small.root), "small", prove=True).findings_if_fresh() is None


def test_a_damaged_output_is_built_anew(small: Project) -> None:
    small.run("build")
    (small.root / "build/small/web/index.html").write_text("damaged")
    assert "nothing has changed" not in small.run("build").out
    assert "damaged" not in small.read("build/small/web/index.html")


def test_warnings_are_said_again_when_nothing_has_changed(small: Project) -> None:
    small.write("content/small/terms.yaml", "terms:\n  Lonely: {text: Nothing links here.}\n")
    assert "warning[unused-term]" in small.run("build").out
    said = small.run("build")
    assert "nothing has changed" in said.out
    assert "warning[unused-term]" in said.out


def test_a_faulty_game_does_not_stop_the_others(small: Project) -> None:
    small.write(
        "content/other/game.yaml", "game: {title: Other}\nrules: {a: {number: '1', title: A, text: '[[Nowhere]]'}}\n"
    )
    said = small.run("build")
    assert said.status == 1
    assert "other is not built" in said.err
    assert (small.root / "build/small/web/index.html").exists()


def test_a_project_may_override_a_template(small: Project) -> None:
    small.write("templates/web/glossary.html.j2", "<!DOCTYPE html><title>{{ page.title }} of our own</title>")
    assert small.run("build").status == 0
    assert small.read("build/small/web/glossary.html").startswith("<!DOCTYPE html><title>Glossary of our own")


def test_a_faulty_template_is_told_at_its_line(small: Project) -> None:
    small.write("templates/web/glossary.html.j2", "<p>\n{{ page.titel }}\n")
    said = small.run("build")
    assert said.status == 1
    assert "templates/web/glossary.html.j2:2:1: error[template-error]" in said.out
    assert "titel" in said.out
    assert not (small.root / "build/small").exists()


def test_tables_lists_every_cell_with_its_place_and_its_proof(small: Project) -> None:
    cells = json.loads(small.run("tables", "--format", "json").out)
    assert len(cells) == 4
    assert cells[1] == {
        "game": "small",
        "table": "hits",
        "policy": "unique",
        "key": {"cover": "open", "weapon": "mortar"},
        "or": [],
        "text": "4",
        "file": "content/small/game.yaml",
        "line": 18,
        "column": 17,
        "proved_by": "score",
    }
    text = small.run("tables").out.split("\n")
    assert text[0] == "content/small/game.yaml:18:14: small/hits [cover open, weapon rifle] 3  (score())"


def test_colour_on_a_terminal_only(small: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    small.replace("content/small/game.yaml", "open: [3, 4]", "open: [2, 4]")
    assert "\x1b[" not in small.run("check").out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[31merror[disagreement]" in small.run("check").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in small.run("check").out
