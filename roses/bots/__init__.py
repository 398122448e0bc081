"""Bots: players that hold a seat, and so know no more than the side they play.

There are four, from weak to strong. A ``bot.Page`` takes any option; a ``squire.Squire`` follows rules of thumb; a
``knight.Knight`` weighs whole orders by exact odds, and gives the hints at a table; a ``duke.Duke`` searches a tree of
orders for as long as he may. Their names, ``"page"``, ``"squire"``, ``"knight"``, ``"duke"`` and ``"duke:50"`` for a
duke of 50 iterations, are what ``roses.simulate``, ``roses.fork`` and ``roses.widgets.Table`` take for a seat.

A squire or a knight may have a character, as ``"knight:bold"`` (``character.CHARACTERS``): it changes what he likes,
and he varies choices of nearly equal worth. At a table all of them do, as ``"knight:versatile"`` if no other character
is named; elsewhere ``"knight"`` always chooses what seems best, so that recorded results stay what they were.

A bot of your own derives ``bot.Bot`` and defines ``bot.Bot.advise``, which returns the options of a seat with scores
and reasons, the best first. What bots know of the court game is in ``court``. Of the block war game, ``war_thumb`` has
the rules of thumb, ``war_forecast`` battles, ``war_worth`` positions, ``war_orders`` whole orders and how they are
played ahead, ``war_guess`` the hidden blocks. The duke's tree is in ``search``.
"""
