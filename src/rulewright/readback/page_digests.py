"""Digests of the pages of a PDF: pages with equal digests read the same, so only one of them must be read back.

A digest covers everything that a reader takes from a page: its painting, fonts and pictures, and its tags with their
place in their chapter. It ignores links, and object numbers, which change when anything before them grows.
Only PDFs as WeasyPrint writes them have digests: streams only, one of which holds all other objects.
"""

import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from rulewright.listing import digest

STREAM = re.compile(rb"\s*(?:%[^\n]*\s+)*(\d+) 0 obj\n(<<.*?/Length (\d+)>>)\nstream\n", re.DOTALL)
REFERENCE = re.compile(rb"\((?:[^\\()]|\\.)*\)|(?<![\w.])(\d+) 0 R\b", re.DOTALL)
"""A string, which may contain the characters of a reference; or a reference, whose object number is the group."""
ELSEWHERE = re.compile(rb"/(?:P|Parent|Obj) \d+ 0 R|/Annots \[[^\]]*\]|/StructParents? \d+")
"""References to things that are not part of an object, such as its parent, and numbers that depend on other pages."""
OWNERS = re.compile(rb"(\d+) (\[[^\]]*\]|\d+ 0 R)")
"""An entry of the parent tree: a number, and the tags of a page or the tag of a link."""


def page_digests(data: bytes) -> list[str]:
    """Return one digest per page, with tags; an empty list if WeasyPrint did not write the PDF."""
    return _digests(data, _Document.digests)


def painting_digests(data: bytes) -> list[str]:
    """Return one digest per page, without tags: pages with equal digests look the same."""
    return _digests(data, lambda document: (document.part(page).digest for page in document.pages))


def _digests(data: bytes, digests: "Callable[[_Document], Iterator[str]]") -> list[str]:
    try:
        return list(digests(_Document(data)))
    except (KeyError, TypeError, ValueError, zlib.error):
        return []


@dataclass(frozen=True, slots=True)
class _Part:
    """An object and everything that it refers to.

    `places` maps the numbers of those objects, and `pages` the numbers of pages, to the order of their first reference.
    """

    digest: str
    places: Mapping[int, int]
    pages: Mapping[int, int]


class _Document:
    def __init__(self, data: bytes) -> None:
        self.objects: dict[int, bytes] = {}
        self.streams: dict[int, str] = {}
        self.parts: dict[int, _Part] = {}
        at, head = 0, b""
        while match := STREAM.match(data, at):
            number, head, end = int(match[1]), match[2], match.end() + int(match[3])
            self._add(number, head, data[match.end() : end])
            at = data.index(b"endobj", end) + len(b"endobj")
        self.catalog = self._target(head, b"Root")
        self.pages = dict.fromkeys(_references(_search(rb"/Kids (\[[^\]]*\])", self._target(self.catalog, b"Pages"))))

    def _add(self, number: int, head: bytes, data: bytes) -> None:
        if b"/Type /ObjStm" in head:
            text = zlib.decompress(data)
            first = int(_search(rb"/First (\d+)", head))
            numbers = [int(each) for each in text[:first].split()]
            ends = [*numbers[3::2], len(text) - first]
            for each, begin, end in zip(numbers[::2], numbers[1::2], ends, strict=True):
                self.objects[each] = text[first + begin : first + end].strip()
        else:
            self.objects[number], self.streams[number] = head, digest(data)

    def _target(self, text: bytes, key: bytes) -> bytes:
        """The object that a key refers to."""
        return self.objects[int(_search(rb"/%s \[?(\d+) 0 R" % key, text))]

    def digests(self) -> Iterator[str]:
        """Yield the digest of each page with its tags, and where each tag is in its part of the structure tree."""
        tree = self._target(self.catalog, b"StructTreeRoot")
        owners = {int(number): tags for number, tags in OWNERS.findall(self._target(tree, b"ParentTree"))}
        general = REFERENCE.sub(b"", tree)
        for page in self.pages:
            number = int(_search(rb"/StructParents (\d+)", self.objects[page]))
            tags = [(self.part(self._top(tag)), tag) for tag in _references(owners.get(number, b""))]
            places = [f"{part.digest} {part.places[tag]} {part.pages.get(page)}" for part, tag in tags]
            yield digest(general, self.part(page).digest, *places)

    def _top(self, tag: int) -> int:
        """Return the ancestor of a tag that is directly below the Document tag."""
        while b"/S /Document" not in self.objects[parent := int(_search(rb"/P (\d+) 0 R", self.objects[tag]))]:
            tag = parent
        return tag

    def part(self, start: int) -> _Part:
        """Follow all references from an object. The digest replaces object numbers by the order of first reference."""
        if start in self.parts:
            return self.parts[start]
        places: dict[int, int] = {}
        pages = {start: 0} if start in self.pages else {}
        texts, waiting = list[str | bytes](), [start]

        def local(reference: re.Match[bytes]) -> bytes:
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
                texts += [REFERENCE.sub(local, ELSEWHERE.sub(b"", self.objects[number])), self.streams.get(number, "")]
        self.parts[start] = part = _Part(digest(*texts), places, pages)
        return part


def _search(pattern: bytes, text: bytes) -> bytes:
    """The first group of a match; TypeError if there is none."""
    match: re.Match[bytes] = re.search(pattern, text)  # type: ignore[assignment]
    return match[1]


def _references(text: bytes) -> list[int]:
    return [int(number) for number in re.findall(rb"(\d+) 0 R", text)]
