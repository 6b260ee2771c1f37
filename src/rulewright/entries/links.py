"""The kinds of link in texts: `[[kind:name]]`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LinkKind:
    """A kind of link. `example` is YAML inside the entry `frame`, by default the text of a rule."""

    name: str
    summary: str
    example: str
    frame: str = "text"


LINKS = (
    LinkKind(
        "term",
        "A term in any of its spellings; a name without a kind is a term, so `[[LOS]]` is enough",
        'text: "Fire at what is in your [[LOS]]; the [[line of sight|line]] may be blocked."',
    ),
    LinkKind(
        "rule",
        "A rule by its id, or by its number without a kind; `[[13.1.5–6]]` cites each rule of the range",
        'text: "See [[rule:hits]] and [[4.1]]."',
    ),
    LinkKind("table", "A table", 'text: "Look at [[table:hits]]."'),
    LinkKind(
        "cell",
        "What a cell prints: its keys as the table has them, rows before columns, an output last; "
        "with a number word after a bar, `[[cell:…|two]]`, it prints the word, which must be its number",
        'text: "A mortar needs [[cell:hits(wood, mortar)]] in a wood."',
    ),
    LinkKind(
        "fact",
        "A number that is stated once; `[[fact:…|six]]` prints the word, which must be its number",
        'text: "Roll [[fact:to-hit]] or more: a [[fact:to-hit|six]]."',
    ),
    LinkKind("mark", "A small symbol", 'text: "[[mark:guard]] roll twice."'),
    LinkKind("reference", "A quick reference", 'text: "[[reference:fire]] sums it up."'),
    LinkKind("card", "A card, by the name of its file", 'text: "The card [[card:fire]] shows it."'),
    LinkKind(
        "record",
        "On the cards of a deck: what the record has in a column, or its `name`",
        'title: "[[record:name]]"\ndeck: arms\nblocks: [{note: "It costs [[record:price]]."}]',
        frame="card: deck",
    ),
    LinkKind("unit", "A counter as it is written, by the `notations` of the game", 'text: "The [[unit:4-6-7]] fires."'),
    LinkKind("example", "A worked example", 'text: "See [[example:shot]]."'),
    LinkKind(
        "figure",
        'A figure, by its number: "Figure 3"; alone in a paragraph of a rule or an example it prints the figure there',
        'text: "[[figure:gap]] shows it."',
    ),
    LinkKind(
        "given",
        "In an example: a value of its situation",
        'text: "A rifle fires at [[given:cover]]."\ngiven: {cover: wood, weapon: rifle}',
        frame="example",
    ),
    LinkKind(
        "result",
        "In an example: the answer of this step, or of step 2 as `[[result:2]]`",
        'text: "It needs [[result]]."\nask: "score(cover, weapon)"\nresult: 5',
        frame="step: ask, working, result, domain",
    ),
)
