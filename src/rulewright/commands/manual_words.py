"""What the examples of the language reference make, as pictures: a card, a sheet, or a page of the rulebook."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from rulewright.commands.manual_cases import COLOURS, DPI, pdfs_to_show, with_fonts
from rulewright.installation import user_store
from rulewright.manual import GAME
from rulewright.pipeline import examine
from rulewright.pool import Job, run_jobs
from rulewright.products.outputs import pdf_files
from rulewright.products.run import PrintRun
from rulewright.progress import Progress, no_progress
from rulewright.proof.process import Limits
from rulewright.reference import Word
from rulewright.render.pdf.page_images import Picture, cropped_picture, page_texts
from rulewright.render.pdf.printers import Printers

CARD = "title: Example\nsize: 105 × 60 mm\nfit: shrink\ntheme: bare\nblocks:\n"
THEME = b"kind: theme\ntitle: Bare\nframe: none\n"
RULEBOOK = b"kind: rulebook\ntitle: Rules\npaper: A5\n"
EDGE = DPI // 2
"""Pixels at the upper and lower edge of the rulebook's pages, with the chapter and the number of the page."""
ON_CARDS = {"tables": '  - note: "[[table:{0}]]"\n  - table: {0}\n', "references": "  - bullets: {0}\n"}
"""Sections whose entries a card can show, and the blocks that show them."""
WORD = re.compile(r"[^\W\d_]{4,}")


def printed_words(words: Iterable[Word], progress: Progress = no_progress) -> dict[Word, Picture]:
    """A picture of what each example makes, by the word; made by several processes where there are several."""
    words, printers = list(words), Printers()
    jobs = [Job(word.title, 1, lambda word=word: _printed(word, printers)) for word in words]  # type: ignore[misc]
    return {word: made for word, made in zip(words, run_jobs(jobs, progress), strict=True) if made is not None}


def _printed(word: Word, printers: Printers) -> Picture | None:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        more = _shown(word)
        for name, data in {**with_fonts(word.project()), **more}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(data)
        examined = examine(root, GAME, Limits())
        if examined.book is None:
            return None
        run = PrintRun(examined.book, examined.proof, examined.faults, root, "", user_store(), printers=printers)
        pdfs = pdfs_to_show(pdf_files(run), examined.book.game)
    if not pdfs:
        return None
    pages = [(pdf, page, text) for pdf in pdfs for page, text in enumerate(page_texts(pdf))]
    pdf, page, _ = max(pages, key=lambda each: _likeness(word, each[2]))
    return cropped_picture(pdf, page, DPI, COLOURS, edge=EDGE if RULEBOOK in more.values() else 0)


def _likeness(word: Word, text: str) -> int:
    """How many words a page shares with the example, and then with the rest of its source file."""
    shown = set(WORD.findall(text))
    source = word.project().get(f"content/{GAME}/{GAME}.yaml", b"").decode()
    return 100 * len(shown & set(WORD.findall(word.example))) + len(shown & set(WORD.findall(source)))


def _shown(word: Word) -> dict[str, bytes]:
    """A card with the tables or lists of the example, or the rulebook, where the example is of neither."""
    files = word.project()
    if any(name.startswith("cards/") and name.endswith(".yaml") for name in files):
        return {}
    source = files.get(f"content/{GAME}/{GAME}.yaml", b"").decode()
    blocks = "".join(block.format(id_) for section, block in ON_CARDS.items() for id_ in _ids(source, section))
    card = f"cards/{GAME}/example.yaml"
    return {card: (CARD + blocks).encode(), f"cards/{GAME}/bare.yaml": THEME} if blocks else {card: RULEBOOK}


def _ids(source: str, section: str) -> Iterator[str]:
    """The ids in a section of a frame, one to a line."""
    found = re.search(rf"^{section}:\n((?: .*\n)+)", source, re.MULTILINE)
    return (match[1] for match in re.finditer(r"^  ([a-z-]+):", found[1], re.MULTILINE)) if found else iter(())
