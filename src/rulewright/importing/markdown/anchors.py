"""The anchors of headings, as sites make them of their words, and those that authors give."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from rulewright.importing.markdown.links import Links
from rulewright.importing.markdown.plain import ANCHOR
from rulewright.importing.markdown.sections import Document, Section


def add_anchors(document: Document, targets: Iterable[tuple[Section, str]], links: Links) -> None:
    """What each heading of a file makes linkable; `targets` has what our texts name it."""
    seen: Counter[str] = Counter()
    name = document.file.name
    for section, target in targets:
        links.by_anchor.setdefault((name, ""), target)
        links.by_words.setdefault(section.words.casefold(), target)
        anchor = _anchor(section.words)
        seen[anchor] += 1
        own = anchor if seen[anchor] == 1 else f"{anchor}-{seen[anchor] - 1}"
        for each in (own, section.anchor.casefold(), *_named(section)):
            if each:
                links.by_anchor.setdefault((name, each), target)
    links.by_words.setdefault(document.file.path.stem.casefold(), links.by_anchor.get((name, ""), ""))


def _anchor(words: str) -> str:
    """As GitHub makes it: letters, digits, hyphens for spaces."""
    return re.sub(r"[^\w\- ]", "", words.casefold()).replace(" ", "-")


def _named(section: Section) -> Iterator[str]:
    """The anchors of HTML within a section."""
    for block in section.blocks:
        for token in block:
            for each in (token, *(token.children or ())):
                if each.type in ("html_inline", "html_block") and "<a" in each.content.casefold():
                    yield from (match.casefold() for match in ANCHOR.findall(each.content))
    for each in (section.heading.children or ()) if section.heading else ():
        yield from (match.casefold() for match in ANCHOR.findall(each.content) if each.type == "html_inline")
