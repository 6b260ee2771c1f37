"""Runs of text in a face as Markdown."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

SPECIAL = re.compile(r"([\\*_`]|<(?=[A-Za-z/!?])|\[(?=\[)|(?<=\[)\[|&(?=#?\w+;))")
"""Signs that would mean something in Markdown."""
SIGNS = {"bold": "**", "italic": "*"}


@dataclass(frozen=True, slots=True)
class Run:
    """Text in one face. A `link` is ready as it is."""

    text: str
    bold: bool = False
    italic: bool = False
    link: bool = False


@dataclass(frozen=True, slots=True)
class Face:
    bold: bool = False
    italic: bool = False

    def run(self, text: str) -> Run:
        return Run(text, self.bold, self.italic)


def markdown(runs: Iterator[Run]) -> str:
    """Runs as Markdown: what has one face in a row is emphasised once, blanks outside of the signs."""
    found = list(_with_plain_blanks(runs))
    outer, inner = sorted(("italic", "bold"), key=lambda face: len(_in_rows(found, face)))
    return re.sub(r"\s+", " ", _emphasised(found, (outer, inner))).strip()


def _emphasised(runs: list[Run], faces: tuple[str, ...]) -> str:
    """What is emphasised in the first way, with what is in the second way within it."""
    if not faces:
        return "".join(run.text if run.link else SPECIAL.sub(r"\\\1", run.text) for run in runs)
    rows = _in_rows(runs, faces[0])
    return "".join(_wrapped(_emphasised(row, faces[1:]), SIGNS[faces[0]] if on else "") for on, row in rows)


def _in_rows(runs: list[Run], face: str) -> list[tuple[bool, list[Run]]]:
    return [(on, list(row)) for on, row in groupby(runs, lambda run: bool(getattr(run, face)))]


def _wrapped(text: str, sign: str) -> str:
    words = text.strip()
    if not words or not sign:
        return text
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}{sign}{words}{sign}{after}"


def _with_plain_blanks(runs: Iterator[Run]) -> Iterator[Run]:
    """Blanks between two words have the face that both have, so that these stay together."""
    face = Run("")
    waiting: list[Run] = []
    for run in runs:
        if run.text.strip():
            bold, italic = face.bold and run.bold, face.italic and run.italic
            yield from (replace(blank, bold=bold, italic=italic) for blank in waiting)
            waiting, face = [], run
            yield run
        elif run.text:
            waiting.append(run)
