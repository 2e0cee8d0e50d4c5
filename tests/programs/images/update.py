"""Write the digests of the golden pictures and their small copies: `python -m tests.programs.images.update [SLUG …]`.

It prints the pictures that have changed. Look at every one of them before you commit.
"""

import sys

from tests.images.golden import REVIEW, update_pictures

if __name__ == "__main__":
    for picture in update_pictures(*sys.argv[1:]):
        print(REVIEW / f"{picture}.png")
