"""The objects of a finished PDF, for tests that follow links, bookmarks and destinations."""

from functools import lru_cache
from io import BytesIO

import pypdfium2
from pypdf import PdfReader


@lru_cache(maxsize=8)
def reader_of(data: bytes) -> PdfReader:
    """A reader of the same PDF as PDFium writes it: pypdf unpacks a stream of objects again for each object in it."""
    written = BytesIO()
    document = pypdfium2.PdfDocument(data)
    document.save(written)
    document.close()
    return PdfReader(written)
