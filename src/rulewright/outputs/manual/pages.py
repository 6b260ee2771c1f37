"""The manual: a page for each finding and for each word of a card's layout.

A page is Markdown: a heading; why the finding matters, or what the word does; then cases, each with a heading and the
author's files as fenced blocks. The fence names the file: `yaml card` is a card, `yaml card NAME` one of several,
`po` the translation into French, `json edition 1.0` a recorded edition, and `yaml below skirmish`
a file of another game, which the game extends. The pages in `cards/` share a small game, the folder `example`, and
print each case.

The pages of findings are their specification: tests run them, the wheel contains them, `explain` prints them, and the
report and SARIF quote them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulewright.base.limits import limits_text
from rulewright.source.markup.words import first_sentence

PACKAGED = Path(__file__).parents[2] / "manual_pages"
SOURCE_TREE = Path(__file__).resolve().parents[4] / "tests" / "spec"
GAME = "spec"
"""The name of the game of every case."""
CASE = re.compile(r"^## (.+)$", re.MULTILINE)
"""The heading of a case, such as `## A gap between two rows`."""
EXPECTED = re.compile(r"# (?:error|warning|note): \[")
"""The comment at the place of a finding that a case shows, such as `# error: [gap-in-table]`."""
FINDING = re.compile(r"\s*# (error|warning|note): \[([a-z0-9-]+)\] ?(.*?)(?= # (?:error|warning|note): \[| -->|$)")
"""The whole comment: the severity, the name and words of the message."""
FENCED = re.compile(
    r"^```(\w+)(?: (game|card|sheet|edition|below))?(?: ([\w.-]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
"""A fenced block: its language, part, name and text, as in ```yaml card assault."""
STYLE = "templates/card/card.css"
FILES = {  # {} is the name on the fence
    ("yaml", ""): f"content/{GAME}/{GAME}.yaml",
    ("yaml", "game"): f"content/{GAME}/base.yaml",
    ("yaml", "card"): f"cards/{GAME}/{{}}.yaml",
    ("yaml", "sheet"): f"cards/{GAME}/{{}}.yaml",
    ("po", ""): f"content/{GAME}/fr.po",
    ("json", "edition"): f"content/{GAME}/editions/{{}}.json",
    ("yaml", "below"): "content/{0}/{0}.yaml",
    ("python", "below"): "content/{}/rules.py",
    ("svg", ""): f"cards/{GAME}/pictures/{{}}.svg",
    ("svg", "game"): f"content/{GAME}/pictures/{{}}.svg",
    ("png", ""): f"cards/{GAME}/pictures/{{}}.png",
    ("csv", ""): f"content/{GAME}/{{}}.csv",
    ("fods", ""): f"content/{GAME}/{{}}.fods",
    ("python", ""): f"content/{GAME}/rules.py",
    ("css", ""): STYLE,
}
"""The paths of a case's files in its project, by the words of their fences."""


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block of a case: `yaml card assault` has the kind yaml, the part card and the name assault."""

    kind: str
    part: str
    name: str
    text: str

    @property
    def file(self) -> str:
        """The path in the project of the case; empty for a block that is only to read."""
        return FILES.get((self.kind, self.part), "").format(self.name or self.part)

    @property
    def lines(self) -> Iterator[tuple[str, tuple[tuple[str, str, str], ...]]]:
        """The lines, each with the findings expected there: the severity, the name and words of the message."""
        for line in self.text.rstrip("\n").split("\n"):
            findings = tuple((match[1], match[2], match[3]) for match in FINDING.finditer(line))
            yield FINDING.sub("", line).rstrip() if findings else line, findings


@dataclass(frozen=True, slots=True)
class Case:
    """An example on a page, in Markdown; `faulty` if it shows the finding."""

    title: str
    text: str
    faulty: bool

    @property
    def fences(self) -> tuple[Fence, ...]:
        """The fenced blocks in order."""
        return tuple(Fence(*groups) for groups in FENCED.findall(self.text))

    @property
    def remark(self) -> str:
        """The text without the fenced blocks."""
        return FENCED.sub("", self.text)

    @property
    def files(self) -> dict[str, str]:
        """The texts of the files by their paths. A PNG is in base 64; the style sheet has only rules to add to ours."""
        return {fence.file: fence.text for fence in self.fences if fence.file}


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the manual; `reason` and `text` are Markdown."""

    name: str
    reason: str
    cases: tuple[Case, ...]
    text: str

    @property
    def title(self) -> str:
        """The heading: for most pages, their name."""
        return self.text.partition("\n")[0].removeprefix("# ")

    @property
    def summary(self) -> str:
        """The first sentence of the reason, on one line."""
        return " ".join(first_sentence(self.reason).split()).rstrip(".")


def folder_of(pages: str = "") -> Path:
    """Return the folder of pages, in the wheel or the source tree."""
    return (PACKAGED if PACKAGED.is_dir() else SOURCE_TREE) / pages


@cache
def page(name: str) -> Page | None:
    """Return the page of a finding, or None."""
    path = folder_of() / f"{name}.md"
    return read_page(path) if path.is_file() else None


@cache
def card_pages() -> Mapping[str, Page]:
    """Return the pages about the layout of cards, in order of their names."""
    return {path.stem: read_page(path) for path in sorted(folder_of("cards").glob("*.md"))}


@cache
def topics() -> Mapping[str, Page]:
    """Return the pages about the language that describe no finding, such as `sets`, by their names."""
    limits = limits_text()
    pages = [read_page(path) for path in folder_of("topics").glob("*.md")]
    pages.append(Page("limits", limits.partition("\n")[2].strip(), (), limits.strip()))
    return {each.name: each for each in sorted(pages, key=lambda each: each.name)}


def read_page(path: Path) -> Page:
    """Read a page: its heading, the reason, and the cases."""
    text = path.read_text("utf-8")
    head, *parts = CASE.split(text)  # the head, then a title and a body for each case
    cases = (
        Case(title, body.strip(), bool(EXPECTED.search(body)))
        for title, body in zip(parts[::2], parts[1::2], strict=True)
    )
    return Page(path.stem, head.partition("\n")[2].strip(), tuple(cases), text.strip())


def example_of(pages: str) -> dict[str, bytes]:
    """Return the files of the game that the pages about `cards` or the `language` share, by their paths."""
    folder = folder_of(pages) / "example"
    content_paths = {"game.yaml": FILES["yaml", "game"], "rules.py": FILES["python", ""]}
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.*"))}
    return {content_paths.get(name, f"cards/{GAME}/{name}"): data for name, data in files.items()}


@dataclass(frozen=True, slots=True)
class Frame:
    """The source around an example of the language reference, which alone is only a piece, such as `rule: sighting`.

    The example goes below the line `# here` of its `fences`. The other files are those of `example_of(game)`.
    """

    fences: tuple[Fence, ...]
    game: str


@cache
def frames() -> Mapping[str, Frame]:
    """Return the frames by the names of the entries whose examples run in them."""
    games = {"frames": "language", "card-frames": "cards"}
    pages = {game: read_page(folder_of("language") / f"{name}.md") for name, game in games.items()}
    return {case.title: Frame(case.fences, game) for game, page in pages.items() for case in page.cases}
