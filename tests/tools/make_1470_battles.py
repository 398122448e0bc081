"""The end of data/replays/1470-kingmaker.json: Barnet, the Queen's march, Tewkesbury, and what came after."""

from __future__ import annotations

from roses.engine.record import Route
from tests.tools.campaign import Campaign

QUEEN = (
    ("Weymouth", "14 Apr"), ("Cerne", "15 Apr"), ("Exeter", ""), ("Bath", ""), ("Bristol", "1 May"),
    ("Gloucester", "3 May"), ("Tewkesbury", "4 May"),
)  # fmt: skip
KING = (
    ("Windsor", "24 Apr"), ("Cirencester", "29 Apr"), ("Malmesbury", "1 May"), ("Cheltenham", "3 May"),
    ("Tewkesbury", "4 May"),
)  # fmt: skip
FIELD = "tewkesbury-1471/"
DICE = "The dice are chosen for the lesson."


def shadow(lancaster: int, york: int) -> str:
    """Return the sentence that says what a shadow count is, and what it gives."""
    return f"Shadow count: the game counts only after turn 7. Counted now, Lancaster has {lancaster} and York {york}."


def queen(halts: int) -> Route:
    """Return the march of Queen Margaret and her son up to one of its halts."""
    return Route("Lancaster", "Prince Edward", QUEEN[:halts])


def king(halts: int) -> Route:
    """Return King Edward's march to Tewkesbury up to one of its halts."""
    return Route("York", "March", KING[:halts])


def barnet(s: Campaign) -> None:
    """Turn 6, its battle."""
    s.play(
        "Warwick/L marches to Leicester > Middlesex", "Clarence/L marches to Leicester > Middlesex",
        "Oxford marches to Leicester > Middlesex", "Bombard/L marches to Leicester > Middlesex",
        "Exeter/L marches to Middlesex", "Prince Edward sails the English Channel to Dorset",
        "French Mercenary sails the English Channel to Dorset", "done",
    )  # fmt: skip
    s.tell(
        "13 April 1471", "Barnet",
        "Warwick has followed to the heath north of Barnet. Edward marches out at dusk, and in the dark camps closer "
        "to him than either knows. All night Warwick's cannon fire over the King's head. Edward's keep silent.",
        "ch-arrivall", "he-barnet", "wp-barnet", title="A night too near", confidence="high",
        paths=(("Lancaster", ("Warwick", "Leicester", "Middlesex")), ("Lancaster", ("Oxford", "Middlesex"))),
        places=("Barnet",),
        departs="Estimates run from 7,000 to 15,000 for Edward and from 9,000 to 30,000 for Warwick. Prince Edward's "
        "block lands in this turn too, a day early.",
    )  # fmt: skip
    s.play("fight in Middlesex", "Treason tries treachery on York (church)/L")
    s.roll(2, 6)
    s.fire("March", 2, 3, 5, hit="Henry VI")
    s.fire("Henry VI", 6, 4)
    s.fire("Gloucester", 1, 2, 6, hit="Henry VI")
    s.play("Hastings passes")
    s.tell(
        "14 April 1471", "Barnet",
        "Easter Sunday, four in the morning, thick mist. The lines do not face each other squarely: each army's right "
        "reaches past the enemy's left. Nobody can see it.",
        "ch-arrivall", "he-barnet", title="Easter in the mist", confidence="high", mark="Barnet",
        places=("Barnet",),
        departs="Round 1 was London: both Treason dice even, one chance in four, won the Archbishop. Henry 'falls' "
        "there, which stands for his capture. York now defends.",
    )  # fmt: skip
    s.play("March tries treachery on Clarence/L")
    s.roll(4)
    s.fire("Oxford", 1, 2, 5, hit="Hastings")
    s.tell(
        "14 April 1471", "Barnet",
        "On Warwick's right, Oxford sweeps Hastings away. His men chase as far as Barnet, and some of the beaten ride "
        "to London with news that the King has lost. Clarence fights beside his brothers.",
        "he-barnet", "wp-barnet", "ch-arrivall", title="Oxford sweeps all before him", confidence="high",
        places=("Barnet", "London"),
        departs="One even die, an even chance, brings Clarence over. In history he had crossed eleven days before. "
        + DICE,
    )  # fmt: skip
    s.fire("Exeter/L", 3, 6, 4)
    s.fire("Gloucester", 1, 3, 5, hit="Warwick/L")
    s.fire("Hastings", 4)
    s.fire("Warwick/L", 2, 5, hit="Gloucester")
    s.play("York (church)/Y passes")
    s.fire("Bombard/L", 4, 5, 6)
    s.fire("March", 1, 2, 3, hit="Exeter/L")
    s.play("Oxford retreats to Leicester")
    s.tell(
        "14 April 1471", "Barnet",
        "The front has swung round. Oxford's men, coming back, meet Montagu's. In the mist their star looks like "
        "Edward's sun, says Warkworth's chronicle, and their friends shoot. 'Treason!' they cry, and leave the field.",
        "ch-warkworth", "he-barnet", title="Star and sun", confidence="medium",
        places=("Barnet",),
        departs="Oxford's block rides off to Leicester, as its player wishes; no rule lets friends shoot at friends. "
        "Exeter, left for dead, was taken and lived.",
    )  # fmt: skip
    s.fire("Clarence/Y", 1, 2, 4, hit="Bombard/L")
    s.fire("Hastings", 2, hit="Warwick/L")
    s.fire("Gloucester", 1, 3, hit="Warwick/L")
    s.play("Bombard/L takes the hits")
    s.tell(
        "14 April 1471", "Barnet",
        "Montagu is killed, and then Warwick, on foot, making for his horse. The man whom later ages call the "
        "Kingmaker dies fighting one king whom he made for another whom he had unmade.",
        "he-barnet", "wp-barnet", "pr-hicks-warwick", title="The Kingmaker's end", confidence="high",
        places=("Barnet",),
        departs="Montagu, who has no block, dies with Warwick's. " + DICE,
    )  # fmt: skip


def tewkesbury(s: Campaign) -> None:
    """The Queen lands, the count after Barnet, and turn 7."""
    s.play("done", "Richmond enters in France")
    s.tell(
        "14 April 1471", "Weymouth",
        "On the same day, after weeks of bad weather, Queen Margaret and Prince Edward land at Weymouth. At Cerne, "
        "next day, they hear of Barnet. The prince is seventeen, and has not seen England since he was a child.",
        "he-tewkesbury", "br-tewkesbury", "ch-arrivall", title="Too late by a day", confidence="high", mark="Weymouth",
        places=("Weymouth", "Cerne", "Barnet"),
        routes=(queen(2),),
        departs="Dorset has the block, with the French mercenary, since before the battle. The game has no weather.",
    )  # fmt: skip
    s.tell(
        "15 April 1471", "London",
        "The bodies of Warwick and Montagu are shown at St Paul's, so that nobody can say they live. Then they are "
        "buried with their fathers. Lords who had waited for an end have seen one.",
        "ch-arrivall", "pr-hicks-warwick", title="Shown at St Paul's", confidence="high", shadow=True,
        places=("London",),
        departs=shadow(4, 14) + " Richmond is Henry Tudor, fourteen: he enters in France for a dead heir.",
    )  # fmt: skip
    s.cards(18, 19)
    s.play(
        "Prince Edward marches to Somerset > Gloucester", "French Mercenary marches to Somerset > Gloucester",
        "Bristol (levy) marches to Gloucester", "done",
    )  # fmt: skip
    s.tell(
        "1 May 1471", "Bristol",
        "The Queen has turned west, and men of Devon and Somerset join her. Bristol gives her money, men and cannon. "
        "She wants to cross the Severn and find Jasper Tudor in Wales. Edward has left Windsor to stop her.",
        "ch-arrivall", "br-tewkesbury", title="A race for the Severn", confidence="medium",
        paths=(("Lancaster", ("Dorset", "Somerset", "Gloucester")),),
        places=("Bristol", "Windsor", "Severn"),
        routes=(queen(5), king(3)),
        departs="The Bristol levy is the city's help. Jasper's block, Pembroke, stays in Wales, as Jasper "
        "came too late.",
    )  # fmt: skip
    s.play(
        *(f"{block} marches to Oxford > Gloucester" for block in ("March", "Gloucester", "Hastings", "Clarence/Y")),
        "recruit London (levy) in Middlesex", "Essex marches to Middlesex", "done",
    )  # fmt: skip
    s.tell(
        "3 May 1471", "Gloucester",
        "Gloucester shuts its gates and its bridge to the Queen. Both armies march some thirty miles that day, in "
        "great heat. At Tewkesbury hers is too tired to cross the river with the enemy at its back.",
        "ch-arrivall", "he-tewkesbury", title="The closed bridge", confidence="high",
        paths=(("York", ("Middlesex", "Oxford", "Gloucester")),),
        places=("Gloucester", "Tewkesbury"),
        routes=(queen(6), king(4)),
        departs="City, bridge and field lie in one area. York's blocks bring the losses of Barnet: no step comes back "
        "in a campaign. In history fresh men had joined.",
    )  # fmt: skip
    field(s)


def field(s: Campaign) -> None:
    """Tewkesbury."""
    s.play("fight in Gloucester")
    s.tell(
        "4 May 1471", "Tewkesbury",
        "The Queen's army stands behind lanes, hedges and ditches, with the town at its back. Edward, with perhaps "
        "5,000 to 6,000 men against 6,000 to 7,000, opens with cannon and arrows.",
        "ch-arrivall", "he-tewkesbury", "wp-tewkesbury", title="Hedges and ditches", field=FIELD + "lines",
        confidence="high; numbers: estimated", mark="Tewkesbury",
        places=("Tewkesbury",),
        departs="The French mercenary plays Edmund Beaufort's wing; the Somerset block is dead. Hedges have no part in "
        "the rules.",
    )  # fmt: skip
    s.fire("March", 1, 2, 5, hit="French Mercenary")
    s.fire("French Mercenary", 3, 5, hit="Clarence/Y")
    s.fire("Prince Edward", 4, 2, 6)
    s.fire("Gloucester", 1, 3, hit="Bristol (levy)")
    s.fire("Hastings", 4)
    s.fire("Clarence/Y", 5, 3)
    s.fire("Bristol (levy)", 6, 4)
    s.tell(
        "4 May 1471", "Tewkesbury",
        "Edmund Beaufort leads his wing round by the lanes and falls on the flank of Gloucester and the King. The rest "
        "of the Queen's army does not follow him.",
        "ch-arrivall", "he-tewkesbury", title="Beaufort attacks", field=FIELD + "attack", confidence="high",
        places=("Tewkesbury",),
        departs="One round of fire on both sides. That Beaufort killed Wenlock for standing still is a later story.",
    )  # fmt: skip
    s.play("March charges French Mercenary")
    s.roll(1, 2, 6)
    s.tell(
        "4 May 1471", "Tewkesbury",
        "Two hundred spearmen, whom Edward has set by a wood against an ambush, find none. They strike Beaufort's men "
        "from the side, and the whole wing breaks.",
        "ch-arrivall", title="Two hundred spears", field=FIELD + "spears", confidence="medium; the Arrivall alone",
        places=("Tewkesbury",),
        departs="A charge of the King stands for the spearmen, for the game has no hidden troops. " + DICE,
    )  # fmt: skip
    s.fire("Prince Edward", 1, 4, 3, hit="March")
    s.fire("Clarence/Y", 1, 6, hit="Prince Edward")
    s.fire("Gloucester", 1, 2, hit="Bristol (levy)")
    s.fire("Hastings", 5)
    s.play("March charges Prince Edward")
    s.roll(3, 1)
    s.tell(
        "4 May 1471", "Tewkesbury",
        "The Queen's line gives way, and many die in the meadow still called Bloody. Prince Edward is killed: on the "
        "field by the earliest accounts, after his capture by later ones. Devon and Wenlock die too.",
        "ch-arrivall", "he-tewkesbury", "wp-tewkesbury", title="The death of a prince", field=FIELD + "rout",
        confidence="high; how he died: disputed", mark="The prince falls",
        places=("Tewkesbury",),
        departs="King Edward's block kills the Prince's in a charge. No source says that the King did.",
    )  # fmt: skip


def after(s: Campaign) -> None:
    """Executions, London, the deaths that settle it, and the count."""
    s.tell(
        "6 May 1471", "Tewkesbury",
        "Edmund Beaufort and others have been taken out of the abbey. Tried before the Dukes of Gloucester and "
        "Norfolk, they are beheaded in the market place. No Beaufort born in marriage is left in the male line.",
        "weir-1471", "pr-ross-e4", "ch-arrivall", "ch-warkworth", title="Out of the abbey", field=FIELD + "rout",
        confidence="high; by what right they were taken: disputed",
        places=("Tewkesbury",),
        departs="The game knows no trials. Who is off the board is off it.",
    )  # fmt: skip
    s.play("done")
    s.tell(
        "14 to 21 May 1471", "London",
        "The Bastard of Fauconberg, Warwick's cousin, storms the gates of London and is beaten off. On the 21st Edward "
        "enters in triumph. In the night Henry VI dies in the Tower: of displeasure, says the Arrivall. Almost "
        "certainly he was killed.",
        "mhn-london", "ch-arrivall", "ch-warkworth", title="The last night of Henry VI", mark="1471",
        confidence="high; how Henry died: disputed",
        places=("London", "Tower of London"),
        departs="The London levy and Essex stand for the defence. Henry's block fell at Barnet. The count is the "
        "game's own now: Lancaster 3, York 14.",
    )  # fmt: skip
    s.tell(
        "June 1471", "Tenby",
        "Jasper Tudor escapes by sea with his nephew Henry, fourteen years old; some accounts have them sail only in "
        "September. A storm drives them to Brittany. Whoever will not serve York has one boy left to follow.",
        "pr-griffithsthomas", "dnb-h7", title="One boy left", confidence="medium; the month: disputed",
        places=("Tenby", "Brittany"),
        departs="On the board Richmond is in France, where the next scenario, 1483, will find him.",
    )  # fmt: skip
