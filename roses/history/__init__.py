"""History beside the games: battles, battlefields, people, claims to the crown, and the sources of all of them.

Begin with ``battles.account``, which tells a battle in phases and says how the game can show it, and
``battles.known_battles``, which lists them; ``battles.works`` returns the works that are cited, ``battles.source_card``
says what a witness of Bosworth is worth. ``battlefields.battlefield`` returns the ground, both armies and the rival
reconstructions. ``people.person`` and ``people.find`` know who lived, died and changed sides; ``people.When`` holds a
day that is known in part. ``claims.claim`` says by which rule whose claim was best.

The facts are in ``data/history`` and ``data/battlefields``. Every statement names its sources and how sure it is.
``roses.lab`` makes tables of them, ``roses.widgets`` pages.

>>> from roses.history.battles import account
>>> [phase.title for phase in account("towton-1461").phases][1]
'The volleys'
"""
