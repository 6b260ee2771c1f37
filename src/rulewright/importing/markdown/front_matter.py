"""What a file says of itself above its text: title, authors, licence, language."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import yaml

from rulewright.findings import Span
from rulewright.importing.draft import Guessed, Unread, Value

KEYS = {
    "title": "title",
    "subtitle": "subtitle",
    "edition": "edition",
    "version": "version",
    "licence": "licence",
    "license": "licence",
    "rights": "licence",
    "lang": "language",
    "language": "language",
    "author": "authors",
    "authors": "authors",
    "credits": "credits",
}
"""Our keys for what others say."""
ORDER = ("nav_order", "sidebar_position", "weight", "order")
"""Keys by which a site orders its pages."""
LANGUAGE = re.compile(r"[a-z]{2}(?:-[A-Za-z]{2,4})?")
COMMON = {
    "de": {"der", "die", "das", "und", "ist", "ein", "eine", "nicht", "wird", "mit", "auf"},
    "fr": {"le", "la", "les", "des", "est", "une", "dans", "pas", "pour", "qui", "sur"},
    "es": {"el", "los", "las", "una", "que", "por", "con", "para", "del", "se"},
    "it": {"il", "che", "di", "una", "per", "con", "del", "della", "sono", "si"},
    "en": {"the", "and", "is", "of", "to", "a", "in", "may", "that", "not", "with"},
}
"""Words that each page of a language has."""
ENOUGH, SAMPLE = 20, 50_000
"""So many common words tell a language, among so many letters."""


def front_matter(source: str, origin: Span, unread: list[Unread]) -> dict[str, Any]:
    """The keys of a front matter; what it is not, is unread."""
    try:
        found = yaml.load(source, Loader=yaml.BaseLoader)  # noqa: S506  # it makes texts, lists and mappings only
    except (yaml.YAMLError, RecursionError):
        found = None
    if isinstance(found, dict):
        return {str(key).casefold(): value for key, value in found.items()}
    if source.strip():
        unread.append(Unread(origin, source, "the lines above the text are no YAML"))
    return {}


def about(keys: Mapping[str, Any], origin: Span, unread: list[Unread]) -> dict[str, Value]:
    """What the section `game` takes of a front matter."""
    section: dict[str, Value] = {}
    for key, value in keys.items():
        name, texts = KEYS.get(key, ""), [*_texts(value)]
        if name == "language" and not (texts and LANGUAGE.fullmatch(texts[0])):
            name = ""
        if name and texts:
            section.setdefault(name, [*texts] if name == "authors" else " ".join(texts))
        elif key not in ORDER and texts:
            unread.append(Unread(origin, f"{key}: {', '.join(texts)}", "the front matter has a key that a game lacks"))
    return section


def _texts(value: Any) -> Iterator[str]:
    """The texts of a value, whatever its shape."""
    if isinstance(value, dict):
        yield from (f"{key} {text}" for key, each in value.items() for text in _texts(each))
    elif isinstance(value, list):
        yield from (text for each in value for text in _texts(each))
    elif str(value).strip():
        yield " ".join(str(value).split())


def place_in_order(keys: Mapping[str, Any]) -> float | None:
    """Where a site has a page among others."""
    for key in ORDER:
        try:
            return float(keys[key])
        except (KeyError, TypeError, ValueError):
            continue
    return None


def guessed_language(texts: Iterable[str]) -> Value:
    """The language of a text by its most common words."""
    counts = dict.fromkeys(COMMON, 0)
    for word in re.findall(r"[^\W\d_]+", " ".join(texts)[:SAMPLE].casefold()):
        for language, common in COMMON.items():
            counts[language] += word in common
    best = max(counts, key=lambda language: (counts[language], language == "en"))
    if counts[best] < ENOUGH:
        best = "en"
    return Guessed(best, "its most common words are of this language")
