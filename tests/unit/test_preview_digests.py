"""A page of a PDF has the digest of another build if it looks the same."""

from io import BytesIO

import pytest
from pypdf import PdfReader, PdfWriter

from rulewright.app.preview.page_digests import page_digests
from rulewright.pdf.printer import Printer

HTML = """<html lang="en"><head><title>Two pages</title><style>@page { size: 400pt } section + section { break-before: page }</style>
</head><body><section><p>abcdefghijklmnopqrstuvwxyz 0123456789</p>
<p>One page, with a <a href="#b">link</a>.</p></section>
<section id="b"><h1>Second</h1><table><tr><th id="h">Score</th></tr><tr><td headers="h">4</td></tr></table></section>
</body></html>"""


@pytest.fixture(scope="module")
def printer() -> Printer:
    return Printer("")


@pytest.fixture(scope="module")
def digests(printer: Printer) -> list[str]:
    return page_digests(printer.print(HTML).pdf)


@pytest.mark.parametrize(
    ("old", "new", "altered"),
    [
        ("One page", "On no page", [True, False]),
        (">4<", ">5<", [False, True]),
        ("<h1>Second</h1>", "<h2>Second</h2>", [False, True]),
        (">4<", ' style="background: #eee">4<', [False, True]),
        ("Two pages", "Another title", [False, False]),
    ],
)
def test_what_a_page_consists_of(printer: Printer, digests: list[str], old: str, new: str, altered: list[bool]) -> None:
    """A font is cut for the letters of all pages; none of these words has a new one."""
    now = page_digests(printer.print(HTML.replace(old, new)).pdf)
    assert [one != other for one, other in zip(now, digests, strict=True)] == altered


def test_pages_are_told_apart(digests: list[str]) -> None:
    assert len(set(digests)) == 2


def test_of_another_form_it_says_nothing(printer: Printer) -> None:
    written, file = PdfWriter(PdfReader(BytesIO(printer.print(HTML).pdf))), BytesIO()
    written.write(file)
    assert page_digests(file.getvalue()) == []
    assert page_digests(b"%PDF-1.7\n") == []
