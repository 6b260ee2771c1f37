"""The only module that imports WeasyPrint and pydyf. It applies the `patches`."""

from rulewright.base.boundary import NO_ROOM, Failure
from rulewright.base.processors import has_room_for_threads
from rulewright.pdf.patches import apply_patches

THREADS = 4
"""The number of threads that Pango starts. If it cannot start them, it ends the process."""

if not has_room_for_threads(THREADS):
    raise Failure(NO_ROOM)
from pydyf import Array, Dictionary, Stream
from pydyf import Object as PDFObject
from pydyf import String as PDFString
from weasyprint import CSS, DEFAULT_OPTIONS, HTML
from weasyprint.draw.text import draw_first_line
from weasyprint.formatting_structure.boxes import MarginBox, PageBox, ReplacedBox, TableCellBox, TableRowBox, TextBox
from weasyprint.matrix import Matrix
from weasyprint.pdf import generate_pdf
from weasyprint.pdf.fonts import Font
from weasyprint.pdf.stream import Stream as PaintStream
from weasyprint.text.ffi import ffi, pango
from weasyprint.text.fonts import FontConfiguration, get_pango_font_key
from weasyprint.text.line_break import create_layout
from weasyprint.urls import URLFetcher, URLFetcherResponse

apply_patches()
