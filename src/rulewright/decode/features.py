"""The ground of a diagram: how its names say that it looks, and the places that it has."""

from collections.abc import Iterator

from rulewright.decode.colours import HEX
from rulewright.decode.diagram_entries import FeatureEntry
from rulewright.decode.places import PlaceReader
from rulewright.language.texts import check_id
from rulewright.model.figure import Edge, Feature, Place
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

LOOKS = {
    "woods": "wood forest orchard jungle trees",
    "brush": "bush bushes scrub",
    "rough": "rubble rocks crater craters",
    "building": "house village town city buildings",
    "hill": "height ridge hills",
    "marsh": "swamp bog",
    "water": "lake sea pond",
    "field": "grain crops fields grainfield",
    "wall": "fence",
    "hedge": "bocage hedgerow",
    "cliff": "slope escarpment",
    "road": "street highway",
    "path": "trail track",
    "river": "stream canal brook",
}
"""Looks, and further words that mean them."""
COLOURS = {
    "woods": "#b9cba0",
    "brush": "#d3d9ab",
    "building": "#e3d2b6",
    "rough": "#dcd6cc",
    "hill": "#dfc79b",
    "marsh": "#c3d6cd",
    "water": "#b5d2e3",
    "field": "#eee0a0",
    "wall": "#55524c",
    "hedge": "#5d7a3c",
    "cliff": "#7b5a36",
    "road": "#d9c9a4",
    "path": "#a98c5c",
    "river": "#5b93b8",
    "plain": "#dcdcd0",
}


class FeatureReader:
    """Reads the ground of one map."""

    def __init__(self, places: PlaceReader) -> None:
        self.places, self.letters = places, set[str]()

    def all(
        self,
        terrain: list[tuple[Scalar, Node]],
        edges: list[tuple[Scalar, Node]],
        ways: list[tuple[Scalar, Node]],
    ) -> Iterator[Feature]:
        for name, node in terrain:
            entry = self._entry(name, node)
            yield self._feature(name, entry, cells=self.places.all(entry.at))
        for name, node in edges:
            entry = self._entry(name, node)
            yield self._feature(name, entry, edges=tuple(self._edges(entry.at)))
        for name, node in ways:
            entry = self._entry(name, node)
            yield self._feature(name, entry, ways=tuple(self._ways(entry.at)))

    def _entry(self, name: Scalar, node: Node) -> FeatureEntry:
        check_id(name, self.places.faults)
        short = isinstance(node, Sequence) or (isinstance(node, Scalar) and not node.empty)
        whole = Mapping(((Scalar("at", name.span), node),), node.span) if short else node
        return FeatureEntry(whole, f"the ground {name.value!r}", self.places.faults)

    def _feature(
        self,
        name: Scalar,
        entry: FeatureEntry,
        cells: tuple[Place, ...] = (),
        edges: tuple[Edge, ...] = (),
        ways: tuple[tuple[Place, ...], ...] = (),
    ) -> Feature:
        look = entry.look if entry.has("look") else _look(name.value)
        title = entry.title or name.value.replace("-", " ").capitalize()
        colour = entry.colour or COLOURS[look]
        if not HEX.fullmatch(colour):
            message = f"the colour {name.value!r} is not written #rrggbb"
            entry.fault("bad-value", entry.place("colour"), message, 'write it in quotes: "#9cb08a"')
            colour = COLOURS[look]
        letter = (entry.letter or self._letter(title)) if cells else ""
        self.letters.add(letter)
        return Feature(title, look, colour.lower(), letter, cells, edges, ways)

    def _letter(self, title: str) -> str:
        """The first letters of a name that no other ground of the map has."""
        beginnings = (title[:end].capitalize() for end in range(1, len(title) + 1))
        return next((each for each in beginnings if each not in self.letters), title[:1].upper())

    def _edges(self, written: list[Scalar]) -> Iterator[Edge]:
        """Sides of cells: `0102/0202`."""
        for each in written:
            sides = self.places.parts(each, "/")
            if len(sides) == 2 and self.places.grid.neighbours(*sides):
                yield sides[0], sides[1]
            elif len(sides) == each.value.count("/") + 1:
                message = f"{each.value!r} is not a side between two cells"
                self.places.refuse(each, message, "write two cells that are next to one another: 0102/0202")

    def _ways(self, written: list[Scalar]) -> Iterator[tuple[Place, ...]]:
        """Ways through cells: `0102-0202-0303`."""
        for each in written:
            way = self.places.parts(each, "-")
            if len(way) > 1:
                yield way
            elif len(way) == each.value.count("-") + 1:
                message = f"{each.value!r} leads nowhere"
                self.places.refuse(each, message, "write the cells that it leads through: 0102-0202-0303")


def _look(name: str) -> str:
    """What a name says of the look: `pine-woods` are woods."""
    words = set(name.casefold().split("-"))
    return next((look for look, others in LOOKS.items() if words & {look, *others.split()}), "plain")
