"""Which reader makes a draft of which files. A new format is one line of `READERS`, and its package.

A reader is imported only where there is a file for it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from rulewright.boundary import Failure
from rulewright.importing.apart import apart
from rulewright.importing.draft import Draft, together
from rulewright.importing.sources import SourceFile
from rulewright.translation.messages import any_of

Reader = Callable[[Sequence[SourceFile]], Draft]
"""Reads all files of its format in one import: they may refer to one another."""


def _markdown(files: Sequence[SourceFile]) -> Draft:
    from rulewright.importing.markdown.reading import read

    return read(files)


def _lout(files: Sequence[SourceFile]) -> Draft:
    from rulewright.importing.lout.drafting import read

    return read(files)


def _spreadsheets(files: Sequence[SourceFile]) -> Draft:
    from rulewright.importing.spreadsheets.reading import read

    return read(files)


def _datasworn(files: Sequence[SourceFile]) -> Draft:
    from rulewright.importing.datasworn.reading import read

    return read(files)


READERS: tuple[tuple[tuple[str, ...], Reader], ...] = (
    ((".md", ".markdown", ".mdown", ".mkd"), _markdown),
    ((".lout", ".lt"), _lout),
    ((".csv", ".tsv", ".tab", ".xlsx", ".xlsm", ".ods", ".fods"), _spreadsheets),
    ((".json",), _datasworn),
)
SUFFIXES = tuple(suffix for suffixes, _ in READERS for suffix in suffixes)


def read_all(files: Iterable[SourceFile], taken: Mapping[str, Iterable[str]] | None = None) -> Draft:
    """The draft of all files; `Failure` where no reader knows one of them.

    `taken` are the ids, by sections, of the game that the draft joins.
    """
    chosen = list(files)
    for each in chosen:
        if each.suffix not in SUFFIXES:
            kinds = any_of(SUFFIXES)
            raise Failure(f"{each.name}: import reads files that end in {kinds}")
    of_each = ([each for each in chosen if each.suffix in suffixes] for suffixes, _ in READERS)
    drafts = (reader(own) for own, (_, reader) in zip(of_each, READERS, strict=True) if own)
    return together(apart(drafts, taken))
