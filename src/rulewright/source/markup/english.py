"""English words: function words, number words, stems and singulars.

Checks use them to find names and numbers in the texts of rules. In "roll two dice, and this one counts", only "two" is
a number; the name "Fire Powers" has the words `fire` and `power`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

STOP_WORDS = frozenset(
    (
        "a an and any are as at back be but by can cannot do does down each every for from has have if in "
        "into is it its may must no not of off on one only or out over per some than that the their then "
        "these they this those through to under up was when where which while with without"
    ).split()
)
"""Words that are part of a sentence but not of a name."""
NUMBERS = dict(zip("one two three four five six seven eight nine ten eleven twelve".split(), range(1, 13), strict=True))

_PRONOUN_BEFORE = tuple(
    "a an another any each every first last new no only or other same such that the this which".split()
)
"""Words before "one" that make it a pronoun, as in "this one"."""
_PRONOUN_AFTER = (
    # prepositions that no noun phrase begins with
    *(
        "after against among at before behind between beyond by during for from in into of on through to under until "
        "with within without"
    ).split(),
    # conjunctions
    *"although because but if or than that though unless when where which while who".split(),
    # auxiliary verbs and pronouns
    *("are can cannot could did does had has is it may might must shall should they was were will would").split(),
    # adverbs that describe no noun
    *"again already also another away either instead never not only too".split(),
    r"far\s+away",
    r"\w+ically",
    # a participle with its own object
    r"\w+ing\s+(?:an?|each|her|him|his|it|its|that|the|their|them|this)",
)
"""Words after "one" that make it a pronoun. They cannot begin a noun phrase, so "one" counts nothing."""
_NUMBER_WORD = re.compile(rf"(?<![\w-])(?:{'|'.join(NUMBERS)})(?![\w-]|['’]s)", re.IGNORECASE)
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_BLANKS = "".join(filter(str.isspace, map(chr, range(0x3001))))
"""All characters that are white space; the last of them is U+3000."""
_FIRST_WORD = re.compile(r"[\s*]*(?:\[\[)?[^\W\d_]")
"""The beginning of a word or a link, past spaces and emphasis: ` [[h` of ` [[hex]]`."""
_PRONOUN_REST = re.compile(rf"[\s*]*(?:{'|'.join(_PRONOUN_AFTER)})(?![\w-])", re.IGNORECASE)


SEEN_BEFORE, SEEN_AFTER = 40, 200
"""How many characters before and after a number word show whether it is a number."""


def number_words(text: str) -> Iterator[re.Match[str]]:
    """Yield the number words that count something: not the "one" of "this one" or "one of them"."""
    lower = text.lower()
    if not any(word in lower for word in NUMBERS):  # as in most texts
        return
    for match in _NUMBER_WORD.finditer(text):
        if match[0].lower() != "one" or _is_number(text, match):
            yield match


def _is_number(text: str, one: re.Match[str]) -> bool:
    """Return whether a "one" is a number: yes in "more than one" and "one die", no in "this one" and "one of them"."""
    before = text[max(0, one.start() - SEEN_BEFORE) : one.start()].rstrip(_BLANKS + "*")
    after = text[one.end() : one.end() + SEEN_AFTER]
    # the last word is searched from the last space or line feed, because the pattern alone would take quadratic time
    match = _LAST_WORD.search(before[max(map(before.rfind, " \n")) + 1 :])
    word_before = match[0].lower() if match else ""
    if word_before == "than":
        return True
    if word_before in _PRONOUN_BEFORE:
        return False
    return _FIRST_WORD.match(after) is not None and not _PRONOUN_REST.match(after)


@lru_cache(1 << 16)
def stem(word: str) -> str:
    """Return the stem that all forms of a word share, in lower case. It may not be a word itself."""
    from snowballstemmer.english_stemmer import EnglishStemmer  # few commands need it

    return str(EnglishStemmer().stemWord(word.lower().replace("’", "'")))


SHORTEST_PLURAL = 4
"""The least number of letters of a word whose final s is a plural ending."""


def singular(word: str) -> str:
    """Return a word without its plural or genitive ending: `hex` for `hexes`, `unit` for `unit's`."""
    if word.endswith(("'", "’", "'s", "’s")):
        word = word.removesuffix("s")[:-1]
    if word.endswith(("xes", "ches", "shes", "sses")):
        return word[:-2]
    is_plural = len(word) >= SHORTEST_PLURAL and word[-1] == "s" and word[-2] != "s"
    return word[:-1] if is_plural else word


def parts(name: str) -> tuple[str, ...]:
    """Return the words of a name in lower case and singular. Hyphens separate words, as spaces do."""
    return tuple(singular(word) for word in re.split(r"[\s-]+", name.strip().lower()) if word)
