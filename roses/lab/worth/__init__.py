"""What blocks are worth: to a battle, by exact odds, and to a campaign, by simulated games."""
