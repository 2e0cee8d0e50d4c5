"""`python -m tests.programs.images.update`: draw the golden pictures again. Look at every one of them before you commit."""

from tests.images.golden import update

if __name__ == "__main__":
    update()
