"""*Lancaster*: the court game of two to five houses under Henry V, 1413.

Begin with ``state.State``, whose docstring explains every field, and with ``phases``: one module for each part of a
round, which says what may be chosen in it and what each choice does. ``actions`` and ``events`` hold what is done and
what happens, ``refusals`` which rule forbids an action, ``tables`` counties, conflicts, favours, castle and laws from
``data/lancaster``, and ``components.components`` the same with values of your own. ``ruleset.Ruleset`` has a field for
each question that the printed rules leave open. ``view.View`` is what a player may know.

Users start a game with ``players=4``, and if they like ``laws=...`` or ``components=...``; ``scene.scene`` builds a
position.

>>> import roses
>>> roses.start("lancaster", players=3).sides
('Blue', 'Green', 'Yellow')
"""
