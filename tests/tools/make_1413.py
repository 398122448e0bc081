"""Makes data/replays/1413-lancaster.json: a game at court for four houses. Everything that happens in it is invented.

``python -m tests.tools.make_1413``. The first round is written line by line, to show the rules; the others are played
by ``court_player``, with cards that are chosen here, and told by hand. A narration says only what its step shows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import roses
from roses.lancaster.position import Phase
from roses.lancaster.state import State
from tests.tools.court_player import choice
from tests.tools.script import Script

HEADERS = {
    "title": "A game at court",
    "players": "four invented houses",
    "note": "The game, its choices and its cards are invented for the lesson. Values marked ° are reconstructed.",
}
INVENTED = "an invented game"
SETUP = 5  # actions before the first round


class Court(Script):
    """The script of a game at court."""

    state: State

    def say(self, place: str, text: str, **more: Any) -> None:
        """Add a moment of the first round, or of the set-up before it."""
        date = "Round 1" if len(self.entries) > SETUP else "Set-up"
        self.tell(date, place, text, confidence=INVENTED, **more)

    def go_on(self, until: Callable[[State], bool]) -> None:
        """Let the houses play by their rules of thumb."""
        while self.state.active and not until(self.state):
            self.play(str(choice(self.state, self.state.active[0])))


def setup(s: Court) -> None:
    """What lies on the board before the first knight is placed."""
    s.say(
        "England, 1413",
        "Henry V is king. Four houses want his favour: Blue, Green, Yellow and Red. Each has a knight of strength 1 "
        "and one of 2 at court, 2 gold, 2 squires and 1 voting marker (rule 3.2).",
        title="Four houses", mark="Set-up",
    )  # fmt: skip
    s.play("draw Blue as start player")
    s.play("build squires", "build gold", "build mixed", "build upgrade")
    s.say(
        "The castles",
        "Blue begins. In turn, and openly, each house builds a first extension on its castle (rule 3.3). From now on"
        " it pays every round. What the gold space pays is a reconstructed value, marked °.",
        title="A first stone",
    )  # fmt: skip
    s.play("enact L03 L01 L02", "reveal conflicts K5a K3a", "propose L05 L07 L08")
    s.say(
        "London and France",
        "Three laws are in force, three are proposed (rule 3.4). Two conflicts wait in France, of strength 5 and 3 "
        "(rule 3.6). Nobody knows what the piles will bring: cards are drawn when they are turned up.",
        title="Laws and wars", mark="Round 1",
    )  # fmt: skip


def placing(s: Court) -> None:
    """Phase 1 of round 1."""
    s.play("Blue places 2+0 in Bedford")
    s.say(
        "Bedford",
        "Knights are placed one at a time, clockwise (rule 5.1). Blue's knight of strength 2 is just strong enough "
        "for Bedford, which will give an extension (rules 5.3 and 9.4).",
        title="Knights", mark="Knights",
    )  # fmt: skip
    s.play("Green places 2 in conflict K5a")
    s.say(
        "France",
        "Green sends a knight to the stronger conflict. It asks for no strength, and squires stay at home (rule "
        "5.5). England has 2 against 5 there.",
        title="Over the sea",
    )  # fmt: skip
    s.play("take favour upgrade", "upgrade 2 in K5a")
    s.say(
        "France",
        "The king thanks whoever fights: Green may take a favour at once (rule 6.1), and chooses the upgrade. The "
        "knight in France grows from strength 2 to 3 (rule 15.3).",
        title="The king's favour",
    )  # fmt: skip
    s.play("Yellow places 2+0 in Suffolk", "Red places 1+0 in Stafford")
    s.say(
        "Suffolk and Stafford",
        "Yellow wants a new knight from Suffolk. Red places a knight of strength 1 in Stafford, the only county "
        "whose minimum of 1 is certain. The other low minima on the board are reconstructed.",
        title="Two more counties",
    )  # fmt: skip
    s.play("Blue places 1+0 in Surrey")
    s.say(
        "Surrey",
        "Blue's second knight goes to Surrey: 2 squires, 2 gold, and the right to name the next start player (rule "
        "9.5). He comes without squires. Who could drive him out, and at what price?",
        title="A weak guard",
    )  # fmt: skip
    s.play("Green places 1+1 in Surrey")
    s.say(
        "Surrey",
        "Green comes with strength 1 and one squire, 2 against 1: strictly more, and that is enough (rule 5.3). "
        "Blue's knight goes back to court and may be placed again.",
        title="Displaced",
    )  # fmt: skip
    s.play("Yellow places 1 in conflict K5a", "take favour noble", "take noble of York")
    s.say(
        "France",
        "Yellow takes the second slot and asks the king for a noble. Only a noble one does not have yet will do "
        "(rule 15.4). Nine nobles are worth 36 points at the end, one is worth none (rule 13.4).",
        title="The first noble",
    )  # fmt: skip
    s.play("Red places 2 in conflict K5a", "take favour purse")
    s.say(
        "France",
        "Red fills the third slot and takes the purse of 3 gold°. With 3, 1 and 2 England has 6 against 5 and would "
        "win. A fourth house could not join any more (rule 5.5).",
        title="Six against five",
    )  # fmt: skip
    s.play("Blue places 1 in castle gold")
    s.say(
        "Blue's castle",
        "Blue's displaced knight is the last at any court. He goes to Blue's castle, where nobody can drive him out "
        "(rule 5.4). The other conflict stays empty. Phase 1 is over.",
        title="Home again",
    )  # fmt: skip


def parliament(s: Court) -> None:
    """Phase 2 of round 1."""
    s.play("Blue votes no with 1", "Green votes yes with 0")
    s.say(
        "Parliament",
        "The first proposal: 1 gold and 1 squire buy 3 points. All vote in secret, and may add markers (rule 7.2). "
        "Look as Yellow: the votes of Blue and Green are sealed, and not even this screen is told what they are.",
        title="Sealed votes", mark="Parliament",
    )  # fmt: skip
    s.play("Yellow votes no with 0", "Red votes yes with 1")
    s.say(
        "Parliament",
        "Opened: Green and Red say yes with one marker, Blue and Yellow no with one marker. Three to three, and a "
        "tie passes (rule 7.2). The leftmost law in force goes, the new one comes in at the right (rule 7.3).",
        title="Three to three",
    )  # fmt: skip
    s.play("Blue votes yes with 0", "Green votes no with 1", "Yellow votes yes with 1", "Red votes yes with 0")
    s.say(
        "Parliament",
        "A squire for every knight of strength 2 in the field. Green has promoted his and votes against it; the "
        "others each have one afield. Four to two: accepted.",
        title="Captains' squires",
    )  # fmt: skip
    s.play("Blue votes no with 0", "Green votes no with 0", "Yellow votes no with 0", "Red votes no with 0")
    s.say(
        "Parliament",
        "Nobody has joined two conflicts, so nobody wants a law that pays for it: rejected. Now the oldest law "
        "works: Blue, Yellow and Red tie for the most squires, and each takes a new knight (rule 8.3).",
        title="Nobody wants it",
    )  # fmt: skip
    s.go_on(lambda state: state.phase is Phase.COUNTY)
    s.say(
        "Parliament",
        "The laws work from left to right (rule 7.5). Each house sells gold and squires for points, in player order."
        " Then each knight of strength 2 afield brings a squire.",
        title="The laws work",
    )  # fmt: skip


def rewards(s: Court) -> None:
    """Phase 3 of round 1."""
    s.play("claim reward", "upgrade 2 in K5a")
    s.say(
        "Stafford",
        "Counties are resolved from A to I (rule 9.1). Red may take a noble, the reward, or for 3 gold both (rule "
        "9.2). Red takes the upgrade, and the knight in France grows to strength 3.",
        title="The counties pay", mark="Rewards",
    )  # fmt: skip
    s.play("claim reward", "build gold")
    s.say(
        "Bedford",
        "Blue builds over the gold space, where his own knight stands. The knight goes to court unpaid, but the "
        "extension will pay gold every round (rule 15.5).",
        title="Building over a knight",
    )  # fmt: skip
    s.play("claim reward", "claim reward", "name Green start player")
    s.say(
        "Suffolk and Surrey",
        "Yellow has a new knight. Green takes 2 gold and 2 squires in Surrey, and names himself start player, at "
        "once: castles are scored from him on (rule 9.5). His and Yellow's already are.",
        title="A new start player",
    )  # fmt: skip
    s.go_on(lambda state: state.phase is Phase.CONFLICTS)
    s.say(
        "France",
        "England wins with 7 against 5. Red and Green have 3 each; Red entered later and ranks first (rule 11.3): 4,"
        " 2 and 1 points. The other conflict is lost and moves to the lower row (rule 11.4).",
        title="The war pays",
    )  # fmt: skip


CARDS = {
    2: ("reveal conflicts K3b K4a", "propose L04 L06 L09"),
    3: ("reveal conflicts K4b K5b", "propose L10 L11 L12"),
    4: ("reveal conflicts K6 K7", "propose L13 L14 L15"),
    5: ("reveal conflicts K8 K9", "propose L16 L17 L18"),
}
TOLD = {  # of each round: the cards, the knights, parliament with its laws, the counties, castles and war
    2: (
        "Two more conflicts, and the old one waits in the lower row with its slots (rule 12.0). All favours are face"
        " up again. Red leads with 10 points, and has three knights at court.",
        "Every conflict is joined, so every favour is taken. Yellow drives Red out of Surrey and Blue out of "
        "Stafford, each with one squire. Both come back for another try elsewhere.",
        "All three proposals pass, one of them on a tie. All the old laws are gone. Green and Red have joined two "
        "conflicts and build; the two without a captain afield upgrade a knight.",
        "Yellow pays 3 gold in Stafford for noble and upgrade, takes a fourth noble in Surrey, and is start player. "
        "Red's knight crosses from Dorset to France (rule 9.6).",
        "England wins all three conflicts. In the castles a noble is worth a voting marker each round (rule 10.5): "
        "Yellow has 5 markers, the others 1 each.",
    ),
    3: (
        "Stronger conflicts, and laws of the next section: builders, bannerets, and fame in France. Yellow, with "
        "four nobles and few points, is last.",
        "Displacement in a chain: Blue drives Red out of Surrey, so Red drives Yellow out of Stafford, and Yellow "
        "goes to the castle. Both conflicts have three parties.",
        "Two laws find no friend. Fame in France is fought over with markers, and passes on a tie: 3 points for "
        "every conflict joined, 6 each for Blue and Green, who fight in both.",
        "Red builds in Northumberland. Yellow takes a sixth noble in Dorset. Blue has Surrey, and with it 2 gold, 2 "
        "squires and the start.",
        "England wins twice more. Green and Red lead with 20 points, Yellow has 13. But six nobles are worth 15 "
        "points at the end, and each more brings more than the last.",
    ),
    4: (
        "France has 6 and 7. Laws of section 3 are proposed: three counties, all the young knights, sons of the "
        "nobles. Whom do they suit? Count Yellow's nobles and small knights.",
        "Yellow sends strength 4 to Somerset, the county with the highest minimum, and a small knight each to "
        "France, Surrey and Dorset. Blue, Green and Red meet in the same conflict, 4 against 4 against 4.",
        "Seven markers decide. Yellow carries three counties, 6 to 5, and all the young knights, 4 to 3: 13 points "
        "at once. The others have five markers between them, and gold that buys no votes any more.",
        "Yellow pays 3 gold in Somerset: 6° points and an eighth noble. From Dorset a small knight crosses to join "
        "the other one in France.",
        "England wins with 12 against 6 and 8 against 7. Yellow leads with 34 points, before the nobles are counted.",
    ),
    5: (
        "The last round: the two strongest conflicts, and laws that turn what is left over into points. Blue has 17 "
        "squires and 16 gold. Will anybody let him use them?",
        "Everybody knows what the end will count: strength in service, extensions, nobles. Yellow goes to Suffolk "
        "for the ninth noble, and nobody stands in the way.",
        "Blue and Green would sell gold for points, Blue squires too. Seven of Yellow's markers see to it that they "
        "cannot. The third law passes and pays nobody; the young knights bring Yellow 5 points again.",
        "The last county rewards. Red builds twice and has five extensions. Yellow's table is full: nine nobles.",
        "Knights: Red 8, Blue 4. Castles: Red 8, Green 4. Nobles: Yellow 36 (rules 13.1 to 13.4). Yellow wins with "
        "77 points; Red has 47. One house collected nobles, and three let it.",
    ),
}
PLACES = ("New cards", "Knights", "Parliament", "Counties", "Castles and France")
ENDS: tuple[Callable[[State], bool], ...] = (
    lambda state: state.phase is Phase.PLACING,
    lambda state: state.phase is Phase.VOTE,
    lambda state: state.phase is Phase.COUNTY,
    lambda state: state.phase in (Phase.CASTLE, Phase.CONFLICTS),
    lambda state: state.phase is Phase.CONFLICTS,
)


def later(s: Court, number: int) -> None:
    """A later round, in five steps."""
    s.play(*CARDS[number])
    for place, until, text in zip(PLACES, ENDS, TOLD[number], strict=True):
        s.go_on(until)
        mark = f"Round {number}" if place == PLACES[0] else "The end" if not s.state.active else ""
        s.tell(f"Round {number}", place, text, title=f"{place} of round {number}", confidence=INVENTED, mark=mark)


def main() -> None:
    """Play the game and write the record."""
    script = Court(roses.start("lancaster", players=4))
    for part in (setup, placing, parliament, rewards):
        part(script)
    for number in CARDS:
        later(script, number)
    script.save("1413-lancaster", HEADERS)


if __name__ == "__main__":
    main()
