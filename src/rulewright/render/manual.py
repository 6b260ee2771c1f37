"""The manual as pages: every finding with its reason, and examples with the fault marked at its line."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from rulewright.catalogue import FINDINGS
from rulewright.manual import Case, Page, page
from rulewright.render.environment import environment

BLOCK = re.compile(r"^```(\w+)(?: (\w+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXPECTED = re.compile(r"\s*# (error|warning|note): \[([a-z0-9-]+)\] ?(.*?)(?= # (?:error|warning|note): \[|$)")
FILES = {
    ("yaml", ""): "the game's source",
    ("yaml", "game"): "the head of the game's source",
    ("yaml", "card"): "a card",
    ("yaml", "sheet"): "a sheet",
    ("python", ""): "rules.py",
    ("css", ""): "a stylesheet of the project",
    ("html", ""): "a template of the project",
}


@dataclass(frozen=True, slots=True)
class FoundView:
    """A finding expected at a line; `words` are of its message."""

    severity: str
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of an example with the findings expected there."""

    text: str
    found: tuple[FoundView, ...]


@dataclass(frozen=True, slots=True)
class ExampleView:
    """One file of a case."""

    file: str
    lines: tuple[LineView, ...]


@dataclass(frozen=True, slots=True)
class CaseView:
    """A case: its heading, what is said about it, and its files."""

    title: Markup
    remark: Markup
    faulty: bool
    examples: tuple[ExampleView, ...]


@dataclass(frozen=True, slots=True)
class PageView:
    """The page of one finding."""

    name: str
    stage: str
    summary: Markup
    reason: Markup
    cases: tuple[CaseView, ...]
    waivable: bool


def manual_pages(project: Path) -> Mapping[str, str]:
    """All pages by the name of their file, with a list of contents."""
    found = {
        stage: [_view(told, stage.value, stage.waivable) for name in names if (told := page(name))]
        for stage, names in FINDINGS.items()
    }
    templates = environment(project)
    contents = {stage.value: views for stage, views in found.items()}
    pages = {"index.html": templates.get_template("manual/index.html.j2").render(contents=contents) + "\n"}
    for view in (view for views in found.values() for view in views):
        pages[f"{view.name}.html"] = templates.get_template("manual/page.html.j2").render(page=view) + "\n"
    return pages


def _view(told: Page, stage: str, waivable: bool) -> PageView:
    cases = tuple(_case(case) for case in told.cases)
    return PageView(told.name, stage, _inline(told.summary), _block(told.reason), cases, waivable)


def _case(case: Case) -> CaseView:
    examples = tuple(
        ExampleView(FILES[kind, which or ""], tuple(_lines(text))) for kind, which, text in BLOCK.findall(case.text)
    )
    return CaseView(_inline(case.title), _block(BLOCK.sub("", case.text)), case.faulty, examples)


def _lines(text: str) -> Iterator[LineView]:
    for line in text.rstrip("\n").split("\n"):
        found = tuple(FoundView(*match.groups()) for match in EXPECTED.finditer(line))
        yield LineView(EXPECTED.sub("", line).rstrip() if found else line, found)


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False})


def _block(text: str) -> Markup:
    return Markup(_markdown().render(text).strip())  # noqa: S704 - html is off


def _inline(text: str) -> Markup:
    return Markup(_markdown().renderInline(text)) if text else escape("")  # noqa: S704 - html is off
