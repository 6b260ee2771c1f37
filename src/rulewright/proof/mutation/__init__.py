"""Mutation testing of the proof: alter each printed statement, and check that the proof notices.

`mutants.py` alters printed statements. The comparison that proves a statement also judges its mutants, so the rules
code does not run again. A mutant that leaves a gap or a contradiction counts as noticed. Claims that are alternatives
under one proof are judged together.

`code_mutants.py` alters the rules code, and `code_trials.py` tries the mutants. If no printed statement notices a
mutant, either readers cannot learn what that line decides, or the mutant is equivalent to the original. These cannot be
told apart, so the finding is a note.
"""

FINDINGS = ("surviving-mutant", "unnoticed-code")
"""The names of the findings of this stage."""
