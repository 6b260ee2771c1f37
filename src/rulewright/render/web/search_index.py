"""The index of the search: made at build time, shipped as a script, read by `search-engine.js`.

It is a script, because a page opened from the file system may load nothing else, and is fetched when the search is
first opened. It hands its data to its own `<script>` element, so nothing is global. Python and the browser fold words
alike, but only the browser knows stems; tests compare both sides. Its parts:

    kinds     the kinds of entries, in the order in which equally good ones are shown
    entries   [kind, number, title, address, text, names, corrections, keywords]; trailing empty parts are left out
    words     every word once, folded and sorted, with spaces between
    found     for each word the entries that hold it, in the code of `_gaps`
    letters   what is written for letters that have no accent to drop
    endings   [ending, instead] of the language, by which forms of a word are known as one; the first that fits is taken
              off, and again from what is left
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from rulewright.render.web.everyday_words import COMPARING, DEFINING, EVERYDAY, KIND_WORDS, RELATED
from rulewright.render.web.search_entries import SearchEntry, search_entries
from rulewright.render.web.site import Page, Site, SiteFile
from rulewright.translation.messages import tell

KINDS = ("rule", "term", "table", "card", "reference", "example", "figure", "ruling", "erratum")
LETTERS = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "\u0131": "i"}
WITHOUT_ACCENTS = str.maketrans(LETTERS)
ENDINGS = {
    "en": (
        ("ations", "at"), ("ation", "at"), ("ctions", "ct"), ("ction", "ct"), ("ments", ""), ("ment", ""),
        ("ies", "i"), ("ied", "i"), ("y", "i"), ("ing", ""), ("ed", ""), ("es", ""), ("e", ""), ("s", ""),
    ),
    "de": (("ern", ""), ("en", ""), ("er", ""), ("em", ""), ("es", ""), ("e", ""), ("n", ""), ("s", "")),
    "fr": (("aux", "al"), ("es", ""), ("s", ""), ("x", ""), ("e", "")),
    "es": (("es", ""), ("s", ""), ("a", "o"), ("e", "")),
    "it": (("i", ""), ("e", ""), ("a", ""), ("o", "")),
    "nl": (("en", ""), ("s", ""), ("e", "")),
}
"""By language. They only bring the forms of a word together; what is left need not be a word."""

ACCENT = re.compile("[\u0300-\u036f]")
GENITIVE = re.compile(r"['’]s(?![^\W_])")
WORD = re.compile(r"[^\W_]+(?:(?<=\d)(?:\.[^\W_]+)+)?")
"""A number of a rule is one word: 12.121, B28.1, 4.3.1.1.e."""
COMPOUND = re.compile(r"[^\W\d_]+(?:-[^\W_]+)+")
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def search_pages(site: Site) -> Iterator[SiteFile]:
    """The page of results, which links can name with a search, and the index."""
    yield SiteFile("search.html", partial(_page, site))
    yield SiteFile("search-index.js", lambda: search_index(tuple(search_entries(site)), site.book.game.language))


def _page(site: Site) -> Page:
    return site.page("search.html", "search", site.typesetter(), tell("Search"))


def search_index(entries: Sequence[SearchEntry], language: str) -> str:
    """The script that hands the index to its loader."""
    words = _words_in(entries, KIND_WORDS.get(language[:2], {}))
    index = {
        "kinds": KINDS,
        "entries": list(map(_row, entries)),
        "words": " ".join(words),
        "found": " ".join(map(_gaps, words.values())),
        "letters": LETTERS,
        "endings": ENDINGS.get(language[:2], ()),
        "everyday": EVERYDAY.get(language[:2], "").split(),
        "defining": [said.strip() for said in DEFINING.get(language[:2], "").strip().splitlines()],
        "comparing": COMPARING.get(language[:2], "").split(),
        "related": [group.split() for group in RELATED.get(language[:2], "").strip().splitlines()],
    }
    data = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    # A browser reads JSON in a string much faster than the same as a program.
    quoted = data.replace("\\", "\\\\").replace("'", "\\'")
    return f"document.currentScript.index = JSON.parse('{quoted}');\n"


def fold(text: str) -> str:
    """Lower case without accents and genitives; `fold` of the script does the same to what is asked for."""
    lower = text.lower() if text.isascii() else _without_accents(text)
    return GENITIVE.sub("", lower) if "'" in lower or "’" in lower else lower


def _without_accents(text: str) -> str:
    return ACCENT.sub("", unicodedata.normalize("NFKD", text)).lower().translate(WITHOUT_ACCENTS)


def words_of(text: str) -> set[str]:
    """The words of a text, folded; a compound with hyphens also as one: half-track is found as halftrack."""
    folded = fold(text)
    words = set(WORD.findall(folded))
    if "-" in folded:
        words.update(each.replace("-", "") for each in COMPOUND.findall(folded))
    return words


def _words_in(entries: Sequence[SearchEntry], own: Mapping[str, str]) -> dict[str, list[int]]:
    """For each word the entries that hold it: twice the position, and one more where it stands in the heading."""
    places: dict[str, list[int]] = {}
    for at, entry in enumerate(entries):
        number = entry.number if entry.kind == "rule" else ""
        heading = words_of(" ".join((number, entry.title, *entry.names, entry.keywords, own.get(entry.kind, ""))))
        for word in heading:
            places.setdefault(word, []).append(2 * at + 1)
        for word in words_of(f"{entry.text} {entry.above}") - heading:
            if entry.kind != "table" or not word.isdecimal() or len(word) > 1:  # nobody searches for 5
                places.setdefault(word, []).append(2 * at)
    return dict(sorted(places.items()))


def _row(entry: SearchEntry) -> list[object]:
    row = [KINDS.index(entry.kind), entry.number, entry.title, entry.href, entry.text, entry.names, entry.corrections]
    row.append([each.strip() for each in entry.keywords.split(",") if each.strip()])
    while not row[-1]:
        row.pop()
    return row


def _gaps(places: Iterable[int]) -> str:
    """Rising numbers by their distances, each in digits of five bits; a digit from 32 on is followed by another."""
    code, last = "", 0
    for place in places:
        gap, last = place - last, place
        while gap > 31:
            code += DIGITS[32 + (gap & 31)]
            gap >>= 5
        code += DIGITS[gap]
    return code
