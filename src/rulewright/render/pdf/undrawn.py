"""The place in a drawing that WeasyPrint cannot draw: it does not tell, so drawings are cut off before elements."""

from base64 import b64encode
from bisect import bisect_left
from xml.parsers import expat

from rulewright.render.pdf.printer import Printer, write_pdf

IMAGE = '<html lang="en"><title>-</title><img alt="-" src="data:image/svg+xml;base64,{}">'


def undrawn_place(drawing: bytes) -> tuple[int, int]:
    """The line and column of the first element that does not draw; the beginning if there is none."""
    elements = _elements(drawing)
    wrong = bisect_left(range(1, len(elements)), True, key=lambda last: not _draws(elements[last][1]))
    return elements[wrong][0] if wrong < len(elements) else (1, 1)


def _elements(drawing: bytes) -> list[tuple[tuple[int, int], bytes]]:
    """Each element: its place, and the drawing up to it, made whole."""
    parser, open_, found = expat.ParserCreate(), list[str](), list[tuple[tuple[int, int], bytes]]()

    def start(tag: str, _: object) -> None:
        closed = "".join(f"</{each}>" for each in reversed(open_)).encode()
        place = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        found.append((place, drawing[: parser.CurrentByteIndex] + closed))
        open_.append(tag)

    parser.StartElementHandler, parser.EndElementHandler = start, lambda _: open_.pop()
    parser.Parse(drawing, True)
    return found


def _draws(drawing: bytes) -> bool:
    printer = Printer("")
    with printer.working() as warnings:
        write_pdf(printer.lay_out(IMAGE.format(b64encode(drawing).decode())))
    return not any(each.startswith("Failed to") for each in warnings)
