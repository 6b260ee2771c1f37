"""Choose the reader for each file of an import, and join what they read into one draft.

`rules.md` and `tables.csv` come in; the draft has the rules of the one and the tables of the other. The commands
`import` and `export` call `read_all`; `export` reads its own files back to see that nothing is lost.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module

from rulewright.base.boundary import Failure
from rulewright.base.messages.messages import any_of
from rulewright.importing.distinct_ids import with_unique_ids
from rulewright.importing.draft import Draft, join_drafts
from rulewright.importing.sources import SourceFile

READERS = {
    "markdown.reading": (".md", ".markdown", ".mdown", ".mkd"),
    "lout.drafting": (".lout", ".lt"),
    "spreadsheets": (".csv", ".tsv", ".tab", ".xlsx", ".xlsm", ".ods", ".fods"),
    "datasworn": (".json",),
}
"""The module that reads each format, loaded for the first such file, and the ends of its files' names.

Its function `read` gets all files of the format in one import: they may refer to one another.
"""
SUFFIXES = tuple(suffix for suffixes in READERS.values() for suffix in suffixes)


def read_all(files: Iterable[SourceFile], taken: Mapping[str, Iterable[str]] | None = None) -> Draft:
    """Read all files into one draft; raise `Failure` if a file has no reader.

    `taken` are the ids, by sections, of the game that the draft joins.
    """
    all_files, drafts = list(files), list[Draft]()
    for file in all_files:
        if file.suffix not in SUFFIXES:
            raise Failure(f"{file.name}: import reads files that end in {any_of(SUFFIXES)}")
    for module, suffixes in READERS.items():
        if files_of_format := [file for file in all_files if file.suffix in suffixes]:
            drafts.append(import_module(f"rulewright.importing.{module}").read(files_of_format))
    return join_drafts(with_unique_ids(drafts, taken))
