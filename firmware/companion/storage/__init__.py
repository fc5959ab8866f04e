"""The box's memory: files that survive a power cut, the journal of games, the settings.

`files` writes bytes, `frames` guards them with a check sum, `packs` keeps finished games, `journal` the
open one, `settings` what the owner chose. Nothing here knows a rule of any game.
"""
