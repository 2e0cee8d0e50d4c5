"""The modules of a running bot, the boards of its games and its catalogues, for the fork server of `forked_process`."""

from importlib import import_module

import bot
import cogs.local_table
from cogs.extensions import COG_MODULES
from cogs.i18n.languages import LanguageRegistry
from engine.host.model.game_catalogue import GameCatalogue

__all__ = ["bot", "cogs"]

for name in COG_MODULES:
    import_module(name)
LanguageRegistry()
GameCatalogue()
