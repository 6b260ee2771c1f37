"""The only module beside the `patches` that imports WeasyPrint and pydyf. It applies the patches."""

from rulewright.base.boundary import NO_ROOM, Failure
from rulewright.base.processors import has_room_for_threads

THREADS = 4
"""The number of threads that Pango starts. If it cannot start them, it ends the process."""

if not has_room_for_threads(THREADS):
    raise Failure(NO_ROOM)
from pydyf import Array, Dictionary, Stream
from pydyf import String as PDFString
from weasyprint import CSS, HTML
from weasyprint.formatting_structure.boxes import MarginBox, ReplacedBox, TableCellBox, TableRowBox, TextBox
from weasyprint.pdf.stream import Stream as PaintStream
from weasyprint.text.fonts import FontConfiguration
from weasyprint.text.line_break import split_first_line
from weasyprint.urls import URLFetcher, URLFetcherResponse

from rulewright.pdf.patches import apply_patches

apply_patches()
