"""What all games share: states, actions, chance, records, replays, seats, games by mail, languages and registries.

Begin with ``protocol``, which holds actions with their notation, events and outcomes, and ``state.GameState``, which
each game derives. ``game.Game`` is a game in progress, which rolls and deals from a seed; ``seat.Seat`` is one side of
it. A ``record.Record`` holds a game as JSON; ``replay.Replay`` gives its states, ``replay.Timeline`` its narrated
steps, and ``transcript`` writes it as a text. ``options`` lists actions as a tree, ``explain`` says why
not and what now, ``rules`` holds the text of the rules and their variants. ``mail`` plays by files.

``games.register`` adds a game, described by a ``description.Description``, and ``display.register`` says what draws a
type of value: these two registries are the only way from here to the packages above. Texts for readers pass through
``i18n``. Besides the standard library the engine needs msgspec alone. Users find most names in ``roses`` itself.

>>> from roses.engine import games
>>> games.names()
('richard-iii', 'lancaster')
"""
