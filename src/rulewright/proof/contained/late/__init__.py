"""Late reading: a function of the rules code for every combination of its parameters, with few runs.

A parameter is read only when the code needs it. A run that never reads a parameter has the same result for all of its
values. A function is cut between its statements, and between the summands of a sum. Two ways that reach a cut with the
same values continue as one. So separate modifiers are tried separately, and a sum of thirteen takes some thousand runs
instead of ten million.

This package runs inside the contained process, which knows nothing of rulewright. It imports only the standard library.
"""
