"""Pages are kept by their values: the same values are placed once, and one that differs makes its page again."""

from pathlib import Path

import pytest

from rulewright.proof.report import ProofReport
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.web import site_files, web_files
from rulewright.render.web.site import Page, Site
from rulewright.store import Store
from tests.conftest import GAME, ROOT, examined
from tests.many_rules import many_rules, read_many


@pytest.fixture
def placed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of the pages that templates were asked for."""
    titles, place = list[str](), Page.text

    def text(page: Page) -> str:
        titles.append(page.view.title)
        return place(page)

    monkeypatch.setattr(Page, "text", text)
    return titles


def site(folder: Path) -> dict[str, bytes]:
    return web_files(read_many(folder), ProofReport(), folder, FinishedFiles({}), Store(str(folder / "store")))


def test_pages_of_the_same_values_are_placed_once(tmp_path: Path, placed: list[str]) -> None:
    many_rules(tmp_path, 3)
    first = site(tmp_path)
    assert len(placed) == len([name for name in first if name.endswith(".html")])
    placed.clear()
    assert site(tmp_path) == first
    assert placed == []


def test_an_edit_of_a_rule_and_of_a_template_shows(tmp_path: Path, placed: list[str]) -> None:
    many_rules(tmp_path, 3)
    site(tmp_path)
    file = tmp_path / "content/many/rules-0.yaml"
    file.write_text(file.read_text("utf-8").replace("title: ", "title: Edited ", 1), "utf-8")
    assert b"Edited" in site(tmp_path)["web/rule-0.html"]
    own = tmp_path / "templates/web/search-box.html.j2"
    own.parent.mkdir(parents=True)
    own.write_text("<p>a box of the project</p>", "utf-8")
    assert all(b"a box of the project" in data for name, data in site(tmp_path).items() if name.endswith(".html"))
    own.write_text("<p>another one</p>", "utf-8")
    assert all(b"another one" in data for name, data in site(tmp_path).items() if name.endswith(".html"))


def test_the_values_of_a_page_stand_for_it() -> None:
    book = examined(GAME).book
    assert book is not None
    files = site_files(Site(book, ProofReport(), ROOT, FinishedFiles({})))
    made = [file.make() for file in files if not file.name.startswith(("card", "index"))]
    pages = [page for page in made if isinstance(page, Page)]
    assert len(pages) > 10
    assert [page.view.title for page in pages if " object at 0x" in repr(page)] == []
