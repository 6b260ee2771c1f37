"""Cards in Lout: the syntax as Lout's own manuals describe it, and what a card is made of.

    text ─ tokens ─ parsing ─ state ─ flow ─ drafting ─ Draft

`parsing` makes objects of the units of a text by precedence; `objects` replaces symbols by their definitions. Both
know nothing of games. `flow` finds paragraphs, headings, lists and tables. `drafting` and `blocks` make cards and rules
of them, and list the words that are in neither.
A symbol without a definition in sight, such as one from a missing setup file, is guessed, with a remark.
"""
