"""Late reading: a function of the rules code for every combination of its parameters, with few runs.

A parameter is read where the code needs it. What a run never reads holds for all values of it at once. A function is
cut between its statements, and between the summands of a sum: two ways to reach a cut with the same values go on as
one. So separate modifiers are tried apart, and a sum of thirteen takes some thousand runs instead of ten million.

This package runs inside the contained process, which knows nothing of rulewright. It imports only the standard library.
"""
