"""Report a build with nothing to do, and foreign files: those in build/GAME that no build wrote.

This module imports very little, so that a build with nothing to do is quick.
"""

import os
import sys
from collections.abc import Sequence

from rulewright.base.cache import BuildCache
from rulewright.base.visible import visible, visible_lines


def says_unchanged(cache: BuildCache) -> bool:
    """If there is nothing to do, print the findings of the last build again and return True."""
    findings = cache.findings_if_fresh()
    if findings is None:
        return False
    sys.stdout.write(visible_lines(findings))
    say_foreign_files(cache.folder, cache.foreign_outputs)
    folder = os.path.normpath(cache.folder)
    print(visible(f"{os.path.basename(folder)}: nothing has changed, {folder} is up to date"))
    return True


def say_foreign_files(folder: str, foreign_files: Sequence[str]) -> None:
    """Name some of the files that no build wrote."""
    if foreign_files:
        folder, names = os.path.normpath(folder), some_of(sorted(foreign_files), 3)
        print(visible(f"{os.path.basename(folder)}: no build wrote these files in {folder}, so they stay: {names}"))


def some_of(paths: Sequence[str], most: int) -> str:
    """Name up to `most` files, and the number of the others: `a.pdf, b.pdf, c.pdf and 3 more`; `nothing` for none."""
    names, more = ", ".join(paths[:most]), len(paths) - most
    return f"{names} and {more} more" if more > 0 else names or "nothing"
