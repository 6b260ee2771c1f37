"""A tagged PDF as it is heard: what a screen reader meets, line by line, found by an engine that did not print it."""

from collections.abc import Iterable, Iterator

from rulewright.readback.page import Element, Page, TextRun
from rulewright.readback.pdf_reader import read_pages
from rulewright.readback.tables import text_of

SPOKEN = ("H1", "H2", "H3", "H4", "H5", "H6", "P", "Lbl", "LBody", "TH", "TD", "Caption")
"""What begins a line of its own."""


def heard(pdf: bytes) -> list[str]:
    """Each line with its kind, `(empty)` where nothing is said; figures by their alternative text."""
    return [line for page in read_pages(pdf) for tag in page.tags for line in _lines(tag, _runs(page))]


def unheard(pages: Iterable[Page]) -> Iterator[tuple[int, str]]:
    """The texts of each page that are tagged as no part of what is read."""
    for page in pages:
        owned = {child for tag in page.tags for child in _contents(tag)}
        yield from ((page.number, run.words) for run in page.runs if run.content not in owned)


def tags(pages: Iterable[Page]) -> Iterator[Element]:
    """Every tag, page by page, each before those in it."""
    for page in pages:
        for tag in page.tags:
            yield from below(tag)


def below(tag: Element) -> Iterator[Element]:
    """A tag and all in it."""
    yield tag
    for child in tag.children:
        if isinstance(child, Element):
            yield from below(child)


def words(tag: Element, page: Page) -> str:
    """All that is said in a tag."""
    return text_of(run for child in _contents(tag) for run in _runs(page).get(child, ()))


def _runs(page: Page) -> dict[int, list[TextRun]]:
    found: dict[int, list[TextRun]] = {}
    for run in page.runs:
        if run.content >= 0:
            found.setdefault(run.content, []).append(run)
    return found


def _contents(tag: Element) -> Iterator[int]:
    for child in tag.children:
        if isinstance(child, Element):
            yield from _contents(child)
        elif child >= 0:
            yield child


def _lines(tag: Element, runs: dict[int, list[TextRun]]) -> Iterator[str]:
    if tag.kind == "Figure":
        yield f"Figure: {tag.alternative}"
    elif tag.kind in SPOKEN:
        own = text_of(run for child in _own(tag) for run in runs.get(child, ()))
        yield f"{tag.kind}: {own or '(empty)'}"
    for child in tag.children:
        if isinstance(child, Element):
            yield from _lines(child, runs)


def _own(tag: Element) -> Iterator[int]:
    """What is said in a tag itself, without the lines in it."""
    for child in tag.children:
        if isinstance(child, int):
            if child >= 0:
                yield child
        elif child.kind not in (*SPOKEN, "Figure", "L", "Table"):
            yield from _own(child)
