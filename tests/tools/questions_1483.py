"""The questions for a class in the replay of 1483 to 1485, by the title of the moment after which they are asked."""

from __future__ import annotations

from typing import Final

from roses.engine.record import Answer, Question

STAND: Final = "exact odds of the battle as it stands, if everybody fights on: no charge, nobody changes sides"
QUESTIONS: Final = {
    "The King musters": Question(
        "Buckingham has left Brecon with his Welshmen. The other rebels are far off, beyond the Severn. "
        "What becomes of his march?",
        (
            Answer("He crosses the river and joins the rebels of the south."),
            Answer("The King meets him, and beats him in battle."),
            Answer("He never gets across, and his men go home."),
        ),
        history=2,
    ),
    "Buckingham alone": Question(
        "Buckingham has no army any more, and hides. How does it end for him?",
        (
            Answer("He gets away and lives.", ("lives", "Buckingham/L")),
            Answer("He is caught, and dies.", ("falls", "Buckingham/L")),
            Answer("The King forgives him."),
        ),
        history=1,
        odds_at=47,
        odds_from=STAND,
    ),
    "Buckingham's end": Question(
        "The rising is beaten, but Henry Tudor is at sea with his ships. What does he do?",
        (
            Answer("He lands in the west, and is beaten there."),
            Answer("He sees that the coast is guarded, and turns back."),
            Answer("The King's ships take him at sea."),
        ),
        history=1,
    ),
    "A King without an heir": Question(
        "Henry Tudor is in France and will try again. Where does he land?",
        (
            Answer("In Kent, the short way to London."),
            Answer("In the south-west, where he turned back in 1483."),
            Answer("In Wales, far from the King's armies."),
            Answer("In the north, where the King's friends are."),
        ),
        history=2,
    ),
    "The lines are drawn": Question(
        "Two armies stand at Bosworth; Richard has the larger one. Who holds the field tonight?",
        (
            Answer("King Richard.", ("wins", "York")),
            Answer("Henry Tudor.", ("wins", "Lancaster")),
        ),
        history=1,
        after=9,
        odds_at=115,
        odds_from=STAND,
    ),
    "Northumberland stands": Question(
        "The lines fight, and the Stanleys look on. Richard holds Lord Stanley's son; Henry is his stepson. "
        "What do the Stanleys do now?",
        (
            Answer("They fight for the King.", ("stays", "Stanley/Y")),
            Answer("They fight for Henry.", ("turns", "Stanley/Y")),
            Answer("They go on waiting."),
        ),
        history=2,
        odds_at=131,
        odds_from="the die that the game rolls when Henry asks them; it knows no third way",
    ),
    "Norfolk falls": Question(
        "Norfolk is dead, his wing gives way, and Northumberland does not move. What does Richard do?",
        (
            Answer("He leaves the field, to raise a new army in the north."),
            Answer("He waits until Northumberland comes."),
            Answer("He rides at Henry himself."),
        ),
        history=2,
    ),
    "Alone": Question(
        "Richard is deep among his enemies, and Sir William Stanley is near. What becomes of the King?",
        (
            Answer("He gets away.", ("lives", "Gloucester")),
            Answer("He is taken alive."),
            Answer("He is killed.", ("falls", "Gloucester")),
        ),
        history=2,
        odds_at=147,
        odds_from=STAND + "; nobody can be taken alive in the game",
    ),
}
