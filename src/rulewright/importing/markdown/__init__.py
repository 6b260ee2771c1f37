"""Rulebooks in Markdown, by markdown-it-py's tokens.

    files ─ parsing ─ outline ─ terms ─ bodies ─ Draft
                                          └ inline

`parsing` reads and writes Markdown with markdown-it and mdformat. `outline` divides a file by its headings, and says
which heading is a rule, with which number, below which. `terms` finds definitions; `bodies` finds tables, examples and
pictures among the blocks of each section. `inline` turns "see 4.3" and links into references, and removes what our
texts cannot have. `reading` puts all of it together.
"""
