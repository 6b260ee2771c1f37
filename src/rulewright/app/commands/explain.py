"""`rulewright explain NAME`: print the pages about a finding, a key, a kind of link or a topic, with examples.

For instance, `explain band` prints the page on the key `band` of a card. Without a name, it lists all of them. A *word*
is a key of an entry or a kind of link; a *topic* is a page on a subject.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from textwrap import indent

import click

from rulewright.app.commands.progress_line import say
from rulewright.book.declarations import ENTRIES
from rulewright.entries.names import did_you_mean
from rulewright.outputs.manual.pages import Page, card_pages, page, topics
from rulewright.outputs.manual.reference import Word, entry_summary, former_words, page_name, words
from rulewright.outputs.manual.tutorial import TUTORIAL_GAMES, tutorials
from rulewright.outputs.manual.tutorial import page_name as tutorial_name
from rulewright.outputs.manual.tutorial import text_of as tutorial_text
from rulewright.pipeline.catalogue import FINDINGS, STAGES

CARDS, LANGUAGE, TOPICS, TUTORIALS = "Cards", "The language of the source", "Topics", "Tutorials"
"""Headings of the list of all names, beside those of the stages."""
SHORTEST_STEM = 4
"""A word must have this many letters to be found inside other words."""
MOST_PAGES = 5
"""The most pages to name for a word without its own page."""


def _completions(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    return sorted(name for name in _all_names() if name.startswith(incomplete))


@click.command()
@click.argument(
    "names",
    nargs=-1,
    metavar="[NAME]...",
    shell_complete=_completions,
    help="The name or id of a finding, such as gap-in-table; or a key or topic, such as band.",
)
def explain(names: tuple[str, ...]) -> int:
    if not names:
        sys.stdout.write(_contents())
        return 0
    explanations = {name: list(_explanations(name)) for name in names}
    for name, texts in explanations.items():
        if not texts:
            hint = _pages_about(name) or did_you_mean(name, _all_names(), "rulewright explain lists them all")
            say(f"rulewright: there is no finding, key or topic {name!r}: {hint}", sys.stderr)
    sys.stdout.write("\n".join(text.rstrip("\n") + "\n" for texts in explanations.values() for text in texts))
    return 0 if all(explanations.values()) else 2


def _all_names() -> list[str]:
    return [*STAGES, *card_pages(), *topics(), *tutorials(), *words(), *map(page_name, ENTRIES)]


def _pages_about(word: str) -> str:
    """Name the pages that mention a word, first those with it in their names, then by how often they do."""
    stem = word.removesuffix("s")
    begins = r"\b" if len(stem) < SHORTEST_STEM else ""  # `books` are in the rulebook too, but `at` is not in that
    mention = re.compile(begins + re.escape(stem), re.IGNORECASE)
    pages = (*card_pages().values(), *topics().values())
    counts = {each.name: len(mention.findall(f"{each.title} {each.reason}")) for each in pages}
    names = [name for name in counts if counts[name]]
    names = sorted(names, key=lambda name: (stem not in name, -counts[name], name))[:MOST_PAGES]
    return f"see rulewright explain {' '.join(names)}" if names else ""


def _explanations(name: str) -> Iterator[str]:
    """Yield the pages of this name: of a finding, a topic, a tutorial, an entry, a key or a card's word."""
    finding = name.partition("/")[0]  # of `gap-in-table/my-table`, the id of a finding
    for page_of_name in (card_pages().get(name), page(finding) if finding in STAGES else None):
        if page_of_name is not None:
            yield page_of_name.text
    if name in topics():
        yield topics()[name].text
    yield from (tutorial_text(kind) for kind in TUTORIAL_GAMES if tutorial_name(kind) == name)
    for entry in ENTRIES:
        if page_name(entry) == name:
            yield f"# {entry.noun}\n\n{entry_summary(entry)}\n\nKeys: {', '.join(entry.declared) or 'none'}"
    for word in words().get(name, ()):
        yield word_text(word)
    for word in former_words().get(name, ()):
        assert word.entry is not None
        yield f"{name} of {word.entry.noun} is called {word.name} now: rulewright explain {word.name}"


def word_text(word: Word) -> str:
    """Return what a key or a kind of link means, with its type, its default and its example."""
    lines = [f"# {word.title}", "", f"{word.summary}.", ""]
    lines += [f"{what}: {text}" for what, text in word.facts]
    return "\n".join((*lines, "", "Example:", "", indent(word.example, "    ")))


def _contents() -> str:
    """Return the list of all names, in sections, each with its summary."""
    sections = [
        _section(stage.value, _summaries({name: page(name) for name in names})) for stage, names in FINDINGS.items()
    ]
    sections.append(_section(CARDS, _summaries(card_pages())))
    sections.append(_section(LANGUAGE, {page_name(entry): ", ".join(entry.declared) for entry in ENTRIES}))
    sections.append(_section(TOPICS, _summaries(topics())))
    sections.append(_section(TUTORIALS, {name: tutorial.title for name, tutorial in tutorials().items()}))
    return "\n\n".join(sections) + "\n"


def _summaries(pages: Mapping[str, Page | None]) -> dict[str, str]:
    return {name: each.summary if each else "" for name, each in pages.items()}


def _section(heading: str, entries: Mapping[str, str]) -> str:
    """Return a heading and a line for each name with its summary."""
    widest = max(map(len, entries))
    return "\n".join((heading, *(f"  {name:{widest}}  {text}".rstrip() for name, text in entries.items())))
