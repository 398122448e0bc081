"""Games by mail: files that players send each other, each with what its reader may know and nothing else.

With an umpire (``umpire.py``, ``player.py``) one person or machine holds the whole game. It writes a letter to each
side: its view, and all that it has seen. The side plays its part on from the letter, until dice fall or another must
choose, and sends its orders back. That serves every game that can draw states from a view.

Without an umpire (``ledger.py``, ``peer.py``) every player holds the same ledger, and nobody is trusted with more.
Choices that are made at once are sealed: a hash is sent first, and the choice when all hashes are there. Dice and deals
come from numbers to which all have bound themselves at the start, so that none of them decides alone. What is hidden
for longer than one choice cannot be kept that way: it lies open in every player's file.

What this does not protect against: somebody who reads the mail of another, for nothing is encrypted; somebody who
writes in the name of another, for nothing is signed; a player who stops answering when he sees what is coming. With an
umpire, the umpire himself, who sees all and could choose the seed; without one, players who open the file in an editor
to look at what lies in it.
"""
