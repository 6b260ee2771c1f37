"""Write the manual: a page for every finding and every entry, with marked examples and their prints."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from rulewright.base.findings import Stage
from rulewright.base.messages.catalogues import SOURCE_LANGUAGE
from rulewright.html.environment import rendered
from rulewright.outputs.manual.pages import FENCED, Case, Fence, Page, card_pages, page, topics
from rulewright.outputs.manual.tutorial import path_of_fence, tutorials
from rulewright.pdf.page_images import Picture

EXPECTED = re.compile(r"\s*# (error|warning|note): \[([a-z0-9-]+)\] ?(.*?)(?= # (?:error|warning|note): \[| -->|$)")
FILES = {
    ("yaml", ""): "the game's source",
    ("yaml", "game"): "the head of the game's source",
    ("yaml", "card"): "a card",
    ("yaml", "sheet"): "a sheet",
    ("po", ""): "a translation into French",
    ("yaml", "below"): "the source of the game {}",
    ("python", "below"): "rules.py of the game {}",
    ("json", "edition"): "a recorded edition, {}.json",
    ("svg", ""): "a picture",
    ("svg", "game"): "a picture beside the game's source",
    ("png", ""): "a picture, in base 64",
    ("csv", ""): "{}.csv",
    ("fods", ""): "{}.fods",
    ("python", ""): "rules.py",
    ("css", ""): "a stylesheet of the project",
    ("html", ""): "a template of the project",
    ("yml", ""): "a file to copy",
}


TUTORIALS, LANGUAGE, CARDS, TOPICS = "Tutorials", "The language of the source", "Cards", "Topics"
"""Headings of the contents that come before the stages."""
FOLDERS = {TUTORIALS: "start", CARDS: "cards", TOPICS: "topics"}
"""The folders of the pages and pictures below each heading; other pages lie at the top."""
SMALLER = 0.75
"""The width of a picture on its page, as a share of its pixels, so that high-resolution screens show all pixels."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A page that a case prints, and its file in the folder of the manual page."""

    file: str
    case: Case
    picture: Picture
    folder: str = FOLDERS[CARDS]


@dataclass(frozen=True, slots=True)
class PictureView:
    """The picture of a printed page, with width and height in CSS pixels."""

    file: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class FoundView:
    """A finding that is expected at a line; `words` are part of its message."""

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
    """A case: its heading, its description, its files, and what it prints."""

    title: Markup
    remark: Markup
    faulty: bool
    examples: tuple[ExampleView, ...]
    pictures: tuple[PictureView, ...]


@dataclass(frozen=True, slots=True)
class PageView:
    """A page about a finding of a `stage`, about cards, or about a topic; `top` is the path to the manual's folder."""

    name: str
    stage: str
    summary: Markup
    reason: Markup
    cases: tuple[CaseView, ...]
    waivable: bool
    folder: str = ""

    @property
    def top(self) -> str:
        return "../" if self.folder else ""

    @property
    def judged(self) -> bool:
        """Return whether the cases are examples, some with findings, rather than steps."""
        return self.folder != FOLDERS[TUTORIALS]

    @property
    def heading(self) -> str:
        return self.name if self.judged else self.summary

    @property
    def file(self) -> str:
        return f"{self.folder}/{self.name}.html" if self.folder else f"{self.name}.html"


@dataclass(frozen=True, slots=True)
class WordView:
    """A key of an entry, or a kind of link: its meaning, facts about its value, an example, and the example's print."""

    name: str
    anchor: str
    summary: Markup
    facts: tuple[tuple[str, Markup], ...]
    example: str
    picture: PictureView | None


@dataclass(frozen=True, slots=True)
class EntryView:
    """A page of the language reference: an entry with its keys, and the source file that their examples belong to."""

    name: str
    title: str
    summary: Markup
    words: tuple[WordView, ...]
    frames: tuple[str, ...]
    top: str = "../"

    @property
    def file(self) -> str:
        return f"language/{self.name}.html"


def word_view(
    name: str, summary: str, facts: Iterable[tuple[str, str]], example: str, picture: Picture | None, file: str
) -> WordView:
    """Return the view of a key or link; `file` is the path of its picture."""
    shown = None if picture is None else _picture(file, picture)
    return WordView(name, name, _inline(summary), tuple((what, _inline(text)) for what, text in facts), example, shown)


def entry_view(name: str, title: str, summary: str, words: Iterable[WordView], frames: Iterable[str]) -> EntryView:
    return EntryView(name, title, _inline(summary), tuple(words), tuple(frames))


def _picture(file: str, picture: Picture) -> PictureView:
    return PictureView(file, round(picture.width * SMALLER), round(picture.height * SMALLER))


def manual_pages(
    project: Path,
    findings: Mapping[Stage, Iterable[str]],
    waivable: Container[str],
    shown: Iterable[Shown] = (),
    entries: Sequence[EntryView] = (),
) -> Mapping[str, str]:
    """Return all pages by their file, with a table of contents; `shown` are the prints of cases."""
    pictures: dict[Case, list[Shown]] = {}
    for each in shown:
        pictures.setdefault(each.case, []).append(each)
    told_by = {TUTORIALS: tutorials(), LANGUAGE: {}, CARDS: card_pages(), TOPICS: topics()}
    contents: dict[str, list[PageView | EntryView]] = {
        heading: [_view(told, heading, waivable=False, shown=pictures) for told in pages.values()]
        for heading, pages in told_by.items()
    }
    contents[LANGUAGE] += entries
    for stage, names in findings.items():
        found = (told for name in names if (told := page(name)))
        contents[stage.value] = [_view(told, stage.value, told.name in waivable) for told in found]
    pages = {"index.html": rendered(project, "manual/index.html.j2", SOURCE_LANGUAGE, contents=contents) + "\n"}
    for view in (view for views in contents.values() for view in views):
        template = "manual/entry.html.j2" if isinstance(view, EntryView) else "manual/page.html.j2"
        pages[view.file] = rendered(project, template, SOURCE_LANGUAGE, page=view) + "\n"
    return pages


def _view(
    told: Page, stage: str, waivable: bool, shown: Mapping[Case, Sequence[Shown]] = MappingProxyType({})
) -> PageView:
    cases = tuple(_case(case, shown.get(case, ()), stage) for case in told.cases)
    title = _inline(told.title if stage == TUTORIALS else told.summary)
    return PageView(told.name, stage, title, _block(told.reason), cases, waivable, FOLDERS.get(stage, ""))


def _case(case: Case, shown: Iterable[Shown], stage: str) -> CaseView:
    examples = tuple(ExampleView(_file_of(each, stage), tuple(_lines(each.text))) for each in case.fences())
    pictures = tuple(_picture(each.file, each.picture) for each in shown)
    return CaseView(_inline(case.title), _block(FENCED.sub("", case.text)), case.faulty, examples, pictures)


def _file_of(fence: Fence, stage: str) -> str:
    if stage == TUTORIALS:  # they grow: each example is added to a file
        return f"{path_of_fence(fence, 'GAME')}, added at the end"
    return FILES[fence.kind, fence.part].format(fence.name)


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
