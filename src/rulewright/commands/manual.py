"""`rulewright manual`: the pages that `explain` prints, as a folder to read in a browser."""

import sys
from pathlib import Path

from rulewright.publish import publish
from rulewright.render.manual import manual_pages


def manual(project: str) -> int:
    """Writes build/manual/."""
    root = Path(project)
    folder = root / "build" / "manual"
    pages = {name: text.encode() for name, text in manual_pages(root).items()}
    try:
        publish(folder, pages)
    except OSError as error:
        print(f"rulewright: {folder} cannot be written: {error.strerror or error}", file=sys.stderr)
        return 2
    print(f"manual: {len(pages)} pages in {folder}")
    return 0
