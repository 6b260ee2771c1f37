"""The manual: a page for each finding, which is also the specification that tests run.

A page is Markdown: a heading, the reason why the finding is one, then cases, each a heading and the author's source.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PACKAGED = Path(__file__).parent / "manual_pages"
SOURCE_TREE = Path(__file__).resolve().parents[2] / "tests" / "spec"
CASE = re.compile(r"^## (.+)$", re.MULTILINE)
EXPECTED = re.compile(r"# (?:error|warning|note): \[")


@dataclass(frozen=True, slots=True)
class Case:
    """An example of a page in Markdown; `faulty` where it shows the finding, else it is sound."""

    title: str
    text: str
    faulty: bool


@dataclass(frozen=True, slots=True)
class Page:
    """What the manual says of one finding; `reason` and `text` are Markdown."""

    name: str
    reason: str
    cases: tuple[Case, ...]
    text: str

    @property
    def summary(self) -> str:
        """The first sentence of the reason, on one line."""
        return " ".join(re.split(r"(?<=[.?!])\s", self.reason, maxsplit=1)[0].split()).rstrip(".")


@cache
def page(name: str) -> Page | None:
    """The page of a finding; None for a name that has none."""
    path = (PACKAGED if PACKAGED.is_dir() else SOURCE_TREE) / f"{name}.md"
    return _read(name, path.read_text("utf-8")) if path.is_file() else None


def _read(name: str, text: str) -> Page:
    head, *parts = CASE.split(text)
    reason = head.partition("\n")[2].strip()
    cases = (
        Case(title, body.strip(), bool(EXPECTED.search(body)))
        for title, body in zip(parts[::2], parts[1::2], strict=True)
    )
    return Page(name, reason, tuple(cases), text.strip())
