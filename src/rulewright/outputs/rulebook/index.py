"""The index of a rulebook: the pages of each term, built from the page numbers of the laid-out text."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from rulewright.book.book import Book
from rulewright.entries.names import slug
from rulewright.entries.terms import Term
from rulewright.html.glossary import letter, sort_key
from rulewright.pdf.book_pages import PageNumbers

OPEN = "\x1a"
"""The placeholder of a page number in the HTML of a book. No source can contain this character."""

USE = "use-"
"""The prefix of anchors that only the index links to."""


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
