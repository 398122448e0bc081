"""What all games share: states, actions, events, chance, notation, records, replays, languages and registries."""
