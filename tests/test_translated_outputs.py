"""Everything that a reader sees and no author wrote comes from the catalogue of the game's language."""

import re
import shutil
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from rulewright.base.findings import Severity
from rulewright.base.installation import user_store
from rulewright.base.messages import catalogues
from rulewright.outputs.products.making import make_files, report_files
from rulewright.outputs.products.run import PrintRun
from tests.conftest import ROOT, Project, built
from tests.pseudo import leaks, words_of, write_pseudo

SMALL = """\
game: {title: T, language: LANGUAGE}
rules: {a: {number: "1", title: A, text: B.}}
references: {turn: {title: Turn, rule: a, items: [WORDS]}}
"""
GAME = ROOT / "tests/games/drowned-post"


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    locale = tmp_path / "locale"
    locale.mkdir()
    for language in ("de", "fr"):
        write_pseudo(locale / f"{language}.po")
    monkeypatch.setattr(catalogues, "LOCALE", locale)
    catalogues.catalogue.cache_clear()
    yield
    catalogues.catalogue.cache_clear()


@pytest.fixture
def in_german(project: Project) -> Project:
    """The game, said to be in German, and in no other language: the name of one is the same in all."""
    shutil.copytree(GAME, project.root, dirs_exist_ok=True)
    file = project.root / "content/drowned-post/game.yaml"
    file.write_text(re.sub(r"language: en\n  translations: \[fr\]", "language: de", file.read_text()))
    return project


def author(project: Project) -> frozenset[str]:
    return words_of(
        each
        for folder in ("content", "cards")
        for each in (project.root / folder).rglob("*.*")
        if each.suffix in (".yaml", ".py", ".svg")
    )


@pytest.mark.parametrize(("language", "broken"), [("de", True), ("de-AT", True), ("en", False)])
def test_a_card_hyphenates_other_languages_than_english(language: str, broken: bool, project: Project) -> None:
    words = "Die Gefechtsstandverlegung dauert lange. " * 4
    project.write("content/small/small.yaml", SMALL.replace("LANGUAGE", language).replace("WORDS", words))
    project.write("cards/small/card.yaml", "title: T\nsize: 50 × 63 mm\nblocks: [{bullets: turn}]\n")
    made = project.made("cards/card.pdf")
    text = PdfReader(BytesIO(made.files["cards/card.pdf"])).pages[0].extract_text()
    assert ("-" in text) == broken
    assert [each.name for each in made.findings.items if each.severity is Severity.ERROR] == []


def pages_of(project: Project) -> Mapping[str, bytes]:
    """The pages with the report; they tell of the prints in English, which have the same names."""
    found, store, prints = project.examined("drowned-post"), user_store(), built("drowned-post")
    assert found.book is not None
    run = PrintRun(found.book, found.proof, found.findings, project.root, "", store)
    files = {**prints, **make_files(run, lambda path: path.endswith(".html"), prints)}
    return {**files, **report_files(run, found.sources.texts, files, None)}


@pytest.mark.long
def test_pages(pseudo, in_german: Project) -> None:
    pages = pages_of(in_german)
    known = author(in_german)
    found = {
        f"{name}: {each}"
        for name, page in pages.items()
        if name.endswith(".html") and not name.startswith("fr/")
        for each in leaks(page.decode(), known)
    }
    assert not found, "\n".join(sorted(found))
