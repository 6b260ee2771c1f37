"""Find the pages of the things in a book from its printed pieces, and build the index."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from rulewright.book.book import Book
from rulewright.entries.names import slug
from rulewright.entries.terms import Term
from rulewright.html.glossary import letter, sort_key
from rulewright.pdf.pieces.piece import Piece, anchors

OPEN = "\x1a"
"""The placeholder of an unknown page number in the HTML of a part. No source can contain this character."""

USE = "use-"
"""The prefix of anchors that only the index links to."""

ALONE = re.compile(r"(?<![\w-])content:\s*counter\(page\)\s*(?=[;}])")
COUNTED = re.compile(r"counters?\(\s*pages?\b")


@dataclass(frozen=True)
class PageNumbers:
    """The pages of anchors. `uses` are the indexed links to each anchor: the first one on each page."""

    anchors: Mapping[str, int] = field(default_factory=dict)
    uses: Mapping[str, Mapping[int, str]] = field(default_factory=dict)


def page_numbers(pieces: Sequence[Piece]) -> PageNumbers:
    """Return the page numbers of anchors; something on several pages has the number of the first."""
    places: dict[str, int] = {}
    for anchor, number in anchors(pieces):
        places.setdefault(anchor, number)
    uses: dict[str, dict[int, str]] = {}
    for number, page in enumerate((page for piece in pieces for page in piece.pages), 1):
        for anchor, link in page.uses.items():
            uses.setdefault(anchor, {})[number] = link
    return PageNumbers(places, uses)


def numbers_alone(style: str) -> bool:
    """Return whether a stylesheet prints each page number as a text of its own, so that it can be filled in later."""
    return len(COUNTED.findall(style)) == len(ALONE.findall(style))


# The index of a rulebook


@dataclass(frozen=True, slots=True)
class IndexPages:
    """A page or a range of pages in the index, with its link; `main` if the term is explained there."""

    href: str
    text: str
    main: bool = False


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A line of the index: a term with its pages, or an abbreviation that refers to a term by `see`."""

    name: str
    abbreviation: str = ""
    pages: tuple[IndexPages, ...] = ()
    see: str = ""
    href: str = ""


def index(book: Book, pages: PageNumbers) -> tuple[tuple[str, tuple[IndexEntry, ...]], ...]:
    """Return the entries of the index, grouped by their first letter."""
    language = book.game.language
    entries = sorted(_entries(book, pages), key=lambda entry: (sort_key(entry.name, language), entry.name))
    letters = groupby(entries, key=lambda entry: letter(entry.name, language))
    return tuple((own, tuple(group)) for own, group in letters)


def _entries(book: Book, pages: PageNumbers) -> Iterator[IndexEntry]:
    for term in book.game.terms:
        yield IndexEntry(term.name, term.abbreviation, tuple(_pages(term, book, pages)))
        if term.abbreviation and not slug(term.name).startswith(slug(term.abbreviation)):
            yield IndexEntry(term.abbreviation, see=term.name, href=f"#term-{term.id}")


def _pages(term: Term, book: Book, pages: PageNumbers) -> Iterator[IndexPages]:
    """Yield the pages of a term, consecutive ones as a range. The page that explains the term is never in a range."""
    rule = book.rule_of(term.rule)
    main = f"term-{term.id}" if rule is None or rule.external else f"rule-{rule.id}"
    main_page = pages.anchors.get(main, 0)
    links = {page: f"#{link}" for page, link in pages.uses.get(f"term-{term.id}", {}).items()}
    links |= {main_page: f"#{main}"} if main_page else {}
    for run in _runs(sorted(links), main_page):
        text = str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}"
        yield IndexPages(links[run[0]], text, run == [main_page])


def _runs(pages: list[int], alone: int) -> Iterator[list[int]]:
    """Yield runs of consecutive pages; the page `alone` is a run of its own."""
    run: list[int] = []
    for page in pages:
        if run and (page != run[-1] + 1 or alone in (page, run[-1])):
            yield run
            run = []
        run.append(page)
    if run:
        yield run
