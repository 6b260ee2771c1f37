"""Digests of the pages of a PDF: pages with equal digests read the same, so only one of them must be read back.

The bytes of a PDF come in, a digest for each page goes out. The pages of a book that an edit has left alone keep their
digests, so `read_back` finds in the store what it read on them before.

A digest covers everything that a reader takes from a page: its painting, fonts and pictures, and its tags with their
place in their chapter. It ignores links, and object numbers, which change when anything before them grows.
Only PDFs as WeasyPrint writes them have digests: streams only, one of which holds all other objects.
"""

import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from rulewright.base.listing import digest

STREAM_HEAD = re.compile(rb"\s*(?:%[^\n]*\s+)*(\d+) 0 obj\n(<<.*?/Length (\d+)>>)\nstream\n", re.DOTALL)
"""The beginning of a stream: `7 0 obj\\n<</Type /ObjStm /Length 1234>>\\nstream\\n`; number, dictionary and length."""
REFERENCE = re.compile(rb"\((?:[^\\()]|\\.)*\)|(?<![\w.])(\d+) 0 R\b", re.DOTALL)
"""A string, which may contain the characters of a reference; or a reference, whose object number is the group."""
OUTWARD = re.compile(rb"/(?:P|Parent|Obj) \d+ 0 R|/Annots \[[^\]]*\]|/StructParents? \d+")
"""References to things that are not part of an object, such as its parent, and numbers that depend on other pages."""
OWNERS = re.compile(rb"(\d+) (\[[^\]]*\]|\d+ 0 R)")
"""An entry of the parent tree: a number, and the tags of a page or the tag of a link."""


def page_digests(data: bytes) -> list[str]:
    """Return one digest per page, with tags; an empty list if WeasyPrint did not write the PDF."""
    return _digests(data, _Document.digests)


def painting_digests(data: bytes) -> list[str]:
    """Return one digest per page, without tags: pages with equal digests look the same."""
    return _digests(data, lambda document: (document.closure(page).digest for page in document.pages))


def _digests(data: bytes, digests: "Callable[[_Document], Iterator[str]]") -> list[str]:
    try:
        return list(digests(_Document(data)))
    except (KeyError, TypeError, ValueError, zlib.error):
        return []


@dataclass(frozen=True, slots=True)
class _Closure:
    """The digest of an object and everything that it refers to, directly or through others.

    `places` maps the numbers of those objects, and `pages` the numbers of pages, to the order of their first reference.
    """

    digest: str
    places: Mapping[int, int]
    pages: Mapping[int, int]


class _Document:
    """The objects of a PDF by their numbers, and the digests of their streams; `pages` are the numbers of its pages."""

    def __init__(self, data: bytes) -> None:
        self.objects: dict[int, bytes] = {}
        self.stream_digests: dict[int, str] = {}
        self.closures: dict[int, _Closure] = {}
        position, head = 0, b""
        while match := STREAM_HEAD.match(data, position):
            number, head, end = int(match[1]), match[2], match.end() + int(match[3])
            self._add(number, head, data[match.end() : end])
            position = data.index(b"endobj", end) + len(b"endobj")
        # The last stream, which locates the objects, also has the entries of the trailer.
        self.catalog = self._target(head, b"Root")
        self.pages = dict.fromkeys(_references(_search(rb"/Kids (\[[^\]]*\])", self._target(self.catalog, b"Pages"))))

    def _add(self, number: int, head: bytes, data: bytes) -> None:
        """Add a stream, or the objects in it if it is an object stream.

        An object stream begins with pairs of numbers: an object, and its offset from `first`. `4 0 7 23` says that
        object 4 has the bytes from 0 to 23, and object 7 the rest.
        """
        if b"/Type /ObjStm" in head:
            text = zlib.decompress(data)
            first = int(_search(rb"/First (\d+)", head))
            pairs = [int(each) for each in text[:first].split()]
            numbers, offsets = pairs[::2], pairs[1::2]
            for inner, begin, end in zip(numbers, offsets, [*offsets[1:], len(text) - first], strict=True):
                self.objects[inner] = text[first + begin : first + end].strip()
        else:
            self.objects[number], self.stream_digests[number] = head, digest(data)

    def _target(self, text: bytes, key: bytes) -> bytes:
        """Return the object that a key refers to."""
        return self.objects[int(_search(rb"/%s \[?(\d+) 0 R" % key, text))]

    def digests(self) -> Iterator[str]:
        """Yield the digest of each page with its tags, and where each tag is in its chapter of the structure tree."""
        tree = self._target(self.catalog, b"StructTreeRoot")
        owners = {int(number): tags for number, tags in OWNERS.findall(self._target(tree, b"ParentTree"))}
        general = REFERENCE.sub(b"", tree)
        for page in self.pages:
            number = int(_search(rb"/StructParents (\d+)", self.objects[page]))
            places: list[str] = []
            for tag in _references(owners.get(number, b"")):
                chapter = self.closure(self._chapter(tag))
                places.append(f"{chapter.digest} {chapter.places[tag]} {chapter.pages.get(page)}")
            yield digest(general, self.closure(page).digest, *places)

    def _chapter(self, tag: int) -> int:
        """Return the ancestor of a tag that is directly below the Document tag."""
        while b"/S /Document" not in self.objects[parent := int(_search(rb"/P (\d+) 0 R", self.objects[tag]))]:
            tag = parent
        return tag

    def closure(self, start: int) -> _Closure:
        """Follow all references from an object, and digest what they lead to.

        In the digested texts, objects are renumbered in the order in which they are reached: `[12 0 R 15 0 R]` reads
        the same after an edit as `[14 0 R 17 0 R]`.
        """
        if start in self.closures:
            return self.closures[start]
        places: dict[int, int] = {}
        pages = {start: 0} if start in self.pages else {}
        texts, waiting = list[str | bytes](), [start]

        def renumbered(reference: re.Match[bytes]) -> bytes:
            if not reference[1]:
                return reference[0]
            if (number := int(reference[1])) in self.pages:
                return b"page %d" % pages.setdefault(number, len(pages))
            if number in places:
                return b"object %d" % places[number]
            waiting.append(number)
            return b"object"

        while waiting:
            if (number := waiting.pop()) not in places:
                places[number] = len(places)
                texts += [
                    REFERENCE.sub(renumbered, OUTWARD.sub(b"", self.objects[number])),
                    self.stream_digests.get(number, ""),
                ]
        self.closures[start] = _Closure(digest(*texts), places, pages)
        return self.closures[start]


def _search(pattern: bytes, text: bytes) -> bytes:
    """Return the first group of a match; TypeError if there is none."""
    match: re.Match[bytes] = re.search(pattern, text)  # type: ignore[assignment]
    return match[1]


def _references(text: bytes) -> list[int]:
    """Return the numbers of the objects that a text refers to."""
    return [int(number) for number in re.findall(rb"(\d+) 0 R", text)]
