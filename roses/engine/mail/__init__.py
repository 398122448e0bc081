"""Games by mail: an umpire holds the whole game, and writes each side letters with what that side may know.

The side plays its part on from its letter (``player.py``), until dice fall or another must choose, and sends its orders
back (``umpire.py``). That serves every game that can draw states from a view. Every letter binds the umpire to the seed
of the game, and the last one opens it (``opening.py``).

What this does not protect against: somebody who reads the mail of another, for nothing is encrypted; somebody who
writes in the name of another, for nothing is signed; a player who stops answering when he sees what is coming; an
umpire who tells what he sees, or who draws seeds, before the first letter, until he likes one.
"""
