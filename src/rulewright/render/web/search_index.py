"""The index of the search: made at build time, read by `search-engine.js`, a little of it for each query.

Its head, `search-index.js`, is fetched when the search is first opened; which parts it has, `search_parts.py` tells.
Python and the browser fold words and find their stems alike; tests compare both sides. The head holds

    kinds      the kinds of entries, in the order in which equally good ones are shown
    runs       [kind, how many entries], in the order of the entries
    long       for each doubling of the length of a text from LONG characters, the entries that reach it, as `gaps`
    words      the first key of each part of words, as far as it differs from the key before
    entries    the first entry of each part of entries, as `gaps`
    marks      [of the parts of words, of the parts of entries], two signs for each
    letters    what is written for letters that have no accent to drop
    endings    [ending, instead] of the language, by which forms of a word are known as one
    called     {kind: what one calls it}
    everyday, defining, comparing    words of the language (`everyday_words.py`)
    related    stems of words of nearly the same meaning, in groups
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import TypeVar

from rulewright.render.web.assets import compact, data_script, mark_of_text, script_of
from rulewright.render.web.everyday_words import COMPARING, DEFINING, EVERYDAY, KIND_WORDS, RELATED
from rulewright.render.web.search_entries import SearchEntry, search_entries
from rulewright.render.web.search_postings import DIGIT, LETTERS, Postings, Stems, fold, gaps, postings, words_in
from rulewright.render.web.site import Page, Site, SiteFile
from rulewright.translation.messages import tell

# The parts of the search's index

PART = 10_000
"""Bytes of a part, about: it ends with the key or the entry that reaches them."""
HEADS = 4
"""Entries of which a stem brings the head: those in whose titles it weighs most."""
MARK = 2
SEARCH_PARTS_INDEX = "index"
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
        return script_of(SEARCH_PARTS_INDEX, f'{{"mark":"{self.mark}",{self.text[1:]}')


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
    return data_script(SEARCH_PARTS_INDEX, data)


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


# What each key of the index brings

NUMBER, SPELLING = "#", "~"
"""What the keys of numbers and of spellings begin with; no stem does."""
LETTERS_BEFORE = re.compile(r"^[^\W\d_]+(?=\d)")
NO_FIGURE = re.compile(r"[\W_]")

Keys = Mapping[str, Entry]


def keys_of(entries: Sequence[SearchEntry], found: Postings, everyday: set[str], stems: Stems) -> Keys:
    keys: defaultdict[str, Entry] = defaultdict(Entry)
    for word in sorted(found.words):
        keys[stems[word]].words.append((word, found.code(word, stems[word], everyday=word in everyday)))
    for stem, heads in _likely(found).items():
        keys[stem].heads.update(heads)
    for at, entry in enumerate(entries):
        _add_names(keys, at, entry, stems)
        if entry.number and entry.kind != "term":
            _add_number(keys, at, entry)
    for letter, words in _spelling(found.words).items():
        keys[SPELLING + letter].spelling[letter] = words
    return keys


def _add_names(keys: defaultdict[str, Entry], at: int, entry: SearchEntry, stems: Stems) -> None:
    names = tuple(dict.fromkeys((entry.title, *entry.names)))
    for name in names:
        others = [each for each in names if each != name] if entry.kind == "term" else ()
        key = keys[_name_key(name, stems)]
        key.names.append([name, at, *others])
        if entry.kind == "term":
            key.heads.add(at)
            _add_initials(keys, name, stems)
    for keyword in filter(None, map(str.strip, entry.keywords.split(","))):
        keys[_name_key(keyword, stems)].keywords.append([keyword, at])


def _name_key(name: str, stems: Stems) -> str:
    """A name by the stems of its words; one without any word, such as “?”, as it stands."""
    return " ".join(stems[word] for word in words_in(name)) or name.strip()


def _add_initials(keys: defaultdict[str, Entry], name: str, stems: Stems) -> None:
    words = words_in(name)
    if len(words) > 1:
        initials = "".join(word[0] for word in words)
        keys[stems[initials]].initials[initials] = " ".join(words)


def _add_number(keys: defaultdict[str, Entry], at: int, entry: SearchEntry) -> None:
    """One row for each number, with all entries that have it; the heads of rules only."""
    key = keys[NUMBER + figures(entry.number)]
    row = next((row for row in key.numbers if row[0] == entry.number), None)
    if row is None:
        key.numbers.append([entry.number, at])
    else:
        row.append(at)
    if entry.kind == "rule":
        key.heads.add(at)


def figures(number: str) -> str:
    """A number as the index sorts it: without the letters before it and all signs; B28.1 is 281."""
    return LETTERS_BEFORE.sub("", NO_FIGURE.sub("", fold(number)))


def _likely(found: Postings) -> Mapping[str, Iterable[int]]:
    """For each stem the entries in whose headings it weighs most; numbers have keys of their own."""
    headings: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)
    for (at, stem), share in found.shares.items():
        if not DIGIT.search(stem):
            headings[stem].append((-share, at))
    return {stem: [at for _, at in sorted(several)[:HEADS]] for stem, several in headings.items()}


def _spelling(words: Iterable[str]) -> Mapping[str, str]:
    """By letter all words that begin with it and may be misspelt."""
    spelling: defaultdict[str, list[str]] = defaultdict(list)
    for word in sorted(words):
        if not DIGIT.search(word):
            spelling[word[0]].append(word)
    return {letter: " ".join(known) for letter, known in spelling.items()}


KINDS = ("rule", "term", "table", "card", "reference", "example", "figure", "ruling", "erratum")
INDEX = "search-index"
"""With this the names of all files of the index begin."""
LONG = 400


def search_pages(site: Site) -> Iterator[SiteFile]:
    """The page of results, which links can name with a search, and the index."""
    yield SiteFile("search.html", partial(_page, site))
    yield SiteFile(f"{INDEX}.js", partial(index_files, site))


def _page(site: Site) -> Page:
    return site.page("search.html", "search", site.typesetter(), tell("Search"))


def index_files(site: Site) -> Mapping[str, str]:
    return search_index(tuple(search_entries(site)), site.book.game.language)


def search_index(entries: Sequence[SearchEntry], language: str) -> dict[str, str]:
    """All files of the index by their names."""
    own, everyday, stems = KIND_WORDS.get(language[:2], {}), EVERYDAY.get(language[:2], "").split(), Stems(language)
    heads = [trimmed([entry.number, entry.title, entry.href, entry.names]) for entry in entries]
    found = postings(entries, own, set(everyday), stems)
    related = RELATED.get(language[:2], "").strip().splitlines()
    words = list(word_parts(keys_of(entries, found, set(everyday), stems), heads))
    rows = list(entry_parts(list(map(_row, entries))))
    head = {
        **_shape(entries, words, rows),
        "letters": LETTERS,
        "endings": stems.endings,
        "everyday": everyday,
        "called": {kind: words.split() for kind, words in own.items()},
        "defining": [said.strip() for said in DEFINING.get(language[:2], "").strip().splitlines()],
        "comparing": COMPARING.get(language[:2], "").split(),
        "related": [list(dict.fromkeys(map(stems.__getitem__, group.split()))) for group in related],
    }
    return {f"{INDEX}.js": index_script(head), **_files("words", words), **_files("entries", rows)}


def _files(kind: str, parts: Sequence[Part]) -> dict[str, str]:
    return {f"{INDEX}-{kind}-{at}.js": part.script() for at, part in enumerate(parts)}


def _shape(entries: Sequence[SearchEntry], words: Sequence[Part], rows: Sequence[Part]) -> dict[str, object]:
    runs = [[KINDS.index(kind), len(list(run))] for kind, run in groupby(entry.kind for entry in entries)]
    return {
        "kinds": KINDS,
        "runs": runs,
        "long": list(_long(entries)),
        "words": first_keys(words),
        "entries": gaps(int(part.first) for part in rows),
        "marks": ["".join(part.mark for part in parts) for parts in (words, rows)],
    }


def _long(entries: Sequence[SearchEntry]) -> Iterator[str]:
    doublings = [round(math.log2(max(len(entry.text), LONG) / LONG)) for entry in entries]
    for least in range(1, max(doublings, default=0) + 1):
        yield gaps(at for at, doubling in enumerate(doublings) if doubling >= least)


def _row(entry: SearchEntry) -> Row:
    return trimmed([entry.number, entry.title, entry.href, entry.names, entry.text, entry.corrections])
