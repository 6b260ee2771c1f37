"""Write the manual: a page for every finding and every entry, with marked examples and their prints."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from rulewright.base.findings import Stage
from rulewright.base.messages.catalogues import SOURCE_LANGUAGE
from rulewright.entries.entry import Declaration
from rulewright.html.environment import rendered
from rulewright.html.templating.sandbox import PageFilters
from rulewright.outputs.manual.pages import Case, Fence, Page, card_pages, frames, page, topics
from rulewright.outputs.manual.reference import Word, entry_summary, page_name, words
from rulewright.outputs.manual.tutorial import path_of_fence, tutorials
from rulewright.pdf.page_images import Picture

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
OF_TEXT = "Text is Markdown with one kind of link: double brackets, with the kind of entry before the colon."


@dataclass(frozen=True, slots=True)
class Shown:
    """A page that a case or a word prints, and its file in the folder of the manual page."""

    file: str
    case: Case | None
    picture: Picture
    folder: str = FOLDERS[CARDS]

    @property
    def width(self) -> int:
        """The width in CSS pixels."""
        return round(self.picture.width * SMALLER)

    @property
    def height(self) -> int:
        return round(self.picture.height * SMALLER)


@dataclass(frozen=True, slots=True)
class ManualPage:
    """A page about a finding of a `stage`, about cards, or about a topic; each case has the pictures that it prints."""

    page: Page
    stage: str
    waivable: bool
    cases: tuple[tuple[Case, tuple[Shown, ...]], ...]

    @property
    def folder(self) -> str:
        return FOLDERS.get(self.stage, "")

    @property
    def top(self) -> str:
        """The path to the manual's folder."""
        return "../" if self.folder else ""

    @property
    def judged(self) -> bool:
        """Return whether the cases are examples, some with findings, rather than steps."""
        return self.stage != TUTORIALS

    @property
    def name(self) -> str:
        return self.page.name

    @property
    def summary(self) -> str:
        return self.page.summary if self.judged else self.page.title

    @property
    def file(self) -> str:
        return f"{self.folder}/{self.name}.html" if self.folder else f"{self.name}.html"

    def file_of(self, fence: Fence) -> str:
        """Return the name of a file of a case for readers."""
        if not self.judged:  # tutorials grow: each example is added to a file
            return f"{path_of_fence(fence, 'GAME')}, added at the end"
        return FILES[fence.kind, fence.part].format(fence.name)


@dataclass(frozen=True, slots=True)
class EntryPage:
    """A page of the language reference: an entry with its keys, their prints, and the source around the examples."""

    name: str
    title: str
    summary: str
    words: tuple[tuple[Word, Shown | None], ...]
    frames: tuple[str, ...]

    @property
    def file(self) -> str:
        return f"language/{self.name}.html"


def entry_page(entry: type[Declaration] | None, pictures: Mapping[Word, Picture]) -> EntryPage:
    """Return the page of an entry, or of the links of text for None."""
    own = [word for namesakes in words().values() for word in namesakes if word.entry is entry]
    shown = ((word, Shown(word.file, None, pictures[word]) if word in pictures else None) for word in own)
    name, title, summary = "text", "the links of text", OF_TEXT
    if entry is not None:
        name, title, summary = page_name(entry), entry.noun, entry_summary(entry)
    frame_texts = dict.fromkeys(fence.text for word in own for fence in frames()[word.frame].fences)
    return EntryPage(name, title, summary, tuple(shown), tuple(frame_texts))


def manual_pages(
    project: Path,
    findings: Mapping[Stage, Iterable[str]],
    waivable: Container[str],
    shown: Iterable[Shown] = (),
    entries: Sequence[EntryPage] = (),
) -> Mapping[str, str]:
    """Return all pages by their file, with a table of contents; `shown` are the prints of cases."""
    pictures: dict[Case | None, tuple[Shown, ...]] = {}
    for each in shown:
        pictures[each.case] = (*pictures.get(each.case, ()), each)

    def views(pages: Iterable[Page | None], stage: str) -> Iterator[ManualPage]:
        for told in filter(None, pages):
            cases = tuple((case, pictures.get(case, ())) for case in told.cases)
            yield ManualPage(told, stage, told.name in waivable, cases)

    contents: dict[str, Sequence[ManualPage | EntryPage]] = {
        TUTORIALS: [*views(tutorials().values(), TUTORIALS)],
        LANGUAGE: entries,
        CARDS: [*views(card_pages().values(), CARDS)],
        TOPICS: [*views(topics().values(), TOPICS)],
        **{stage.value: [*views(map(page, names), stage.value)] for stage, names in findings.items()},
    }
    filters: PageFilters = {"inline": _inline, "block": _block}
    index = rendered(project, "manual/index.html.j2", SOURCE_LANGUAGE, filters, contents=contents)
    pages = {"index.html": f"{index}\n"}
    for view in (view for each in contents.values() for view in each):
        template = "manual/entry.html.j2"
        if isinstance(view, ManualPage):
            template, filters["name"] = "manual/page.html.j2", view.file_of
        pages[view.file] = rendered(project, template, SOURCE_LANGUAGE, filters, page=view) + "\n"
    return pages


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False})


def _block(text: str) -> Markup:
    return Markup(_markdown().render(text).strip())  # noqa: S704 - html is off


def _inline(text: str) -> Markup:
    return Markup(_markdown().renderInline(text)) if text else escape("")  # noqa: S704 - html is off
