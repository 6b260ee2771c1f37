"""Reads a source into statements: Markdown, plain text, and cards in Lout. A source is data: nothing in it runs."""

from collections.abc import Callable, Iterator, Mapping

from rulewright.boundary import Failure
from rulewright.comparing.reading.lout import lout_statements
from rulewright.comparing.reading.markdown import markdown_statements
from rulewright.comparing.reading.plain_text import text_statements
from rulewright.comparing.statement import Statement
from rulewright.importing.sources import SourceFile, source_files

READERS: Mapping[str, Callable[[SourceFile], Iterator[Statement]]] = {
    ".md": markdown_statements,
    ".markdown": markdown_statements,
    ".lout": lout_statements,
    ".lout.txt": lout_statements,
    ".txt": text_statements,
}
"""The readers by the ends of names, a longer end before a shorter one."""


def read_source(source: str) -> tuple[Statement, ...]:
    """The statements of a file, or of all files of a folder that can be read; `Failure` where there is none."""
    read = tuple(statement for file in source_files((source,), READERS) for statement in _statements(file))
    if not read:
        raise Failure(f"{source} holds nothing to compare")
    return read


def _statements(file: SourceFile) -> Iterator[Statement]:
    for end, reader in READERS.items():
        if file.name.lower().endswith(end):
            return reader(file)
    ends = ", ".join(READERS)
    raise Failure(f"{file.name} is of no kind that compare reads: these end in {ends}")
