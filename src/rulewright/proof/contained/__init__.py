"""The parts of the contained process: what Python refuses in it, and what the system refuses.

`worker.py` runs as a script and imports these as modules of their own, without rulewright.

- `start.py`: runs `worker.py`.
- `jail.py`: what the operating system enforces, whatever the code does inside Python.
- `fence.py`: what Python itself refuses: the check of the source, the audit hook, the cleaned modules.
- `partial_evaluation.py`: runs a function with few calls, because what a call never reads cannot change its result.
"""
