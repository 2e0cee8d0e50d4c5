"""Skip the games that tests copy into a tree, where their own tests run."""

collect_ignore = ["template", "minimal"]
