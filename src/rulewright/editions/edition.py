"""An edition: what a game says at one time, as things with fields that can be compared.

The things are the entries in the data of a book (`data.py`), the cells of its tables and the claims of its quick
references. Every key of an entry is a field, and the role of the key says how the field is compared and shown.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property
from json import JSONDecodeError
from typing import Any

from rulewright.base.memo import memoised
from rulewright.base.messages.messages import tell
from rulewright.book.kinds import BY_NAME
from rulewright.book.wording import number
from rulewright.editions.data import IN_DATA, VERSION, Data, names_of
from rulewright.editions.folder import EditionFile
from rulewright.editions.texts import BULLET
from rulewright.editions.versions import Version, read_version
from rulewright.source.markup.links import LINK, target_and_shown

Key = tuple[str, str]
"""The kind and the id of a thing."""
PART_OF = {"cell": "table", "claim": "reference"}
"""Parts of another thing have ids such as `damage-throw(6-7)`: a cell of the table damage-throw."""
KINDS = tuple(
    kind for each in IN_DATA for kind in (each.name, *(part for part, whole in PART_OF.items() if whole == each.name))
)
"""Every kind of thing, in the order of editions and of differences; parts follow their whole."""


class Role(Enum):
    """How a field is compared and shown: as sentences, as references to things, or as a value."""

    PROSE = "prose"
    REFERENCE = "reference"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a thing: as it is written, with the ids of things in its links, and as readers see it.

    Line breaks within a text are not compared, because readers do not see them.
    """

    role: Role
    source: str
    plain: str = field(compare=False)

    @property
    def passages(self) -> tuple[str, ...]:
        """The words of each paragraph and bullet."""
        lines = (line.strip().removeprefix(BULLET) for line in self.plain.split("\n"))
        return tuple(filter(None, lines))

    @property
    def words(self) -> str:
        """All words on one line."""
        return " ".join(self.passages) if "\n" in self.plain else self.plain


NOTHING = Field(Role.VALUE, "", "")
"""A field that a thing does not have."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing that an edition contains: a rule, a cell, a card. It has no empty fields."""

    kind: str
    id: str
    fields: Mapping[str, Field]

    @property
    def key(self) -> Key:
        return self.kind, self.id

    @property
    def whole(self) -> Key:
        """The key of the thing that it is a part of, or its own."""
        return whole_of(self.key)

    @property
    def title(self) -> str:
        return self.words("title")

    def field(self, name: str) -> Field:
        return self.fields.get(name, NOTHING)

    def words(self, name: str) -> str:
        """Return the words of a field; empty if it does not have the field."""
        return self.field(name).words

    def names(self, name: str) -> list[str]:
        """Return the names that a field lists."""
        return [name for name in self.words(name).split(", ") if name]

    def targets(self, name: str) -> tuple[Key, ...]:
        """Return the keys of the things that a field links to."""
        return tuple(links_in(self.field(name).source))

    def links(self) -> Iterator[Key]:
        """Yield the keys of all things that it links to."""
        return (link for each in self.fields.values() for link in links_in(each.source))


@dataclass(frozen=True)
class Edition:
    """What a game says: things by kind, each kind in the order of the source.

    `number` and `date`, the day of recording in ISO form, are empty for the current source.
    """

    game: str
    title: str
    language: str
    things: tuple[Thing, ...]
    number: str = ""
    date: str = ""

    @cached_property
    def by_key(self) -> Mapping[Key, Thing]:
        return {thing.key: thing for thing in self.things}

    @cached_property
    def _by_kind(self) -> Mapping[str, list[Thing]]:
        return _grouped((thing.kind, thing) for thing in self.things)

    @cached_property
    def _by_whole(self) -> Mapping[Key, list[Thing]]:
        return _grouped((thing.whole, thing) for thing in self.things if thing.kind in PART_OF)

    def of(self, kind: str) -> tuple[Thing, ...]:
        """Return the things of a kind, in order."""
        return tuple(self._by_kind.get(kind, ()))

    def parts_of(self, whole: Key) -> tuple[Thing, ...]:
        """Return the cells of a table or the claims of a quick reference, in order."""
        return tuple(self._by_whole.get(whole, ()))


def _grouped(things: Iterable[tuple[Any, Thing]]) -> dict[Any, list[Thing]]:
    groups = dict[Any, list[Thing]]()
    for group, thing in things:
        groups.setdefault(group, []).append(thing)
    return groups


def whole_of(key: Key) -> Key:
    """Return the key of the thing that a cell or a claim is a part of; for others their own key."""
    kind, id_ = key
    return (PART_OF[kind], id_.partition("(")[0]) if kind in PART_OF else key


def links_in(source: str) -> Iterator[Key]:
    """Yield the keys of the things that a text links to."""
    for match in LINK.finditer(source) if "[[" in source else ():
        kind, _, id_ = target_and_shown(match)[0].partition(":")
        yield kind, id_


# The things in the data of a book

NOT_COMPARED = frozenset("id source ours keywords proof unproved claim ask errata".split())
"""Keys that say nothing of how a game is played, and claims, which are things of their own."""
REMARKS = ("incomplete", "notes", "questions")
"""Keys that readers see after all others."""
WORKS = ".works"
"""The ending of the field for all in nested entries that is not prose, such as how the steps of a procedure work."""
AS_PRINTED: Mapping[str, tuple[str, ...]] = {
    "table": ("title", "rule", "policy", "headings", "note", "goal", "total", "open", "outside"),
    "figure": ("title", "caption", "rule", "alt", "drawing"),
    "card": ("title", "width", "height", "words", "shows", "prints", "layout"),
}
"""What is compared of the kinds whose data are what readers see; of others all keys."""


class NotAnEntryError(Exception):
    """A section of data has something at an index that is not an entry."""

    def __init__(self, section: str, index: int) -> None:
        super().__init__(section, index)
        self.section, self.index = section, index


def edition_of(data: Data) -> Edition:
    """Return the edition in the data of a book. Raise `NotAnEntryError` if an entry has no id."""
    recorded, game = data.get("recorded") or {"number": "", "date": ""}, data["game"]
    things = sorted((*_entries(data), *_claims(data)), key=lambda thing: KINDS.index(thing.kind))
    return Edition(game["id"], game["title"], game["language"], tuple(things), recorded["number"], recorded["date"])


def _entries(data: Data) -> Iterator[Thing]:
    for kind in IN_DATA:
        for index, entry in enumerate(data.get(kind.section, ())):
            cases = entry.get("cases", ()) if isinstance(entry, dict) and kind.name == "table" else ()
            if not all(isinstance(each, dict) and isinstance(each.get("id"), str) for each in (entry, *cases)):
                raise NotAnEntryError(kind.section, index)
            yield from things_of(kind.name, entry)


def things_of(kind: str, entry: Data) -> Iterator[Thing]:
    """Yield the thing in the data of an entry; after a table its cells."""
    yield Thing(kind, entry["id"], dict(_fields(entry, kind)))
    for case in entry.get("cases", ()) if kind == "table" else ():
        at, text = case.get("at", ""), _prose([case.get("text")])
        if not isinstance(at, str):
            raise TypeError(at)
        values = {"at": Field(Role.PROSE, at, at), "text": Field(Role.VALUE, text.source, text.plain)}
        yield Thing("cell", case["id"], {name: each for name, each in values.items() if each.source})


def _claims(data: Data) -> Iterator[Thing]:
    counts = Counter[str]()
    for index, each in enumerate(data.get("claims", ())):
        if not isinstance(each, dict):
            raise NotAnEntryError("claims", index)
        id_, holds, state = f"{each.get('reference')}({each.get('claim')})", each.get("holds"), each.get("state")
        counts[id_] += 1
        fields = {"bullet": _prose([each.get("bullet")])}
        if isinstance(holds, dict):
            words = tell("{some:,} of {every:,}", some=holds.get("true", 0), every=holds.get("of", 0))
            fields["holds"] = Field(Role.VALUE, f"{words} {holds.get('digest')}", words)
        if state:
            fields["proof"] = Field(Role.VALUE, state, state)
        yield Thing("claim", id_ if counts[id_] == 1 else f"{id_} {counts[id_]}", fields)


def _fields(entry: Data, kind: str) -> Iterator[tuple[str, Field]]:
    """Yield the fields of an entry that are not empty, and do not have the value that applies without the key."""
    if kind == "rule" and entry.get("within"):
        entry = entry | {"parent": f"rule:{entry['within']}"}
    references = _references(kind)
    for name, default in _compared(kind).items():
        value = entry.get(name)
        if value == default and type(value) is type(default):
            continue
        if (prose := _prose(value)).source:
            yield name, prose
        if values := _values(value, name, references):
            nested, is_reference = _is_nested(value), name in references
            role = Role.REFERENCE if is_reference and not nested else Role.VALUE
            yield f"{name}{WORKS}" if nested else name, Field(role, values, values)


@cache
def _compared(kind: str) -> Mapping[str, Any]:
    """Return the keys of a kind of entry that are compared, with the values that apply without them."""
    entry = BY_NAME[kind].entry
    assert entry is not None
    fields = {name: entry.__dataclass_fields__[key.attribute].default for name, key in entry.declared.items()}
    defaults = {name: each.value if isinstance(each, Enum) else each for name, each in fields.items()}
    names = AS_PRINTED.get(kind) or sorted((*names_of(entry), *entry.declared), key=REMARKS.__contains__)
    return {name: defaults.get(name) for name in names if name not in NOT_COMPARED}


@cache
def _references(kind: str) -> frozenset[str]:
    """Return the names of the keys that are references, of the entries and of those within them."""
    if kind in AS_PRINTED:
        return frozenset(("rule", "shows", "of"))
    return frozenset(name for each in BY_NAME[kind].classes() for name, key in each.declared.items() if key.kind.refers)


def _is_text(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("markdown"), str)


def _is_nested(value: Any) -> bool:
    """Return whether a value is an entry, or a list of entries."""
    listed = value if isinstance(value, list) else [value]
    return any(isinstance(each, dict) and not each.keys() & {"markdown", "from", "numerator"} for each in listed)


def _prose(value: Any) -> Field:
    """Return the texts in a value, each on its line; those of inner entries are indented."""
    lines = [*_lines(value, "")]
    return Field(Role.PROSE, "\n".join(line for line, _ in lines), "\n".join(words for _, words in lines))


def _lines(value: Any, indent: str) -> Iterator[tuple[str, str]]:
    if _is_text(value):
        yield indent + " ".join(value["markdown"].split()), str(value.get("plain", ""))
    elif isinstance(value, list):
        for each in value:
            yield from _lines(each, indent)
    elif isinstance(value, dict):
        for name, each in value.items():
            if name not in NOT_COMPARED:
                yield from _lines(each, f"{indent}  " if isinstance(each, list) else indent)


def _values(value: Any, name: str, references: Collection[str]) -> str:
    """Return all in a value that is not prose, with links for references."""
    match value:
        case None | False | "":
            return ""
        case True:
            return "yes"
        case {"numerator": int(numerator), "denominator": int(denominator)} if denominator:
            return number(Fraction(numerator, denominator))
        case {"from": low, "to": high}:
            return f"{'…' if low is None else low} to {'…' if high is None else high}"
        case dict() if _is_text(value):
            return ""
        case dict():
            inner = {key: _values(each, key, references) for key, each in value.items() if key not in NOT_COMPARED}
            return "; ".join(f"{key} {each}" for key, each in inner.items() if each)
        case list():
            between = " " if name in references else "\n" if _is_nested(value) else ", "
            return between.join(filter(None, (_values(each, name, references) for each in value)))
        case str():
            return f"[[{value}]]" if name in references and ":" in value else value
    return number(value)


# The file of a recorded edition: `rules.json`, with one entry on each line


class DamagedEdition(Exception):
    """A file is damaged: what is wrong, and in which line; line 0 stands for the whole file."""

    def __init__(self, says: str, line: int = 0) -> None:
        super().__init__(says)
        self.says, self.line = says, line


def read(file: EditionFile) -> Edition:
    """Read an edition, or raise `UnreadableEdition`."""
    try:
        return parsed(file.text(), file.version)
    except DamagedEdition as error:
        raise file.unreadable(error.says, line=error.line) from None


@memoised(4)
def parsed(text: str, version: Version) -> Edition:
    """Read the file of this edition, or raise `DamagedEdition`."""
    try:
        data = json.loads(text)
    except JSONDecodeError as error:
        raise DamagedEdition(f"is damaged: {error.msg}", error.lineno) from None
    except (RecursionError, ValueError):
        raise DamagedEdition("is damaged: it cannot be read as JSON") from None
    match data:
        case {"version": str(form)} if form.partition(".")[0] != VERSION.partition(".")[0]:
            raise DamagedEdition("has a format that this version of the tool cannot read")
        case {
            "version": str(),
            "recorded": {"number": str(number), "date": str(day)},
            "game": {"id": str(), "title": str(), "language": str()},
        }:
            pass
        case _:
            raise DamagedEdition("is not a recorded edition: it needs version, recorded and game")
    if read_version(number) != version:
        raise DamagedEdition(f"contains edition {number!r}", _line_of("recorded", text))
    if not _is_day(day):
        raise DamagedEdition(f"has {day!r} instead of a date such as 2026-05-31", _line_of("recorded", text))
    return _edition(data, text)


def _edition(data: Data, text: str) -> Edition:
    try:
        edition = edition_of(data)
    except NotAnEntryError as error:
        line = _line_of(error.section, text) + error.index + 1
        raise DamagedEdition("has an entry without an id", line) from None
    except (RecursionError, TypeError, ValueError, LookupError, AttributeError):
        raise DamagedEdition("is damaged: a value is not as in the schema of rules.json") from None
    if twice := [key for key, count in Counter(thing.key for thing in edition.things).items() if count > 1]:
        raise DamagedEdition(f"names {':'.join(twice[0])} twice")
    return edition


def _line_of(section: str, text: str) -> int:
    """Return the line in which a section begins; its entries are on the lines below."""
    return text[: max(0, text.find(f'\n"{section}": ')) + 1].count("\n") + 1


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


# The names of things for readers

LONGEST = 70
"""The most characters of a sentence that is shown as a name."""


def full_name(key: Key, edition: Edition) -> str:
    """Return the name of a thing: `4.2 Hits`, `Damage throw: 6–7`, or its id if it has no other name."""
    thing = edition.by_key.get(key)
    if thing is None:
        return key[1]
    match thing.kind:
        case "cell":
            return f"{full_name(thing.whole, edition)}: {thing.words('at') or thing.id}"
        case "fact":
            rule = [full_name(each, edition) for each in thing.targets("rule")]
            return ": ".join((*rule, thing.id.replace("-", " ")))
        case "erratum":
            where = " ".join(full_name(each, edition) for each in thing.targets("where"))
            return ": ".join(filter(None, (where, shortened(thing.words("now")))))
    named = " ".join(filter(None, (thing.words("number"), thing.words("title") or thing.words("name"))))
    sentence = next((each.words for each in thing.fields.values() if each.role is Role.PROSE), "")
    return named or shortened(sentence) or thing.id


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rpartition(' ')[0]} …"
