"""*Richard III*: the block war game of York against Lancaster, 1455 to 1485.

Begin with ``state.State``, whose docstring explains every field, and with ``phases``: one module for each phase of a
turn, which says what may be chosen in it and what each choice does. ``actions`` and ``events`` hold what is done and
what happens; ``refusals`` says which rule forbids an action, and why; ``tables`` reads map, blocks, cards and scenarios
from ``data/richard``; ``ruleset.Ruleset`` has a field for each difference between printed editions; ``rulebook`` holds
the text of the rules. ``view.View`` is what a side may know, and ``resampling`` draws a state that agrees with it.

Users build positions with ``scene.scene``, ``scene.battle`` and ``scene.play``, ask them with ``queries``, count lords
with ``lords_count.tally``, and read a battle of history as a record with ``battles.battle_record``.

>>> import roses
>>> roses.start("richard-iii", "1470").setup.title
'Kingmaker'
"""
