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
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

from rulewright.render.web.everyday_words import COMPARING, DEFINING, EVERYDAY, KIND_WORDS, RELATED
from rulewright.render.web.search_entries import SearchEntry, search_entries
from rulewright.render.web.search_folding import LETTERS, Stems
from rulewright.render.web.search_keys import keys_of
from rulewright.render.web.search_parts import Part, Row, entry_parts, first_keys, index_script, trimmed, word_parts
from rulewright.render.web.search_postings import gaps, postings
from rulewright.render.web.site import Page, Site, SiteFile
from rulewright.translation.messages import tell

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
