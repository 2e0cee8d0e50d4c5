"""Languages, names and texts: what anybody reads is made here."""
