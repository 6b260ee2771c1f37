"""Build the search index, which `search-engine.js` reads. A query loads only a few parts of it.

Python and the browser fold words and find their stems in the same way; tests compare both. The search loads the head
of the index, `search-index.js`, when a reader first opens it:

    kinds      the kinds of entries, in the order in which equally good results are shown
    runs       [kind, number of entries], in the order of the entries
    long       for LONG characters and each doubling of it, the entries with texts of at least this length, as `gaps`
    words      the first key of each part of words, cut after the first letter that differs from the key before
    entries    the position of the first entry in each part of entries, as `gaps`
    marks      [digests of the parts of words, digests of the parts of entries], two characters for each part
    letters    replacements for letters such as ß or ø, which do not decompose into a letter and an accent
    endings    [ending, replacement] of the language, to find the stem of a word
    called     {kind: words that people use for it}
    everyday, defining, comparing    words of the language (`search_words.toml`)
    related    groups of stems with similar meanings

`search-index-words-N.js` holds the data of consecutive keys. Most keys are stems. Empty fields are left out.

    words      the words of these stems, separated by spaces
    found      the postings of these words (encoding: `search_postings.py`), separated by spaces
    names      [name, entry, other names of the same term …]; the key is the stems of all words of the name
    keywords   [keyword, entry]; the key is the stems of all words of the keyword
    initials   {initials: name} of terms; the key is the stem of the initials
    numbers    [number, entry …] of rules; the key is `#` and the number without dots and leading letters
    spelling   {letter: all words that begin with it}; the key is `~` and the letter
    heads      {entry: its row up to the names} of the entries that these keys are likely to find first

`search-index-entries-N.js` holds consecutive entries.

    rows       [number, title, address, names, text, corrections]; trailing empty fields are left out

The head names the digest of each part, which the part repeats as `mark`: so the search notices a part of another
edition.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby

from rulewright.base.messages.messages import tell
from rulewright.html.glossary import in_runs
from rulewright.outputs.web.assets import compact, data_script, mark_of_text, script_of
from rulewright.outputs.web.search_entries import KINDS, SearchEntry, search_entries
from rulewright.outputs.web.search_postings import (
    DIGIT,
    LETTERS,
    Postings,
    Stems,
    fold,
    gaps,
    language_words,
    postings,
    words_in,
)
from rulewright.outputs.web.site import Site, SiteFile

INDEX = "search-index"
"""The prefix of the names of all files of the index."""
LONG = 400
PART = 10_000
"""The approximate bytes of a part: it ends with the key or entry that reaches this size."""
HEADS = 4
"""The most entries whose heads are stored with a stem: the entries in whose titles the stem has the most weight."""
MARK = 2
DATA = "index"
"""The property of the script element that holds the data."""
NUMBER, SPELLING = "#", "~"
"""The first characters of the keys of numbers and of spellings. No stem begins with them."""
LETTERS_BEFORE = re.compile(r"^[^\W\d_]+(?=\d)")
NO_FIGURE = re.compile(r"[\W_]")

Row = list[object]


def search_pages(site: Site) -> Iterator[SiteFile]:
    """Yield the page of results, which accepts a query in its address, and the files of the index."""
    yield SiteFile("search.html", lambda: site.page("search.html", "search", site.typesetter(), tell("Search")))
    yield SiteFile(f"{INDEX}.js", partial(index_files, site))


def index_files(site: Site) -> Mapping[str, str]:
    return search_index(tuple(search_entries(site)), site.book.game.language)


def search_index(entries: Sequence[SearchEntry], language: str) -> dict[str, str]:
    """Return all files of the index by name."""
    own, stems = language_words(language), Stems(language)
    everyday, called = own.get("everyday", "").split(), own.get("called", {})
    word_postings = postings(entries, called, set(everyday), stems)
    words = list(_word_parts(_keys(entries, word_postings, set(everyday), stems), entries))
    rows = list(_entry_parts(entries))
    doublings = [round(math.log2(max(len(entry.text), LONG) / LONG)) for entry in entries]
    head = {
        "kinds": KINDS,
        "runs": [[KINDS.index(kind), len(list(run))] for kind, run in groupby(entry.kind for entry in entries)],
        "long": [
            gaps(at for at, doubling in enumerate(doublings) if doubling >= least)
            for least in range(1, max(doublings, default=0) + 1)
        ],
        "words": _first_keys(words),
        "entries": gaps(int(part.first) for part in rows),
        "marks": ["".join(part.mark for part in parts) for parts in (words, rows)],
        "letters": LETTERS,
        "endings": stems.endings,
        "everyday": everyday,
        "called": {kind: words.split() for kind, words in called.items()},
        "defining": [line.strip() for line in own.get("defining", "").strip().splitlines()],
        "comparing": own.get("comparing", "").split(),
        "related": [
            list(dict.fromkeys(stems[word] for word in group.split()))
            for group in own.get("related", "").strip().splitlines()
        ],
    }
    parts = {f"{INDEX}-words-{at}.js": part.script() for at, part in enumerate(words)}
    parts |= {f"{INDEX}-entries-{at}.js": part.script() for at, part in enumerate(rows)}
    return {f"{INDEX}.js": data_script(DATA, head), **parts}


# The data of each key


@dataclass(slots=True)
class Entry:
    """The data of one key; `heads` are positions of entries."""

    words: list[tuple[str, str]] = field(default_factory=list)
    names: list[Row] = field(default_factory=list)
    keywords: list[Row] = field(default_factory=list)
    initials: dict[str, str] = field(default_factory=dict)
    numbers: list[Row] = field(default_factory=list)
    spelling: dict[str, str] = field(default_factory=dict)
    heads: set[int] = field(default_factory=set)

    def size(self, heads: Sequence[int]) -> int:
        """Return the bytes of the data; `heads` are the bytes of the heads of all entries."""
        words = sum(len(word) + len(code) + 2 for word, code in self.words)
        others = (self.names, self.keywords, self.initials, self.numbers, self.spelling)
        return words + sum(_bytes(compact(each)) for each in others if each) + sum(heads[at] for at in self.heads)


def _keys(
    entries: Sequence[SearchEntry], word_postings: Postings, everyday: set[str], stems: Stems
) -> Mapping[str, Entry]:
    keys: defaultdict[str, Entry] = defaultdict(Entry)
    spelling: defaultdict[str, list[str]] = defaultdict(list)
    for word in sorted(word_postings.words):
        keys[stems[word]].words.append((word, word_postings.code(word, stems[word], everyday=word in everyday)))
        if not DIGIT.search(word):
            spelling[word[0]].append(word)
    headings: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)
    for (at, stem), share in word_postings.shares.items():
        if not DIGIT.search(stem):  # numbers have keys of their own
            headings[stem].append((-share, at))
    for stem, several in headings.items():
        keys[stem].heads.update(at for _, at in sorted(several)[:HEADS])
    for at, entry in enumerate(entries):
        _add_names(keys, at, entry, stems)
        if entry.number and entry.kind != "term":
            _add_number(keys[NUMBER + figures(entry.number)], at, entry)
    for letter, words in spelling.items():
        keys[SPELLING + letter].spelling[letter] = " ".join(words)
    return keys


def _add_names(keys: defaultdict[str, Entry], at: int, entry: SearchEntry, stems: Stems) -> None:
    names = tuple(dict.fromkeys((entry.title, *entry.names)))
    for name in names:
        others = [each for each in names if each != name] if entry.kind == "term" else ()
        key = keys[_name_key(name, stems)]
        key.names.append([name, at, *others])
        if entry.kind == "term":
            key.heads.add(at)
            words = words_in(name)
            if len(words) > 1:
                initials = "".join(word[0] for word in words)
                keys[stems[initials]].initials[initials] = " ".join(words)
    for keyword in filter(None, map(str.strip, entry.keywords.split(","))):
        keys[_name_key(keyword, stems)].keywords.append([keyword, at])


def _name_key(name: str, stems: Stems) -> str:
    """Return the stems of the words of a name as a key; a name without words, such as “?”, is its own key."""
    return " ".join(stems[word] for word in words_in(name)) or name.strip()


def _add_number(key: Entry, at: int, entry: SearchEntry) -> None:
    """Add an entry to the row of its number. Only rules have a head here."""
    row = next((row for row in key.numbers if row[0] == entry.number), None)
    if row is None:
        key.numbers.append([entry.number, at])
    else:
        row.append(at)
    if entry.kind == "rule":
        key.heads.add(at)


def figures(number: str) -> str:
    """Return a rule number without leading letters and punctuation: B28.1 becomes 281."""
    return LETTERS_BEFORE.sub("", NO_FIGURE.sub("", fold(number)))


# Parts of about the same size; a browser loads only the parts that a query needs


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the index; `first` and `last` are its first and last key, or positions of entries."""

    first: str | int
    last: str | int
    text: str
    """The data as JSON: an object with at least one field."""
    mark: str

    @classmethod
    def of(cls, first: str | int, last: str | int, fields: Mapping[str, str]) -> "Part":
        """Make a part from fields whose values are already JSON."""
        text = "{" + ",".join(f'"{name}":{value}' for name, value in fields.items()) + "}"
        return cls(first, last, text, mark_of_text(text, MARK))

    def script(self) -> str:
        return script_of(DATA, f'{{"mark":"{self.mark}",{self.text[1:]}')


def _word_parts(items: Mapping[str, Entry], entries: Sequence[SearchEntry]) -> Iterator[Part]:
    """Divide the keys into parts. The keys are sorted by UTF-16 code units, as JavaScript compares strings."""
    keys = sorted(items, key=lambda key: key.encode("utf-16-be"))
    heads = [compact(_trimmed([entry.number, entry.title, entry.href, entry.names])) for entry in entries]
    lengths = list(map(_bytes, heads))
    for chosen in in_runs(keys, [items[key].size(lengths) for key in keys], PART):
        yield Part.of(chosen[0], chosen[-1], _fields([items[key] for key in chosen], heads))


def _fields(items: Sequence[Entry], heads: Sequence[str]) -> dict[str, str]:
    """Return the fields of a part that are not empty, as JSON; `heads` are already JSON."""
    words = [pair for item in items for pair in item.words]
    values: dict[str, object] = {
        "words": " ".join(word for word, _ in words),
        "found": " ".join(code for _, code in words),
        "names": [row for item in items for row in item.names],
        "keywords": [row for item in items for row in item.keywords],
        "initials": {key: name for item in items for key, name in item.initials.items()},
        "numbers": [row for item in items for row in item.numbers],
        "spelling": {key: words for item in items for key, words in item.spelling.items()},
    }
    shown = ",".join(f'"{at}":{heads[at]}' for at in sorted({at for item in items for at in item.heads}))
    fields = {name: compact(value) for name, value in values.items() if value}
    return fields | {"heads": f"{{{shown}}}"} if shown else fields


def _entry_parts(entries: Sequence[SearchEntry]) -> Iterator[Part]:
    rows = [
        compact(_trimmed([each.number, each.title, each.href, each.names, each.text, each.corrections]))
        for each in entries
    ]
    for chosen in in_runs(range(len(rows)), map(_bytes, rows), PART):
        yield Part.of(chosen[0], chosen[-1], {"rows": f"[{','.join(rows[at] for at in chosen)}]"})


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


def _trimmed(row: Row) -> Row:
    """Remove trailing empty fields."""
    while row and not row[-1]:
        row.pop()
    return row


def _first_keys(parts: Iterable[Part]) -> list[str]:
    """Return the first key of each part, cut after the first letter that differs from the last key before it."""
    keys: list[str] = []
    before = ""
    for part in parts:
        key = str(part.first)
        same = next((at for at, (one, other) in enumerate(zip(before, key, strict=False)) if one != other), len(before))
        keys.append(key[: same + 1])
        before = str(part.last)
    return keys
