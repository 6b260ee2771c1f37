"""Correct the tags of a PDF before it is written, where WeasyPrint 70 hinders screen readers.

WeasyPrint assigns the headings of table cells wrongly, splits a link in two, puts a nested list beside its item, and
tags boxes without words. Tests check every print with a validator of PDF/UA. Check this module again on an upgrade.

The children of a tag are numbers of marked contents, references to tags, and references to annotations.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.pdf.engine import PDFString, TableCellBox, TableRowBox

Tag = Any
"""A structure element, as a dictionary of pydyf: `S` is its kind, `K` its children, `P` refers to its parent."""


@dataclass(frozen=True, slots=True)
class TagTree:
    """The tag tree of `pdf`, with methods to read and change it."""

    pdf: Any

    @property
    def root(self) -> Tag:
        """Return the tag of the whole document."""
        return self.children(self._top)[0]

    @property
    def pages(self) -> tuple[bytes, ...]:
        """Return references to the pages in order."""
        references: tuple[bytes, ...] = self.pdf.page_references
        return references

    @property
    def parents(self) -> list[Any]:
        """Return the parent tree: for each page its number, then an array with the tag of each marked content."""
        numbers: list[Any] = self._at(self._top["ParentTree"])["Nums"]
        return numbers

    def children(self, tag: Tag) -> list[Tag]:
        """Return the tags directly inside a tag."""
        referred = (self._at(each) for each in tag["K"] if isinstance(each, bytes))
        return [each for each in referred if "S" in each]

    def below(self, tag: Tag) -> Iterator[Tag]:
        """Yield all tags inside a tag, parents before children."""
        for child in self.children(tag):
            yield child
            yield from self.below(child)

    def move(self, tag: Tag, to: Tag, *, first: bool = False) -> None:
        """Make a tag the last child of another, or with `first` the first child."""
        self.take_out(tag)
        to["K"].insert(0 if first else len(to["K"]), tag.reference)
        tag["P"] = to.reference

    def adopt_annotated(self) -> None:
        """Add tags with annotations that are missing in the tree: each becomes a paragraph at its end."""
        in_tree = {self.root.reference, *(tag.reference for tag in self.below(self.root))}
        for reference in self.parents[1::2][len(self.pages) :]:
            if reference not in in_tree:
                whole = self._outermost(self._at(reference), in_tree)
                paragraph = self._new("P", self.root, whole["Pg"])
                paragraph["K"].append(whole.reference)
                whole["P"], whole["S"] = paragraph.reference, "/Link" if whole["S"] == "/Link" else "/Span"
                in_tree.update(tag.reference for tag in self.below(paragraph))

    def _outermost(self, tag: Tag, in_tree: Collection[bytes]) -> Tag:
        """Return the outermost ancestor of a tag that is not in the tree yet."""
        while tag["P"] not in in_tree:
            tag = self._at(tag["P"])
        return tag

    def take_out(self, tag: Tag) -> None:
        """Remove a tag and its contents from its parent."""
        self._at(tag["P"])["K"].remove(tag.reference)

    def unwrap(self, tag: Tag) -> None:
        """Replace a tag by its child tags."""
        parent = self._at(tag["P"])
        at = parent["K"].index(tag.reference)
        for child in self.children(tag):
            child["P"] = parent.reference
        parent["K"][at : at + 1] = tag["K"]

    def add(self, kind: str, to: Tag) -> Tag:
        """Add a new tag as the last child of another."""
        return self._new(kind, to, to["Pg"])

    def _new(self, kind: str, to: Tag, page: bytes) -> Tag:
        tag = type(to)({"Type": "/StructElem", "S": f"/{kind}", "K": type(to["K"])(), "Pg": page})
        self.pdf.add_object(tag)
        tag["P"] = to.reference
        to["K"].append(tag.reference)
        return tag

    def forget(self, reference: Any) -> None:
        """Empty a tag that has no parent."""
        self._at(reference).clear()

    def contents(self, page: bytes) -> list[Any]:
        """Return the contents of a page, as pydyf's parts of a stream."""
        stream: list[Any] = self._at(self._at(page)["Contents"]).stream
        return stream

    def _at(self, reference: bytes) -> Any:
        return self.pdf.objects[int(reference.split()[0])]

    @property
    def _top(self) -> Any:
        return self._at(self.pdf.catalog["StructTreeRoot"])


SCOPES = {"row": "Row", "rowgroup": "Row", "col": "Column"}


def _mend_tables(document: Any) -> None:
    """Write into the tag of every cell which headings it has."""
    for page in document.pages:
        for table in page._page_box.descendants():
            if table.element_tag == "table" and any(isinstance(box, TableRowBox) for box in table.descendants()):
                _mend_table(table)


def _mend_table(table: Any) -> None:
    cells = list(_cells(table))
    headings = [(cell, row, scope) for cell, row in cells if (scope := _scope(cell))]
    for cell, _, scope in headings:
        cell.mark["A"]["Scope"] = f"/{SCOPES[scope]}"
    for cell, row in cells:
        if cell.element.tag == "td":
            cell.mark["A"]["Headers"][:] = [each.mark["ID"] for each in _headings(cell, row, headings)]


def _cells(table: Any) -> Iterator[tuple[Any, int]]:
    """Yield the tagged cells of a table, each with its row number."""
    rows = [box for box in table.descendants() if isinstance(box, TableRowBox)]
    for number, row in enumerate(rows):
        for cell in row.children:
            if isinstance(cell, TableCellBox) and cell.element is not None and hasattr(cell, "mark"):
                yield cell, number


def _scope(cell: Any) -> str:
    scope = cell.element.get("scope", "col") if cell.element.tag == "th" else ""
    return scope if scope in SCOPES else ""


def _headings(cell: Any, row: int, headings: list[tuple[Any, int, str]]) -> Iterator[Any]:
    """Yield the headings of a cell: row headings that it names, or else by their scope; and its column headings."""
    named = cell.element.get("headers", "").split()
    for each, at, scope in headings:
        beside = scope != "col" and named
        if each.element.get("id") in named if beside else _heads(each, at, scope, cell, row):
            yield each


def _heads(heading: Any, its_row: int, scope: str, cell: Any, row: int) -> bool:
    if scope == "col":
        across = heading.grid_x < cell.grid_x + cell.colspan and cell.grid_x < heading.grid_x + heading.colspan
        return bool(across and its_row < row)
    return bool(its_row < row + cell.rowspan and row < its_row + heading.rowspan)


PRINTED = 4
"""The flag of an annotation that shows both in print and on screen."""


def single_links(document: Any) -> None:
    """Remove the links of boxes inside another link. Call it before the PDF is made."""
    for page in document.pages:
        page.links[:] = [link for link in page.links if link[3].link]


def _mend_links(document: Any, tags: TagTree) -> None:
    for page in document.pages:
        for _, address, _, box in page.links:
            if box.link_annotation is not None:  # none for a link that leads nowhere, of which WeasyPrint warns
                words = " ".join("".join(box.element.itertext()).split())
                box.link_annotation["Contents"] = PDFString(box.element.get("title") or words or address)
                box.link_annotation["F"] = PRINTED
    tags.adopt_annotated()
    # Text added to a link is part of it; leader dots in that text are not.
    for link in list(tags.below(tags.root)):
        for added in tags.children(link) if link["S"] == "/Link" else ():
            if added["S"] == "/Link":
                added["S"] = "/Span"
                for leader in [each for each in tags.children(added) if each["S"] == "/Link"]:
                    tags.take_out(leader)


LIST, ITEM, LABEL, BODY = "/L", "/LI", "/Lbl", "/LBody"


def _mend_lists(tags: TagTree) -> None:
    for tag in [tag for tag in tags.below(tags.root) if tag["S"] == LIST]:
        _mend_list(tag, tags)


def _mend_list(tag: Tag, tags: TagTree) -> None:
    children = tags.children(tag)
    if all(child["S"] == LIST for child in children):  # its columns
        for child in children:
            tags.unwrap(child)
    item = None
    for child in tags.children(tag):
        if child["S"] == ITEM:
            item = child
            _mend_item(item, tags)
        elif item is not None:
            tags.move(child, _body(item, tags))


def _mend_item(item: Tag, tags: TagTree) -> None:
    for child in tags.children(item):
        if child["S"] not in (LABEL, BODY):
            tags.move(child, _body(item, tags))
    for child in tags.children(_body(item, tags)):
        if child["S"] == LABEL:
            tags.move(child, item, first=True)


def _body(item: Tag, tags: TagTree) -> Tag:
    """Return the body of a list item. An item continued from the page before may have none and gets a new one."""
    body = next((child for child in tags.children(item) if child["S"] == BODY), None)
    return body if body is not None else tags.add("LBody", item)


MEANINGFUL = ("/TD", "/TH", "/Figure")
"""Tags that stay when they are empty: an empty cell still counts among its neighbours."""


def _mend_artifacts(tags: TagTree) -> None:
    _prune(tags.root, tags)
    read = {tag.reference for tag in tags.below(tags.root)}
    for page, owners in zip(tags.pages, tags.parents[1::2], strict=False):
        unread = {number for number, owner in enumerate(owners) if owner not in read}
        _mark(tags.contents(page), unread)
        for number in unread:
            tags.forget(owners[number])
            owners[number] = "null"


def _prune(tag: Tag, tags: TagTree) -> None:
    for child in tags.children(tag):
        _prune(child, tags)
        if not child["K"] and child["S"] not in MEANINGFUL:
            tags.take_out(child)
            child.clear()


def _mark(stream: list[Any], unread: set[int]) -> None:
    """Mark contents of a page that no tag refers to as pagination, so that they are not read aloud."""
    for index, part in enumerate(stream):
        if isinstance(part, dict) and part.get("MCID") in unread:
            part.clear()
            part["Type"] = "/Pagination"
            stream[index - 1] = "/Artifact"


def mend_tags(document: Any, pdf: Any) -> None:
    """Correct all tags; a `Finisher` for WeasyPrint."""
    tags = TagTree(pdf)
    _mend_tables(document)
    _mend_links(document, tags)
    _mend_lists(tags)
    _mend_artifacts(tags)  # last, because it removes the tags that the others have emptied
