"""A PDF as small as WeasyPrint's: all objects but streams packed into one stream, as PDF 1.5 allows.

pypdf writes each object by itself and in full: the tags of a sheet would be three times as large as all cards on it.
"""

import zlib
from io import BytesIO

from pypdf import PdfWriter
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    NameObject,
    NumberObject,
    PdfObject,
    StreamObject,
)

BINARY = b"%\xf0\x9f\x96\xa4\n"
"""The comment by which programs see that a PDF is no text."""
WIDTHS = (1, 4, 2)
"""Bytes of the kind of an entry in the list of objects, of its place, and of its number within a stream."""
FREE, PLAIN, PACKED = range(3)


def packed(writer: PdfWriter) -> bytes:
    """The finished file."""
    objects = {number: each for number, each in enumerate(writer._objects, 1) if each is not None}
    streams = {number: each for number, each in objects.items() if isinstance(each, StreamObject)}
    others = {number: each for number, each in objects.items() if number not in streams}
    pack, xref = len(writer._objects) + 1, len(writer._objects) + 2
    file, places = BytesIO(), dict[int, tuple[int, int, int]]()
    file.write(writer.pdf_header.encode() + b"\n" + BINARY)
    for number, stream in (*streams.items(), (pack, _pack(others))):
        places[number] = PLAIN, file.tell(), 0
        _write(file, number, stream)
    places |= {number: (PACKED, pack, at) for at, number in enumerate(others)}
    places[xref] = PLAIN, file.tell(), 0
    _write(file, xref, _list(places, xref + 1, writer))
    file.write(b"startxref\n%d\n%%%%EOF\n" % places[xref][1])
    return file.getvalue()


def _write(file: BytesIO, number: int, stream: PdfObject) -> None:
    file.write(b"%d 0 obj\n" % number)
    stream.write_to_stream(file)
    file.write(b"\nendobj\n")


def _pack(objects: dict[int, PdfObject]) -> StreamObject:
    """The objects one after another, behind a list of their numbers and places."""
    body, heads = BytesIO(), list[str]()
    for number, each in objects.items():
        heads.append(f"{number} {body.tell()}")
        each.write_to_stream(body)
        body.write(b"\n")
    head = " ".join(heads).encode() + b"\n"
    entries = {"/Type": NameObject("/ObjStm"), "/N": NumberObject(len(objects)), "/First": NumberObject(len(head))}
    return _stream(entries, head + body.getvalue())


def _list(places: dict[int, tuple[int, int, int]], size: int, writer: PdfWriter) -> StreamObject:
    """The list of all objects, which is the trailer too."""
    entries: dict[str, PdfObject | None] = {
        "/Type": NameObject("/XRef"),
        "/Size": NumberObject(size),
        "/W": ArrayObject(map(NumberObject, WIDTHS)),
        "/Root": writer.root_object.indirect_reference,
        "/Info": writer._info.indirect_reference if writer._info is not None else None,
        "/ID": writer._ID,
    }
    lines = (places.get(number, (FREE, 0, 0)) for number in range(size))
    data = b"".join(part.to_bytes(width, "big") for line in lines for part, width in zip(line, WIDTHS, strict=True))
    return _stream({key: value for key, value in entries.items() if value is not None}, data)


def _stream(entries: dict[str, PdfObject], data: bytes) -> StreamObject:
    stream = StreamObject()
    stream.update(DictionaryObject({NameObject(key): value for key, value in entries.items()}))
    stream[NameObject("/Filter")] = NameObject("/FlateDecode")
    stream._data = zlib.compress(data, 9)
    return stream
