"""The parts of the search's index: scripts of a bounded size, of which a browser fetches what a query needs.

They are scripts (`data_script.py`), of two kinds:

`search-index-words-N.js` holds what belongs to consecutive keys, most of which are stems. What it lacks is left out.

    words      the words of these stems, with spaces between
    found      their postings, in the code of `search_postings.py`, likewise
    names      [name, entry, other names of the same term …], by the stems of all words of the name
    keywords   [keyword, entry], likewise
    initials   {initials: name} of terms, by the stem of the initials
    numbers    [number, entry …] of rules, under the key `#` and the number without dots and the letters before it
    spelling   {letter: all words that begin with it}, under the key `~` and the letter
    heads      {entry: its row up to the names} of entries that these keys are likely to find first

`search-index-entries-N.js` holds consecutive entries.

    rows       [number, title, address, names, text, corrections]; trailing empty parts are left out

Each part has a `mark`, which the head of the index names too: a part of another edition has another one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from rulewright.render.web.data_script import compact, data_script, mark_of_text, script_of

PART = 10_000
"""Bytes of a part, about: it ends with the key or the entry that reaches them."""
HEADS = 4
"""Entries of which a stem brings the head: those in whose titles it weighs most."""
MARK = 2
INDEX = "index"
"""The name by which the element of a script has its data."""

Row = list[object]
T = TypeVar("T")


@dataclass(slots=True)
class Entry:
    """What one key brings. `heads` are entries."""

    words: list[tuple[str, str]] = field(default_factory=list)
    names: list[Row] = field(default_factory=list)
    keywords: list[Row] = field(default_factory=list)
    initials: dict[str, str] = field(default_factory=dict)
    numbers: list[Row] = field(default_factory=list)
    spelling: dict[str, str] = field(default_factory=dict)
    heads: set[int] = field(default_factory=set)

    def size(self, heads: Sequence[int]) -> int:
        """Bytes, with those of the `heads` of all entries."""
        words = sum(len(word) + len(code) + 2 for word, code in self.words)
        others = (self.names, self.keywords, self.initials, self.numbers, self.spelling)
        return words + sum(_length(compact(each)) for each in others if each) + sum(heads[at] for at in self.heads)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the index; `first` and `last` are its keys, or the positions of its entries."""

    first: str | int
    last: str | int
    text: str
    """Its data as JSON, an object that is not empty."""
    mark: str

    @classmethod
    def of(cls, first: str | int, last: str | int, fields: Mapping[str, str]) -> "Part":
        """`fields` are JSON already."""
        text = "{" + ",".join(f'"{name}":{value}' for name, value in fields.items()) + "}"
        return cls(first, last, text, mark_of_text(text, MARK))

    def script(self) -> str:
        return script_of(INDEX, f'{{"mark":"{self.mark}",{self.text[1:]}')


def word_parts(items: Mapping[str, Entry], heads: Sequence[Row]) -> Iterator[Part]:
    """The keys in their order, in parts."""
    keys, written = sorted(items, key=_order), list(map(compact, heads))
    lengths = list(map(_length, written))
    for chosen in _cut(keys, [items[key].size(lengths) for key in keys]):
        yield Part.of(chosen[0], chosen[-1], _part_of([items[key] for key in chosen], written))


def entry_parts(rows: Sequence[Row]) -> Iterator[Part]:
    written = list(map(compact, rows))
    for chosen in _cut(range(len(rows)), list(map(_length, written))):
        yield Part.of(chosen[0], chosen[-1], {"rows": f"[{','.join(written[at] for at in chosen)}]"})


def index_script(data: object) -> str:
    return data_script(INDEX, data)


def _part_of(items: Sequence[Entry], heads: Sequence[str]) -> dict[str, str]:
    """What is not empty; `heads` are JSON."""
    words = [pair for item in items for pair in item.words]
    found: dict[str, object] = {
        "words": " ".join(word for word, _ in words),
        "found": " ".join(code for _, code in words),
        "names": [row for item in items for row in item.names],
        "keywords": [row for item in items for row in item.keywords],
        "initials": {key: name for item in items for key, name in item.initials.items()},
        "numbers": [row for item in items for row in item.numbers],
        "spelling": {key: known for item in items for key, known in item.spelling.items()},
    }
    shown = ",".join(f'"{at}":{heads[at]}' for at in sorted({at for item in items for at in item.heads}))
    fields = {name: compact(value) for name, value in found.items() if value}
    return fields | {"heads": f"{{{shown}}}"} if shown else fields


def _cut(things: Sequence[T], sizes: Sequence[int]) -> Iterator[list[T]]:
    """Consecutive things of about PART bytes together; one that is larger is alone."""
    chosen: list[T] = []
    full = 0
    for thing, size in zip(things, sizes, strict=True):
        if chosen and full + size > PART:
            yield chosen
            chosen, full = [], 0
        chosen.append(thing)
        full += size
    if chosen:
        yield chosen


def _order(key: str) -> bytes:
    """Scripts compare texts so."""
    return key.encode("utf-16-be")


def _length(text: str) -> int:
    """In bytes."""
    return len(text) if text.isascii() else len(text.encode())


def trimmed(row: Row) -> Row:
    """Without trailing empty parts."""
    while row and not row[-1]:
        row.pop()
    return row


def first_keys(parts: Sequence[Part]) -> list[str]:
    """The first key of each part, cut to what tells it from the last one of the part before."""
    found: list[str] = []
    before = ""
    for part in parts:
        key = str(part.first)
        same = next((at for at, (one, other) in enumerate(zip(before, key, strict=False)) if one != other), len(before))
        found.append(key[: same + 1])
        before = str(part.last)
    return found
