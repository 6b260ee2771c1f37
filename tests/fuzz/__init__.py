"""Random inputs, of two kinds, which `make fuzz` tries in volume and `make test` in small numbers.

Properties are hypothesis tests, here and beside what they test: what must hold of every sound input. Their number and
their seed come from the profile (`tests/conftest.py`).

Attempts are hostile and odd projects, environments and kills (`attempts.py`), made by the modules of `makers/` from a
seed. No input may lead to anything but an answer, findings, or a refusal with status 2 (`verdicts.py`). `corpus/` holds
what once led to something else, and each file says what.
"""
