"""The rulebook as a PDF: whatever page number it prints is true. All is read back from the finished file."""

import re
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from io import BytesIO
from itertools import pairwise
from typing import Any

import pdfplumber
import pypdfium2
import pytest
from pdfminer.pdftypes import resolve1
from pdfplumber.page import Page
from pdfplumber.pdf import PDF
from pdfplumber.structure import PDFStructElement, PDFStructTree

from rulewright.book.book import Book
from rulewright.book.wording import plain
from rulewright.outputs.rulebook.index import IndexEntry, IndexPages, index
from rulewright.pdf.book_pages import PageNumbers
from tests.conftest import GAMES, Project, built, examined
from tests.pdf_objects import reader_of
from tests.test_read_back import as_read, tables_in_pdf

AFTER_GLOSSARY = ("part-quick-references", "part-rules-outside-this-book", "part-index")
SHEETS = {"A4": (210, 297), "A5": (148, 210), "Letter": (216, 279)}


class Printed:
    """A rulebook read back."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.reader = reader_of(data)
        numbered = enumerate(self.reader.pages, 1)
        self.numbers = {page.indirect_reference.idnum: number for number, page in numbered if page.indirect_reference}
        destinations = self.reader.named_destinations
        self.places = {name: self._number(at) for name, at in destinations.items()}

    def _number(self, destination: Any) -> int:
        return self.numbers[destination.page.idnum]

    @cached_property
    def pdf(self) -> PDF:
        return pdfplumber.open(BytesIO(self.data))

    @property
    def pages(self) -> list[Page]:
        return self.pdf.pages

    @cached_property
    def texts(self) -> list[Any]:
        """The text of every page as PDFium reads it, which is quick."""
        return [page.get_textpage() for page in pypdfium2.PdfDocument(self.data)]

    @cached_property
    def links(self) -> list[tuple[int, str, str]]:
        """Every link: its page, where it leads, and what stands there."""
        return [
            (number, str(link["/Dest"]), self.texts[number - 1].get_text_bounded(*map(float, link["/Rect"])))
            for number, page in enumerate(self.reader.pages, 1)
            for link in (each.get_object() for each in page.get("/Annots", ()))
            if "/Dest" in link
        ]

    def links_before(self, name: str) -> Iterator[tuple[str, str]]:
        """Where the links lead that come before a place, each with its words."""
        place = self.reader.named_destinations[name]
        end = self._number(place), -float(place.top or 0)
        links = (each.get_object() for page in self.reader.pages for each in page.get("/Annots", ()))
        rectangles = (link["/Rect"] for link in links if "/Dest" in link)
        for (page, target, text), rectangle in zip(self.links, rectangles, strict=True):
            if (page, -float(rectangle[1])) < end:
                yield target, text

    def links_outside(self, first: str, after: str) -> Iterator[tuple[int, str]]:
        """Page and target of the links that do not lie between two places, which go across the page."""
        places = (self.reader.named_destinations[each] for each in (first, after))
        begins, ends = ((self._number(place), -float(place.top or 0)) for place in places)
        for number, page in enumerate(self.reader.pages, 1):
            for link in (each.get_object() for each in page.get("/Annots", ())):
                if "/Dest" in link and not begins <= (number, -float(link["/Rect"][3])) < ends:
                    yield number, str(link["/Dest"])

    def bookmarks(self) -> list[tuple[int, str, int]]:
        """Level, title and page."""
        return list(self._bookmarks(self.reader.outline, 1))

    def _bookmarks(self, outline: Any, level: int) -> Iterator[tuple[int, str, int]]:
        for each in outline:
            if isinstance(each, list):
                yield from self._bookmarks(each, level + 1)
            else:
                yield level, each.title, self._number(each)

    def page_of(self, bookmark: str) -> int:
        return next(page for _, title, page in self.bookmarks() if title == bookmark)

    def text(self, number: int) -> str:
        return str(self.texts[number - 1].get_text_range()).replace("\r\n", "\n")

    def head(self, number: int) -> str:
        """What stands in the upper margin of a page."""
        box = self.reader.pages[number - 1].mediabox
        return str(self.texts[number - 1].get_text_bounded(bottom=float(box.top) - 50)).strip()

    def foot(self, number: int) -> str:
        return str(self.texts[number - 1].get_text_bounded(top=45)).strip()

    def tree(self) -> PDFStructTree:
        return PDFStructTree(self.pdf)


def _decoded(name: bytes | str) -> str:
    return name.decode() if isinstance(name, bytes) else name


def _within(box: dict[str, Any]) -> Callable[[dict[str, Any]], bool]:
    """Whether the middle of a character lies in a rectangle."""
    left, right, top, bottom = box["x0"], box["x1"], box["top"], box["bottom"]

    def lies_in(char: dict[str, Any]) -> bool:
        across, down = (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2
        return bool(left <= across <= right and top <= down <= bottom)

    return lies_in


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Book:
    found = examined(request.param).book
    assert found is not None
    return found


@pytest.fixture(scope="module")
def rulebook(game: Book) -> Printed:
    return read_back(game.game.id)


@cache
def read_back(game: str) -> Printed:
    return Printed(built(game)["rulebook.pdf"])


def printed(project: Project, name: str = "rulebook") -> Printed:
    project.make("*.pdf")
    return Printed((project.root / f"build/small/{name}.pdf").read_bytes())


# Page numbers


def test_the_contents_tell_the_true_pages(rulebook: Printed, game: Book) -> None:
    first = next(each.rule.id for each in game.outline if not each.rule.external)
    told = {target: text.split()[-1] for target, text in rulebook.links_before(f"rule-{first}")}
    for target, number in told.items():
        if number.isdigit():  # the first line of two has none
            assert rulebook.places[target] == int(number), target
    outlines = [each for outline in game.outline if not outline.rule.external for each in (outline, *outline.below)]
    assert {f"rule-{outline.rule.id}" for outline in outlines} <= told.keys()
    assert {f"table-{table.id}" for table in game.game.tables if not table.listed} <= told.keys()
    assert {"part-glossary", "part-index"} <= told.keys()


def test_the_contents_tell_the_pages_of_what_editors_read() -> None:
    found = Printed(built("last-hundred-yards")["rulebook-editors.pdf"])
    assert re.search(r"\d+ table cells compared with the rules code: \d+ derived, ", " ".join(found.text(1).split()))
    targets = {target: text for page, target, text in found.links if page < 3}
    for part in ("part-errata", "part-what-is-ours", "part-quick-references"):
        assert targets[part].split()[-1] == str(found.places[part])


def test_the_bookmarks_are_the_outline_and_lead_to_the_headings(rulebook: Printed, game: Book) -> None:
    marks = rulebook.bookmarks()
    titles = {title for _, title, _ in marks}
    for outline in (each for chapter in game.outline for each in chapter.walk()):
        rule = outline.rule
        assert f"{rule.number} {plain(rule.title, game)}".strip().replace("'", "’") in titles
    assert [page for _, _, page in marks] == sorted(page for _, _, page in marks)
    for _, title, page in marks:
        assert all(word in rulebook.text(page).split() for word in title.split()), (title, page)
    assert all(after <= before + 1 for (before, _, _), (after, _, _) in pairwise(marks))


def test_every_page_number_in_a_cross_reference_is_true(rulebook: Printed) -> None:
    told = 0
    for page, target, text in rulebook.links:
        for number in re.findall(r"\(p\.\s(\d+)\)", text):
            assert (rulebook.places[target], page) == (int(number), page), text
            assert int(number) != page, f"{text} on its own page"
            told += 1
    assert told > 30


def test_the_index_tells_the_true_pages(rulebook: Printed, game: Book) -> None:
    last = rulebook.page_of("Index")
    used: dict[str, set[int]] = {}
    after = next(part for part in AFTER_GLOSSARY if part in rulebook.places)
    for page, target in rulebook.links_outside("part-glossary", after):
        if target.startswith("term-") and page < last:
            used.setdefault(target.removeprefix("term-"), set()).add(page)
    entries = dict(_index(rulebook, last))
    for term in game.game.terms:
        rule = game.rule_of(term.rule)
        main = rulebook.places[f"rule-{rule.id}" if rule else f"term-{term.id}"]
        name = f"{term.name} ({term.abbreviation})" if term.abbreviation else term.name
        told, bold = entries[name.replace("'", "’").replace(" ", "")]
        assert told == sorted(used.get(term.id, set()) | {main}), name
        assert bold == [main], name
        if term.abbreviation and not term.name.startswith(term.abbreviation):
            assert entries[f"{term.abbreviation}, see {term.name}".replace(" ", "")] == ([], [])


def _index(rulebook: Printed, first: int) -> Iterator[tuple[str, tuple[list[int], list[int]]]]:
    """The entries of the index as they print: name without spaces, pages, and those in bold."""
    lines: list[tuple[str, str]] = []
    for page in rulebook.pages[first - 1 :]:
        lead = page.search("A page in bold .* not indexed")
        top = lead[0]["bottom"] + 2 if lead else 50
        body = page.crop((0, top, page.width, page.height - 50))
        left, width = min(char["x0"] for char in body.chars), (174 + 7) / 4 / 25.4 * 72
        for column in range(4):
            box = (left + width * column - 2, top, left + width * (column + 1) - 2, page.height - 50)
            found = page.crop(box).extract_text_lines(return_chars=True)
            edge = min((line["x0"] for line in found), default=0)
            for line in found:
                text = line["text"]
                bold = "".join(char["text"] for char in line["chars"] if "Semi-Bold" in char["fontname"])
                if line["x0"] > edge + 4:  # the entry goes on
                    before, bold_before = lines.pop()
                    text = before + ("" if before.endswith("–") else " ") + text
                    bold = f"{bold_before} {bold}"
                lines.append((text, bold))
    for text, bold in lines:
        match = re.fullmatch(r"(.*?)((?: [\d–]+,?)*)", text)
        assert match, text
        pages = [_range(each) for each in re.findall(r"\d+(?:–\d+)?", match[2])]
        yield (
            match[1].replace(" ", ""),
            ([page for each in pages for page in each], [int(each) for each in bold.split()]),
        )


def _range(text: str) -> range:
    first, _, last = text.partition("–")
    return range(int(first), int(last or first) + 1)


def test_index_joins_pages_in_a_row_but_for_the_main_one(game: Book) -> None:
    term = next(term for term in game.game.terms if term.rule and not term.abbreviation)
    rule = game.rule_of(term.rule)
    assert rule is not None
    uses = {f"term-{term.id}": {page: f"use-{page * 10}" for page in (3, 4, 5, 6, 7, 9)}}
    pages = PageNumbers(anchors={f"rule-{rule.id}": 6}, uses=uses)
    entries = [entry for _, entries in index(game, pages) for entry in entries if entry.name == term.name]
    runs = (("#use-30", "3–5"), (f"#rule-{rule.id}", "6"), ("#use-70", "7"), ("#use-90", "9"))
    assert entries == [IndexEntry(term.name, pages=tuple(IndexPages(*run, run[1] == "6") for run in runs))]


REFERRING = """\
rules:
  near: {number: "2", title: Near, text: "See [[hits]], [[rule:near]] and [[4]] and again [[4]]; roll as [[table:hits]] tells. A [[Die]]."}
  filling: {number: "3", title: Filling, text: "WORDS"}
  far: {number: "4", title: Far, text: "Back to [[2]]. A [[Die|die]] has six sides."}
terms:
  Die: {text: "A cube.", rule: far}
"""


@pytest.fixture
def booked(small: Project) -> Project:
    """The small game with a rulebook and rules on several pages."""
    small.write("cards/small/rulebook.yaml", "kind: rulebook\ntitle: Rules\n")
    text = REFERRING.replace("[[hits]]", "[[rule:hits]]").replace("WORDS", "Words without end. " * 400)
    small.write("content/small/more.yaml", text)
    return small


def test_references_tell_the_page_once_and_only_where_it_is_another(booked: Project) -> None:
    found = printed(booked)
    near, far = found.page_of("2 Near"), found.page_of("4 Far")
    assert far > near
    text = " ".join(found.text(near).split())
    assert f"See 1, 2 and 4 (p. {far}) and again 4; roll as Score to hit tells." in text
    assert f"Back to 2 (p. {near})." in " ".join(found.text(far).split())


# What every page carries


def test_pages_carry_game_chapter_and_number(rulebook: Printed, game: Book) -> None:
    for number in range(2, len(rulebook.texts) + 1):
        assert game.game.title in " ".join(rulebook.head(number).split()), number
        assert rulebook.foot(number) == str(number)
    chapters = [(number, title) for level, title, number in rulebook.bookmarks() if level == 1]
    for (number, title), (after, _) in pairwise(chapters):
        for below in range(number + 1, after):
            assert title in rulebook.head(below), below
    assert rulebook.head(1) == ""


@pytest.mark.parametrize("paper", SHEETS)
def test_papers(booked: Project, paper: str) -> None:
    booked.write("cards/small/house-rules.yaml", f"kind: rulebook\ntitle: House rules\npaper: {paper}\n")
    booked.replace("content/small/more.yaml", "Words without end. " * 400, "Few words.")
    found = printed(booked, "house-rules")
    page = found.pages[0]
    assert (round(page.width * 25.4 / 72), round(page.height * 25.4 / 72)) == SHEETS[paper]
    assert found.pdf.metadata["Title"] == "House rules · A small game"
    assert (booked.root / "build/small/rulebook.pdf").exists()


# Tags


def test_it_is_tagged_and_titled(rulebook: Printed, game: Book) -> None:
    assert rulebook.pdf.metadata["Title"] == f"Rulebook · {game.game.title}"
    catalog = rulebook.pdf.doc.catalog
    assert catalog["Lang"] in (b"en", "en")
    assert b'pdfuaid:part="1"' in resolve1(catalog["Metadata"]).get_data()
    levels = [int(kind[1]) for kind in _kinds(rulebook.tree()) if re.fullmatch("H[1-6]", kind)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def _kinds(tree: PDFStructTree | PDFStructElement) -> Iterator[str]:
    for child in tree.children if isinstance(tree, PDFStructElement) else tree:
        yield child.type
        yield from _kinds(child)


def test_all_links_stay_in_the_file(rulebook: Printed) -> None:
    targets = {target for _, target, _ in rulebook.links}
    assert targets <= rulebook.places.keys()
    assert len(targets) > 100
    assert not [annotation for page in rulebook.pages for annotation in page.annots if annotation["uri"]]


# Tables over pages

LONG = """\
domains:
  number: {title: Number, numbers: 1..120}
tables:
  long:
    title: A long table
    rule: hits
    values: {numbers: 1..120, unit: points}
    rows: number
    headers: [Number]
    cells: {ROWS}
    note: What stands below a table stays with it.
"""


@pytest.fixture
def long(small: Project) -> Project:
    small.write("cards/small/rulebook.yaml", "kind: rulebook\ntitle: Rules\n")
    small.write("content/small/long.yaml", LONG.replace("ROWS", ", ".join(f"{at}: {at}" for at in range(1, 121))))
    return small


def test_a_table_goes_on_over_pages_under_its_headings(long: Project) -> None:
    found = printed(long)
    parts = [table for table in tables_in_pdf(found.data) if as_read(table)[0] == ["Number", "points"]]
    assert len(parts) >= 3
    assert [table.starts for table in parts] == [True] + [False] * (len(parts) - 1)
    body = [row for table in parts for row in as_read(table)[1:]]
    assert body == [[str(at), str(at)] for at in range(1, 121)]
    assert all(len(table.rows) > 3 for table in parts)
    for page in found.pages:
        for line in page.extract_text_lines():
            assert line["bottom"] < page.height - 18 / 25.4 * 72 or line["text"].isdigit()


def test_what_stands_below_a_table_stays_with_its_last_rows(long: Project) -> None:
    found = printed(long)
    page = next(number for number in range(1, len(found.pages) + 1) if "stays with it" in found.text(number))
    assert "120 120" in found.text(page)


GROUPED = """\
domains:
  kind: {title: Kind, names: {KINDS}}
  step: {title: Step, numbers: 1..5}
rules:
RULES
tables:
TABLES
"""


def test_rows_beside_a_cell_over_several_are_not_divided(small: Project) -> None:
    small.write("cards/small/rulebook.yaml", "kind: rulebook\ntitle: Rules\n")
    cells = ", ".join(f"k{at}: {{{', '.join(f'{step}: {at}' for step in range(1, 6))}}}" for at in range(12))
    rules = "".join(f"  r{n}: {{number: '{n}', title: R, text: '{'Filling words. ' * 61 * n}'}}\n" for n in range(2, 5))
    tables_ = "".join(
        f"  t{n}: {{title: Groups, rule: r{n}, values: {{numbers: 0..40}}, headers: [Kind, Step], rows: [kind, step], cells: {{{cells}}}}}\n"
        for n in range(2, 5)
    )
    text = GROUPED.replace("KINDS", ", ".join(f"k{at}: Kind {at}" for at in range(12)))
    small.write("content/small/groups.yaml", text.replace("RULES", rules).replace("TABLES", tables_))
    found = printed(small)
    parts = [rows for table in tables_in_pdf(found.data) if (rows := as_read(table))[0][:2] == ["Kind", "Step"]]
    assert len(parts) > 6
    for rows in parts:
        body = rows[1:]
        assert len(body) % 5 == 0
        assert all(row[0].endswith("|5") == (at % 5 == 0) for at, row in enumerate(body))


def test_a_table_too_wide_for_the_page_is_an_error(small: Project) -> None:
    small.write("cards/small/rulebook.yaml", "kind: rulebook\ntitle: Rules\npaper: A5\nfont-size: 16pt\n")
    names = ", ".join(f"n{at}: Unbreakable{at}" for at in range(12))
    small.write(
        "content/small/wide.yaml",
        f"domains: {{name: {{names: {{{names}}}}}}}\ntables:\n  wide: {{title: Wide, rule: hits, values: {{numbers: 1..6}}, "
        f"rows: cover, columns: name, cells: {{open: [{', '.join('1' * 12)}], wood: [{', '.join('2' * 12)}]}}}}\n",
    )
    said = small.run("build")
    assert said.status == 1
    assert (
        "content/small/wide.yaml:3:3: error[rulebook-overflow]: rulebook 'rulebook': the table 'wide' is " in said.out
    )
    assert "mm too wide for the page" in said.out
    assert not (small.root / "build/small").exists()


# Its place among the outputs


def test_the_index_page_links_it(game: Book) -> None:
    index_page = built(game.game.id)["web/index.html"].decode()
    assert '<a href="../rulebook.pdf" type="application/pdf">Rulebook</a>' in index_page


def test_no_file_no_rulebook(small: Project) -> None:
    small.run("build")
    assert not (small.root / "build/small/rulebook.pdf").exists()


def test_two_books_of_one_name_are_refused(small: Project) -> None:
    small.write("cards/small/rules.yaml", "kind: rulebook\ntitle: One\n")
    small.write("cards/small/Rules.yaml", "kind: rulebook\ntitle: Two\n")
    assert "error[duplicate-file]: two things print to 'rules.pdf'" in small.run("build").out
