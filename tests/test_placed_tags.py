"""Sheets and booklets as a screen reader has them: tags of all that lies on them, titles, bookmarks. PDF/UA of every PDF."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from tests.conftest import GAMES, SMALL_CARD, Project, built
from tests.pdf_objects import reader_of

SHEETS = {
    "plain": "cards: [hits, {other: 3}]",
    "bled": "cards: [{hits: 2}, other]\nbleed: 2mm",
    "themed": "cards: [hits, other]\ntheme: plain-ink",
    "both-sides": "cards: [{hits: 2}, other]\nduplex: long-edge\nback: other",
    "folded": "cards: [hits]\nfold: yes\nback: other",
    "bare": "cards: [hits]\nmarks: none",
}
TWO_PAGES = SMALL_CARD.replace("title: Hits", "title: Other") + "  - page\n  - table: hits\n"
NUMBERED = re.compile(rb"/MCID (\d+)")


@pytest.fixture
def everything(small: Project) -> Project:
    """A small game with a file for every product that makes PDFs, but those for a press, which are PDF/X."""
    small.write("cards/small/other.yaml", TWO_PAGES)
    for name, lines in SHEETS.items():
        small.write(f"cards/small/{name}.yaml", f"kind: sheet\ntitle: The {name} sheet\npaper: A4\n{lines}\n")
    small.write("cards/small/book.yaml", "kind: rulebook\ntitle: Rules\npaper: A5\nbooklet: A4\n")
    small.write("cards/small/screen.yaml", "kind: screen\ntitle: On screen\nwidths: [1200]\n")
    return small


def pdfs(project: Project) -> dict[str, bytes]:
    return {path: data for path, data in project.made("*.pdf").files.items() if path.endswith(".pdf")}


def outline(pdf: PdfReader) -> list[Any]:
    """The titles of the bookmarks with their pages, counted from 1; lists are below what is before them."""

    def titles(items: Any) -> Iterator[Any]:
        for each in items:
            found = None if isinstance(each, list) else pdf.get_destination_page_number(each)
            yield [*titles(each)] if isinstance(each, list) else (each.title, (found or 0) + 1)

    return [*titles(pdf.outline)]


def tags(tag: Any) -> Iterator[Any]:
    """A tag and all below it; what is no tag has no kind."""
    tag = tag.get_object()
    yield tag
    kids: Any = tag.get("/K", []) if isinstance(tag, dict) else []
    for kid in kids if isinstance(kids, list) else [kids]:
        yield from tags(kid)


def tree_of(pdf: PdfReader) -> Any:
    return pdf.trailer["/Root"]["/StructTreeRoot"]  # type: ignore[index]


def validated(data: bytes) -> list[str]:
    page = pytest.importorskip("page", reason="page-validation is not installed")
    return [f"{each.rule_id}: {each.message}" for each in page.validate_pdf_bytes(data, profile="ua1").failures]


def test_a_validator_finds_nothing_in_any_product(everything: Project) -> None:
    found = pdfs(everything)
    assert {path.rpartition("/")[2].removesuffix(".pdf") for path in found} >= {
        *(f"{name}-a4" for name in SHEETS),
        "hits",
        "other",
        "book",
        "book-booklet-a4",
        "hits-1200",
    }
    assert {path: said for path, data in found.items() if (said := validated(data))} == {}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_validator_finds_nothing_in_the_games(game: str) -> None:
    found = {path: data for path, data in built(game).items() if path.endswith(".pdf") and "press/" not in path}
    assert any("sheet" in path or "booklet" in path for path in found)
    assert {path: said for path, data in found.items() if (said := validated(data))} == {}


def test_marked_content_and_tags_lead_to_one_another(everything: Project) -> None:
    """The validator does not look into forms."""
    for path, data in pdfs(everything).items():
        if "-a4" in path:
            pdf = PdfReader(BytesIO(data))
            numbers = tree_of(pdf)["/ParentTree"]["/Nums"]
            owners = {int(key): value for key, value in zip(numbers[::2], numbers[1::2], strict=True)}
            placed: list[Any] = [
                each for each in tags(tree_of(pdf)) if isinstance(each, dict) and each.get("/Type") == "/MCR"
            ]
            assert placed, path
            for each in placed:
                form = each["/Stm"]
                tag = owners[form["/StructParents"]].get_object()[each["/MCID"]].get_object()
                assert any(kid.get_object() == each for kid in tag["/K"])
            forms = {each.raw_get("/Stm").idnum: each["/Stm"] for each in placed}
            for number, form in forms.items():
                own = {int(each["/MCID"]) for each in placed if each.raw_get("/Stm").idnum == number}
                assert own == {int(found) for found in NUMBERED.findall(form.get_data())}, path


def test_a_card_is_heard_once_and_its_copies_are_told(everything: Project) -> None:
    pdf = PdfReader(BytesIO(pdfs(everything)["cards/plain-a4.pdf"]))
    (document,) = tree_of(pdf)["/K"]
    parts = [part.get_object() for part in document.get_object()["/K"]]
    assert [part.get("/T") for part in parts[:-1]] == ["Hits", *["Other"] * 5]  # of two pages each; the foot is last
    figures = [each["/Alt"] for each in tags(document) if isinstance(each, dict) and each.get("/S") == "/Figure"]
    assert figures == ["Other, another copy"] * 4
    assert sum(isinstance(each, dict) and each.get("/S") == "/Table" for each in tags(document)) == 3


def test_headings_of_cells_are_those_of_their_own_card(everything: Project) -> None:
    pdf = PdfReader(BytesIO(pdfs(everything)["cards/plain-a4.pdf"]))
    cells = [each for each in tags(tree_of(pdf)) if isinstance(each, dict) and each.get("/S") in ("/TH", "/TD")]
    named = [each["/ID"] for each in cells if "/ID" in each]
    assert named
    assert len(named) == len(set(named))
    attributes: list[Any] = [
        one for each in cells if "/A" in each for one in ([each["/A"]] if isinstance(each["/A"], dict) else each["/A"])
    ]
    headings = {name for each in attributes for name in each.get_object().get("/Headers", ())}
    assert headings
    assert headings <= set(named)


def test_sheets_and_booklets_have_titles_languages_and_bookmarks(everything: Project) -> None:
    found = {path: PdfReader(BytesIO(data)) for path, data in pdfs(everything).items() if "-a4" in path}
    for pdf in found.values():
        root: Any = pdf.trailer["/Root"]
        assert root["/Lang"] == "en"
        assert root["/ViewerPreferences"]["/DisplayDocTitle"]
        assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"
    assert outline(found["cards/plain-a4.pdf"]) == [("Hits", 1), ("Other", 1)]
    assert found["cards/plain-a4.pdf"].metadata.title == "The plain sheet"  # type: ignore[union-attr]
    booklet = outline(found["book-booklet-a4.pdf"])
    assert booklet[0] == ("Rules · A small game", 1)
    assert "1 Hits" in [title for title, _ in (each for each in booklet[1] if isinstance(each, tuple))]


def test_links_of_a_sheet_are_tagged_and_told(everything: Project) -> None:
    everything.write(
        "content/small/references.yaml", 'references: {fire: {title: Fire, items: ["Roll [[rule:hits]]"]}}\n'
    )
    everything.write("cards/small/hits.yaml", SMALL_CARD + "  - bullets: fire\n")
    pdf = PdfReader(BytesIO(pdfs(everything)["cards/bled-a4.pdf"]))
    links = [link.get_object() for link in pdf.pages[0]["/Annots"]]  # type: ignore[attr-defined]
    assert len(links) == 2  # one for each copy
    numbers = tree_of(pdf)["/ParentTree"]["/Nums"]
    for link in links:
        assert link["/Contents"]
        tag = numbers[numbers.index(link["/StructParent"]) + 1].get_object()
        assert tag["/S"] == "/Link"
        objects = [
            kid["/Obj"] for kid in (each.get_object() for each in tag["/K"]) if isinstance(kid, dict) and "/Obj" in kid
        ]
        assert [each["/Rect"] for each in objects] == [link["/Rect"]]


def test_the_letters_of_a_copy_are_those_of_the_first(everything: Project) -> None:
    """A copy loses the marks around its contents, and nothing that is painted."""
    pdf = reader_of(pdfs(everything)["cards/bled-a4.pdf"])
    first, again = (form.get_object() for form in list(pdf.pages[0]["/Resources"]["/XObject"].values())[:2])  # type: ignore[index]
    bare = re.compile(rb"/\w+(?:\s*<<.*?>>\s*BDC|\s+BMC)\b|\bEMC\b", re.DOTALL)
    assert bare.sub(b"", first.get_data()).split() == bare.sub(b"", again.get_data()).split()
