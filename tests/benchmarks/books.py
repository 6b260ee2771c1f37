"""A rulebook of invented rules, beside plain WeasyPrint on the same HTML in one go: time, and most memory at once.

python -m tests.benchmarks.books MAKER FOLDER    # a process by itself; it prints its MiB, `ours` with the pool's
"""

import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from rulewright.base.findings import Findings, Span
from rulewright.base.store import Store
from rulewright.book.book import Book
from rulewright.entries.rulebooks import Rulebook
from rulewright.entries.text import Text
from rulewright.entries.themes import standard_theme
from rulewright.outputs.products.print_rulebook import rulebook_file
from rulewright.outputs.products.run import PrintRun
from rulewright.outputs.rulebook.design import book_style, design
from rulewright.outputs.rulebook.index import OPEN
from rulewright.outputs.rulebook.parts import RulebookPages
from rulewright.proof.report import ProofReport
from tests.benchmarks.timing import ROOT, Ratio, Timed, command, ratio
from tests.many_rules import many_rules, read_many

RULEBOOK = Rulebook(id="rules", title=Text("Rules"), span=Span("rulebook.yaml"))


def cold(count: int) -> Callable[[], Ratio]:
    return lambda: _cold(count)


def edited(count: int) -> Callable[[], Ratio]:
    return lambda: _edited(count)


def _cold(count: int) -> Ratio:
    with tempfile.TemporaryDirectory() as folder:
        _prepare(Path(folder), count)
        print(f"book of {count} rules: {_peak('ours', folder)} MiB at most, plain WeasyPrint {_peak('plain', folder)}")
        return ratio(_process("ours", folder), _process("plain", folder), 3)


def _edited(count: int) -> Ratio:
    """A word of one rule is altered."""
    with tempfile.TemporaryDirectory() as folder:
        _prepare(Path(folder), count)
        _process("kept", folder)()
        return ratio(lambda: _edit(folder), _process("plain", folder), 3)


def print_book(book: Book, store: Store) -> bytes:
    run = PrintRun(book, ProofReport(), Findings(), ROOT, "", store)
    return run.files([rulebook_file(run, RULEBOOK)])[RULEBOOK.file]


def _prepare(folder: Path, count: int) -> None:
    html = RulebookPages(RULEBOOK, many_rules(folder, count), ROOT).text(ProofReport())
    (folder / "book.html").write_text(html.replace(OPEN, "00"), "utf-8")


def _process(maker: str, folder: str) -> Timed:
    return command("-m", "tests.benchmarks.books", maker, folder)


def _edit(folder: str) -> None:
    rules = Path(folder, "content", "many", "rules-0.yaml")
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("    text: ", "    text: So ", 1), "utf-8")
    _process("kept", folder)()


def _peak(maker: str, folder: str) -> int:
    called = [sys.executable, "-m", "tests.benchmarks.books", maker, folder]
    return int(subprocess.run(called, check=True, capture_output=True, text=True).stdout)


def _print_plainly(folder: Path) -> None:
    from weasyprint import CSS, HTML

    fonts = re.compile(r"url\(font:([A-Za-z]*?Pro)")
    kinds = {kind: files(f"font_source_{kind}_pro") / "files" for kind in ("sans", "serif")}
    ours = book_style(ROOT, standard_theme(), design(RULEBOOK))
    style = fonts.sub(lambda found: f"url({kinds[_kind(found[1])].as_uri()}/{found[1]}", ours)  # type: ignore[attr-defined]
    HTML(str(folder / "book.html")).write_pdf(
        folder / "plain.pdf", stylesheets=[CSS(string=style)], pdf_variant="pdf/ua-1"
    )


def _kind(name: str) -> str:
    return "serif" if "Serif" in name else "sans"


def _main(maker: str, folder: Path) -> None:
    if maker == "plain":
        _print_plainly(folder)
    else:
        store = Store(str(folder / "store")) if maker == "kept" else Store()
        (folder / "ours.pdf").write_bytes(print_book(read_many(folder), store))
    used = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(used // 1024)


if __name__ == "__main__":
    _main(sys.argv[1], Path(sys.argv[2]))
