"""Digests of the pages of a PDF: a page with the digest of one that was read before reads the same.

A digest is made of all that a reader takes a page from: its painting, fonts and pictures, and the tags of the chapter
that it belongs to. Numbers of objects do not count, for they change wherever something before has grown; nor do links.
It knows the form in which WeasyPrint writes: streams, one with all other objects. Of other PDFs it says nothing.
"""

import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from rulewright.listing import digest

STREAM = re.compile(rb"\s*(?:%[^\n]*\s+)*(\d+) 0 obj\n(<<.*?/Length (\d+)>>)\nstream\n", re.DOTALL)
REFERENCE = re.compile(rb"\((?:[^\\()]|\\.)*\)|(?<![\w.])(\d+) 0 R\b", re.DOTALL)
"""A text, which may look like a reference; or a reference."""
ELSEWHERE = re.compile(rb"/(?:P|Parent|Obj) \d+ 0 R|/Annots \[[^\]]*\]|/StructParents? \d+")
"""What leads from an object to what is not part of it, and numbers that depend on other pages."""
OWNERS = re.compile(rb"(\d+) (\[[^\]]*\]|\d+ 0 R)")
"""The tags of a page, or the one of a link, by a number."""


def page_digests(data: bytes) -> list[str]:
    """One for each page; none where the PDF has another form."""
    return _each_page(data, _Document.digests)


def painting_digests(data: bytes) -> list[str]:
    """The same of what is painted only: a page with the digest of another looks the same."""
    return _each_page(data, _Document.paintings)


def _each_page(data: bytes, digests: "Callable[[_Document], Iterator[str]]") -> list[str]:
    try:
        return list(digests(_Document(data)))
    except (KeyError, TypeError, ValueError, zlib.error):
        return []


@dataclass(frozen=True, slots=True)
class _Part:
    """An object with all that belongs to it: their places in it by their numbers, and those of its pages."""

    digest: str
    places: Mapping[int, int]
    pages: Mapping[int, int]


class _Document:
    def __init__(self, data: bytes) -> None:
        self.objects: dict[int, bytes] = {}
        self.streams: dict[int, str] = {}
        self.parts: dict[int, _Part] = {}
        at, head = 0, b""
        while found := STREAM.match(data, at):
            number, head, end = int(found[1]), found[2], found.end() + int(found[3])
            self._add(number, head, data[found.end() : end])
            at = data.index(b"endobj", end) + len(b"endobj")
        self.catalog = self._of(head, b"Root")
        kids = _found(rb"/Kids (\[[^\]]*\])", self._of(self.catalog, b"Pages"))
        self.pages = dict.fromkeys(_references(kids))

    def _add(self, number: int, head: bytes, data: bytes) -> None:
        if b"/Type /ObjStm" in head:
            text = zlib.decompress(data)
            first = int(_found(rb"/First (\d+)", head))
            numbers = [int(each) for each in text[:first].split()]
            ends = [*numbers[3::2], len(text) - first]
            for each, begin, end in zip(numbers[::2], numbers[1::2], ends, strict=True):
                self.objects[each] = text[first + begin : first + end].strip()
        else:
            self.objects[number], self.streams[number] = head, digest(data)

    def _of(self, text: bytes, key: bytes) -> bytes:
        """The object that a key names."""
        return self.objects[int(_found(rb"/%s \[?(\d+) 0 R" % key, text))]

    def digests(self) -> Iterator[str]:
        """Page by page: itself, and what its tags are in the parts of the tree that have them."""
        tree = self._of(self.catalog, b"StructTreeRoot")
        owners = {int(number): tags for number, tags in OWNERS.findall(self._of(tree, b"ParentTree"))}
        general = REFERENCE.sub(b"", tree)
        for page in self.pages:
            number = int(_found(rb"/StructParents (\d+)", self.objects[page]))
            tags = [(self._part(self._top(tag)), tag) for tag in _references(owners.get(number, b""))]
            places = [f"{part.digest} {part.places[tag]} {part.pages.get(page)}" for part, tag in tags]
            yield digest(general, self._part(page).digest, *places)

    def paintings(self) -> Iterator[str]:
        """Page by page, without its tags."""
        return (self._part(page).digest for page in self.pages)

    def _top(self, tag: int) -> int:
        """The part of the whole tree that has a tag."""
        while b"/S /Document" not in self.objects[parent := int(_found(rb"/P (\d+) 0 R", self.objects[tag]))]:
            tag = parent
        return tag

    def _part(self, start: int) -> _Part:
        if start not in self.parts:
            self.parts[start] = self._gather(start)
        return self.parts[start]

    def _gather(self, start: int) -> _Part:
        places: dict[int, int] = {}
        pages = {start: 0} if start in self.pages else {}
        texts, waiting = list[str | bytes](), [start]

        def local(found: re.Match[bytes]) -> bytes:
            if not found[1]:
                return found[0]
            if (number := int(found[1])) in self.pages:
                return b"page %d" % pages.setdefault(number, len(pages))
            if number in places:
                return b"object %d" % places[number]
            waiting.append(number)
            return b"object"

        while waiting:
            if (number := waiting.pop()) not in places:
                places[number] = len(places)
                texts += [REFERENCE.sub(local, ELSEWHERE.sub(b"", self.objects[number])), self.streams.get(number, "")]
        return _Part(digest(*texts), places, pages)


def _found(pattern: bytes, text: bytes) -> bytes:
    """What a group in a pattern finds; TypeError if there is nothing."""
    found: re.Match[bytes] = re.search(pattern, text)  # type: ignore[assignment]
    return found[1]


def _references(text: bytes) -> list[int]:
    return [int(number) for number in re.findall(rb"(\d+) 0 R", text)]
