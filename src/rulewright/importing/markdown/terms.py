"""Definitions: lists of them, and in a glossary paragraphs, items and headings that begin with a word in bold."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token

from rulewright.importing.markdown.sections import blocks, words
from rulewright.model.names import slug

ABBREVIATED = re.compile(r"(?P<name>.+?)\s*\((?P<short>[A-Z][A-Z0-9/&]{1,7})\)")
NO_TERM = re.compile(
    r"(?:example|beispiel|exemple|note|exceptions?|important|warning|step|phase|tip|hint|remark|designer|optional|table|figure)\b|.*\d",
    re.IGNORECASE | re.DOTALL,
)
"""Words in bold that head a paragraph and define nothing."""
DEFINING = re.compile(
    r"(?:is|are|means|refers|denotes|an?|the|any|every|each|all|units?|models?|figures?|players?)\b", re.IGNORECASE
)
"""How a definition begins, outside of a glossary."""
BEHIND = re.compile(r"\s*[:.–—-]?\s*(?=\S|$)")
MOST_WORDS = 5


@dataclass(slots=True)
class Definition:
    """A term, and the tokens of the line that defines it. A `copy` leaves the line in the text as well.

    `named` are the tokens of its name, of which only the words count.
    """

    name: str
    short: str
    tokens: list[Token]
    line: int
    copy: bool = False
    named: Sequence[Token] = ()


def definitions(block: Sequence[Token], *, glossary: bool) -> list[Definition]:
    """The definitions that a block consists of; none if it holds anything else."""
    match block[0].type:
        case "dl_open":
            return _listed(block)
        case "paragraph_open":
            return [*filter(None, (_bold(block[1], glossary=glossary),))]
        case "bullet_list_open" if glossary:
            items = list(blocks(block[1:-1]))
            found = [_bold(each[2], glossary=True) if len(each) == 5 else None for each in items]
            return [each for each in found if each] if all(found) else []
    return []


def _listed(block: Sequence[Token]) -> list[Definition]:
    found: list[Definition] = []
    name, line, named = "", 0, list[Token]()
    for part in blocks(block[1:-1]):
        if part[0].type == "dt_open":
            named = part[1].children or []
            name, line = words(named), (part[0].map or [0])[0] + 1
            continue
        inner = list(blocks(part[1:-1]))
        if not name or any(each[0].type != "paragraph_open" for each in inner):
            return []
        tokens = [token for each in inner for token in (*(each[1].children or ()), Token("softbreak", "br", 0))][:-1]
        if found and found[-1].line == line:
            found[-1].tokens += [Token("softbreak", "br", 0), *tokens]
        else:
            found.append(_definition(name, tokens, line, named))
    return found


def _bold(inline: Token, *, glossary: bool) -> Definition | None:
    """A line that begins in bold, in a glossary or like a definition."""
    children = inline.children or []
    if inline.type != "inline" or not children:
        return None
    start = 1 if children[0].type == "text" and not children[0].content else 0
    if children[start : start + 1] == [] or children[start].type != "strong_open":
        return None
    level = children[start].level
    end = next(at for at, each in enumerate(children) if each.type == "strong_close" and each.level == level)
    written, rest = words(children[start:end]), children[end + 1 :]
    name = written.rstrip(" :.–—-")
    bare = words(rest)
    marked = name != written or (bare[:1] and bare[0] in ":.–—-")
    behind = bare.lstrip(" :.–—-")
    if not (_is_name(name) and behind and (glossary or (marked and DEFINING.match(behind)))):
        return None
    line = (inline.map or [0])[0] + 1
    return _definition(name, _without_sign(rest), line, children[start:end], copy=not glossary)


def _is_name(name: str) -> bool:
    return bool(name) and name[0].isalpha() and len(name.split()) <= MOST_WORDS and not NO_TERM.match(name)


def _without_sign(tokens: Sequence[Token]) -> list[Token]:
    """A definition without the colon or dash before it."""
    first, *others = tokens
    if first.type != "text":
        return [*tokens]
    match = BEHIND.match(first.content)
    return [Token("text", "", 0, content=first.content[match.end() if match else 0 :]), *others]


def _definition(name: str, tokens: list[Token], line: int, named: Sequence[Token], *, copy: bool = False) -> Definition:
    match = ABBREVIATED.fullmatch(name)
    return Definition(match["name"] if match else name, match["short"] if match else "", tokens, line, copy, named)


@dataclass(slots=True)
class Glossary:
    """The terms of a game by their spellings, each of which is once."""

    spellings: dict[str, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)

    def take(self, definitions: Sequence[Definition]) -> bool:
        """Whether all are new terms, whose names our texts can link; then their spellings are their own."""
        new = {each: one.name for one in definitions for each in (one.name, one.short) if each}
        slugs = [*map(slug, new)]
        sound = all(_linkable(one.name) for one in definitions) and len({*slugs}) == len(slugs)
        if not sound or not self.taken.isdisjoint(slugs):
            return False
        self.spellings |= new
        self.taken.update(slugs)
        return True

    def add(self, spelling: str, name: str) -> bool:
        """Another spelling of a term, if it is new."""
        if slug(spelling) in self.taken:
            return False
        self.spellings[spelling] = name
        self.taken.add(slug(spelling))
        return True


def _linkable(name: str) -> bool:
    return len(name) <= 80 and not re.search(r"[\[\]|:{}#<>*_`\\\n]", name) and slug(name) != "x"
