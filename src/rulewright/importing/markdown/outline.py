"""Divide Markdown files into sections, and find the rules: headings, their numbers, and the rule above each.

`## 4.3 Fire` becomes a heading with the number 4.3, the title Fire and the id `fire`, below the heading 4. `terms` and
`reading` take the headings from here, each with the blocks of its section.

Markdown-it parses a file to a flat list of tokens: `heading_open`, `inline` (its `children` are the words, links and
signs of emphasis), `heading_close`. A block is the tokens from an opening one to the one that closes it.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token

from rulewright.base.findings import Span
from rulewright.entries.names import slug
from rulewright.entries.numbering import level_number
from rulewright.importing.draft import Guessed, Ids, Value
from rulewright.importing.sources import SourceFile

# Sections of a file, each below its heading

ATTRIBUTES = re.compile(r"\s*\{#([\w.:-]+)[^{}]*\}\s*$")
"""An anchor that an author added to a heading: `{#moving}`."""
LAST = 1e9
"""The weight of a page whose site does not order it: after all others."""


@dataclass(slots=True)
class Section:
    """A heading and the blocks below it. Blocks before the first heading have no heading and level 0."""

    file: SourceFile
    level: int
    heading: Token | None
    line: int
    blocks: list[list[Token]] = field(default_factory=list)
    anchor: str = ""

    @property
    def origin(self) -> Span:
        return Span(self.file.name, self.line, 1)

    @property
    def words(self) -> str:
        return words(self.heading.children or ()) if self.heading else ""

    def at(self, block: Sequence[Token]) -> Span:
        """The place of a block."""
        line = next((token.map[0] + 1 for token in block if token.map), self.line)
        return Span(self.file.name, line, 1)


@dataclass(slots=True)
class Document:
    """A file: its sections, and its footnotes by label."""

    file: SourceFile
    sections: list[Section]
    notes: dict[str, list[Token]]
    lines: list[str]
    front_matter: Token | None = None
    weight: float = LAST
    """The number by which a site orders the page among others, such as `nav_order`."""

    def inlines(self) -> Iterator[Token]:
        """All inline tokens below its headings."""
        return (token for each in self.sections for block in each.blocks for token in block if token.type == "inline")


def document(file: SourceFile, text: str, tokens: list[Token]) -> Document:
    """Divide the tokens of a file into sections."""
    sections, notes = [Section(file, 0, None, 1)], dict[str, list[Token]]()
    result = Document(file, sections, notes, text.split("\n"))
    for block in blocks(tokens):
        if block[0].type == "heading_open":
            sections.append(_section(file, block))
        elif block[0].type == "front_matter":
            result.front_matter = block[0]
        elif block[0].type == "footnote_block_open":
            notes |= _notes(block)
        else:
            sections[-1].blocks.append(block)
    return result


def blocks(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The tokens of each outermost block."""
    depth, block = 0, list[Token]()
    for token in tokens:
        block.append(token)
        depth += token.nesting  # 1 if the token opens something, -1 if it closes something, else 0
        if not depth:
            yield block
            block = []


def _section(file: SourceFile, block: list[Token]) -> Section:
    """The section of a heading; an anchor at the end of its words, `## Fire {#fire}`, is taken out of them."""
    opened, heading = block[:2]
    line = opened.map[0] + 1 if opened.map else 1
    last = (heading.children or [])[-1:]
    anchor = ""
    if last and last[0].type == "text" and (match := ATTRIBUTES.search(last[0].content)):
        anchor, last[0].content = match[1], last[0].content[: match.start()]
    return Section(file, int(opened.tag[1]), heading, line, anchor=anchor)


def _notes(block: list[Token]) -> dict[str, list[Token]]:
    """The tokens of each footnote by label."""
    notes: dict[str, list[Token]] = {}
    for token in block[1:-1]:
        if token.type == "footnote_open":
            current = notes.setdefault(token.meta["label"], [])
        elif token.type not in ("footnote_close", "footnote_anchor"):
            current.append(token)
    return notes


def words(tokens: Sequence[Token]) -> str:
    """The bare words of a line."""
    return " ".join("".join(_words(tokens)).split())


def _words(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type in ("softbreak", "hardbreak"):
            yield " "
        elif token.type == "wiki_link":
            yield token.meta["shown"] or token.meta["heading"] or token.meta["page"]
        elif token.type == "image":
            yield words(token.children or ())
        elif token.type != "html_inline":
            yield token.content


NAMES = r"rule|section|chapter|part|article|case|§|regel|abschnitt|kapitel|teil|artikel|règle|chapitre|partie"
"""Words that books put before the number of a heading."""
FIGURES = r"[A-Z]{0,2}\d{1,4}(?:\.\d{1,4}){0,8}(?:\.?[a-z](?![a-zA-Z]))?"
"""A number with digits: `4`, `4.3`, `A12.1.b`."""
NUMBER = rf"(?:{FIGURES}|[IVXLC]{{1,7}}(?:\.\d{{1,4}}){{0,8}}|[A-Z](?:\.\d{{1,4}}){{0,8}})"
HEADING = re.compile(
    rf"(?P<name>(?i:{NAMES})\s*)?(?P<number>{NUMBER})(?P<sign>\s*(?:[.):\]]|[–—-](?=\s)))?(?:\s+|$)(?P<title>.*)",
    re.DOTALL,
)
"""A heading with a number: `4.3 Fire`, `Rule 12: Fire`, `IV. Fire`, `A Fire`."""
ROMAN = {level_number(value, ("I",), 0): value for value in range(1, 90)}
MOST_CHAPTERS = 200
"""A higher number is a year, not a chapter."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """A heading with its number and the words after it. It is `sure` that `4.3 Fire` has one, not `1944 Scenarios`."""

    number: str
    title: str
    sure: bool

    @property
    def count(self) -> int | None:
        """The value of a chapter's number, if it is one."""
        if self.number.isdecimal():
            return int(self.number)
        return ROMAN.get(self.number) or (ord(self.number) - ord("A") + 1 if len(self.number) == 1 else None)


def read_number(heading: str) -> Numbered | None:
    """Read the number at the beginning of a heading; None if there is none."""
    match = HEADING.fullmatch(heading)
    if match is None:
        return None
    number, named, sign = match["number"], bool(match["name"]), bool(match["sign"])
    if number.isalpha() and number not in ROMAN and not (named or sign):
        return None
    sure = named or "." in number or (sign and not (number.isdecimal() and int(number) > MOST_CHAPTERS))
    return Numbered(number, match["title"].strip(), sure)


def numbers(headings: Sequence[str]) -> list[Numbered | None]:
    """Read the numbers of headings in order. A doubtful number counts only if it continues the sequence."""
    numbered = [read_number(heading) for heading in headings]
    chapters = [(index, each) for index, each in enumerate(numbered) if each and "." not in each.number]
    before = 0
    for (index, each), (_, after) in zip(chapters, [*chapters[1:], (0, None)], strict=False):
        count = each.count
        # `7 Fire` counts if the chapter before it is 6, or the next one is 8
        continues = count is not None and (before + 1 == count or (after and after.count == count + 1))
        if each.sure or continues:
            before = count or before
        else:
            numbered[index] = None
    return numbered


GLOSSARY = re.compile(
    r"\W*(?:the\s+)?(?:glossary|glossar|glossaire|definitions?|terms|terminology|key\s*words|key\s+terms|begriffe|lexicon)\b.{0,30}",
    re.IGNORECASE,
)
EXAMPLE = re.compile(r"(?:worked\s+|extended\s+|detailed\s+)?(?:example|beispiel|exemple)s?\b", re.IGNORECASE)
UNTITLED = "–"


@dataclass(slots=True, eq=False)
class Heading:
    """A section as an entry of the book. `title` is its heading without the number.

    `part` is that of a chapter without a number: "front", "appendix" or "back". `guesses` are remarks for the author,
    and `number_guess` says why the number is a guess.
    """

    section: Section
    id: str
    title: str
    number: str = ""
    parent: "Heading | None" = None
    part: str = ""
    guesses: list[str] = field(default_factory=list)
    number_guess: str | None = None
    below: "list[Heading]" = field(default_factory=list)

    @property
    def is_glossary(self) -> bool:
        return any(GLOSSARY.fullmatch(each.title) for each in self.and_above())

    def and_above(self) -> "Iterator[Heading]":
        """This heading, and all above it."""
        heading: Heading | None = self
        while heading is not None:
            yield heading
            heading = heading.parent

    @property
    def is_example(self) -> bool:
        """Whether the section is only an example of the rule above it."""
        return self.parent is not None and not self.number and not self.below and EXAMPLE.match(self.title) is not None

    def keys(self, *, counted: bool) -> dict[str, Value]:
        """The keys of the rule for its number and place; `counted` if the game gives the numbers."""
        keys: dict[str, Value] = {}
        if self.number and not counted:
            keys["number"] = Guessed(self.number, self.number_guess) if self.number_guess else self.number
        elif self.part:
            keys["part"] = self.part
        elif not counted and (self.parent is None or any(each.number for each in self.parent.below)):
            keys["numbered"] = "no"
        if self.parent is not None:
            # the number 4.3 alone says that the parent is 4
            number_says_parent = self.number and not counted and self.number.startswith(f"{self.parent.number}.")
            if not number_says_parent:
                keys["parent"] = self.parent.id
        return keys


@dataclass(slots=True)
class Book:
    """The headings in order; `counted` if they have no numbers, so the game counts them."""

    headings: list[Heading]
    counted: bool


BACK_MATTER = re.compile(
    r"\W*(?:designer.{0,3}s?\s+notes?|design\s+notes|credits|acknowledge?ments|index|license|licence|change\s*log|bibliography"
    r"|about\s+the\s+authors?|history)\b.{0,20}",
    re.IGNORECASE,
)
APPENDIX = re.compile(
    r"(?:appendix|annex|anhang|annexe)\s*(?P<letter>[A-Z]|\d+|[IVX]+)?\s*[.:–—-]*\s*(?P<title>.*)", re.IGNORECASE
)
LIKE_A_NUMBER = re.compile(r"\d+[a-z]?|[ivxlc]+|[a-z]")
INTRODUCTION = "Introduction"
"""The title for text above the first heading."""
CAPITALS = re.compile(r"\b[^\W\d_a-z]{2,}(?:['’][A-Z])?\b")
FEWEST_NUMBERS = 2
"""A book with fewer numbers has no numbers of its own."""
MOST_LEVELS = 30
"""Most levels of a rule number; deeper numbers are something else."""


def outline(sections: Sequence[Section], ids: Ids, title: str = "", capitals: Collection[str] = ()) -> Book:
    """Find the rules of a book. The number of a rule says where it belongs, or else the level of its heading.

    `title` is for the text above the first heading; `capitals` are abbreviations, which keep their capitals.
    """
    rule_numbers = _without_steps(sections, numbers([each.words for each in sections]))
    counted = sum(each is not None for each in rule_numbers) < min(FEWEST_NUMBERS, len(rule_numbers))
    headings = [*_headings(sections, rule_numbers, ids, counted=counted)]
    _set_parents(headings, counted=counted)
    if not counted:
        _set_parts(headings)
    for each in headings:
        if not each.title:
            each.guesses.append("the source has no heading here")
        if each.title.isupper():
            each.title = _with_small_letters(each.title, capitals)
        each.title = each.title or (UNTITLED if each.section.heading else title or INTRODUCTION)
    return Book(headings, counted)


def words_in_capitals(texts: Iterable[str]) -> set[str]:
    """The words that texts have in capitals, such as abbreviations."""
    return {word for text in texts if not text.isupper() for word in CAPITALS.findall(text)}


def _with_small_letters(title: str, capitals: Collection[str]) -> str:
    """A heading without its capitals, but for abbreviations and single letters."""
    small = CAPITALS.sub(lambda word: word[0] if word[0] in capitals else word[0].lower(), title)
    return re.sub(r"[^\W\d_]", lambda letter: letter[0].upper(), small, count=1)


def _id(title: str, ids: Ids) -> str:
    """Return an id that cannot be mistaken for a rule number."""
    return ids.new(f"rule {title}" if LIKE_A_NUMBER.fullmatch(slug(title)) else title)


def _without_steps(sections: Sequence[Section], rule_numbers: Sequence[Numbered | None]) -> list[Numbered | None]:
    """Drop the numbers of steps, such as `### 1 Roll` below `## Combat`, which start again below each such heading."""
    unnumbered_levels = [
        section.level
        for section, each in zip(sections, rule_numbers, strict=True)
        if section.heading and each is None and not _ends(section.words)
    ]
    top = min(unnumbered_levels, default=6)  # deeper numbers may be those of steps
    chapters_with_parts = {each.number.partition(".")[0] for each in rule_numbers if each and "." in each.number}

    def is_rule(section: Section, each: Numbered) -> bool:
        return "." in each.number or section.level <= top or each.number in chapters_with_parts

    return [
        each if each and is_rule(section, each) else None for section, each in zip(sections, rule_numbers, strict=True)
    ]


def _headings(
    sections: Sequence[Section], rule_numbers: Sequence[Numbered | None], ids: Ids, *, counted: bool
) -> Iterator[Heading]:
    """Make a heading with an id of each section. A number that an earlier heading has becomes a part of the title."""
    used_numbers: set[str] = set()
    has_arabic = any(each is not None and each.number.isdecimal() for each in rule_numbers)
    for section, numbered in zip(sections, rule_numbers, strict=True):
        title = section.words
        if numbered is None or counted or numbered.number.count(".") > MOST_LEVELS:
            yield Heading(section, _id(title or INTRODUCTION, ids), title)
            continue
        number, why = numbered.number, None
        if number in ROMAN and has_arabic:
            number = str(ROMAN[number])
            why = f"the source numbers it {numbered.number}; other chapters have arabic numbers"
        if number in used_numbers:
            guess = f"its number {number} in the source is that of another rule"
            yield Heading(section, _id(title, ids), title, guesses=[guess])
            continue
        used_numbers.add(number)
        title = numbered.title or title
        yield Heading(section, _id(title, ids), title, number, number_guess=why)


def _set_parents(headings: Sequence[Heading], *, counted: bool) -> None:
    """Set the parent of each heading: by its number, else by its level, else the chapter before it."""
    by_number = {each.number: each for each in headings if each.number}
    open_: list[Heading] = []  # the last heading of each level, outermost first
    chapter: Heading | None = None
    for each in headings:
        while open_ and open_[-1].section.level >= each.section.level:
            open_.pop()
        above = next((by_number[name] for name in _numbers_above(each.number) if name in by_number), None)
        by_level = open_[-1] if open_ else None
        is_numbered_chapter = each.number and "." not in each.number
        if above is None and not is_numbered_chapter:
            above = by_level
            has_no_place = not (counted or each.number or _closes(each))
            if above is None and chapter and has_no_place:
                above = chapter
                each.guesses.append(f"it has the level of chapter {chapter.number}, and no number")
        if above is not None and each in above.and_above():  # no heading is above itself
            above = None
        each.parent = above
        if above is not None:
            above.below.append(each)
        elif each.number:
            chapter = each
        if _closes(each):
            chapter = None
        open_.append(each)


def _closes(heading: Heading) -> bool:
    """Whether this heading without a number ends the numbered chapters."""
    return not heading.number and _ends(heading.title)


def _ends(title: str) -> bool:
    """Whether a title is that of matter after the chapters: credits, a glossary, an appendix."""
    return bool(BACK_MATTER.fullmatch(title) or GLOSSARY.fullmatch(title) or APPENDIX.match(title))


def _numbers_above(number: str) -> Iterator[str]:
    """Numbers that the parent may have, nearest first: for `4.3.1` these are `4.3`, `4.3.0`, `4` and `4.0`."""
    parts = number.split(".")
    for length in range(len(parts) - 1, 0, -1):
        yield ".".join(parts[:length])
        zero = ".".join((*parts[:length], "0"))
        if zero != number:
            yield zero


def _set_parts(headings: Sequence[Heading]) -> None:
    """Set the part of chapters without a number: front before the numbered ones, appendix and back after them."""
    before, letters = True, 0  # whether no numbered chapter came yet, and how many appendices came
    for each in headings:
        before = before and not each.number
        if each.parent is not None or each.number:
            continue
        appendix = APPENDIX.fullmatch(each.title)
        if before:
            each.part = "front"
        elif appendix and appendix["letter"] == chr(ord("A") + letters):
            letters += 1
            each.part, each.title = "appendix", appendix["title"] or each.title
        elif _closes(each):
            each.part = "back"
