"""`rulewright manual`: the pages that `explain` prints, as a folder to read in a browser, with cards in print."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.catalogue import FINDINGS, WAIVABLE
from rulewright.commands.libraries import library_findings
from rulewright.commands.progress_line import ProgressLine
from rulewright.commands.terminal import print_findings, say
from rulewright.commands.unwritable import unwritable
from rulewright.findings import Findings, Severity
from rulewright.language.entry import Entry
from rulewright.manual import FILES, card_pages, example_of, frames
from rulewright.publish import publish, sole_access
from rulewright.reference import ENTRIES, Word, entry_summary, page_name, words
from rulewright.render.manual import EntryView, Shown, entry_view, manual_pages, word_view
from rulewright.render.templating.faults import template_faults
from rulewright.tutorial import GAMES

if TYPE_CHECKING:
    from rulewright.render.pdf.page_images import Picture


def manual(project: str) -> int:
    """Writes build/manual/: at first without pictures, as printing them takes a minute or two."""
    root, printing = Path(project), _can_print()
    count, status = _written(root, (), {})
    folder = root / "build" / "manual"
    if printing and not status:
        say(f"manual: {folder} can be read; its pictures follow", sys.stderr)
        count, status = _written(root, _shown(), _pictures())
    if not status:
        say(f"manual: {count} page in {folder}" if count == 1 else f"manual: {count} pages in {folder}")
    return status


def _written(root: Path, shown: tuple[Shown, ...], pictures: "Mapping[Word, Picture]") -> tuple[int, int]:
    """Publishes the pages with these pictures; how many there are, and the exit status."""
    entries = [_entry_view(entry, pictures) for entry in (*ENTRIES, None)]
    pages, faults = dict[str, bytes](), Findings()
    with template_faults(root, faults):
        made = manual_pages(root, FINDINGS, WAIVABLE, shown, entries)
        pages = {name: text.encode() for name, text in made.items()}
    print_findings(faults, {}, sys.stderr)
    files = pages | {f"{each.folder}/{each.file}": each.picture.png for each in shown}
    files |= {f"language/{word.file}": picture.png for word, picture in pictures.items()}
    files["cards/game.yaml"] = example_of("cards")[FILES["yaml", "game"]]
    return len(pages), faults.status or _published(root / "build" / "manual", files)


def _published(folder: Path, files: Mapping[str, bytes]) -> int:
    try:
        with sole_access(folder.parent):
            publish(folder, files)
    except OSError as error:
        return unwritable(folder, error)
    return 0


def _shown() -> tuple[Shown, ...]:
    """The pictures of the pages about cards, and of the tutorials."""
    from rulewright.commands.manual_cases import printed_cases, printed_steps  # what they import a machine may lack

    pages = card_pages().values()
    with ProgressLine() as line:
        progress, shown = line.of("manual"), list[Shown]()
        for done, page in enumerate(pages):
            progress(f"examples of {page.name}", done, len(pages))
            shown += printed_cases(page)
        for kind in GAMES:
            progress(f"the game of the tutorial {kind}", 0, 1)
            shown += printed_steps(kind)
    return tuple(shown)


def _pictures() -> "Mapping[Word, Picture]":
    """A picture of what each key's example makes."""
    from rulewright.commands.manual_words import printed_words

    with ProgressLine() as progress:
        return printed_words((word for found in words().values() for word in found), progress.of("manual"))


def _can_print() -> bool:
    """Whether this machine can; if not, a message says what it lacks."""
    for missing in library_findings():
        if missing.severity is Severity.ERROR:
            none = f"rulewright: the manual has no pictures: {missing.message}; {missing.hint}"
            say(none, sys.stderr)
            return False
    return True


def _entry_view(entry: type[Entry] | None, pictures: "Mapping[Word, Picture]") -> EntryView:
    """The page of an entry; without one, that of the links of text."""
    own = [word for found in words().values() for word in found if word.entry is entry]
    views = [
        word_view(word.label, f"{word.summary}.", word.facts(), word.example, pictures.get(word), word.file)
        for word in own
    ]
    frames_ = dict.fromkeys(fence.text for word in own for fence in frames()[word.frame].fences)
    if entry is None:
        summary = "Text is Markdown with one kind of link: double brackets, with the kind of thing before the colon."
        return entry_view("text", "the links of text", summary, views, frames_)
    return entry_view(page_name(entry), entry.noun, entry_summary(entry), views, frames_)
