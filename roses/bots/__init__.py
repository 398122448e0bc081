"""Bots: players that hold a seat, and so know no more than the side they play.

There are four, from weak to strong. A ``bot.Page`` takes any option; a ``squire.Squire`` follows rules of thumb and
gives the hints at a table; a ``knight.Knight`` weighs whole orders by exact odds; a ``duke.Duke`` searches a tree of
orders for as long as he may. Their names, ``"page"``, ``"squire"``, ``"knight"``, ``"duke"`` and ``"duke:50"`` for a
duke of 50 iterations, are what ``roses.simulate``, ``roses.fork`` and ``roses.widgets.Table`` take for a seat.

A bot of your own derives ``bot.Bot`` and defines ``bot.Bot.advise``, which returns the options of a seat with scores
and reasons, the best first. What bots know of the court game is in ``court``. Of the block war game, ``war_thumb`` has
the rules of thumb, ``war_forecast`` battles, ``war_worth`` positions, ``war_orders`` whole orders and how they are
played ahead, ``war_guess`` the hidden blocks. The duke's tree is in ``search``.
"""
