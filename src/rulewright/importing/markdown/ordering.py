"""The order of the files of a folder: as a list of contents or their front matter says, else by their names."""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby

from rulewright.importing.markdown.sections import Document

FIRST = ("readme", "index")
CONTENTS = "summary"
"""The stem of a file that lists the pages of a book."""
PAGE = re.compile(r"\]\(([^()#\s]+)")
LAST = 1e9


def in_order(documents: Sequence[Document], places: Mapping[str, float]) -> list[Document]:
    """Files that were named are in that order; those of one folder in the order that their authors gave them."""
    ordered: list[Document] = []
    for folder, group in groupby(documents, key=lambda each: each.file.folder):
        own = [*group]
        ordered += own if folder is None else _sorted(own, places)
    return ordered


def _sorted(documents: Sequence[Document], places: Mapping[str, float]) -> list[Document]:
    listed = _listed(documents)

    def key(document: Document) -> tuple[object, ...]:
        path = document.file.path
        index = path.stem.casefold() not in FIRST
        place = places.get(document.file.name, LAST)
        return listed.get(path.as_posix(), LAST), _natural(path.parent.as_posix()), index, place, _natural(path.name)

    return sorted(documents, key=key)


def _listed(documents: Sequence[Document]) -> dict[str, int]:
    """The places of the pages that a list of contents names."""
    contents = (each for each in documents if is_contents(each))
    pages = (
        (each.file.path.parent / page).as_posix() for each in contents for page in PAGE.findall("\n".join(each.lines))
    )
    return {page: at for at, page in reversed([*enumerate(pages)])}


def is_contents(document: Document) -> bool:
    """Whether a file only lists the others."""
    return document.file.path.stem.casefold() == CONTENTS


def _natural(name: str) -> tuple[tuple[int, str], ...]:
    """Sorts numbers in names as numbers."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d{1,9})", name) if part)
