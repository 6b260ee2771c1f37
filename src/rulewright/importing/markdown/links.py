"""Links, anchors and pictures of a rulebook."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from markdown_it.token import Token

from rulewright.findings import Findings, Span
from rulewright.importing.draft import Ids, Picture, Remark, Unread
from rulewright.importing.markdown.parsing import ANCHOR
from rulewright.importing.markdown.sections import Document, Section
from rulewright.importing.sources import SourceFile
from rulewright.markup.links import is_address
from rulewright.source.nodes import Scalar
from rulewright.source.pictures import TYPES, read_pictures


@dataclass(slots=True)
class Links:
    """Targets of links, by file and anchor, and by the words of headings."""

    by_anchor: dict[tuple[str, str], str] = field(default_factory=dict)
    by_words: dict[str, str] = field(default_factory=dict)

    def target(self, file: SourceFile, address: str) -> str:
        """Return the target of a link within the files, such as `rule:moving`, or "" if there is none."""
        path, _, anchor = unquote(address).partition("#")
        name = str(PurePosixPath(_joined(PurePosixPath(file.name).parent, path))) if path else file.name
        for each in (name, f"{name}.md", f"{name}/README.md", f"{name}/index.md"):
            if found := self.by_anchor.get((each, anchor.casefold())):
                return found
        return ""

    def page(self, file: SourceFile, page: str, heading: str) -> str:
        """What a link of a wiki leads to."""
        if heading:
            return self.by_words.get(heading.strip().casefold(), "")
        return self.by_words.get(page.strip().casefold(), "") or self.target(file, page.strip())


def _joined(folder: PurePosixPath, path: str) -> str:
    parts: list[str] = []
    for part in (folder / path).parts:
        if part == ".." and parts:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


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


FOLDER = "pictures"


@dataclass(slots=True)
class Pictures:
    """The pictures that the draft shows so far, by the files that they come from."""

    unread: list[Unread]
    remarks: list[Remark]
    kept: dict[Path, Picture] = field(default_factory=dict)
    ids: Ids = field(default_factory=Ids)

    def taken(self, token: Token, file: SourceFile, origin: Span) -> Token | None:
        """Return the token of a picture under its new name, or None, with a note, if the picture cannot be imported."""
        address = str(token.attrGet("src") or "")
        why = self._refused(address, file.path.parent)
        if why is not None:
            self.unread.append(Unread(origin, address, why))
            return None
        path = (file.path.parent / unquote(address)).resolve()
        if path not in self.kept:
            name = f"{FOLDER}/{self.ids.new(path.stem)}{path.suffix.lower()}"
            self.kept[path] = Picture(name, path, origin)
        return self._named(token, self.kept[path].name, path, origin)

    def _named(self, token: Token, name: str, path: Path, origin: Span) -> Token:
        """The picture with words for readers who do not see it."""
        words = " ".join(token.content.split())
        title = str(token.attrGet("title") or "").strip()
        if not words:
            words = title or path.stem.replace("-", " ").replace("_", " ")
            said = f"the picture {name} has no words for readers who do not see it: say what it shows"
            self.remarks.append(Remark(origin, said))
        attributes: dict[str, str | int | float] = {"src": name, "alt": ""}
        if title:
            attributes["title"] = title.replace('"', "”")
        return Token("image", "img", 0, attrs=attributes, content=words, children=[Token("text", "", 0, content=words)])

    def _refused(self, address: str, folder: Path) -> str | None:
        path = unquote(address)
        if is_address(address) or address.startswith(("//", "data:")):
            return "a picture of the web: save it beside the source to keep it"
        if Path(path).suffix.lower() not in TYPES:
            return "a picture must be PNG, JPEG or SVG"
        whole = (folder / path).resolve()
        if not whole.is_relative_to(folder.resolve()):
            return "a picture must be in the folder of its source"
        return next(_faults(whole), None)


def _faults(path: Path) -> Iterator[str]:
    """Why the tool would refuse a picture."""
    faults = Findings()
    read_pictures([Scalar(path.name, Span(path.name), path.name)], path.parent, path.parent, faults, {})
    yield from (each.message for each in faults.findings)
