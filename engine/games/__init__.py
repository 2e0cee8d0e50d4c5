"""The games. One folder each; `engine.kernel.registry` finds them by walking this package."""
