"""The structure tree of a PDF that is not written yet, as pydyf holds it.

A tag's children are numbers of marked content, and references to further tags and to annotations.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

Tag = Any
"""A dictionary of pydyf's: `S` is its kind, `K` its children, `P` refers to its parent."""


@dataclass(frozen=True, slots=True)
class TagTree:
    """The tags of `pdf`, to read and to move."""

    pdf: Any

    @property
    def root(self) -> Tag:
        """The tag of the whole document."""
        return self.children(self._top)[0]

    @property
    def pages(self) -> tuple[bytes, ...]:
        """References to the pages in order."""
        references: tuple[bytes, ...] = self.pdf.page_references
        return references

    @property
    def parents(self) -> list[Any]:
        """Numbers and arrays in turn, one pair a page; an array refers each marked content to its tag."""
        numbers: list[Any] = self._at(self._top["ParentTree"])["Nums"]
        return numbers

    def children(self, tag: Tag) -> list[Tag]:
        """The tags in a tag."""
        referred = (self._at(each) for each in tag["K"] if isinstance(each, bytes))
        return [each for each in referred if "S" in each]

    def below(self, tag: Tag) -> Iterator[Tag]:
        """All tags in a tag, each before those in it."""
        for child in self.children(tag):
            yield child
            yield from self.below(child)

    def move(self, tag: Tag, to: Tag, *, first: bool = False) -> None:
        """Makes a tag the first or the last in another."""
        self.take_out(tag)
        to["K"].insert(0 if first else len(to["K"]), tag.reference)
        tag["P"] = to.reference

    def adopt_annotated(self) -> None:
        """Adopts tags with annotations that are not in the tree: each becomes a paragraph at its end."""
        in_tree = {self.root.reference, *(tag.reference for tag in self.below(self.root))}
        for reference in self.parents[1::2][len(self.pages) :]:
            if reference not in in_tree:
                whole = self._outermost(self._at(reference), in_tree)
                paragraph = self._new("P", self.root, whole["Pg"])
                paragraph["K"].append(whole.reference)
                whole["P"], whole["S"] = paragraph.reference, "/Link" if whole["S"] == "/Link" else "/Span"
                in_tree.update(tag.reference for tag in self.below(paragraph))

    def _outermost(self, tag: Tag, in_tree: Collection[bytes]) -> Tag:
        """The outermost tag around a tag that is not in the tree yet."""
        while tag["P"] not in in_tree:
            tag = self._at(tag["P"])
        return tag

    def take_out(self, tag: Tag) -> None:
        """Takes a tag with its contents out of its parent."""
        self._at(tag["P"])["K"].remove(tag.reference)

    def unwrap(self, tag: Tag) -> None:
        """Puts the tags in a tag into its place."""
        parent = self._at(tag["P"])
        at = parent["K"].index(tag.reference)
        for child in self.children(tag):
            child["P"] = parent.reference
        parent["K"][at : at + 1] = tag["K"]

    def add(self, kind: str, to: Tag) -> Tag:
        """A new tag, the last in another."""
        return self._new(kind, to, to["Pg"])

    def _new(self, kind: str, to: Tag, page: bytes) -> Tag:
        tag = type(to)({"Type": "/StructElem", "S": f"/{kind}", "K": type(to["K"])(), "Pg": page})
        self.pdf.add_object(tag)
        tag["P"] = to.reference
        to["K"].append(tag.reference)
        return tag

    def forget(self, reference: Any) -> None:
        """Empties a tag that is in no other."""
        self._at(reference).clear()

    def contents(self, page: bytes) -> list[Any]:
        """The contents of a page, as pydyf's parts of a stream."""
        stream: list[Any] = self._at(self._at(page)["Contents"]).stream
        return stream

    def _at(self, reference: bytes) -> Any:
        return self.pdf.objects[int(reference.split()[0])]

    @property
    def _top(self) -> Any:
        return self._at(self.pdf.catalog["StructTreeRoot"])
