"""Describe a diagram in words, for readers who cannot see it."""

from collections.abc import Iterator

from rulewright.base.messages.messages import Message, joined, tell
from rulewright.entries.figures import Arc, Counter, Diagram, DiagramLine, Feature, LineKind
from rulewright.entries.maps import Ground, Hexes, Place
from rulewright.entries.numbers import decimal_text


def diagram_words(diagram: Diagram) -> tuple[Message, ...]:
    """Return a sentence for the map, and one for each thing on it."""
    return tuple(_Describer(diagram).sentences())


class _Describer:
    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram
        self.standing = {each.at: name(each) for each in reversed(diagram.counters)}

    def sentences(self) -> Iterator[Message]:
        diagram = self.diagram
        yield self._map()
        for feature in diagram.features:
            yield from self._feature(feature)
        for counter in diagram.counters:
            yield self._counter(counter)
        yield from map(self._line, diagram.lines)
        yield from map(self._arc, diagram.arcs)
        for label in diagram.labels:
            yield tell("At {place}: “{text}”.", place=self.cell(label.at), text=label.text)

    def _map(self) -> Message:
        area = self.diagram.area
        if isinstance(self.diagram.grid, Ground):
            wide, high = map(figure, area.last)
            return tell("A map of {wide} by {high} inches.", wide=wide, high=high)
        first, last = area.name(area.first), area.name(area.last)
        if isinstance(self.diagram.grid, Hexes):
            return tell("A map of the hexes {first} to {last}.", first=first, last=last)
        return tell("A map of the squares {first} to {last}.", first=first, last=last)

    def cell(self, place: Place) -> str:
        """Return the coordinates of a place."""
        if isinstance(self.diagram.grid, Ground):
            return "/".join(map(figure, place))
        return self.diagram.area.name(place)

    def place(self, place: Place) -> str:
        """Return the name of the counter at a point of free ground; for a cell, its coordinates."""
        free = isinstance(self.diagram.grid, Ground)
        return self.standing.get(place, self.cell(place)) if free else self.cell(place)

    def _feature(self, feature: Feature) -> Iterator[Message]:
        if feature.cells:
            yield tell("{ground}: {cells}.", ground=feature.title, cells=joined(map(self.cell, feature.cells)))
        if feature.edges:
            edges = (tell("{one} and {other}", one=self.cell(a), other=self.cell(b)) for a, b in feature.edges)
            yield tell("{ground} between {edges}.", ground=feature.title, edges=joined(edges, "; "))
        for way in feature.ways:
            yield tell("{ground} through {cells}.", ground=feature.title, cells=joined(map(self.cell, way)))

    def _counter(self, counter: Counter) -> Message:
        values = {"place": self.cell(counter.at), "counter": name(counter)}
        if counter.toward is None:
            return tell("At {place}: {counter}.", **values)
        return tell("At {place}: {counter}, facing {toward}.", **values, toward=self.place(counter.toward))

    def _line(self, line: DiagramLine) -> Message:
        begin, end = self.place(line.path[0]), self.place(line.path[-1])
        if line.kind is LineKind.MOVE:
            return tell("A move through {places}.", places=joined(map(self.cell, line.path)))
        if line.kind is LineKind.MEASURE:
            return tell("From {begin} to {end}: {label}.", begin=begin, end=end, label=line.label)
        if line.blocked is None:
            return tell("A line of sight from {begin} to {end}.", begin=begin, end=end)
        where = self.cell(line.blocked)
        return tell("The line of sight from {begin} to {end} is blocked at {where}.", begin=begin, end=end, where=where)

    def _arc(self, arc: Arc) -> Message:
        reach, at = figure(arc.reach), self.place(arc.at)
        if arc.toward is None or arc.angle >= 360:
            return tell("All within {reach} of {place} is marked.", reach=reach, place=at)
        return tell(
            "An arc of {angle}° from {place} toward {toward} is marked, as far as {reach}.",
            angle=figure(arc.angle),
            place=at,
            toward=self.place(arc.toward),
            reach=reach,
        )


def name(counter: Counter) -> str:
    """Return the side of a counter and what is on it: `German squad 4-6-7`."""
    unit = counter.unit
    kind = (unit.notation.title.lower() if counter.side else unit.notation.title) if unit else ""
    sign = "" if unit or counter.label else counter.symbol.value
    return " ".join(filter(None, (counter.side, kind, unit.written if unit else "", counter.label, sign)))


def figure(number: float) -> str:
    """Return a number without needless decimals."""
    return decimal_text(f"{number:g}") if number % 1 else f"{number:g}"
