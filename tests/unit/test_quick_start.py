"""WeasyPrint starts without what printing does not need, and prints the same bytes as when it starts with it."""

import subprocess
import sys
from pathlib import Path

import pytest

PRINT = """\
import sys
from rulewright.render.typesetting.fonts import font_file
from rulewright.render.pdf.printer import Printer

style = "@font-face { font-family: Sans; src: url(font:SourceSansPro-Regular.ttf) } html { font-family: Sans }"
printed = Printer(style).print("<html lang=en><title>Hits</title><section data-block=hits>3 to hit")
assert not printed.overflows and not printed.warnings, printed
print([name for name in ("pycparser", "fontTools.subset") if name in sys.modules], file=sys.stderr)
sys.stdout.buffer.write(printed.pdf)
"""


def printed(caches: Path | str, before: str = "") -> tuple[bytes, str]:
    """The PDF of a card by a process of its own, and which of the slow modules it has imported."""
    environment = {"XDG_CACHE_HOME": str(caches), "HOME": "/nowhere", "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run([sys.executable, "-c", before + PRINT], capture_output=True, check=True, env=environment)
    return done.stdout, done.stderr.decode().strip()


@pytest.fixture(scope="module")
def plain() -> bytes:
    """Imported before us, WeasyPrint starts as it always does."""
    pdf, imported = printed("", before="import weasyprint\n")
    assert imported == "['pycparser', 'fontTools.subset']"
    return pdf


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere libraries are searched for")
def test_declarations_are_parsed_once(tmp_path: Path, plain: bytes) -> None:
    assert printed(tmp_path) == (plain, "['pycparser']")
    [kept] = tmp_path.glob("rulewright/declarations-*")
    assert printed(tmp_path) == (plain, "[]")
    kept.write_text("{'_types': torn")
    assert printed(tmp_path) == (plain, "['pycparser']")
    assert printed(tmp_path) == (plain, "[]")


def test_nowhere_to_keep_them(tmp_path: Path, plain: bytes) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    assert printed("not/absolute")[0] == printed(file)[0] == plain
    assert not Path("not").exists()


def test_what_is_put_off_works_when_it_is_called() -> None:
    """A font of which nothing is left out, by the library that subsets where HarfBuzz cannot."""
    program = """\
from rulewright.render.pdf.engine import HTML
from weasyprint.pdf import fonts
import sys

assert "fontTools.subset" not in sys.modules
options = fonts.subset.Options(retain_gids=True)
import fontTools.subset
assert isinstance(options, fontTools.subset.Options), options
assert fonts.subset.Subsetter(options).options is options
"""
    subprocess.run([sys.executable, "-c", program], check=True, env={"PYTHONPATH": ":".join(sys.path)})
