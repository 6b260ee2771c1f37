"""`rulewright manual`: the pages that `explain` prints, as a folder to read in a browser, with cards in print.

The pages of build/manual are written at once without pictures, and again with them. A picture shows what an example of
the manual prints: a *case* of a page about cards, a step of a tutorial, or the example of a *word*, which is a key of
an entry or a form of link. A `Shown` is one picture with its case; a *frame* is the source around the example of a
word.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from rulewright.app.commands.manual_cases import COLOURS, DPI, pdfs_to_show, with_fonts, write_files
from rulewright.app.commands.options import PROJECT_OPTION
from rulewright.app.commands.progress_line import ProgressLine, print_findings, say
from rulewright.app.commands.shared import library_findings, unwritable
from rulewright.app.publish import publish, sole_access
from rulewright.base.findings import Findings, Severity, counted
from rulewright.base.installation import user_store
from rulewright.base.pool import Job, run_jobs
from rulewright.base.progress import Progress, no_progress
from rulewright.book.declarations import ENTRIES
from rulewright.html.templating.template_errors import template_findings
from rulewright.outputs.manual.pages import FILES, GAME, card_pages, example_of
from rulewright.outputs.manual.reference import Word, words
from rulewright.outputs.manual.site import Shown, entry_page, manual_pages
from rulewright.outputs.manual.tutorial import TUTORIAL_GAMES
from rulewright.outputs.products.making import pdf_files
from rulewright.outputs.products.run import PrintRun
from rulewright.pdf import Printers
from rulewright.pdf.page_images import Picture, cropped_picture, page_texts
from rulewright.pipeline.catalogue import FINDINGS, WAIVABLE
from rulewright.pipeline.stages import examine
from rulewright.proof.prove import ProofOptions


@click.command()
@PROJECT_OPTION
def manual(project: str) -> int:
    # At first without pictures, as printing them takes a minute or two.
    root, can_print = Path(project), _can_print()
    count, status = _publish_pages(root, (), {})
    folder = root / "build" / "manual"
    if can_print and not status:
        say(f"manual: {folder} can be read; its pictures follow", sys.stderr)
        pictures_of_cases = _pictures_of_cases()
        with ProgressLine() as line:
            pictures_of_words = printed_words(_all_words(), line.for_game("manual"))
        count, status = _publish_pages(root, pictures_of_cases, pictures_of_words)
    if not status:
        say(f"manual: {counted(count, 'page')} in {folder}")
    return status


def _publish_pages(root: Path, shown: tuple[Shown, ...], pictures: Mapping[Word, Picture]) -> tuple[int, int]:
    """Publish the pages with these pictures; return their number and the exit status."""
    entries = [entry_page(entry, pictures) for entry in (*ENTRIES, None)]
    pages, findings = dict[str, bytes](), Findings()
    with template_findings(root, findings):
        texts = manual_pages(root, FINDINGS, WAIVABLE, shown, entries)
        pages = {name: text.encode() for name, text in texts.items()}
    print_findings(findings, {}, sys.stderr)
    files = pages | {f"{each.folder}/{each.file}": each.picture.png for each in shown}
    files |= {f"language/{word.file}": picture.png for word, picture in pictures.items()}
    files["cards/game.yaml"] = example_of("cards")[FILES["yaml", "game"]]
    return len(pages), findings.status or _publish(root / "build" / "manual", files)


def _publish(folder: Path, files: Mapping[str, bytes]) -> int:
    """Write the files into the folder; return the exit status."""
    try:
        with sole_access(folder.parent):
            publish(folder, files)
    except OSError as error:
        return unwritable(folder, error)
    return 0


def _pictures_of_cases() -> tuple[Shown, ...]:
    """Print the pictures of the pages about cards and of the tutorials."""
    from rulewright.app.commands.manual_cases import printed_cases, printed_steps

    pages = card_pages().values()
    with ProgressLine() as line:
        progress, shown = line.for_game("manual"), list[Shown]()
        for done, page in enumerate(pages):
            progress(f"examples of {page.name}", done, len(pages))
            shown += printed_cases(page)
        for kind in TUTORIAL_GAMES:
            progress(f"the game of the tutorial {kind}", 0, 1)
            shown += printed_steps(kind)
    return tuple(shown)


def _all_words() -> Iterator[Word]:
    return (word for namesakes in words().values() for word in namesakes)


def _can_print() -> bool:
    """Return whether this machine can print; if not, say what it lacks."""
    for missing in library_findings():
        if missing.severity is Severity.ERROR:
            say(f"rulewright: the manual has no pictures: {missing.message}; {missing.hint}", sys.stderr)
            return False
    return True


# Pictures of the examples of the language reference

CARD = "title: Example\nsize: 105 × 60 mm\nfit: shrink\ntheme: bare\nblocks:\n"
THEME = b"kind: theme\ntitle: Bare\nframe: none\n"
RULEBOOK = b"kind: rulebook\ntitle: Rules\npaper: A5\n"
EDGE = DPI // 2
"""Pixels at the upper and lower edge of the rulebook's pages, with the chapter and the number of the page."""
ON_CARDS = {"tables": '  - note: "[[table:{0}]]"\n  - table: {0}\n', "references": "  - bullets: {0}\n"}
"""Sections whose entries a card can show, and the blocks that show them."""
LONG_WORD = re.compile(r"[^\W\d_]{4,}")  # letters only, such as `lancers`


def printed_words(words: Iterable[Word], progress: Progress = no_progress) -> dict[Word, Picture]:
    """Print a picture of each word's example, in several processes if there are several."""
    words, printers = list(words), Printers()
    jobs = [Job(word.title, 1, lambda word=word: _print_word(word, printers)) for word in words]  # type: ignore[misc]
    pictures = run_jobs(jobs, progress)
    return {word: picture for word, picture in zip(words, pictures, strict=True) if picture is not None}


def _print_word(word: Word, printers: Printers) -> Picture | None:
    """Return the page that is most like the example of the word; None if the example prints nothing."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        added_files = _files_that_show(word)
        write_files({**with_fonts(word.project()), **added_files}, root)
        examined = examine(root, GAME, ProofOptions())
        if examined.book is None:
            return None
        run = PrintRun(examined.book, examined.proof, examined.findings, root, "", user_store(), printers=printers)
        pdfs = pdfs_to_show(pdf_files(run), examined.book.game)
    if not pdfs:
        return None
    pages = [(pdf, page, text) for pdf in pdfs for page, text in enumerate(page_texts(pdf))]
    pdf, page, _ = max(pages, key=lambda page_with_text: _likeness(word, page_with_text[2]))
    return cropped_picture(pdf, page, DPI, COLOURS, edge=EDGE if RULEBOOK in added_files.values() else 0)


def _likeness(word: Word, text: str) -> int:
    """Count the words that a page shares with the example, and with less weight those of the rest of its file."""
    on_page = set(LONG_WORD.findall(text))
    source = word.project().get(f"content/{GAME}/{GAME}.yaml", b"").decode()
    in_example, in_source = set(LONG_WORD.findall(word.example)), set(LONG_WORD.findall(source))
    # An example has fewer than 100 words, so one of its words counts more than all of the file.
    return 100 * len(on_page & in_example) + len(on_page & in_source)


def _files_that_show(word: Word) -> dict[str, bytes]:
    """Return files of cards/ that print the example: a card with its tables and lists, or a rulebook if it has neither.

    Return none if the example has cards of its own.
    """
    files = word.project()
    if any(name.startswith("cards/") and name.endswith(".yaml") for name in files):
        return {}
    source = files.get(f"content/{GAME}/{GAME}.yaml", b"").decode()
    blocks = "".join(block.format(id_) for section, block in ON_CARDS.items() for id_ in _ids(source, section))
    card = f"cards/{GAME}/example.yaml"
    return {card: (CARD + blocks).encode(), f"cards/{GAME}/bare.yaml": THEME} if blocks else {card: RULEBOOK}


def _ids(source: str, section: str) -> Iterator[str]:
    """Yield the ids in a section of a frame, one on each line."""
    section_text = re.search(rf"^{section}:\n((?: .*\n)+)", source, re.MULTILINE)  # the name and all indented lines
    if section_text is not None:
        yield from re.findall(r"^  ([a-z-]+):", section_text[1], re.MULTILINE)  # `  hits: ...`
