"""A card as the browser sets it: the HTML and the style of its print, with what only paper has written for a screen.

It is there at once, and the print takes its place. What does not fit on a page is seen below it.
"""

import re
from pathlib import Path

from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.render.cards.paper import card_html, card_style

PAGE = re.compile(r"@page \{(?P<frame>[^@}]*)(?:@(?:top|bottom)[^}]*\}\s*)*\}")
"""The rule for all pages: its frame, and the lines at its foot, which only paper has."""
MARGINS = re.compile(r"margin: (\S+) \S+ (\S+) \S+ \}")
SCREEN = """
html {{ background: white }}
body {{ display: flex; flex-direction: column; width: {width} }}
.page {{ position: relative; flex: none; box-sizing: border-box; height: calc({height} - {above} - {below}); {frame} }}
.page > .foot {{ position: absolute; top: 100%; padding: 0.5mm 0 0 1.4mm }}
"""


def card_on_screen(card: Card, book: Book, project: Path) -> str:
    """The document; its fonts have the addresses that they have in print, `font:NAME`."""
    html, style = card_html(card, book, project), card_style(card, book, project)
    frame, margins = PAGE.search(style), MARGINS.search(html)
    above, below = margins.groups() if margins else ("0mm", "0mm")
    screen = SCREEN.format(
        width=card.size.width, height=card.size.height, above=above, below=below, frame=frame["frame"] if frame else ""
    )
    html = html.replace("@page {", ".page {", 1)  # its margin is around each page, and its size is no property here
    return html.replace("</head>", f"<style>{PAGE.sub('', style)}{screen}</style></head>")
