"""`python -m tests.programs.images.update [SLUG]`: draw the golden pictures of one game or of all again.

Look at every one of them before you commit.
"""

import sys

from tests.images.golden import update

if __name__ == "__main__":
    update(*sys.argv[1:])
