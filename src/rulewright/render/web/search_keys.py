"""What each key of the index brings: words, names, initials, numbers, spelling. `search_parts.py` tells of each."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from rulewright.render.web.search_entries import SearchEntry
from rulewright.render.web.search_folding import DIGIT, Stems, fold, words_in
from rulewright.render.web.search_parts import HEADS, Entry
from rulewright.render.web.search_postings import Postings

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
