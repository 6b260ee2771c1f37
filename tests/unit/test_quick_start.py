"""WeasyPrint starts without what printing does not need, and prints the same bytes as after a plain start."""

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.render.pdf.lazy_import import import_lazily

pytestmark = pytest.mark.slow

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


USERS_OWN = "import rulewright.installation; rulewright.installation.OWN = '/nowhere'\n"
"""So that what follows from the installation is kept for its user, who is another in each test."""


def printed(caches: Path | str, before: str = "") -> tuple[bytes, str]:
    """The PDF of a card by a process of its own, and which of the slow modules it has imported."""
    environment = {"XDG_CACHE_HOME": str(caches), "HOME": "/nowhere", "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", before + USERS_OWN + PRINT], capture_output=True, check=True, env=environment
    )
    return done.stdout, done.stderr.decode().strip()


@pytest.fixture(scope="module")
def plain() -> bytes:
    """Imported before us, WeasyPrint starts as it always does."""
    pdf, imported = printed("", before="import weasyprint\n")
    assert imported == "['pycparser', 'fontTools.subset']"
    return pdf


LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere libraries are searched for")


@pytest.mark.long
@LINUX
def test_declarations_are_parsed_once(tmp_path: Path, plain: bytes) -> None:
    assert printed(tmp_path) == (plain, "['pycparser']")
    assert len(list(tmp_path.glob("rulewright/??/*"))) == 1
    assert printed(tmp_path) == (plain, "[]")


@pytest.mark.long
@LINUX
def test_a_damaged_cache_is_made_again(tmp_path: Path, plain: bytes) -> None:
    printed(tmp_path)
    [kept] = tmp_path.glob("rulewright/??/*")
    whole = kept.read_text("ascii")
    at = whole.index("'_types': b'") + 20
    altered = whole[:at] + ("1" if whole[at] != "1" else "2") + whole[at + 1 :]
    for damaged in ("{'_types': torn", altered):  # how else files of the store may be damaged: test_store.py
        kept.write_text(damaged, "ascii")
        assert printed(tmp_path) == (plain, "['pycparser']")
        assert kept.read_text("ascii") == whole


@pytest.mark.long
@LINUX
@pytest.mark.parametrize(
    "before",
    [
        "import cffi, _cffi_backend; cffi.__version__ = _cffi_backend.__version__ = '9.0'",
        "import cffi.recompiler; cffi.recompiler.VERSION_BASE = 0x9999",
        "import cffi.recompiler; cffi.recompiler.Recompiler.ALL_STEPS = ['global', 'enum', 'typename']",
        "import cffi.recompiler; del cffi.recompiler.make_py_source",
        "import _cffi_backend; del _cffi_backend.FFI",
    ],
    ids=["another version", "another format", "another part", "no compiler", "no constructor"],
)
def test_another_cffi_is_used_as_it_is(tmp_path: Path, plain: bytes, before: str) -> None:
    pdf, imported = printed(tmp_path, before + "\n")
    assert pdf == plain
    assert "pycparser" in imported
    assert "fontTools.subset" not in imported
    assert not list(tmp_path.glob("rulewright/*"))


@pytest.mark.long
@LINUX
def test_another_weasyprint_is_imported_as_it_is(tmp_path: Path, plain: bytes) -> None:
    """One whose declarations come in two parts."""
    before = """\
import cffi
from rulewright.render.pdf.declarations import CompiledFFI
declare = CompiledFFI.cdef
def in_two_parts(ffi, declarations):
    declare(ffi, "typedef int first_part;")
    ffi.cdef(declarations)
CompiledFFI.cdef = in_two_parts
"""
    assert printed(tmp_path, before) == (plain, "['pycparser', 'fontTools.subset']")


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


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package that needs another only to call it; both can be imported."""
    (tmp_path / "slowly.py").write_text("class Thing:\n    pass\n")
    (tmp_path / "quickly").mkdir()
    (tmp_path / "quickly/__init__.py").write_text("__version__ = '70.1'\nfrom quickly.parts import things\n")
    (tmp_path / "quickly/parts.py").write_text("import slowly as things\nfrom slowly import Thing\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path / "quickly/parts.py"
    for name in ("slowly", "quickly", "quickly.parts"):
        sys.modules.pop(name, None)


def test_a_module_is_imported_when_it_is_called(package: Path) -> None:
    import_lazily("quickly", "70.", {"slowly": ["Thing"]})
    assert "slowly" not in sys.modules
    parts = sys.modules["quickly.parts"]
    thing = parts.Thing()
    assert type(thing) is sys.modules["slowly"].Thing is type(parts.things.Thing())


@pytest.mark.parametrize(
    ("version", "parts"),
    [("71.", ""), ("70.", "from slowly import Another"), ("70.", "class Sub(things.Thing2): pass"), ("70.", "1 / 0")],
    ids=["another version", "another name", "another attribute", "an error"],
)
def test_what_is_not_as_expected_leaves_no_trace(package: Path, version: str, parts: str) -> None:
    good = package.read_text()
    package.write_text(good + parts)
    import_lazily("quickly", version, {"slowly": ["Thing"]})
    assert not {"slowly", "quickly", "quickly.parts"} & sys.modules.keys()
    package.write_text(good + "# mended\n")
    importlib.invalidate_caches()
    quickly = importlib.import_module("quickly")
    assert quickly.things is sys.modules["slowly"]
