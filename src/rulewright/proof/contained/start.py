"""Run `worker.py` as a script, but from its compiled form: Python would compile a script at each start."""

import os
from importlib.machinery import SourceFileLoader

__file__ = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "worker.py")
exec(SourceFileLoader("worker", __file__).get_code("worker"))  # type: ignore[arg-type]
