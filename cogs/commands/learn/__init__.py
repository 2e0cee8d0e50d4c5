"""Commands that explain: help, rules, cards."""
