"""`rulewright manual`: the pages that `explain` prints, as a folder to read in a browser, with cards in print."""

import sys
from pathlib import Path

from rulewright.catalogue import FINDINGS, WAIVABLE
from rulewright.commands.libraries import library_findings
from rulewright.diagnostics import Severity
from rulewright.manual import FILES, card_pages, example_of
from rulewright.publish import publish
from rulewright.render.manual import Shown, manual_pages


def manual(project: str) -> int:
    """Writes build/manual/."""
    root = Path(project)
    folder = root / "build" / "manual"
    shown = _shown()
    pages = {name: text.encode() for name, text in manual_pages(root, FINDINGS, WAIVABLE, shown).items()}
    files = pages | {f"cards/{each.file}": each.picture.png for each in shown}
    files["cards/game.yaml"] = example_of("cards")[FILES["yaml", "game"]]
    try:
        publish(folder, files)
    except OSError as error:
        print(f"rulewright: {folder} cannot be written: {error.strerror or error}", file=sys.stderr)
        return 2
    print(f"manual: {len(pages)} pages in {folder}")
    return 0


def _shown() -> tuple[Shown, ...]:
    """The pictures of cards; on a machine that cannot print, none and a message."""
    for missing in library_findings():
        if missing.severity is Severity.ERROR:
            print(f"rulewright: the manual has no pictures: {missing.message}; {missing.hint}", file=sys.stderr)
            return ()
    from rulewright.commands.manual_cases import printed_cases  # imports what such a machine lacks

    return tuple(each for page in card_pages().values() for each in printed_cases(page))
