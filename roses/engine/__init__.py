"""What both games share: protocol, chance, notation, game in progress, record, replay, errors. No game here."""
