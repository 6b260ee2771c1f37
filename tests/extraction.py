"""The tool's own words, gathered by Babel from code, templates and scripts: what every catalogue translates."""

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

from rulewright.base.messages.catalogues import LOCALE
from rulewright.book.kinds import OTHER_KINDS
from tests.conftest import ROOT
from tests.sharing import shared

TEMPLATE = LOCALE / "rulewright.pot"
KEYWORDS = {**DEFAULT_KEYWORDS, "tell": None, "tell_number": (1, 2), "_n": (1, 2)}
FOLDERS = {
    ROOT / "src" / "rulewright": [("**.py", "python")],
    ROOT / "templates": [("manual/**", "ignore"), ("**.j2", "jinja2"), ("**.js", "javascript")],
}
OPTIONS = {
    "**.j2": {"trim_blocks": "true", "lstrip_blocks": "true", "trimmed": "true", "silent": "false"},
    "**.js": {"parse_template_string": "true"},
}

UNKEPT = (b'"Report-', b'"POT-', b'"PO-', b'"Last-', b'"Language-Team', b'"Generated-')
"""Lines of the head that would differ each time, or name nobody."""


@cache
def extracted() -> Catalog:
    """All words of the tool, with the files that say them. These are in order, as catalogues are sorted by them."""
    catalog = Catalog(project="Rulewright", charset="utf-8", fuzzy=False)
    for file, message, comments in _all_found():
        catalog.add(message, locations=[(file, 0)], auto_comments=comments)
    return catalog


@cache
def _all_found() -> list[tuple[str, Any, list[str]]]:
    """In the order of the files; looked for once as long as no file of the tool changes."""
    return shared("words", tuple(map(Path, FOLDERS)), lambda: sorted(_found(), key=lambda found: found[0]))


def _found() -> Iterator[tuple[str, Any, list[str]]]:
    """Each message with its file and its comments for translators."""
    for folder, methods in FOLDERS.items():
        found = extract_from_dir(
            folder, methods, OPTIONS, KEYWORDS, comment_tags=("Translators:",), strip_comment_tags=True
        )
        yield from ((Path(file).as_posix(), message, comments) for file, _, message, comments, _ in found)
    yield from (("book/kinds.py", str(kind.title), []) for kind in OTHER_KINDS)


def ids(catalog: Catalog) -> set[object]:
    return {message.id for message in catalog if message.id}


def read(file: Path) -> Catalog:
    return read_po(BytesIO(file.read_bytes()), locale=None if file == TEMPLATE else file.stem)


def renewed() -> Iterator[tuple[Path, bytes]]:
    """The template, and each catalogue with the same words; those that are new have no translation yet."""
    yield TEMPLATE, _encoded(extracted(), omit_header=True)
    for file in sorted(LOCALE.glob("*.po")):
        catalog = read(file)
        catalog.update(extracted(), no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
        yield file, _encoded(catalog, omit_header=False)


def renew() -> None:
    for file, data in renewed():
        file.write_bytes(data)


def _encoded(catalog: Catalog, *, omit_header: bool) -> bytes:
    """Without dates and numbers of lines, which would differ each time."""
    written = BytesIO()
    write_po(written, catalog, width=120, sort_by_file=True, include_lineno=False, omit_header=omit_header)
    lines = written.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(UNKEPT))
