"""Templates: they place what Python has decided, and may come from strangers.

A project may replace any template, so a template gets no more than a page needs: the fields of views, the filters and
functions that `sandbox.py` lists, and the other templates. It can neither read a file nor run Python, nor take time
and memory without bound (`limits.py`). Whatever fails in one becomes a finding at its line (`faults.py`).
"""
