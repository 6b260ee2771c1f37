"""A rulebook of many rules as a site, beside the same text in Hugo, MkDocs Material and Sphinx where they are on PATH.

The others print a page for each section, and link what ours links. They check nothing, prove nothing, and have no data
for other programs; Hugo has no search here, and its template holds the text and the neighbours of a page.
"""

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

from rulewright.book.book import Book
from rulewright.entries.rules import Rule
from tests.benchmarks.timing import ROOT, Build, Comparison, Measured, attempt, measured, side_by_side
from tests.many_rules import many_rules

SIZES = (2_000, 10_000)
COLD, EDITED = 2.0, 0.5
"""The goals, beside Hugo."""
MEMORY = 250
"""MiB that ours may take."""

HUGO = {
    "hugo.toml": 'baseURL = "https://example.org/"\ntitle = "Many rules"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap", "404"]\n',
    "layouts/_default/baseof.html": '<!DOCTYPE html><html lang=en><title>{{ .Title }}</title><body>{{ block "main" . }}{{ end }}</body></html>\n',
    "layouts/_default/single.html": (
        '{{ define "main" }}<nav>{{ .TableOfContents }}</nav><main><h1>{{ .Title }}</h1>{{ .Content }}</main>'
        '{{ with .PrevInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}'
        '{{ with .NextInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}{{ end }}\n'
    ),
    "layouts/_default/list.html": (
        '{{ define "main" }}<ol>{{ range .RegularPagesRecursive }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ol>{{ end }}\n'
    ),
}


@dataclass(frozen=True, slots=True)
class Tool:
    """A generator of sites: its program, its files beside the text, where pages are, and how a page is written."""

    name: str
    program: str
    files: dict[str, str]
    pages: str
    page: Callable[[str, list[Rule]], str]
    arguments: tuple[str, ...]

    def write(self, folder: Path, book: Book) -> None:
        for path, text in self.files.items():
            _write(folder / path, text)
        for name, rules in _pages(book):
            self.write_page(folder, name, rules)

    def write_page(self, folder: Path, name: str, rules: list[Rule], word: str = "") -> None:
        """`word` stands in the title."""
        title = f"{rules[0].number} {word}{rules[0].title.source}"
        _write(folder / self.pages.format(name), self.page(title, rules))

    def build(self, folder: Path) -> Measured:
        return measured(self.program, *self.arguments, folder=folder)


def _markdown(title: str, rules: list[Rule]) -> str:
    parts = [f"{each.text.source}\n" if each.text else "" for each in rules]
    headings = [f"## {each.number} {each.title.source}\n" for each in rules]
    headings[0] = f'---\ntitle: "{title}"\n---\n'
    return "\n".join(line for pair in zip(headings, parts, strict=True) for line in pair)


def _restructured(title: str, rules: list[Rule]) -> str:
    headings = [title, *(f"{each.number} {each.title.source}" for each in rules[1:])]
    lines = [f"{heading}\n{('-' if at else '=') * len(heading)}\n" for at, heading in enumerate(headings)]
    return "\n".join(
        f"{line}\n{each.text.source if each.text else ''}\n" for line, each in zip(lines, rules, strict=True)
    )


TOOLS = (
    Tool("Hugo", "hugo", HUGO, "content/rules/{}.md", _markdown, ("--quiet", "--source", ".", "--destination", "out")),
    Tool(
        "MkDocs Material",
        "mkdocs",
        {
            "mkdocs.yml": "site_name: Many rules\ntheme: {name: material, font: false}\nplugins: [search]\n",
            "docs/index.md": "# Rules\n",
        },
        "docs/{}.md",
        _markdown,
        ("build", "--quiet", "--site-dir", "out"),
    ),
    Tool(
        "Sphinx",
        "sphinx-build",
        {"conf.py": 'project = "Many rules"\n', "index.rst": "Rules\n=====\n\n.. toctree::\n   :glob:\n\n   pages/*\n"},
        "pages/{}.rst",
        _restructured,
        ("-q", "-b", "html", ".", "out"),
    ),
)


def sites(words: list[str]) -> None:
    """Prints for each size ours, each of the others, the ratios of processor time and of the clock, and memory."""
    print(
        f"\n{'work':30} {'anchor':16} {'ours':>8} {'theirs':>8} {'ratio':>6} {'goal':>5} {'clock':>6} {'MiB':>5} {'theirs':>6} {'goal':>5}"
    )
    for size in SIZES:
        for what, edited in (("rules to a site, cold", False), ("rules, a title edited", True)):
            work = f"{size:,} {what}"
            if not words or any(word in work for word in words):
                _compare(work, size, edited=edited)


def _compare(work: str, size: int, *, edited: bool) -> None:
    for tool in TOOLS:
        if shutil.which(tool.program) is None:
            print(f"{work:30} {tool.name:16} is not on PATH: nothing to compare with")
            continue
        with tempfile.TemporaryDirectory() as folder:
            book = many_rules(Path(folder, "ours"), size)
            theirs, ours = Path(folder, "theirs"), Path(folder, "ours")
            tool.write(theirs, book)
            prepare = partial(_editing if edited else _cold, tool, ours, theirs, book)
            found, why = attempt(partial(_pairs, prepare))
        if found is None:
            print(f"{work:30} {tool.name:16} {why}", flush=True)
            continue
        goal = "–" if tool.program != "hugo" else EDITED if edited else COLD
        print(
            f"{work:30} {tool.name:16} {found.ours.processor:7.2f}s {found.theirs.processor:7.2f}s "
            f"{found.processor:6.2f} {goal:>5} {found.clock:6.2f} {found.ours.memory:5.0f} {found.theirs.memory:6.0f} {MEMORY:5}",
            flush=True,
        )


def _pairs(prepare: Callable[[], tuple[Build, Build]]) -> Comparison:
    return side_by_side(*prepare())


def _cold(tool: Tool, ours: Path, theirs: Path, _: Book) -> tuple[Build, Build]:
    """Nothing is there of an earlier build."""

    def ours_anew() -> Measured:
        for folder in ("build", "cache"):
            shutil.rmtree(ours / folder, ignore_errors=True)
        return _build(ours)

    def theirs_anew() -> Measured:
        for left in ("out", "public", "resources"):
            shutil.rmtree(theirs / left, ignore_errors=True)
        return tool.build(theirs)

    return ours_anew, theirs_anew


def _editing(tool: Tool, ours: Path, theirs: Path, book: Book) -> tuple[Build, Build]:
    """One title differs from the last build."""
    numbers, file = count(), ours / "content" / "many" / "rules-0.yaml"
    text = file.read_text("utf-8")
    _build(ours)
    tool.build(theirs)

    def edit_ours() -> Measured:
        file.write_text(text.replace("title: ", f"title: Word{next(numbers)} ", 1), "utf-8")
        return _build(ours)

    def edit_theirs() -> Measured:
        tool.write_page(theirs, *next(_pages(book)), f"Word{next(numbers)} ")
        return tool.build(theirs)

    return edit_ours, edit_theirs


def _build(project: Path) -> Measured:
    arguments = ("-m", "rulewright.app.cli", "build", "--project", str(project))
    return measured(sys.executable, *arguments, folder=ROOT, XDG_CACHE_HOME=str(project / "cache"))


def _pages(book: Book) -> Iterator[tuple[str, list[Rule]]]:
    """The pages of the others: each chapter's own text, and each of its sections."""
    for chapter in book.outline:
        yield chapter.rule.id, [chapter.rule]
        yield from ((section.rule.id, [each.rule for each in section.walk()]) for section in chapter.below)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
