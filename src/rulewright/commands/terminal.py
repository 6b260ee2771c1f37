"""Printing findings to a terminal or a file."""

import os
from collections.abc import Mapping
from typing import TextIO

from rulewright.diagnostics import Faults
from rulewright.formats.as_text import findings_text


def use_colour(stream: TextIO) -> bool:
    """Whether to use colour: on a terminal only, and not if the user has set NO_COLOR."""
    return stream.isatty() and "NO_COLOR" not in os.environ


def print_findings(faults: Faults, texts: Mapping[str, str], stream: TextIO) -> None:
    """Prints all findings with their excerpts."""
    if faults.findings:
        print(findings_text(faults.sorted(), texts, colour=use_colour(stream)), file=stream)
