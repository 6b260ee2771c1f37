"""`python -m rulewright`: the same as `rulewright`."""

import sys

from rulewright.app.cli import main

if __name__ == "__main__":
    sys.exit(main())
