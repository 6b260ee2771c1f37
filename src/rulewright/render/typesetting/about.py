"""What a game says of itself as a work: the lines of an imprint, the same on paper and on the web."""

from collections.abc import Iterator

from markupsafe import Markup

from rulewright.model.game import Game
from rulewright.render.typesetting.typesetter import Typesetter
from rulewright.translation.messages import tell


def about_facts(game: Game, typesetter: Typesetter) -> Iterator[tuple[str, Markup]]:
    """Each fact by its name: terms, origin, address."""
    about = game.about
    for name, text in ((tell("Licence"), about.licence), (tell("Source"), about.source)):
        if text is not None:
            yield name, typesetter.inline(text)
    if game.address:
        before, after = typesetter.outward(game.address, spelt=True)
        yield tell("Address"), Markup("{}{}{}").format(before, game.address, after)
