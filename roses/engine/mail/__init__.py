"""Games by mail: an umpire holds the whole game, and writes each side letters with what that side may know.

The side plays its part on from its letter (``player.py``), until dice fall or another must choose, and sends its orders
back (``umpire.py``). That serves every game that can draw states from a view.

What this does not protect against: somebody who reads the mail of another, for nothing is encrypted; somebody who
writes in the name of another, for nothing is signed; a player who stops answering when he sees what is coming; an
umpire, who sees all.
"""
