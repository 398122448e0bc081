"""History beside the games: battlefields with their rival reconstructions."""
