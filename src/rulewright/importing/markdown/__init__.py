"""Rulebooks in Markdown, by markdown-it-py's tokens.

    files ─ parsing ─ sections ─ outline ─ bodies ─ Draft
                          numbers ┘          └ inline, rendering: the Markdown that our texts can have

`sections` divides a file by its headings; `outline` says which is a rule, with which number, below which; `bodies`
finds tables, terms, examples and pictures among the blocks of each. `inline` makes references of "see 4.3" and of
links, and takes out what no text can have; `rendering` writes Markdown again, with mdformat.
"""
