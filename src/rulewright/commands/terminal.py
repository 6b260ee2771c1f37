"""Printing findings to a terminal or a file."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TextIO

from rulewright.boundary import Failure
from rulewright.diagnostics import Faults
from rulewright.formats.as_text import findings_text
from rulewright.streams import use_encoding
from rulewright.translation.catalogues import ENGLISH, Catalogue
from rulewright.translation.messages import in_language
from rulewright.visible import visible


def use_colour(stream: TextIO) -> bool:
    """Whether to use colour: on a terminal only, and not if the user has set NO_COLOR."""
    return stream.isatty() and "NO_COLOR" not in os.environ


def print_findings(faults: Faults, texts: Mapping[str, str], stream: TextIO, words: Catalogue = ENGLISH) -> None:
    """Prints all findings with their excerpts."""
    if faults.findings:
        print(findings_text(faults.sorted(), texts, colour=use_colour(stream), words=words), file=stream)


def say(line: str, stream: TextIO | None = None, words: Catalogue = ENGLISH) -> None:
    """Prints one line, to standard output by default."""
    print(visible(in_language(line, words)), file=stream or sys.stdout)


@contextmanager
def failing_in(words: Catalogue) -> Iterator[None]:
    """A failure within says its reason in the language of the game."""
    try:
        yield
    except Failure as failure:
        raise Failure(*(in_language(each, words) for each in failure.args)) from failure


def write_data(text: str) -> None:
    """Prints what programs read: always UTF-8."""
    use_encoding(sys.stdout, "utf-8")
    sys.stdout.write(text)
