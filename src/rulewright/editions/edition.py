"""An edition: what a game says at one time, as things with fields that can be compared. Also the numbers of editions.

The things are the entries in the data of a book (`data.py`), the cells of its tables and the claims of its quick
references. Every key of an entry is a field, and the role of the key says how the field is compared and shown.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

from rulewright.base.messages.messages import tell
from rulewright.book.kinds import BY_NAME
from rulewright.book.wording import number
from rulewright.editions.data import AS_PRINTED, IN_DATA, Data, names_of
from rulewright.editions.texts import BULLET
from rulewright.entries.roles import MARKDOWN
from rulewright.entries.table import Policy
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
    """A field of a thing: as it is written, with the ids of things in its links, and as readers see it."""

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
        return " ".join(self.passages)


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

    def field(self, name: str) -> Field:
        return self.fields.get(name, NOTHING)

    def words(self, name: str) -> str:
        """Return the words of a field; empty if it does not have the field."""
        return self.field(name).words

    def names(self, name: str) -> list[str]:
        """Return the names that a field lists."""
        return self.words(name).split(", ")

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
WORKS = ".works"
"""The ending of the field for all in nested entries that is not prose, such as how the steps of a procedure work."""
FIELDS_AS_PRINTED: Mapping[str, Mapping[str, Role]] = {
    "table": {
        "title": Role.PROSE,
        "rule": Role.REFERENCE,
        "policy": Role.VALUE,
        "headings": Role.PROSE,
        "note": Role.PROSE,
        "goal": Role.VALUE,
        "total": Role.VALUE,
        "open": Role.PROSE,
        "outside": Role.PROSE,
    },
    "figure": {
        "title": Role.PROSE,
        "caption": Role.PROSE,
        "rule": Role.REFERENCE,
        "alt": Role.PROSE,
        "drawing": Role.VALUE,
    },
    "card": {
        "title": Role.PROSE,
        "width": Role.VALUE,
        "height": Role.VALUE,
        "words": Role.PROSE,
        "shows": Role.REFERENCE,
        "prints": Role.VALUE,
        "layout": Role.VALUE,
    },
}
"""The fields of the kinds whose data are what readers see."""


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
    for name, (role, default) in _declared(kind).items():
        value = entry.get(name)
        if value == default and type(value) is type(default):
            continue
        prose, nested = _prose(value), _is_nested(value)
        if prose.source:
            yield name, prose
        values = value if role is Role.PROSE and isinstance(value, str) else _values(value, name, _references(kind))
        if values:
            yield f"{name}{WORKS}" if nested else name, Field(Role.VALUE if nested else role, values, values)


@cache
def _declared(kind: str) -> Mapping[str, tuple[Role, Any]]:
    """Return the role of each field of a kind of entry, and the value that applies without it."""
    declared = BY_NAME[kind].entry
    if declared is None or kind in AS_PRINTED:
        defaults = {"policy": Policy.UNIQUE.value}
        return {name: (role, defaults.get(name)) for name, role in FIELDS_AS_PRINTED[kind].items()}
    roles: dict[str, tuple[Role, Any]] = dict.fromkeys(names_of(declared), (Role.VALUE, ""))
    for name, key in declared.declared.items():
        role = Role.PROSE if key.kind in MARKDOWN else Role.REFERENCE if key.kind.refers else Role.VALUE
        default = declared.__dataclass_fields__[key.attribute].default
        roles[name] = role, default.value if isinstance(default, Enum) else default
    return {name: role for name, role in roles.items() if name not in NOT_COMPARED}


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
        yield indent + value["markdown"], str(value.get("plain", ""))
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


# Numbers of editions

NUMBER = re.compile(r"(0|[1-9]\d{0,5})(?:\.(0|[1-9]\d{0,5}))?(?:\.(0|[1-9]\d{0,5}))?")


class Level(IntEnum):
    """How much a change means: wording, a rule or a value, or a broken reference."""

    NONE = 0
    PATCH = 1
    MINOR = 2
    MAJOR = 3


LEVELS = {
    Level.NONE: tell("none"),
    Level.PATCH: tell("wording"),
    Level.MINOR: tell("a rule or a value"),
    Level.MAJOR: tell("a broken reference"),
}
"""What each level is called."""


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """The number of an edition. `1.1` comes before `1.1.1`, and equals `1.1.0`."""

    major: int
    minor: int = 0
    patch: int = 0

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}" if self.patch else f"{self.major}.{self.minor}"

    def raised(self, level: Level) -> "Version":
        """Return the next number after changes of this level."""
        match level:
            case Level.MAJOR:
                return Version(self.major + 1)
            case Level.MINOR:
                return Version(self.major, self.minor + 1)
            case Level.PATCH:
                return Version(self.major, self.minor, self.patch + 1)
        return self


def read_version(text: str) -> Version | None:
    """Return the number of an edition: one to three numbers with dots between them; None for any other text."""
    match = NUMBER.fullmatch(text.strip())
    return Version(*(int(figures or 0) for figures in match.groups())) if match else None


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
