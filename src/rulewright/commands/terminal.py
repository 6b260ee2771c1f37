"""Printing findings to a terminal or a file."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from rulewright.boundary import Failure
from rulewright.diagnostics import Faults
from rulewright.formats.as_text import findings_text
from rulewright.source.files import read
from rulewright.streams import use_encoding
from rulewright.translation.catalogues import Catalogue, catalogue, users_words
from rulewright.translation.messages import Message, in_language
from rulewright.visible import visible


def use_colour(stream: TextIO) -> bool:
    """Whether to use colour: on a terminal only, and not if the user has set NO_COLOR."""
    return stream.isatty() and "NO_COLOR" not in os.environ


def print_findings(faults: Faults, texts: Mapping[str, str], stream: TextIO, words: Catalogue | None = None) -> None:
    """Prints all findings with their excerpts; without `words` in the language of the user."""
    if faults.findings:
        told = words or users_words()
        print(findings_text(faults.sorted(), texts, colour=use_colour(stream), words=told), file=stream)


def say(line: Message, stream: TextIO | None = None, words: Catalogue | None = None) -> None:
    """Prints one line, to standard output by default; without `words` in the language of the user."""
    print(visible(in_language(line, words or users_words())), file=stream or sys.stdout)


def words_of(project: Path, games: Sequence[str]) -> Catalogue:
    """The language of the first of some games, for what is said of them together."""
    return catalogue(read(project, games[0], Faults()).told_in) if games else users_words()


@contextmanager
def failing_in(words: Catalogue) -> Iterator[None]:
    """A failure within says its reason in the language of the game."""
    try:
        yield
    except Failure as failure:
        raise Failure(Message(in_language(failure.reason, words))) from failure


def write_data(text: str) -> None:
    """Prints what programs read: always UTF-8."""
    use_encoding(sys.stdout, "utf-8")
    sys.stdout.write(text)
