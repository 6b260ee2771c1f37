"""Printing findings to a terminal or a file."""

import os
import sys
from collections.abc import Mapping
from typing import TextIO

from rulewright.findings import Findings
from rulewright.formats.as_text import findings_text
from rulewright.streams import use_encoding
from rulewright.visible import visible


def use_colour(stream: TextIO) -> bool:
    """Whether to use colour: on a terminal only, and not if the user has set NO_COLOR."""
    return stream.isatty() and "NO_COLOR" not in os.environ


def print_findings(faults: Findings, texts: Mapping[str, str], stream: TextIO) -> None:
    """Prints all findings with their excerpts."""
    if faults.findings:
        print(findings_text(faults.sorted(), texts, colour=use_colour(stream)), file=stream)


def say(line: str, stream: TextIO | None = None) -> None:
    """Prints one line, to standard output by default."""
    print(visible(line), file=stream or sys.stdout)


def write_data(text: str) -> None:
    """Prints what programs read: always UTF-8."""
    use_encoding(sys.stdout, "utf-8")
    sys.stdout.write(text)
