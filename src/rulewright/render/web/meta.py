"""The metadata of a page for search engines, messengers and browsers."""

import re

from rulewright.model.game import Game
from rulewright.render.web.download_views import MetaView

LONGEST = 160
"""Characters of a description that search engines show."""
PREVIEW = "preview.png"
"""The picture that messengers show, in the web folder."""


def meta_view(file: str, description: str, game: Game) -> MetaView:
    """The metadata of the page `file` of the web folder."""
    web = f"{game.address}web/" if game.address else ""
    return MetaView(shortened(description), f"{web}{file}" if web else "", f"{web}{PREVIEW}")


def shortened(text: str) -> str:
    """The words that fit, with an ellipsis if there are more."""
    words = " ".join(text.split())
    if len(words) <= LONGEST:
        return words
    return re.sub(r"[\s,;:.–-]*\S*$", "", words[: LONGEST - 1]) + " …"
