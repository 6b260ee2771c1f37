"""Cards in Lout: the syntax as Lout's own manuals describe it, and what a card is made of.

    text ─ tokens ─ reading ─ expanding ─ blocks of a card ─ Draft

`reading` makes objects of the units of a text by precedence, `expanding` puts in what definitions make of symbols. Both
know nothing of games. What a symbol means that has no definition in sight, such as that of a missing setup file, is
guessed, and told.
"""
