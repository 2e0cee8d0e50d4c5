"""Messages that tell people what is wrong: a deleted channel, lost moves."""
