"""Makes data/replays/1483-richard-iii.json: the campaign of 1483 to 1485, played on the engine with chosen dice.

``python -m tests.tools.make_1483``. Every line is an action in notation, or a narrated moment.
"""

from __future__ import annotations

import json

import roses
from roses.engine.data import folder
from roses.engine.protocol import CHANCE
from roses.engine.record import Source
from tests.tools.script import Script

HEADERS = {
    "title": "Richard III and Henry Tudor",
    "campaign": "1483 to 1485",
    "note": "Marches follow the sources as far as the rules allow; all dice and cards are chosen for the lesson.",
}
DICE = "The dice are chosen for the lesson."


class Campaign(Script):
    """The script of a campaign, with dice and cards."""

    def roll(self, *dice: int) -> None:
        """Let these dice fall."""
        assert self.state.active == (CHANCE,), self.state
        self.play("roll " + " ".join(map(str, dice)))

    def fire(self, block: str, *dice: int, hit: str = "") -> None:
        """A block fires, and its hits fall on one block."""
        self.play(f"{block} fires")
        self.roll(*dice)
        if hit:
            self.play(f"{hit} takes the hits")

    def cards(self, lancaster: int, york: int) -> None:
        """Both sides commit a card."""
        self.play(f"Lancaster plays card {lancaster}", f"York plays card {york}")


def summer(s: Campaign) -> None:
    """The usurpation, before the first card."""
    s.tell(
        "9 April 1483", "Westminster",
        "Edward IV dies, not yet forty-one, and leaves the crown to a boy of twelve. The boy's uncle, Richard Duke of "
        "Gloucester, is in the north. Within eleven weeks the uncle will be king.",
        "hoe-1483", "pr-ross-e4", title="The King is dead", confidence="high", mark="1483",
    )  # fmt: skip
    s.play("deal Lancaster 13 20 21 22 8 17 19 York 14 7 15 23 16 18 9")
    s.tell(
        "26 June 1483", "London",
        "A petition calls Gloucester's nephews bastards, and he takes the throne as Richard III. The princes are seen "
        "less and less in the Tower, and then not at all. Their fate is unproven.",
        "hoe-1483", "ch-crowland", "pr-horrox", title="The usurpation", confidence="high; the princes: unproven",
        departs="The scenario opens here. Its Yorkists are Richard's men, its Lancastrians are those who hate him.",
    )  # fmt: skip


def autumn(s: Campaign) -> None:
    """Turns 1 to 3: the risings of October 1483 and their end."""
    s.cards(13, 14)
    s.play("recruit Rebel in Kent")
    s.tell(
        "10 October 1483", "Weald of Kent",
        "The men of Kent rise eight days too early. They are up too soon, writes the Duke of Norfolk, and he blocks "
        "the crossings of the Thames.",
        "skid-1483", title="Kent is up too soon", confidence="high", mark="Risings",
        departs="One black Rebel block stands for the whole of Kent.",
    )  # fmt: skip
    s.play("Buckingham/L marches to Hereford", "Rivers/L marches to Oxford", "done")
    s.tell(
        "18 October 1483", "Brecon and Newbury",
        "On the day named for the general rising Buckingham leaves Brecon, while others gather at Newbury, Salisbury "
        "and Exeter. Most are southern gentry who once served Edward IV.",
        "skid-1483", "wp-buckreb", "gill-review", title="Buckingham's rebellion", confidence="high",
        paths=(("Lancaster", ("Glamorgan", "Hereford")), ("Lancaster", ("Leicester", "Oxford"))),
        departs="Rivers is the third earl, Richard Woodville: Earl Anthony was executed in June.",
    )  # fmt: skip
    s.play(
        "Gloucester marches to Leicester",
        "Norfolk marches to Essex > Middlesex",
        "recruit London (levy) in Middlesex",
        "done",
    )
    s.tell(
        "21 October 1483", "Leicester",
        "Richard, who calls Buckingham the most untrue creature living, musters his army at Leicester. Norfolk holds "
        "London and the Thames.",
        "skid-1483", "r3nsw-buck", title="The King musters", confidence="high",
        paths=(("York", ("Middlesex", "Leicester")), ("York", ("East Anglia", "Essex", "Middlesex"))),
    )  # fmt: skip
    s.cards(20, 7)
    s.play("Gloucester marches to Warwick > Hereford", "Stanley/Y marches to Chester > Hereford")
    s.play("Norfolk marches to Kent", "London (levy) marches to Kent", "Arundel marches to Oxford", "done")
    s.tell(
        "late October 1483", "the Severn",
        "Storms flood the Severn. Buckingham cannot cross, and his Welshmen drift away. From three sides the King's "
        "men close in on three groups of rebels who never join.",
        "dnb-h7", "wp-buckreb", title="The flood", confidence="high",
        paths=(("York", ("Leicester", "Warwick", "Hereford")), ("York", ("Lancaster", "Chester", "Hereford")),
               ("York", ("Middlesex", "Kent")), ("York", ("Sussex", "Oxford"))),
        departs="The game knows no weather. It needs armies where history needed rain.",
    )  # fmt: skip
    s.play("Richmond sails the English Channel to Cornwall", "Pembroke sails the English Channel to Cornwall", "done")
    s.tell(
        "early November 1483", "off Poole and Plymouth",
        "Henry Tudor's ships, scattered by the same storms, sight a coast that is guarded. They turn back without a "
        "landing.",
        "dnb-h7", "skid-1483", title="A sail off Plymouth", confidence="medium",
        paths=(("Lancaster", ("France", "Cornwall")),),
        departs="Richmond and Pembroke stand in Cornwall for a turn, though nobody landed.",
    )  # fmt: skip
    hereford(s)
    kent_and_oxford(s)
    s.cards(21, 15)
    s.play("Gloucester marches to Gloucester > Wilts", "Stanley/Y marches to Chester > Lancaster")
    s.play(
        "Norfolk marches to Middlesex > Essex",
        "London (levy) marches to Middlesex",
        "recruit Westmoreland/Y in Northumbria",
        "done",
    )
    s.tell(
        "8 November 1483", "Salisbury and Exeter",
        "Richard rides through the south-west. At Exeter Sir Thomas St Leger is executed. Three weeks after the day "
        "named for the rising it is over.",
        "tt-buckreb", "pr-ross-r3", title="The south-west is pacified", confidence="medium",
        paths=(("York", ("Hereford", "Gloucester", "Wilts")),),
    )  # fmt: skip
    s.play("Richmond sails the English Channel to France", "Pembroke sails the English Channel to France", "done")


def hereford(s: Campaign) -> None:
    """The end of Buckingham."""
    s.play("fight in Hereford")
    s.tell(
        "2 November 1483", "the Welsh border",
        "Buckingham stands alone against the King. Loyalty 1: one even die would bring him back, and Richard, as "
        "King, may roll it. He does not.",
        "r3nsw-buck", title="Buckingham at bay", confidence="high", mark="Hereford",
        departs="There was no battle. Three small fights stand for floods, desertion and arrests.",
    )  # fmt: skip
    s.fire("Buckingham/L", 5, 3, 6, 4)
    s.fire("Gloucester", 2, 5, 3, hit="Buckingham/L")
    s.fire("Buckingham/L", 6, 4)
    s.fire("Gloucester", 1, 4, 6, hit="Buckingham/L")
    s.fire("Stanley/Y", 2, 5, 3, 6, hit="Buckingham/L")
    s.tell(
        "2 November 1483", "Salisbury",
        "Betrayed in Shropshire, Buckingham is beheaded at Salisbury without trial. Floods, desertion and arrests have "
        "ended the rising, and not one pitched battle.",
        "r3nsw-buck", "wp-buckreb", title="Buckingham's end", confidence="high",
        departs="He goes to the pool, where a noble without a rose waits for his heir. " + DICE,
    )  # fmt: skip
    s.play("done")


def kent_and_oxford(s: Campaign) -> None:
    """The two other risings."""
    s.play("fight in Kent")
    s.fire("Rebel", 2, 6, 4, 5, hit="London (levy)")
    s.fire("Norfolk", 1, 2, 6, 5, hit="Rebel")
    s.fire("London (levy)", 3, 1, 6, hit="Rebel")
    s.tell(
        "October 1483", "Kent",
        "Norfolk and the Londoners disperse the men of Kent. He saw them coming: they were up a week before the "
        "others.",
        "skid-1483", title="Kent dispersed", confidence="medium", mark="Kent",
    )  # fmt: skip
    s.play("done", "fight in Oxford")
    s.fire("Rivers/L", 2, 5, hit="Arundel")
    s.fire("Arundel", 1, 6, hit="Rivers/L")
    s.fire("Rivers/L", 6)
    s.fire("Arundel", 2, 4, hit="Rivers/L")
    s.tell(
        "October 1483", "Newbury",
        "The gathering at Newbury breaks up. Rivers loses his lands by attainder but not his head; he will be "
        "pardoned.",
        "wp-buckreb", "wp-rivers3", title="Newbury", confidence="medium", mark="Oxford",
        departs="In the game Arundel needs two rounds for it.",
    )  # fmt: skip
    s.play("done")


def waiting(s: Campaign) -> None:
    """Turn 4: the year 1484."""
    s.tell(
        "25 December 1483", "Rennes cathedral",
        "Henry Tudor swears to marry Elizabeth of York, the eldest daughter of Edward IV. The exiles do him homage. "
        "From now on he stands for both houses.",
        "rennes", title="The oath of Rennes", confidence="high", mark="1484",
        departs="Henry was in Brittany, which the map does not have. France stands for all exile over the Channel.",
    )  # fmt: skip
    s.cards(22, 23)
    s.play("done")
    s.tell(
        "September to November 1484", "Brittany and Hammes",
        "Warned by Morton, Henry slips from Brittany into Anjou an hour ahead of his pursuers. At Hammes the Earl of "
        "Oxford talks his gaoler into changing sides. A soldier has joined the exiles.",
        "skid-1484", "skid-escape", "dnb-oxford", title="Two escapes", confidence="high",
        departs="Oxford's block has been in France from the start. Lancaster passes.",
    )  # fmt: skip
    s.play("Gloucester marches to Oxford > Leicester", "Norfolk marches to East Anglia", "done")
    s.tell(
        "16 March 1485", "Westminster",
        "Queen Anne dies during an eclipse. The King's only son has died the spring before. Richard is alone, and has "
        "no heir of his body.",
        "ch-crowland", "pr-odnb", title="A King without an heir", confidence="high",
        departs="The game agrees: Gloucester is York's only heir, and if he dies the game is over.",
    )  # fmt: skip


def landing(s: Campaign) -> None:
    """Turns 5 and 6: Milford Haven and the march."""
    s.cards(8, 16)
    for block in ("Richmond", "Oxford", "French Mercenary"):
        s.play(f"{block} sails the Irish Sea to Pembroke")
    s.tell(
        "7 August 1485", "Milford Haven",
        "Near sunset Henry Tudor lands at Mill Bay, after fourteen years of exile, with a few hundred exiles and "
        "perhaps 1,500 to 3,000 French and Scots.",
        "wb-march", "dnb-h7", "pr-foardcurry", title="Milford Haven", confidence="high; numbers estimated",
        mark="Aug 1485", paths=(("Lancaster", ("France", "Pembroke")),),
        departs="Pembroke is a minor port: three blocks cost three points. Jasper Tudor, the Pembroke block, stays "
        "behind, as no source puts him on the field.",
    )  # fmt: skip
    s.play("recruit Welsh Mercenary in Powys", "done")
    s.play(
        "Gloucester marches to Derby",
        "Northumberland/Y marches to North Yorks > South Yorks",
        "recruit Bombard/Y in South Yorks",
        "done",
    )
    s.tell(
        "11 August 1485", "Nottingham",
        "Four days later Richard hears of the landing and summons his lords. Stanley pleads sickness; his son, Lord "
        "Strange, is kept as a hostage.",
        "ch-crowland", "pr-ross-r3", title="The summons", confidence="high",
        paths=(("York", ("Leicester", "Derby")), ("York", ("Northumbria", "North Yorks", "South Yorks"))),
    )  # fmt: skip
    s.cards(17, 18)
    for block in ("Richmond", "Oxford", "French Mercenary"):
        s.play(f"{block} marches to Glamorgan > Hereford")
    s.play("Welsh Mercenary marches to Chester", "done")
    s.tell(
        "13 to 17 August 1485", "through Wales",
        "Henry bargains with Rhys ap Thomas on the road, and writes to the Stanleys. Rhys joins near Welshpool. "
        "Shrewsbury shuts its gates, then opens them.",
        "skid-mach", "wb-march", "pr-foardcurry", title="Through Wales", confidence="medium",
        paths=(("Lancaster", ("Pembroke", "Glamorgan", "Hereford")), ("Lancaster", ("Powys", "Chester"))),
        departs="The red border of Powys would let two blocks through and stop them, so they go by Glamorgan.",
    )  # fmt: skip
    s.play(
        "Northumberland/Y marches to Derby",
        "Bombard/Y marches to Derby",
        "Stanley/Y marches to Derby",
        "Norfolk marches to Rutland",
        "done",
    )
    s.tell(
        "19 to 20 August 1485", "Leicester",
        "The royal army gathers, some 8,000 to 10,000 men. The Stanleys, 3,000 to 6,000 strong, keep apart. In secret "
        "Henry meets them at Atherstone.",
        "br-bosworth", "wp-bosworth", "chrimes-online", "ch-vergil", title="The armies gather",
        confidence="medium; numbers estimated",
        paths=(("York", ("South Yorks", "Derby")), ("York", ("Lancaster", "Derby")),
               ("York", ("East Anglia", "Rutland"))),
        departs="Stanley's block stands beside the King. The game cannot show a man between two armies.",
    )  # fmt: skip
    s.cards(19, 9)
    for block in ("Gloucester", "Northumberland/Y", "Stanley/Y"):
        s.play(f"{block} marches to Leicester")
    s.play("Bombard/Y marches to Lincoln > Leicester", "Norfolk marches to Leicester", "done")
    for block in ("Richmond", "Oxford", "French Mercenary"):
        s.play(f"{block} marches to Warwick > Leicester")
    s.play("Welsh Mercenary marches to Warwick > Leicester", "done")
    s.tell(
        "21 August 1485", "west of Leicester",
        "Henry has about 5,000 men. Later he will date his reign from this day, the eve of the battle, so that all who "
        "fight for Richard tomorrow fight against their king.",
        "wp-bosworth", "br-bosworth", "pr-chrimes", title="The night before", confidence="medium",
        paths=(("York", ("Derby", "Leicester")), ("York", ("Rutland", "Leicester")),
               ("Lancaster", ("Hereford", "Warwick", "Leicester")), ("Lancaster", ("Chester", "Warwick", "Leicester"))),
        departs="The guns go round by Lincoln, for only three blocks cross the river border from Derby.",
    )  # fmt: skip


def bosworth(s: Campaign) -> None:
    """Turn 7: the battle."""
    s.play("fight in Leicester")
    s.tell(
        "22 August 1485", "Bosworth, Fenn Lanes",
        "Low ground, a Roman road, a marsh. Richard has the numbers and the guns. Round shot found since 2009 puts the "
        "field two miles from Ambion Hill, where it was long shown.",
        "pr-foardcurry", "hx-bosworth", title="The lines are drawn", confidence="high", mark="Bosworth",
        departs="The game makes Lancaster the attacker: three rounds to win, and in the fourth he must leave.",
    )  # fmt: skip
    s.fire("Bombard/Y", 2, 5, 6, hit="French Mercenary")
    s.tell(
        "22 August 1485", "Bosworth, round 1",
        "Richard's guns open the day. Their lead round shot, found in the fields since 2009, is how we know where the "
        "armies stood.",
        "hx-bosworth", "bt-bosworth", title="The guns", confidence="high", departs=DICE,
    )  # fmt: skip
    s.fire("Oxford", 1, 4, 6, hit="Norfolk")
    s.fire("Welsh Mercenary", 5, 3, 6)
    s.tell(
        "22 August 1485", "Bosworth, round 1",
        "Oxford keeps his men close round their banners, a marsh at his side, and drives at the end of the royal line, "
        "where Norfolk commands.",
        "ch-vergil", "fc-bosworth", title="Oxford's wedge", confidence="high",
        departs="Three of York's blocks are equally strong; York lets Norfolk take the hit.",
    )  # fmt: skip
    s.fire("Gloucester", 3, 5, 6, hit="Welsh Mercenary")
    s.fire("Norfolk", 4, 6, 5)
    s.play("Northumberland/Y passes")
    s.tell(
        "22 August 1485", "Bosworth, round 1",
        "Northumberland, with the rear of the royal army, does not move. Was it treason, or the marsh in his way? The "
        "evidence does not settle it.",
        "fc-bosworth", "pr-foardcurry", title="Northumberland passes", confidence="high; his motive: open",
    )  # fmt: skip
    s.play("Stanley/Y passes", "Richmond tries treachery on Stanley/Y")
    s.roll(4)
    s.tell(
        "22 August 1485", "Bosworth, round 1",
        "Two Stanleys stand apart from both armies and watch. Henry has met them in secret; Richard holds a son of "
        "theirs hostage. One die is thrown for them, and it is even.",
        "ch-vergil", "r3-stanley", "pr-ross-r3", title="Stanley is asked", confidence="medium",
        departs="The game rolls during the battle. The bargain was struck days before it.",
    )  # fmt: skip
    s.fire("French Mercenary", 6, 2, 5, hit="Northumberland/Y")
    s.fire("Oxford", 2, 1, 2, hit="Norfolk")
    s.tell(
        "22 August 1485", "Bosworth, round 2",
        "Norfolk is killed, and his wing fails. Richard had made him a duke two years before.",
        "ch-vergil", "pr-ross-r3", title="Norfolk falls", confidence="high",
        departs="By rule 6.4 a French hit had gone to Northumberland, the strongest. In history nobody reached him.",
    )  # fmt: skip
    s.fire("Welsh Mercenary", 6, 4)
    s.play("Gloucester charges Richmond")
    s.roll(2, 5, 3)
    s.tell(
        "22 August 1485", "Bosworth, round 2",
        "Richard sees Henry's standard far behind the line, with few men about it, and charges it with the knights "
        "of his household. He kills the banner bearer.",
        "ch-vergil", "fc-bosworth", title="The charge", confidence="high", mark="The charge",
        departs="Three dice, each 3 or less a hit: at three steps Richmond dies one time in eight.",
    )  # fmt: skip
    s.roll(5)
    s.tell(
        "22 August 1485", "Bosworth, round 2",
        "The bearer is dead and Sir John Cheyne unhorsed, but Henry lives. Richard is deep among his enemies, and the "
        "Stanleys have seen it.",
        "ch-vergil", "tt-bosworth", title="Henry survives", confidence="high",
        departs="He has one step left and so one die, and it misses.",
    )  # fmt: skip
    s.play("Northumberland/Y retreats to Derby")
    s.fire("French Mercenary", 3, 1, 2, hit="Bombard/Y")
    s.tell(
        "22 August 1485", "Bosworth, round 2",
        "The rear of the royal army is never engaged. The guns are lost. There is nobody left between the King and "
        "Sir William Stanley.",
        "fc-bosworth", "r3-stanley", title="Alone", confidence="medium",
        departs="A defender may retreat from round 2 on. If Northumberland stayed, hits would have to fall on him.",
    )  # fmt: skip
    s.fire("Stanley/L", 2, 1, 6, 2, hit="Gloucester")
    s.tell(
        "22 August 1485", "Bosworth, round 2",
        "Sir William Stanley's men come in. Richard is driven into wet ground, loses his horse and is cut down. His "
        "bones show eleven wounds, nine of them to the skull.",
        "lancet-r3", "ch-vergil", "fc-bosworth", title="Richard falls", confidence="high", mark="Richard falls",
        departs="York's only heir is dead: Lancaster wins at once (rule 9.0). " + DICE,
    )  # fmt: skip


def verdict(s: Campaign) -> None:
    """What came after, on the same position."""
    s.tell(
        "22 August 1485", "the count that was never taken",
        "Had the lords been counted, Richard's side would have won, five to three. Levies go home first, so London "
        "counts for nobody. The crown went by one death.",
        "pr-chrimes", title="No vote", confidence="rules 8.1 and 8.2; the outcome: high",
        departs="Some tallies give York six, for London. Only the London levy stood there, and levies do not count.",
    )  # fmt: skip
    s.tell(
        "30 October 1485", "Westminster",
        "Henry VII is crowned. On 18 January 1486 he marries Elizabeth of York, as he swore at Rennes. Parliament "
        "accepts that he was king the day before he won.",
        "pr-chrimes", "pr-odnb", "rennes", title="Henry VII", confidence="high", mark="1485",
        departs="The wars were not over: Stoke, in 1487, was as dangerous as Bosworth.",
    )  # fmt: skip


def main() -> None:
    """Play the campaign and write the record."""
    script = Campaign(roses.start("richard-iii", "1483"))
    for part in (summer, autumn, waiting, landing, bosworth, verdict):
        part(script)
    used = {source for moment in script.moments for source in moment.sources}
    known = json.loads((folder("data") / "history" / "sources.json").read_text(encoding="utf-8"))
    sources = [Source(k["id"], k["short"], k["title"], k.get("url", "")) for k in known if k["id"] in used]
    assert not used - {source.id for source in sources}, used
    script.save("1483-richard-iii", HEADERS, tuple(sources))


if __name__ == "__main__":
    main()
