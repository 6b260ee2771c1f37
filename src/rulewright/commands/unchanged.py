"""Report a build with nothing to do. This module imports very little, so that such a build is quick."""

import os
import sys
from collections.abc import Sequence

from rulewright.cache import BuildCache
from rulewright.visible import visible, visible_lines

SHOWN = 3
"""The most foreign files to name."""


def says_unchanged(cache: BuildCache) -> bool:
    """If there is nothing to do, print the findings of the last build again and return True."""
    findings = cache.findings_if_fresh()
    if findings is None:
        return False
    sys.stdout.write(visible_lines(findings))
    say_others(cache.folder, cache.foreign_outputs)
    folder = os.path.normpath(cache.folder)
    print(visible(f"{os.path.basename(folder)}: nothing has changed, {folder} is up to date"))
    return True


def say_others(folder: str, others: Sequence[str]) -> None:
    """Name some of the files that no build wrote."""
    if others:
        names = ", ".join(sorted(others)[:SHOWN])
        if len(others) > SHOWN:
            names += f" and {len(others) - SHOWN} more"
        folder = os.path.normpath(folder)
        print(visible(f"{os.path.basename(folder)}: no build wrote these files in {folder}, so they stay: {names}"))
