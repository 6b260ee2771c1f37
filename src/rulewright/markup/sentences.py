"""Where the sentences of a text begin and end."""

import re
from collections.abc import Iterator

_ABBREVIATIONS = ("approx", "cf", "e.g", "etc", "fig", "hvy", "i.e", "inf", "lt", "max", "med", "min", "no", "p", "vs")
"""After these a full stop ends no sentence."""
_END = re.compile(r"[.!?]+[\"'”’)\]*_]*(?=\s+(?:\[\[|`|[\"'“‘\[*_]*[A-ZÀ-ÖØ-ÞΑ-ΩЁА-Я]))")


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """The begin and end of each sentence, without the blanks around it."""
    begin = 0
    for match in _END.finditer(text):
        if not _abbreviated(text[begin : match.start()]):
            yield from _stripped(text, begin, match.end())
            begin = match.end()
    yield from _stripped(text, begin, len(text))


def first_sentence(text: str) -> str:
    return next((text[begin:end] for begin, end in sentences(text)), "")


def _abbreviated(before: str) -> bool:
    return before.lower().endswith(tuple(f"{sign}{word}" for word in _ABBREVIATIONS for sign in " ([")) or (
        before.lower() in _ABBREVIATIONS
    )


def _stripped(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    part = text[begin:end]
    if part.strip():
        yield begin + len(part) - len(part.lstrip()), begin + len(part.rstrip())
