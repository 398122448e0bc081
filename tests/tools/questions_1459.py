"""The questions for a class in the replay of 1459 to 1461, by the title of the moment after which they are asked."""

from __future__ import annotations

from typing import Final

from roses.engine.record import Answer, Question

STAND: Final = "exact odds of the battle as it stands, if everybody fights on: no charge, nobody changes sides"
QUESTIONS: Final = {
    "The plan": Question(
        "York is in Ireland and Warwick in Calais. Who lands first, and where?",
        (
            Answer("York, near Chester."),
            Answer("Warwick, in Kent, to go to London."),
            Answer("Both on the same day."),
        ),
        history=1,
    ),
    "Rain": Question(
        "The guns are drowned, but ditch and bank hold. Lord Grey commands one end of the camp. What does he do?",
        (
            Answer("He holds the bank for the King.", ("stays", "Rivers/L")),
            Answer("He lets the Yorkists in.", ("turns", "Rivers/L")),
        ),
        history=1,
        odds_at=45,
        odds_from="the die that the game rolls for Rivers, who plays Grey's part",
    ),
    "York comes home": Question(
        "York reaches London and walks into parliament. The King is in his party's hands. What does he claim?",
        (
            Answer("To govern in the King's name, as twice before."),
            Answer("To be the King's heir."),
            Answer("The crown, at once."),
        ),
        history=2,
    ),
    "A hand on the throne": Question(
        "York has claimed the crown. What do the lords answer?",
        (
            Answer("They make him King."),
            Answer("They let Henry reign, and York inherit."),
            Answer("They send York back into exile."),
        ),
        history=1,
    ),
    "Christmas at Sandal": Question(
        "York is at Sandal, with strong enemies near. What becomes of him?",
        (
            Answer("He comes away alive.", ("lives", "York")),
            Answer("He is killed.", ("falls", "York")),
            Answer("He is taken, and held."),
        ),
        history=1,
        after=2,
        odds_at=78,
        odds_from=STAND + "; nobody can be taken alive in the game",
    ),
    "The wrong side": Question(
        "The Queen's men are in the town behind Warwick. Who holds the field tonight?",
        (
            Answer("Warwick.", ("wins", "York")),
            Answer("The Queen's captains.", ("wins", "Lancaster")),
        ),
        history=1,
        after=2,
        odds_at=141,
        odds_from=STAND,
    ),
    "The King changes hands": Question(
        "The Queen has won, and London is a day's march away. What does the city do?",
        (
            Answer("It opens its gates to her."),
            Answer("It bargains, and keeps them shut."),
            Answer("It is taken by storm."),
        ),
        history=1,
    ),
    "Down into the dale": Question(
        "Two kings' armies have pressed each other for hours in the snow. Who holds the field tonight?",
        (
            Answer("Edward.", ("wins", "York")),
            Answer("Somerset, for King Henry.", ("wins", "Lancaster")),
        ),
        history=0,
        after=2,
        odds_at=235,
        odds_from=STAND + "; Norfolk's men are in it",
    ),
}
