"""The Markdown of texts: CommonMark without HTML, with tables, footnotes, definition lists, alerts and our links.

A text is a *run*, such as a title, a bullet or a cell, or a *passage*, which may have paragraphs, lists and all other
blocks. Each construct is either supported or refused by name (`refused.py`), so no text prints its markup. One parser
(`grammar.py`) gives the words of a text (`words.py`), its HTML (`render/typesetting/markdown.py`) and its refusals.
"""
