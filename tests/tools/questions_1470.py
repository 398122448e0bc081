"""The questions for a class in the replay of 1469 to 1471, by the title of the moment after which they are asked."""

from __future__ import annotations

from typing import Final

from roses.engine.record import Answer, Question

STAND: Final = "exact odds of the battle as it stands, if everybody fights on: no charge, nobody changes sides"
QUESTIONS: Final = {
    "Warwick lands": Question(
        "Edward is in the north with an army. Montagu, Warwick's brother, brings another for him. Warwick comes up "
        "from Devon. What happens next?",
        (
            Answer("Edward meets Warwick in battle and beats him."),
            Answer("Edward meets Warwick in battle and loses."),
            Answer("Montagu changes sides, and Edward has to run."),
        ),
        history=2,
        after=2,
    ),
    "A king without a kingdom": Question(
        "Edward is abroad and has no money. Who will pay for his way back?",
        (
            Answer("The merchants of London, to whom he owes much."),
            Answer("The Duke of Burgundy, his brother-in-law."),
            Answer("The King of France, who likes wars in England."),
        ),
        history=1,
        after=4,
    ),
    "Norfolk refuses him": Question(
        "Edward's friends in Norfolk cannot help him ashore. Where will he land?",
        (
            Answer("In Kent, the short way to London."),
            Answer("In Yorkshire, where his name has few friends."),
            Answer("Nowhere: he goes back to Flushing."),
        ),
        history=1,
    ),
    "Behind the walls": Question(
        "Clarence comes up from the west with men whom he has raised for King Henry. Whom does he join?",
        (
            Answer("Warwick, his father-in-law, to whom he has promised it.", ("stays", "Clarence/L")),
            Answer("His brothers, from whom he ran away a year ago.", ("turns", "Clarence/L")),
            Answer("Nobody: he goes home and waits."),
        ),
        history=1,
        odds_at=95,
        odds_from="the one die that the game rolls when Edward asks him at Barnet; it knows no third way",
    ),
    "Neither pardon nor battle": Question(
        "In London the Archbishop of York, Warwick's brother, has the city and King Henry in his hands. Edward comes "
        "up the road. What does the Archbishop do?",
        (
            Answer("He holds London for his brother.", ("stays", "York (church)/L")),
            Answer("He gives up the city and the King.", ("turns", "York (church)/L")),
            Answer("He takes King Henry away to Warwick."),
        ),
        history=1,
        odds_at=84,
        odds_from="the two dice of York's Treason card, which must both be even",
    ),
    "Star and sun": Question(
        "Warwick's line is breaking. His horse stands behind the wood. What becomes of him?",
        (
            Answer("He gets away.", ("lives", "Warwick/L")),
            Answer("He is taken, and pardoned once more."),
            Answer("He is killed.", ("falls", "Warwick/L")),
        ),
        history=2,
        odds_at=116,
        odds_from=STAND + "; nobody can be taken alive in the game",
    ),
    "The closed bridge": Question(
        "Two tired armies lie at Tewkesbury. The Queen's has the better ground. Who wins tomorrow?",
        (
            Answer("King Edward.", ("wins", "York")),
            Answer("The Queen and Prince Edward.", ("wins", "Lancaster")),
        ),
        history=0,
        after=4,
        odds_at=142,
        odds_from=STAND + "; York's blocks come worn out from Barnet",
    ),
    "The death of a prince": Question(
        "Prince Edward is dead, and Henry VI is a prisoner in the Tower. What will the King do with him?",
        (
            Answer("Keep him there, as he did for five years."),
            Answer("Send him abroad to the King of France."),
            Answer("Have him killed."),
        ),
        history=2,
        after=2,
    ),
}
