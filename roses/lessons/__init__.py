"""What lessons need and no game does: quizzes, cards, handouts."""
