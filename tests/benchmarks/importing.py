"""A rulebook in Markdown imported."""

import tempfile
from functools import partial
from pathlib import Path

from markdown_it import MarkdownIt

from rulewright.importing.readers import read_all
from rulewright.importing.sources import SourceFile
from rulewright.importing.writing import draft_files
from tests.benchmarks.timing import Ratio, ratio
from tests.many_rules import Speech

PAGES = 100
PER_PAGE = 3
"""Rules of about a hundred words."""


def hundred_pages() -> Ratio:
    """Its draft, written; it is to take less than two seconds of the clock. Beside it: its HTML by markdown-it-py."""
    with tempfile.TemporaryDirectory() as folder:
        book = Path(folder, "book.md")
        book.write_text(_book(), "utf-8")
        source = SourceFile(book, "book.md")
        html = partial(MarkdownIt("commonmark").enable("table").render, book.read_text("utf-8"))
        return ratio(lambda: draft_files(read_all([source]), "bench"), html, 5)


def _book() -> str:
    speech = Speech()
    pages = "\n".join(_page(at, speech) for at in range(PAGES))
    return f"# The book\n\n{pages}"


def _page(at: int, speech: Speech) -> str:
    chapter = f"## {at // 10 + 1} {speech.sentence(2)}\n\n" if at % 10 == 0 else ""
    rules = "\n".join(_rule(f"{at // 10 + 1}.{at % 10 * PER_PAGE + place + 1}", speech) for place in range(PER_PAGE))
    rows = "".join(
        f"| {name} | {speech.chance.randint(1, 6)} | {speech.chance.randint(1, 6)} |\n"
        for name in ("open", "wood", "river", "hill")
    )
    return f"{chapter}{rules}\n| Cover | Rifle | Mortar |\n|---|---|---|\n{rows}"


def _rule(number: str, speech: Speech) -> str:
    sentences = " ".join(speech.sentence(15) for _ in range(5))
    return f"### {number} {speech.sentence(3)}\n\n{sentences} See {number[0]}.2.\n\n- {speech.sentence(12)}\n- {speech.sentence(12)}\n"
