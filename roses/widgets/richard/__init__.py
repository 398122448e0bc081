"""The block war game in widgets: adapter, live map, battle board, dice."""
