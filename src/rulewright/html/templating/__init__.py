"""Templates: they place what Python has decided, and they may come from strangers.

A project may replace any template. So a template gets no more than a page needs: the fields of views, the filters and
functions that `sandbox.py` lists, and the other templates. It can neither read a file nor run Python, and its time and
memory are limited (`limits.py`). An error in a template becomes a finding at its line (`template_errors.py`).
"""
