"""`build --only` makes a part and leaves the rest; `build --watch` builds again after each change."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.app.commands import build_again
from rulewright.app.commands.watching import lasting_changes
from rulewright.base.record import Record
from rulewright.outputs import web
from rulewright.outputs.products.targets import paths_of, targets, unknown_target
from rulewright.pipeline import stages as pipeline
from tests.conftest import GAME, GAMES, SMALL_CARD, SMALL_GAME, Project, built, examined, project_of
from tests.page_data import page_data


def outputs(project: Project, game: str = "small") -> dict[str, bytes]:
    folder = project.root / "build" / game
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != ".rulewright.json")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def named() -> dict[str, set[str]]:
    book = examined(GAME).book
    assert book is not None
    return {name: set(paths) for name, paths in targets(book, project_of(GAME)).items()}


@pytest.mark.parametrize(
    ("name", "paths"),
    [
        ("card:assault", {"cards/assault.pdf", "cards/assault.png"}),
        ("rulebook", {"rulebook.pdf", "rulebook-editors.pdf"}),
        ("rulebook:rulebook", {"rulebook.pdf"}),
        ("sheet:sheet", {"cards/sheet-a4.pdf", "cards/sheet-letter.pdf"}),
        ("page:glossary", {"web/glossary.html"}),
        ("page:assault", {"web/assault.html", "web/use-assault.js"}),
        ("data", {"rules.json", "rules.schema.json"}),
        ("cards/fire.png", {"cards/fire.png"}),
        ("card:tank", set()),
        ("web/tank.html", set()),
    ],
)
def test_what_a_name_means(named: dict[str, set[str]], name: str, paths: set[str]) -> None:
    assert set(paths_of(name, named)) == paths


@pytest.mark.parametrize("game", GAMES)
def test_each_page_is_asked_for_with_its_data(game: str) -> None:
    """Else a page made alone would name data that are not there."""
    book = examined(game).book
    assert book is not None
    known = targets(book, project_of(game))
    with_data = {
        name.removeprefix("web/use-").removesuffix(".js") for name in built(game) if name.startswith("web/use-")
    }
    assert with_data
    for page in with_data:
        assert set(known[f"page:{page}"]) == {f"web/{page}.html", f"web/use-{page}.js"}


def test_an_unknown_name_is_answered_with_all_there_is(named: dict[str, set[str]]) -> None:
    said = unknown_target("card:asault", named)
    assert "--only 'card:asault': there is no such output; did you mean 'card:assault'?; there are cards, " in said
    assert "sheet:sheet" in said
    assert "page:NAME" in said


def test_a_part_is_made_and_the_rest_stays(small: Project) -> None:
    assert small.run("build").status == 0
    before = outputs(small)
    small.replace("content/small/game.yaml", "In the open", "On open ground")
    said = small.run("build", "--only", "card:hits")
    after = outputs(small)
    assert said.status == 0
    assert {path for path in after if after[path] != before.get(path)} == {"cards/hits.pdf", "cards/hits.png"}
    assert after.keys() == before.keys()
    assert f"small: 2 files in {small.root}/build/small; {len(before) - 2} others are of an earlier build" in said.out
    older = Record.load(str(small.root / "build" / "small")).older
    assert older is not None
    assert set(older) == before.keys() - {"cards/hits.pdf", "cards/hits.png"}


def test_the_next_whole_build_makes_what_a_part_left(small: Project) -> None:
    assert small.run("build").status == 0
    small.replace("content/small/game.yaml", "In the open", "On open ground")
    assert small.run("build", "--only", "card:hits").status == 0
    assert small.run("build").status == 0
    grown = outputs(small)
    assert b"On open ground" in grown["web/hits.html"]
    assert "nothing has changed" in small.run("build").out
    (small.root / "build").rename(small.root / "old")
    assert small.run("build").status == 0
    fresh = outputs(small)
    for each in (grown, fresh):
        del each["report.html"], each["report.json"]  # it tells what has changed since the last build
    assert grown == fresh


def test_parts_of_one_state_add_up(small: Project) -> None:
    assert small.run("build").status == 0
    small.replace("content/small/game.yaml", "In the open", "On open ground")
    assert small.run("build", "--only", "card:hits").status == 0
    assert small.run("build", "--only", "data").status == 0
    older = Record.load(str(small.root / "build" / "small")).older
    assert older is not None
    assert not {"cards/hits.pdf", "rules.json"} & {*older}
    assert "web/hits.html" in older


def test_a_part_without_a_build_before(small: Project) -> None:
    assert small.run("build", "--only", "card:hits").status == 0
    assert outputs(small).keys() == {"cards/hits.pdf", "cards/hits.png"}
    assert "nothing has changed" not in small.run("build", "--only", "card:hits").out


def test_the_web_tells_of_the_prints_that_are_there(small: Project) -> None:
    """Nothing is printed for a page that only says how long a print is."""
    assert small.run("build").status == 0
    before = outputs(small)
    small.replace("content/small/game.yaml", "In the open", "On open ground")
    assert small.run("build", "--only", "web").status == 0
    after = outputs(small)
    assert b"On open ground" in after["web/hits.html"]
    assert after["cards/hits.pdf"] == before["cards/hits.pdf"]
    assert after["sw.js"] != before["sw.js"]


@pytest.mark.parametrize("name", ["small/card:hits", "small/cards/hits.pdf"])
def test_a_part_of_one_game(small: Project, name: str) -> None:
    small.write("content/other/game.yaml", SMALL_GAME.replace("    proof: score(cover, weapon)\n", ""))
    small.write("cards/other/hits.yaml", SMALL_CARD)
    assert small.run("build", "--only", name).status == 0
    assert "cards/hits.pdf" in outputs(small)
    assert not (small.root / "build" / "other").exists()


def test_an_unknown_part_is_wrong_use(small: Project) -> None:
    said = small.run("build", "--only", "card:hist")
    assert said.status == 2
    assert "there is no such output; did you mean 'card:hits'?" in said.err
    assert not (small.root / "build" / "small").exists()


def test_errors_come_before_parts(small: Project) -> None:
    small.replace("content/small/game.yaml", "[[table:hits]]", "[[table:nowhere]]")
    said = small.run("build", "--only", "card:hits")
    assert said.status == 1
    assert "dangling-link" in said.out


def test_a_part_is_decoded_again_where_it_has_changed(small: Project) -> None:
    read = pipeline.read_game(small.root, "small")
    assert pipeline.read_game(small.root, "small").book == read.book
    small.replace("content/small/game.yaml", "In the open", "On open ground")
    assert pipeline.read_game(small.root, "small").book != read.book


def test_a_part_is_held_up_by_errors_only(small: Project) -> None:
    """A table without a row is an error, a term that nothing cites deserves a warning."""
    small.write("content/small/terms.yaml", "terms:\n  unused: {text: Nothing says this.}\n")
    said = small.run("build", "--only", "data")
    assert said.status == 0
    assert "unused-term" not in said.out
    assert "`--only` reports errors only" in said.out
    assert "unused-term" in small.run("check").out
    small.replace("content/small/game.yaml", "      wood: [5, 4]\n", "")
    said = small.run("build", "--only", "data")
    assert said.status == 1
    assert "gap-in-table" in said.out


def test_a_page_is_made_alone(small: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    assert small.run("build").status == 0
    before = outputs(small)
    small.replace("content/small/game.yaml", "In the open", "On open ground")
    monkeypatch.setattr(web, "font_files", None)  # they are cut for the letters of all pages
    assert small.run("build", "--only", "page:hits").status == 0
    after = outputs(small)
    assert {path for path in after if after[path] != before[path]} == {"web/hits.html", "web/use-hits.js"}
    assert page_data(after, "web/hits.html")["tables"]["hits"]["inputs"][0]["names"][0] == "On open ground"
    monkeypatch.undo()
    assert small.run("build").status == 0
    assert outputs(small)["web/hits.html"] == after["web/hits.html"]


def test_a_page_without_the_tables_of_others_is_made_alone(small: Project) -> None:
    assert small.run("build", "--only", "page:glossary", "--no-prove").status == 0
    assert "web/glossary.html" in outputs(small)


def test_files_that_a_program_renames_or_hides_are_no_changes(tmp_path: Path) -> None:
    game, old, saved, hidden = (tmp_path / name for name in ("game.yaml", "old.yaml", "tmp8k2", ".game.yaml.swx"))
    for path in (game, hidden):
        path.write_text("game: {}", "utf-8")
    known = {game, old}
    assert lasting_changes({game, old, saved, hidden}, known) == {game, old}
    assert lasting_changes({old, saved}, known) == set()


@pytest.fixture
def edits(small: Project, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What the author does while the command watches: each replaces a text of the game; then Ctrl-C."""
    done: list[tuple[str, str]] = []

    def changes(*_: object) -> Iterator[set[Path]]:
        for old, new in done:
            small.replace("content/small/game.yaml", old, new)
            yield {Path("content/small/game.yaml")}
        raise KeyboardInterrupt

    monkeypatch.setattr(build_again, "changes", changes)
    return done


def test_each_change_is_built(small: Project, edits: list[tuple[str, str]]) -> None:
    edits.append(("In the open", "On open ground"))
    said = small.run("build", "--watch", "--only", "card:hits")
    assert said.status == 0
    assert "watching for changes; Ctrl-C ends it\nchanged: content/small/game.yaml\n" in said.out
    assert "small: made cards/hits.pdf, cards/hits.png in " in said.out


def test_errors_stay_until_they_are_mended(small: Project, edits: list[tuple[str, str]]) -> None:
    edits += [("[[table:hits]]", "[[table:hist]]"), ("Roll as", "Throw as"), ("[[table:hist]]", "[[table:hits]]")]
    said = small.run("build", "--watch", "--only", "data", "--no-prove")
    _, *later = said.out.split("changed: ")
    assert ["dangling-link" in each for each in later] == [True, True, False]
    assert ["made rules.json" in each for each in later] == [False, False, True]
    assert said.status == 0
