"""The Markdown of texts: CommonMark without HTML, with tables, footnotes, definition lists, alerts and our links.

A text is a *run* (a title, a bullet, a cell) or a *passage*, which can have paragraphs, lists and all other blocks.
Each construct is either supported or reported by name (`unsupported.py`), so no text prints its markup by accident. One
parser (`grammar.py`) produces the words of a text (`words.py`), its HTML (`html/markdown.py`) and the
reports.
"""
