"""Find the terms, abbreviations and definitions of a book in Markdown.

Parsed headings with their blocks come in. `BookTerms` says which block defines which terms, which headings are not
rules, and how a text links each heading. `reading` calls it before it reads any text, so that texts can link terms.

    **Line of sight (LOS)**: a straight line ...     a definition: a line of a glossary that begins in bold
    a Line of Sight (LOS) crosses ...                an abbreviation that the text spells out
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from markdown_it.token import Token

from rulewright.base.findings import Span
from rulewright.entries.names import slug
from rulewright.importing.draft import Entry, Value
from rulewright.importing.markdown.outline import Document, Heading, blocks, words
from rulewright.source.markup.english import singular

SPELT = re.compile(r"(?P<words>(?:[A-Za-z][a-z-]+ ){1,5})\((?P<short>[A-Z]{2,5})(?P<plural>s?)\)")
"""Words and their abbreviation in brackets: `Line of Sight (LOS)`, `movement points (MPs)`."""


def abbreviations(text: str) -> dict[str, str]:
    """The abbreviations that a text spells out, with their words, if the letters match."""
    names: dict[str, str] = {}
    for match in SPELT.finditer(text) if "(" in text else ():
        if spelt := _spelt_words(match["words"].split(), match["short"].casefold()):
            name = singular(" ".join(spelt)) if match["plural"] else " ".join(spelt)
            names.setdefault(match["short"], name[0].upper() + name[1:])
    return names


def _spelt_words(before: list[str], short: str) -> list[str]:
    """The last of the words before an abbreviation that it stands for; empty if none do.

    There is one word for each letter, or a single word that has all letters in order: `Victory (VTY)`.
    """
    for count in range(1, len(before) + 1):
        last = before[-count:]
        initials = "".join(word[0].casefold() for word in last)
        initials_of_parts = "".join(part[:1] for word in last for part in word.casefold().split("-"))
        if short in (initials, initials_of_parts):
            return last
    word = before[-1].casefold()
    rest = iter(word)
    in_order = all(letter in rest for letter in short)  # `in` moves on in `rest`
    return before[-1:] if word[0] == short[0] and in_order and len(word) > 2 * len(short) else []


ABBREVIATED = re.compile(r"(?P<name>.+?)\s*\((?P<short>[A-Z][A-Z0-9/&]{1,7})\)")
"""The name of a term with its abbreviation: `Line of sight (LOS)`."""
NO_TERM = re.compile(
    r"(?:example|beispiel|exemple|note|exceptions?|important|warning|step|phase|tip|hint|remark|designer|optional|table|figure)\b|.*\d",
    re.IGNORECASE | re.DOTALL,
)
"""Words in bold at the start of a paragraph that are not terms."""
DEFINING = re.compile(
    r"(?:is|are|means|refers|denotes|an?|the|any|every|each|all|units?|models?|figures?|players?)\b", re.IGNORECASE
)
"""The first words of a definition outside of a glossary."""
AFTER_NAME = re.compile(r"\s*[:.–—-]?\s*(?=\S|$)")
"""The sign and the blanks between the name of a term and its definition: `: `, ` – `."""
MOST_WORDS, MOST_LETTERS = 5, 80
"""Most words, and most characters, of the name of a term."""
UNLINKABLE = re.compile(r"[\[\]|:{}#<>*_`\\\n]")
"""Signs that the name of a term cannot have, because links cannot."""


@dataclass(slots=True)
class Definition:
    """A term with its abbreviation `short` or "", and the tokens of its definition on `line` of the file.

    A `copy` leaves the line in the text as well. `name_tokens` are those of its name, of which only the words count.
    """

    name: str
    short: str
    tokens: list[Token]
    line: int
    copy: bool = False
    name_tokens: Sequence[Token] = ()


def definitions(block: Sequence[Token], *, glossary: bool) -> list[Definition]:
    """The definitions in a block; none if it holds anything else."""
    match block[0].type:
        case "dl_open":
            return _from_list(block)
        case "paragraph_open":
            return [*filter(None, (_from_bold_start(block[1], glossary=glossary),))]
        case "bullet_list_open" if glossary:
            items = list(blocks(block[1:-1]))
            # an item with a single paragraph has five tokens: the item, the paragraph, its words, and two that close
            terms = [_from_bold_start(each[2], glossary=True) if len(each) == 5 else None for each in items]
            return [each for each in terms if each] if all(terms) else []
    return []


def _from_list(block: Sequence[Token]) -> list[Definition]:
    """The definitions in a list of terms (`<dl>`); none if it holds anything but paragraphs."""
    terms: list[Definition] = []
    name, line, name_tokens = "", 0, list[Token]()
    for part in blocks(block[1:-1]):
        if part[0].type == "dt_open":
            name_tokens = part[1].children or []
            name, line = words(name_tokens), (part[0].map or [0])[0] + 1
            continue
        inner = list(blocks(part[1:-1]))
        if not name or any(inner_block[0].type != "paragraph_open" for inner_block in inner):
            return []
        tokens: list[Token] = []
        for paragraph in inner:
            tokens += (*(paragraph[1].children or ()), Token("softbreak", "br", 0))
        tokens = tokens[:-1]
        is_same_term = bool(terms) and terms[-1].line == line
        if is_same_term:
            terms[-1].tokens += [Token("softbreak", "br", 0), *tokens]
        else:
            terms.append(_definition(name, tokens, line, name_tokens))
    return terms


def _from_bold_start(inline: Token, *, glossary: bool) -> Definition | None:
    """The definition in a line that begins in bold, if it is in a glossary or reads like a definition; else None.

    `**Fire**: a shot at a unit.` reads like one: a sign after the name, then a word such as `a` or `the`.
    """
    children = inline.children or []
    if inline.type != "inline" or not children:
        return None
    start = 1 if children[0].type == "text" and not children[0].content else 0  # the parser may put an empty text first
    if start == len(children) or children[start].type != "strong_open":
        return None
    level = children[start].level
    closing = (index for index, child in enumerate(children) if child.type == "strong_close" and child.level == level)
    end = next(closing)
    bold_text, (first, *others) = words(children[start:end]), children[end + 1 :] or [Token("text", "", 0)]
    name, rest = bold_text.rstrip(" :.–—-"), words((first, *others))
    has_sign_after_name = name != bold_text or rest.startswith((":", ".", "–", "—", "-"))
    text = rest.lstrip(" :.–—-")
    is_name = name[:1].isalpha() and len(name.split()) <= MOST_WORDS and not NO_TERM.match(name)
    reads_like_definition = has_sign_after_name and DEFINING.match(text)
    if not is_name or not text or not (glossary or reads_like_definition):
        return None
    if first.type == "text" and (sign := AFTER_NAME.match(first.content)):
        first = Token("text", "", 0, content=first.content[sign.end() :])
    line = (inline.map or [0])[0] + 1
    return _definition(name, [first, *others], line, children[start:end], copy=not glossary)


def _definition(
    name: str, tokens: list[Token], line: int, name_tokens: Sequence[Token], *, copy: bool = False
) -> Definition:
    """Divide the abbreviation in brackets from the name."""
    match = ABBREVIATED.fullmatch(name)
    return Definition(
        match["name"] if match else name, match["short"] if match else "", tokens, line, copy, name_tokens
    )


HeadingRole = Literal["term", "example", "glossary"]
"""What a heading is that is not a rule: one term, an example, or a glossary that has only terms."""


@dataclass(slots=True)
class BookTerms:
    """The terms of a book, and the headings that are not rules."""

    spellings: dict[str, str] = field(default_factory=dict)
    """The names of the terms by their spellings, each of which occurs once."""
    slugs: set[str] = field(default_factory=set)
    """The ids of all spellings."""
    by_heading: dict[str, dict[int, list[Definition]]] = field(default_factory=dict)
    """The terms of each heading by its id, and by the index of the block that defines them."""
    roles: dict[str, HeadingRole] = field(default_factory=dict)
    """The roles of headings that are not rules, by id."""

    def add_if_new(self, definitions: Sequence[Definition]) -> bool:
        """Add definitions if all of them are new terms that our texts can link; return whether they are."""
        names = [term.name for term in definitions]
        spellings = ((spelling, term.name) for term in definitions for spelling in (term.name, term.short))
        new = {spelling: name for spelling, name in spellings if spelling}
        slugs = [*map(slug, new)]
        # the slug `x` is that of all names without letters
        linkable = all(
            len(name) <= MOST_LETTERS and not UNLINKABLE.search(name) and slug(name) != "x" for name in names
        )
        if not linkable or len({*slugs}) < len(slugs) or not self.slugs.isdisjoint(slugs):
            return False
        self.spellings |= new
        self.slugs.update(slugs)
        return True

    def add_sections(self, headings: Sequence[Heading]) -> None:
        """Find the terms below all headings, and the roles of the headings."""
        for heading in headings:
            self._add_section(heading)
        for heading in headings:
            only_terms = all(self.roles.get(each.id) == "term" for each in heading.below)
            if self.roles.get(heading.id) == "glossary" and not only_terms:
                del self.roles[heading.id]

    def _add_section(self, heading: Heading) -> None:
        """Find the terms of a section and decide its role. A block stays in the text unless it has only new terms."""
        blocks, glossary = heading.section.blocks, heading.is_glossary
        new_terms: dict[int, list[Definition]] = {}
        for index, block in enumerate(blocks):
            terms = definitions(block, glossary=glossary)
            if terms and self.add_if_new(terms):
                new_terms[index] = terms
        self.by_heading[heading.id] = new_terms
        if not new_terms and self._add_as_term(heading):
            self.roles[heading.id] = "term"
        elif heading.is_example:
            self.roles[heading.id] = "example"
        elif glossary and new_terms and not heading.number:
            has_only_terms = all(index in new_terms or block[0].type == "hr" for index, block in enumerate(blocks))
            if has_only_terms:
                self.roles[heading.id] = "glossary"

    def _add_as_term(self, heading: Heading) -> bool:
        """Add this heading as a term if it is in a glossary and one paragraph defines it; return whether it is."""
        section = heading.section
        if heading.number or heading.below or heading.is_example:
            return False
        if heading.parent is None or not heading.parent.is_glossary:
            return False
        if len(section.blocks) != 1 or section.blocks[0][0].type != "paragraph_open":
            return False
        whole = Definition(heading.title, "", section.blocks[0][1].children or [], section.line)
        self.by_heading[heading.id] = {0: [whole]}
        return self.add_if_new([whole])

    def target(self, heading: Heading) -> str:
        """The target of a link to a heading: `rule:ID`, the name of a term, or "" if it has none."""
        match self.roles.get(heading.id):
            case "term":
                return heading.title
            case "glossary" | "example":
                return f"rule:{heading.parent.id}" if heading.parent else ""
        return f"rule:{heading.id}"

    def abbreviations(self, documents: Sequence[Document]) -> Iterator[Entry]:
        """Terms that the texts spell out without a definition."""
        lines = [(document, token) for document in documents for token in document.inlines()]
        texts = {token.content: Span(document.file.name, token.map[0] + 1, 1) for document, token in lines if token.map}
        for text, origin in texts.items():
            for short, name in abbreviations(text).items():
                if self.add_if_new([Definition(name, short, [], origin.line)]):
                    value: dict[str, Value] = {"abbreviation": short}
                    plural = f"{short}s"
                    if any(plural in each for each in texts) and slug(plural) not in self.slugs:
                        value["also"] = [plural]
                        self.spellings[plural] = name
                        self.slugs.add(slug(plural))
                    value["unexplained"] = "The source spells it out, and does not define it."
                    why = "the source spells the abbreviation out: say what it means, under `text`"
                    yield Entry("terms", name, value, origin, (why,))
