"""The tool's own words, gathered by Babel from code, templates and scripts: what every catalogue translates."""

from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

from rulewright.translation.catalogues import LOCALE
from tests.conftest import ROOT

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


def extracted() -> Catalog:
    """All words of the tool, with the files that say them."""
    catalog = Catalog(project="Rulewright", charset="utf-8", fuzzy=False)
    for folder, methods in FOLDERS.items():
        found = extract_from_dir(folder, methods, OPTIONS, KEYWORDS, comment_tags=("Translators:",), strip_comment_tags=True)
        for file, _, message, comments, context in found:
            catalog.add(message, locations=[(Path(file).as_posix(), 0)], auto_comments=comments, context=context)
    return catalog


def ids(catalog: Catalog) -> set[object]:
    return {message.id for message in catalog if message.id}


def read(file: Path) -> Catalog:
    return read_po(BytesIO(file.read_bytes()), locale=None if file == TEMPLATE else file.stem)


def renew() -> None:
    """Writes the template, and brings each catalogue to the same words; those that are new have no translation yet."""
    today = extracted()
    _write(TEMPLATE, today)
    for file in sorted(LOCALE.glob("*.po")):
        catalog = read(file)
        catalog.update(today, no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
        _write(file, catalog)


def _write(file: Path, catalog: Catalog) -> None:
    """Without dates and numbers of lines, which would differ each time."""
    written = BytesIO()
    write_po(written, catalog, width=120, sort_by_file=True, include_lineno=False, omit_header=file == TEMPLATE)
    lines = written.getvalue().splitlines(keepends=True)
    file.write_bytes(b"".join(line for line in lines if not line.startswith(UNKEPT)))
