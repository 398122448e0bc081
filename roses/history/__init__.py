"""History beside the games: battles, battlefields, people, claims to the crown, and the sources of all of them.

Begin with ``battles.account``, which tells a battle in phases and says how the game can show it, and
``battles.known_battles``, which lists them. ``battlefields.battlefield`` returns the ground, both armies and the rival
reconstructions, ``battlefields.works`` the works that are cited. ``people.person`` and ``people.find`` know who lived,
died and changed sides; ``claims.claim`` says by which rule whose claim was best; ``source_cards.source_card`` says what
a witness of Bosworth is worth; ``dates`` holds days that are known in part.

The facts are in ``data/history`` and ``data/battlefields``. Every statement names its sources and how sure it is.
``roses.lab`` makes tables of them, ``roses.widgets`` pages.

>>> from roses.history.battles import account
>>> [phase.title for phase in account("towton-1461").phases][1]
'The volleys'
"""
