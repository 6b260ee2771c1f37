"""PO files: what Babel writes is read, and what is written Babel reads."""

from io import StringIO

from babel.messages.pofile import read_po as babel_read
from hypothesis import given
from hypothesis import strategies as st

from rulewright.base.findings import Findings, Span
from rulewright.source.nodes import Scalar
from rulewright.source.po import PoEntry, new_head, po_text, read_po
from tests.po_files import po

WORDS = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]) | st.sampled_from('\n\t"\\#~ msgid'), max_size=80)
ENTRIES = st.dictionaries(st.tuples(WORDS.filter(str.strip), WORDS.filter(str.strip)), WORDS, min_size=1, max_size=8)


@given(ENTRIES, st.sampled_from([0, 20, 76]))
def test_what_babel_writes_is_read(texts: dict[tuple[str, str], str], width: int) -> None:
    written = po(*((*key, text) for key, text in texts.items()), width=width)
    findings = Findings()
    file = read_po(written, "fr.po", findings)
    assert {(each.context, each.original): each.text.value for each in file.entries} == texts
    assert findings.items == []
    for each in file.entries:
        line = written.split("\n")[each.text.span.line - 1]
        assert line[each.text.span.column - 2] == '"'
        assert file.head.startswith("#")
        assert "Content-Type" in file.head


@given(ENTRIES, st.sets(st.sampled_from(["fuzzy", "no-wrap"])), st.booleans())
def test_babel_reads_what_is_written(texts: dict[tuple[str, str], str], flags: set[str], obsolete: bool) -> None:
    entries = [
        PoEntry(
            *key, Scalar(text, Span("")), tuple(flags), obsolete, ("# a note",), places=("content/small/game.yaml:3",)
        )
        for key, text in texts.items()
    ]
    written = po_text(new_head("small", "de-CH"), entries)
    catalog = babel_read(StringIO(written), abort_invalid=True)
    read = catalog.obsolete.values() if obsolete else (each for each in catalog if each.id)
    assert {(each.context, each.id): each.string for each in read} == texts
    assert po_text(*_parts(written)) == written.replace("#: content/small/game.yaml:3\n", "")


def _parts(written: str) -> tuple[str, tuple[PoEntry, ...]]:
    file = read_po(written, "fr.po", Findings())
    return file.head, file.entries


@given(st.text(st.sampled_from('"\\\n#~|, msgidctxtr[0]abc'), max_size=200))
def test_any_text_is_read_or_a_finding(text: str) -> None:
    findings = Findings()
    read_po(text, "fr.po", findings)
    assert all(each.span.line for each in findings.items)
