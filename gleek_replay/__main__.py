"""`python -m gleek_replay` is the command `gleek-replay`."""

import sys

from gleek_replay.cli import main

if __name__ == "__main__":
    sys.exit(main())
