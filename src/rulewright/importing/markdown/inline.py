"""Turn inline Markdown into our texts: emphasis, links, pictures, and references such as "see 4.3".

The tokens of a line from markdown-it come in, and `Cleaner.clean` changes them to what our texts can hold. `see 4.3`
becomes `see [[rule:fire]]` if the rule 4.3 has the id `fire`; the first mention of a term becomes a link to it.

A section is a heading with the blocks below it, and a document is a file divided into sections, see `outline`. A token
with the `nesting` 1 opens emphasis or a link, one with -1 closes it. `words` are the plain words of some tokens.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path, PurePosixPath
from posixpath import normpath
from urllib.parse import unquote

from markdown_it.token import Token

from rulewright.base.findings import Findings, Span
from rulewright.importing.draft import Ids, Picture, Remark, Unread
from rulewright.importing.grids import Names
from rulewright.importing.markdown.outline import NAMES, Document, Section, words
from rulewright.importing.markdown.parsing import ANCHOR, WIKI, bare_text, shown_words, without_links
from rulewright.importing.sources import SourceFile
from rulewright.source.markup.links import LINK_TYPE, is_address
from rulewright.source.nodes import Scalar
from rulewright.source.pictures import TYPES, read_pictures

# Links, anchors and pictures of a rulebook


@dataclass(slots=True)
class Links:
    """The targets of links, such as `rule:moving`, by file and anchor, and by the words of headings in lower case."""

    by_anchor: dict[tuple[str, str], str] = field(default_factory=dict)
    by_words: dict[str, str] = field(default_factory=dict)

    def target(self, file: SourceFile, address: str) -> str:
        """Return the target of a link within the files, such as `rule:moving`, or "" if there is none."""
        path, _, anchor = unquote(address).partition("#")
        name = normpath(PurePosixPath(file.name).parent / path) if path else file.name
        for file_name in (name, f"{name}.md", f"{name}/README.md", f"{name}/index.md"):
            if target := self.by_anchor.get((file_name, anchor.casefold())):
                return target
        return ""

    def page(self, file: SourceFile, page: str, heading: str) -> str:
        """Return the target of a wiki link such as `[[page#heading]]`, or "" if there is none."""
        if heading:
            return self.by_words.get(heading.strip().casefold(), "")
        return self.by_words.get(page.strip().casefold(), "") or self.target(file, page.strip())


def add_anchors(document: Document, targets: Iterable[tuple[Section, str]], links: Links) -> None:
    """Add the anchors of the headings of a file; `targets` has the target that our texts use for each section."""
    anchor_counts: Counter[str] = Counter()
    name = document.file.name
    for section, target in targets:
        links.by_anchor.setdefault((name, ""), target)
        links.by_words.setdefault(section.words.casefold(), target)
        anchor = re.sub(r"[^\w\- ]", "", section.words.casefold()).replace(" ", "-")  # as GitHub makes it
        anchor_counts[anchor] += 1
        unique_anchor = anchor if anchor_counts[anchor] == 1 else f"{anchor}-{anchor_counts[anchor] - 1}"
        for spelling in (unique_anchor, section.anchor.casefold(), *_html_anchors(section)):
            if spelling:
                links.by_anchor.setdefault((name, spelling), target)
    links.by_words.setdefault(document.file.path.stem.casefold(), links.by_anchor.get((name, ""), ""))


def _html_anchors(section: Section) -> Iterator[str]:
    """The anchors of HTML within a section."""
    outer = [*chain.from_iterable(section.blocks), *([section.heading] if section.heading else [])]
    for token in chain(*((token, *(token.children or ())) for token in outer)):
        if token.type in ("html_inline", "html_block"):
            yield from (match.casefold() for match in ANCHOR.findall(token.content))


FOLDER = "pictures"
"""The folder of the game for imported pictures."""


@dataclass(slots=True)
class Pictures:
    """The pictures of the draft so far, by their files."""

    unread: list[Unread]
    remarks: list[Remark]
    by_path: dict[Path, Picture] = field(default_factory=dict)
    ids: Ids = field(default_factory=Ids)

    def imported(self, token: Token, file: SourceFile, origin: Span) -> Token | None:
        """Return the token of a picture under its new name, or None, with a note, if the picture cannot be imported."""
        address = str(token.attrGet("src") or "")
        why = self._reason_to_refuse(address, file.path.parent)
        if why is not None:
            self.unread.append(Unread(origin, address, why))
            return None
        path = (file.path.parent / unquote(address)).resolve()
        if path not in self.by_path:
            name = f"{FOLDER}/{self.ids.new(path.stem)}{path.suffix.lower()}"
            self.by_path[path] = Picture(name, path, origin)
        name = self.by_path[path].name
        words = " ".join(token.content.split())
        title = str(token.attrGet("title") or "").strip()
        if not words:
            words = title or path.stem.replace("-", " ").replace("_", " ")
            remark = f"the picture {name} has no alternative text: describe what it shows"
            self.remarks.append(Remark(origin, remark))
        attributes: dict[str, str | int | float] = {"src": name, "alt": ""}
        if title:
            attributes["title"] = title.replace('"', "”")
        return Token("image", "img", 0, attrs=attributes, content=words, children=[Token("text", "", 0, content=words)])

    def _reason_to_refuse(self, address: str, folder: Path) -> str | None:
        """Why a picture cannot be imported; None if it can."""
        path = unquote(address)
        if is_address(address) or address.startswith(("//", "data:")):
            return "a picture from the web is not imported: save it next to the source"
        if Path(path).suffix.lower() not in TYPES:
            return "a picture must be PNG, JPEG or SVG"
        absolute = (folder / path).resolve()
        if not absolute.is_relative_to(folder.resolve()):
            return "a picture must be in the folder of its source"
        findings = Findings()
        read_pictures(
            [Scalar(absolute.name, Span(absolute.name), absolute.name)], absolute.parent, absolute.parent, findings, {}
        )
        return next((finding.message for finding in findings.items), None)


RULE_NUMBER = r"[A-Z]{0,2}\d{1,3}(?:\.\d{1,4}){0,8}(?:\.?[a-z](?![a-zA-Z]))?"
"""A number as texts cite it, `4.3` or `A12.1.b`; the last point of `4.3.` ends a sentence."""
BETWEEN_NUMBERS = r"(?:\s*(?:,|;|&|and|or|to|und|oder|et|ou|–|-)\s*)"
CITED = re.compile(
    rf"(?P<named>\b(?i:{NAMES}|rules|sections|chapters|cases|paragraphs?|regeln|règles)\s*|§§?\s*)(?P<numbers>{RULE_NUMBER}(?:{BETWEEN_NUMBERS}{RULE_NUMBER})*)"
    rf"|\b(?i:see|also|per|cf\.?|siehe|vgl\.?|voir)\s+(?P<seen>{RULE_NUMBER}(?:{BETWEEN_NUMBERS}{RULE_NUMBER})*)"
    rf"|[(\[](?P<bracketed>{RULE_NUMBER}(?:{BETWEEN_NUMBERS}{RULE_NUMBER})*)[)\]]"
)
"""Citations: `rule 4.3, 4.5 and 5` (named), `see 4.3` (seen), `(4.3)` (bracketed)."""
SINGLE_NUMBER = re.compile(RULE_NUMBER)
COUNTED = re.compile(r"\s*(?:[\"″”'%°]|mm\b|cm\b|inch|hex|km\b|points?\b|dice\b|[dD]\d)")
"""What follows a number that counts something, and so cites no rule."""


@dataclass(slots=True)
class Citations:
    """Find the rules that a text cites. `by_number` maps numbers to rule ids; other numbers are added to `missing`."""

    by_number: dict[str, str]
    missing: dict[str, str] = field(default_factory=dict)
    declare: Callable[[str], str] | None = None
    """Makes an id for a cited rule that no file has; None if the book does not number its rules."""

    def pieces(self, text: str) -> Iterator[tuple[str, str]]:
        """Divide a text into pieces, each with the id of the rule that it cites, or ""."""
        start = 0
        for match in CITED.finditer(text):
            group = next(name for name in ("named", "seen", "bracketed") if match[name])
            span = match.span("numbers" if group == "named" else group)
            if COUNTED.match(text, span[1]):
                continue
            for number in SINGLE_NUMBER.finditer(text, *span):
                if id_ := self._cited(number[0], group):
                    yield text[start : number.start()], ""
                    yield number[0], id_
                    start = number.end()
        yield text[start:], ""

    def _cited(self, number: str, group: str) -> str:
        """The id of the rule with a number, or "" if it cites none. `group` is the group of `CITED` that matched."""
        if id_ := self.by_number.get(number):
            # `(4)` may be a number of anything, `(4.3)` is that of a rule
            return id_ if group != "bracketed" or "." in number else ""
        if self.declare is None or group != "named" or "." not in number:
            return ""
        if number not in self.missing:
            self.missing[number] = self.declare(number)
        return self.missing[number]


@dataclass(slots=True)
class Mentions:
    """Finds the terms that a text mentions, each once."""

    pattern: re.Pattern[str] | None
    names: dict[str, str]

    @classmethod
    def of(cls, terms: Iterable[tuple[str, str]]) -> "Mentions":
        """Make a finder for spellings of terms, each with the name of its term."""
        names = {spelling.casefold(): name for spelling, name in terms}
        longest = sorted(names, key=len, reverse=True)
        alternatives = "|".join(map(re.escape, longest))
        return cls(re.compile(rf"(?<![\w-])(?:{alternatives})(?![\w-])", re.IGNORECASE) if names else None, names)

    def pieces(self, text: str, seen: set[str]) -> Iterator[tuple[str, str]]:
        """Divide a text into pieces, each with the name of the term in it, or "". Names are added to `seen`."""
        start = 0
        for match in self.pattern.finditer(text) if self.pattern else ():
            name = self.names[match[0].casefold()]
            # a short word in capitals may be another abbreviation, unless the name of the term has capitals too
            is_doubtful = match[0] == match[0].upper() and name != name.upper() and len(match[0]) <= 5
            if name not in seen and not is_doubtful:
                seen.add(name)
                yield text[start : match.start()], ""
                yield match[0], name
                start = match.end()
        yield text[start:], ""


def balanced(tokens: list[Token]) -> list[Token]:
    """Close emphasis in the line and order in which it opens. HTML may leave emphasis open; other tokens do not.

    In `<b>a <i>b</b> c` the tag `<i>` is dropped.
    """
    open_: list[int] = []  # indexes of tokens
    dropped: set[int] = set()
    for index, token in enumerate(tokens):
        if token.nesting > 0:
            open_.append(index)
        elif token.nesting < 0:
            opening_type = f"{token.type.removesuffix('_close')}_open"
            opening = next((n for n in reversed(open_) if tokens[n].type == opening_type), None)
            if opening is None:
                dropped.add(index)
            else:
                dropped.update(open_[open_.index(opening) + 1 :])  # opened later, and not closed
                del open_[open_.index(opening) :]
    dropped.update(open_)
    return _with_spaces_outside([token for index, token in enumerate(tokens) if index not in dropped])


def _with_spaces_outside(tokens: list[Token]) -> list[Token]:
    """Move spaces out of emphasis and drop empty emphasis: otherwise its signs would print.

    `a** b **c` in bold becomes `a **b** c`.
    """
    moved: list[Token] = []
    for original in tokens:
        token = original
        opening = moved[-1] if moved and moved[-1].type in ("em_open", "strong_open") else None
        if token.type in ("em_close", "strong_close") and moved:
            if opening:  # nothing is between the two
                moved.pop()
                continue
            content = moved[-1].content
            stripped = content.rstrip()
            if moved[-1].type == "text" and content != stripped:
                moved[-1] = bare_text(stripped)
                if stripped:
                    moved += (token, bare_text(content[len(stripped) :]))
                    continue
        elif opening and token.type == "text" and token.content != token.content.lstrip():
            # the blank goes before the opening sign
            moved[-1:] = [bare_text(" "), opening]
            token = bare_text(token.content.lstrip())
        if token.content or token.type != "text":
            moved.append(token)
    return moved


EMPHASIS = {"b": "strong", "strong": "strong", "i": "em", "em": "em"}
TAG = re.compile(r"<(?P<closes>/?)(?P<name>[a-zA-Z][\w-]*)")
CODE = ("fence", "code_block")


@dataclass(slots=True)
class Reading:
    """What the sections of a book share: links, pictures and notes so far.

    `names` has the ids of tables and domains, and `examples` those of examples.
    """

    links: Links
    citations: Citations
    mentions: Mentions
    pictures: Pictures
    unread: list[Unread]
    names: Names = field(default_factory=Names)
    examples: Ids = field(default_factory=Ids)


@dataclass(slots=True)
class Cleaner:
    """Turn the lines of one section into our Markdown, one after another. Removed parts become notes in `reading`."""

    reading: Reading
    document: Document
    rule_id: str
    """The id of the rule with this text, so that no reference leads from the rule to itself."""
    mentions: Mentions
    seen: set[str] = field(default_factory=set)
    """The names of the terms that have a link already."""
    noted: list[str] = field(default_factory=list)
    """The labels of the footnotes that the text has used."""
    pictures: list[Token] = field(default_factory=list)
    """Pictures that a paragraph of words had; they come after it."""
    origin: Span = field(default_factory=lambda: Span(""))

    def clean(self, tokens: Sequence[Token], origin: Span, *, run: bool = False) -> None:
        """Clean all lines of some blocks. A `run` is one line, such as a cell, without footnotes and pictures."""
        for token in tokens:
            if token.type in CODE:
                token.content = without_links(token.content.rstrip("\n")) + "\n"
            elif token.type == "inline":
                line = origin.line if not token.map else token.map[0] + 1
                self.origin = Span(origin.file, line, 1)
                token.children = self._line(token.children or [], run=run)

    def _line(self, children: list[Token], *, run: bool) -> list[Token]:
        cleaned: list[Token] = []
        index = 0
        while index < len(children):
            token = children[index]
            if token.type == "link_open":
                closings = (n for n in range(index, len(children)) if children[n].type == "link_close")
                end = next(closings, len(children) - 1)
                cleaned += self._link(token, children[index : end + 1], run=run)
                index = end
            else:
                cleaned += self._token(token, run=run)
            index += 1
        return balanced(cleaned)

    def _token(self, token: Token, *, run: bool) -> Iterator[Token]:
        match token.type:
            case "text":
                yield from self._text(token.content)
            case "html_inline":
                yield from self._tag(token.content)
            case "image":
                yield from self._picture(token, run=run)
            case "footnote_ref":
                yield from self._footnote(token, run=run)
            case _ if token.type == WIKI:
                yield self._wiki(token)
            case "code_inline":
                token.content = without_links(token.content.replace("\t", " "))
                yield token
            case "hardbreak" if run:
                yield Token("softbreak", "br", 0)  # a blank
            case _:
                yield token

    def _text(self, text: str) -> Iterator[Token]:
        """Make links of the cited rules and the terms in a text."""
        for piece, id_ in self.reading.citations.pieces(text):
            if id_ and id_ != self.rule_id:
                yield _link_to(f"rule:{id_}", "")
            else:
                for words_, name in self.mentions.pieces(piece, self.seen):
                    shown = "" if words_ == name else words_
                    if words_:
                        yield _link_to(name, shown) if name else bare_text(words_)

    def _link(self, opening: Token, tokens: list[Token], *, run: bool) -> Iterator[Token]:
        """Keep a link to the web; turn a link within the files into one of ours, or else into its words."""
        address = str(opening.attrGet("href") or "")
        is_web = is_address(address)
        if not is_web and (target := self.reading.links.target(self.document.file, address)):
            yield _link_to(target, shown_words(words(tokens)))
            return
        if address and not is_web:
            self._note_unread(address, f"link removed, text kept: no heading {address!r}")
        inner = [*chain.from_iterable(self._plain(token, run=run) for token in tokens[1:-1])]
        if is_web:
            opening.meta.pop("label", None)
            inner = [tokens[0], *inner, tokens[-1]]
        yield from inner

    def _plain(self, token: Token, *, run: bool) -> Iterator[Token]:
        """Clean a token inside a link, where links are not allowed."""
        if token.type == "text":
            yield token
        elif token.type == WIKI:
            yield bare_text(words([token]))
        else:
            yield from self._token(token, run=run)

    def _wiki(self, token: Token) -> Token:
        shown = shown_words(words([token]))
        target = self.reading.links.page(self.document.file, token.meta["page"], token.meta["heading"])
        if target:
            return _link_to(target, shown)
        self._note_unread(token.content, f"link removed, text kept: no heading {token.content!r}")
        return bare_text(shown)

    def _tag(self, tag: str) -> Iterator[Token]:
        """Turn tags for emphasis and line breaks into Markdown; leave out other tags."""
        match = TAG.match(tag)
        name = match["name"].lower() if match else ""
        if name == "br":
            yield Token("hardbreak", "br", 0)
        elif match and name in EMPHASIS:
            kind = EMPHASIS[name]
            markup = "**" if kind == "strong" else "*"
            closes = bool(match["closes"])
            yield Token(f"{kind}_{'close' if closes else 'open'}", kind, -1 if closes else 1, markup=markup)
        elif tag.startswith("<!--"):
            self._note_unread(tag, "comment in the source, left out")
        elif name and not (match and match["closes"]) and not ANCHOR.match(tag):
            self._note_unread(tag, "HTML tag removed, text kept")
        elif not name:
            yield bare_text(tag)

    def _picture(self, token: Token, *, run: bool) -> Iterator[Token]:
        if run:
            self._note_unread(str(token.attrGet("src") or ""), "a title, a cell or a definition has no pictures")
        picture = None if run else self.reading.pictures.imported(token, self.document.file, self.origin)
        if picture is not None:
            self.pictures.append(picture)
        else:
            yield from (bare_text(token.content),) if token.content.strip() else ()

    def _footnote(self, token: Token, *, run: bool) -> Iterator[Token]:
        label = token.meta["label"]
        if run or label not in self.document.notes:
            self._note_unread(f"[^{label}]", "a title, a cell or a definition has no footnotes")
            return
        if label not in self.noted:
            self.noted.append(label)
        yield token

    def _note_unread(self, words_: str, why: str) -> None:
        self.reading.unread.append(Unread(self.origin, words_, why))


def _link_to(target: str, shown: str) -> Token:
    return Token(LINK_TYPE, "", 0, meta={"target": target, "shown": shown})
