"""The Table at which a game is played, by people at this screen and by bots.

``table`` is the widget, ``model`` its logic, ``page`` what the browser is sent, and ``saves`` the files of saved
games. What a Table must know of a game is in an ``adapter``; the two games have theirs in
``roses.widgets.richard.table`` and ``roses.widgets.lancaster.table``. ``table.js`` draws.
"""
