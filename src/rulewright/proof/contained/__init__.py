"""The modules of the contained process.

`worker.py` runs as a script and imports these as top-level modules, without rulewright.

- `start.py` runs `worker.py`.
- `jail.py` makes the operating system refuse files, processes and connections, whatever the code does inside Python.
- `fence.py` makes Python refuse them too: it checks the source, installs an audit hook and cleans the modules.
- `encoding.py` describes functions and packs results for the parent.
- `partial_evaluation.py` evaluates a function with few runs, because a value that a run never reads cannot change its
  result.
"""
