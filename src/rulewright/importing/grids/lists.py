"""A grid of one column is a list of bullets, unless a die decides among its lines."""

from rulewright.importing.draft import Value
from rulewright.importing.grids.names import Names
from rulewright.importing.grids.scores import dice_of
from rulewright.importing.grids.shape import Shape
from rulewright.importing.grids.table import Table, value_text


def bullets(shape: Shape, _: Names) -> Table | None:
    if shape.width > 1:
        return None
    texts = [*shape.names]
    dice = dice_of((shape.title, *shape.headings))
    if dice is not None and dice[1].scores.size == len(texts):
        things: list[Value] = [value_text(text) for text in texts]
        why = f"its title names {dice[0]}, and it has a line for each score"
        return Table({"rows": dice[0], "list": things}, (why,))
    items: list[Value] = [*filter(None, shape.headings), *texts]
    return Table({"items": items}, ("it has one column, so its lines are bullets",), section="references")
