"""Digests of the pages of a PDF: pages with equal digests look the same, so browsers keep their pictures.

A digest covers the painting of a page, its fonts and its pictures. It ignores tags, links, and object numbers, which
change when anything before them grows. Only PDFs as WeasyPrint writes them have digests: streams only, one of which
holds all other objects.
"""

import re
import zlib

from rulewright.base.listing import digest

STREAM_HEAD = re.compile(rb"\s*(?:%[^\n]*\s+)*(\d+) 0 obj\n(<<.*?/Length (\d+)>>)\nstream\n", re.DOTALL)
"""The beginning of a stream: `7 0 obj\\n<</Type /ObjStm /Length 1234>>\\nstream\\n`; number, dictionary and length."""
REFERENCE = re.compile(rb"\((?:[^\\()]|\\.)*\)|(?<![\w.])(\d+) 0 R\b", re.DOTALL)
"""A string, which may contain the characters of a reference; or a reference, whose object number is the group."""
OUTWARD = re.compile(rb"/(?:P|Parent|Obj) \d+ 0 R|/Annots \[[^\]]*\]|/StructParents? \d+")
"""References to things that are not part of an object, such as its parent, and numbers that depend on other pages."""


def page_digests(data: bytes) -> list[str]:
    """Return one digest per page; an empty list if WeasyPrint did not write the PDF."""
    try:
        objects, streams, catalog = _objects(data)
        pages = _search(rb"/Kids (\[[^\]]*\])", objects[int(_search(rb"/Pages \[?(\d+) 0 R", catalog))])
        return [_digest(int(page), objects, streams) for page in re.findall(rb"(\d+) 0 R", pages)]
    except (KeyError, TypeError, ValueError, zlib.error):
        return []


def _objects(data: bytes) -> tuple[dict[int, bytes], dict[int, str], bytes]:
    """Return the objects of a PDF by their numbers, the digests of their streams, and the catalog.

    An object stream begins with pairs of numbers: an object, and its offset from `first`. `4 0 7 23` says that object 4
    has the bytes from 0 to 23, and object 7 the rest. The last stream, which locates the objects, is the trailer too.
    """
    objects, streams, position, head = dict[int, bytes](), dict[int, str](), 0, b""
    while match := STREAM_HEAD.match(data, position):
        number, head, end = int(match[1]), match[2], match.end() + int(match[3])
        body, position = data[match.end() : end], data.index(b"endobj", end) + len(b"endobj")
        if b"/Type /ObjStm" not in head:
            objects[number], streams[number] = head, digest(body)
            continue
        text, first = zlib.decompress(body), int(_search(rb"/First (\d+)", head))
        pairs = [int(each) for each in text[:first].split()]
        offsets = [*pairs[1::2], len(text) - first]
        for at, inner in enumerate(pairs[::2]):
            objects[inner] = text[first + offsets[at] : first + offsets[at + 1]].strip()
    return objects, streams, objects[int(_search(rb"/Root \[?(\d+) 0 R", head))]


def _digest(page: int, objects: dict[int, bytes], streams: dict[int, str]) -> str:
    """Digest a page and all that it refers to, directly or through other objects.

    Objects are numbered anew in the order of their first reference: `[12 0 R 15 0 R]` reads the same after an edit as
    `[14 0 R 17 0 R]`.
    """
    order, places, texts = [page], {page: 0}, list[str | bytes]()

    def renumbered(reference: re.Match[bytes]) -> bytes:
        if not reference[1]:
            return reference[0]
        if (number := int(reference[1])) not in places:
            places[number] = len(places)
            order.append(number)
        return b"object %d" % places[number]

    for number in order:  # which grows meanwhile
        texts += [REFERENCE.sub(renumbered, OUTWARD.sub(b"", objects[number])), streams.get(number, "")]
    return digest(*texts)


def _search(pattern: bytes, text: bytes) -> bytes:
    """Return the first group of a match; TypeError if there is none."""
    match: re.Match[bytes] = re.search(pattern, text)  # type: ignore[assignment]
    return match[1]
