"""Makes data/replays/1470-kingmaker.json: the campaign of 1470 to 1471, played on the engine with chosen dice.

``python -m tests.tools.make_1470``. Every line is an action in notation, or a narrated moment.
"""

from __future__ import annotations

from roses.engine.record import Route
from tests.tools.campaign import Campaign
from tests.tools.make_1470_battles import after, barnet, shadow, tewkesbury
from tests.tools.questions_1470 import QUESTIONS

HEADERS = {
    "title": "Warwick the Kingmaker",
    "campaign": "1469 to 1471",
    "note": "Marches follow the sources as far as the rules allow; all dice and cards are chosen for the lesson.",
}
WARWICK = ("Dartmouth", "13 Sep"), ("Exeter", ""), ("London", "6 Oct")
FLIGHT = ("York", ""), ("Doncaster", "29 Sep"), ("King's Lynn", "2 Oct")
RETURN = (
    ("Ravenspur", "14 Mar"), ("York", "18 Mar"), ("Wakefield", ""), ("Doncaster", ""), ("Nottingham", ""),
    ("Leicester", ""), ("Coventry", "29 Mar"), ("Banbury", "3 Apr"), ("Coventry", "5 Apr"), ("Daventry", "7 Apr"),
    ("London", "11 Apr"),
)  # fmt: skip


def warwick(halts: int) -> Route:
    """Return Warwick's march of 1470 up to one of its halts."""
    return Route("Lancaster", "Warwick/L", WARWICK[:halts])


def flight(halts: int) -> Route:
    """Return King Edward's flight of 1470 up to one of its halts."""
    return Route("York", "March", FLIGHT[:halts])


def home(halts: int, since: int = 0) -> Route:
    """Return King Edward's march of 1471 from one of its halts up to another."""
    return Route("York", "March", RETURN[since:halts])


def quarrel(s: Campaign) -> None:
    """The years 1469 and 1470, before the first card."""
    s.tell(
        "11 July 1469", "Calais",
        "Against the King's will his brother Clarence marries Isabel, daughter of the Earl of Warwick. Edward IV, whom "
        "Warwick helped to the crown eight years ago, has only daughters. The Earl's new son-in-law is the next man in "
        "line.",
        "pr-hicks-clarence", "how-edgcote", title="A wedding in Calais", confidence="high", mark="1469",
        places=("Calais",),
        departs="The board shows 1470 already: Warwick and Clarence in France, in Lancaster's red. In 1469 both call "
        "themselves Edward's men.",
    )  # fmt: skip
    s.tell(
        "24 or 26 July 1469", "Edgcote",
        "Northern rebels led by one 'Robin of Redesdale' destroy the Welshmen of William Herbert, Earl of Pembroke. "
        "The 24th is now preferred to the 26th. Herbert is beheaded, and Welsh poets mourn the dead.",
        "wp-edgcote", "nb-edgcote", "how-edgcote", title="Edgcote", confidence="medium; the date: disputed",
        places=("Edgcote",),
        departs="The game has no 1469. Herbert's block is dead before this scenario begins, and the block named "
        "Pembroke is Jasper Tudor, who had lost that title to him.",
    )  # fmt: skip
    s.tell(
        "late July to September 1469", "Kenilworth and Middleham",
        "Warwick's men seize King Edward at Olney and hold him in the north. Earl Rivers, the Queen's father, is "
        "beheaded on 12 August. But nobody obeys an earl who keeps a king locked up: Warwick has to let Edward go.",
        "pr-ross-e4", "fm-rivers1", title="A king in custody",
        confidence="high; both places, of arrest and of death: disputed",
        places=("Olney", "Kenilworth", "Middleham"),
        departs="In the game only Henry VI can be a prisoner. Rivers is the dead earl's son, Anthony.",
    )  # fmt: skip
    s.tell(
        "12 March 1470", "Empingham",
        "Lincolnshire rebels under Sir Robert Welles meet the King's army. One volley of cannon and a charge scatter "
        "them. Some have shouted for Clarence and Warwick. The name Losecote Field, after coats thrown away, may be "
        "late.",
        "vch-losecote", "ch-lincs", title="Losecote Field", confidence="medium; the name: disputed",
        places=("Empingham",),
        departs="Before the scenario. The chief account was written for Edward within weeks.",
    )  # fmt: skip
    s.tell(
        "25 March 1470", "York",
        "To bind the north, Edward gives the earldom of Northumberland back to Henry Percy. John Neville, Warwick's "
        "brother, who has held it since 1464, is made Marquess Montagu: a magpie's nest, Warkworth's chronicle has him "
        "say.",
        "pr-ross-e4", "ch-warkworth", title="A magpie's nest", confidence="high; the saying: Warkworth's",
        places=("York",),
        departs="Montagu has no block, and he will decide the year. Northumberland waits in York's pool.",
    )  # fmt: skip
    s.tell(
        "22 July 1470", "Angers",
        "Before Louis XI, Warwick kneels to Queen Margaret, whose husband he helped to dethrone. His daughter Anne is "
        "then betrothed to her son, Prince Edward. The maker of one king will bring back another.",
        "norwich-1470", "pr-hicks-warwick", title="Angers", confidence="high", mark="1470",
        places=("Angers",),
        departs="Angers is not on the map; France stands for it. Queen Margaret has no block of her own: the rules "
        "reckon her strength to Henry VI.",
    )  # fmt: skip
    s.play("deal Lancaster 13 20 15 16 9 10 18 York 7 14 8 17 21 6 19")


def landing(s: Campaign) -> None:
    """Turns 1 to 3: Warwick lands, Edward flees, Henry VI reigns."""
    s.cards(13, 7)
    s.play("March marches to Leicester", "done")
    s.tell(
        "August 1470", "York",
        "Lord FitzHugh, who is married to Warwick's sister, has risen in Yorkshire. Edward goes north himself. The "
        "rising melts away before him, but the King stays in the north, far from the south coast.",
        "pr-ross-e4", title="Drawn to the north", confidence="medium",
        paths=(("York", ("Middlesex", "Leicester")),),
        places=("York",),
        departs="The block of the King stops in Leicester. FitzHugh's rising, the Rebel block, comes up only after his "
        "march.",
    )  # fmt: skip
    s.play(
        "Warwick/L sails the English Channel to Cornwall", "Clarence/L sails the English Channel to Cornwall",
        "Oxford sails the English Channel to Cornwall", "recruit Rebel in North Yorks", "done",
    )  # fmt: skip
    s.tell(
        "13 September 1470", "Plymouth and Dartmouth",
        "Warwick, Clarence, the Earl of Oxford and Jasper Tudor land in Devon with French help. They declare for Henry "
        "VI, who has been a prisoner in the Tower for five years.",
        "wotr-plymouth", "pr-hicks-warwick", title="Warwick lands", confidence="high", mark="Landing",
        paths=(("Lancaster", ("France", "Cornwall")),),
        places=("Plymouth", "Dartmouth"),
        departs="Jasper Tudor, the block Pembroke, comes up in turn 2, and in Wales. France holds five lords and feeds "
        "four: Lancaster must sail.",
    )  # fmt: skip
    s.play("decline")
    s.tell(
        "late September 1470", "Exeter and the west",
        "Men come in to Warwick as he marches: the Earl of Shrewsbury, and for a time Lord Stanley. Most lords do "
        "nothing. They wait to see which king the others will obey.",
        "weir-1470", "pr-ross-e4", title="The lords wait", confidence="medium", shadow=True,
        places=("Exeter",),
        departs=shadow(4, 10) + " Stanley's block stays with York, Shrewsbury's in the pool.",
    )  # fmt: skip
    s.cards(20, 14)
    s.play(
        "March marches to Rutland > East Anglia", "Hastings marches to Rutland > East Anglia",
        "Rivers/Y marches to Rutland > East Anglia", "Gloucester marches to Lincoln > Rutland",
        "Buckingham/Y marches to Hereford > Glamorgan", "done",
    )  # fmt: skip
    s.tell(
        "about 29 September 1470", "Doncaster",
        "In the night word comes that Montagu, marching to join the King, has declared for Henry VI. Edward's men are "
        "scattered in their quarters. He rides for the coast with those who are near him.",
        "weir-1470", "pr-ross-e4", title="Montagu turns", confidence="high", mark="Doncaster",
        paths=(("York", ("Leicester", "Rutland", "East Anglia")),),
        places=("Doncaster",),
        routes=(flight(2),),
        departs="Montagu has no block: his player sends Edward to the coast of his own will. Buckingham, a ward of "
        "fifteen, is moved out of Warwick's way.",
    )  # fmt: skip
    s.play(
        "Warwick/L marches to Somerset > Gloucester", "Clarence/L marches to Somerset > Gloucester",
        "Oxford marches to Somerset > Gloucester", "recruit Pembroke in Pembroke", "done", "decline",
    )  # fmt: skip
    s.tell(
        "30 September 1470", "Gloucester",
        "Warwick comes up from the west with a growing army. Nobody has met him in the field. The King who was to stop "
        "him is riding for a harbour with those who are left.",
        "pr-hicks-warwick", "pr-ross-e4", title="Nobody fights", confidence="medium", shadow=True,
        paths=(("Lancaster", ("Cornwall", "Somerset", "Gloucester")),),
        places=("Gloucester",),
        routes=(warwick(2),),
        departs=shadow(5, 10) + " Where Warwick was that day is not known; his block is in Gloucester.",
    )  # fmt: skip
    s.cards(15, 8)
    s.play(
        "March sails the North Sea to Calais", "Hastings sails the North Sea to Calais",
        "Rivers/Y sails the North Sea to Calais", "Gloucester sails the North Sea to Calais", "done",
    )  # fmt: skip
    s.tell(
        "2 October 1470", "King's Lynn",
        "Edward sails for Holland with Hastings, Rivers and, then or a little later, Gloucester. To pay the master of "
        "the ship he has only a gown lined with fur, Commynes writes.",
        "pr-ross-e4", "arrivall", "ch-commynes", title="A king without a kingdom", mark="Exile",
        confidence="high; the gown: Commynes alone",
        paths=(("York", ("East Anglia", "Calais")),),
        places=("King's Lynn", "Holland"),
        routes=(flight(3),),
        departs="Calais stands for Holland, which the map does not have. The town itself was Warwick's.",
    )  # fmt: skip
    readeption(s)


def readeption(s: Campaign) -> None:
    """Henry VI reigns again, and Edward is abroad."""
    s.play(
        "Warwick/L marches to Oxford > Middlesex", "Clarence/L marches to Oxford > Middlesex",
        "Oxford marches to Oxford > Middlesex", "recruit Shrewsbury/L in South Yorks",
        "recruit York (church)/L in South Yorks", "done",
    )  # fmt: skip
    s.tell(
        "3 to 6 October 1470", "London",
        "Henry VI is fetched out of the Tower. Warwick and Clarence ride into London, and he is King again: the "
        "Readeption. In little more than three weeks a kingdom has changed hands, and there has been no battle.",
        "pr-ross-e4", "pr-hicks-warwick", title="The Readeption", confidence="high", mark="Readeption",
        paths=(("Lancaster", ("Gloucester", "Oxford", "Middlesex")),),
        places=("London", "Tower of London"),
        routes=(warwick(3),),
        departs="Henry is free because a block of Lancaster enters Middlesex. The block York (church) is Archbishop "
        "Neville, Warwick's brother.",
    )  # fmt: skip
    s.play("decline")
    s.tell(
        "2 November 1470", "Westminster",
        "Elizabeth Woodville, in sanctuary, bears a son: Edward, the later Edward V. His father is abroad and has not "
        "yet seen him. Clarence is no longer the next man in line, on either side.",
        "pr-ross-e4", "pr-hicks-clarence", title="A prince in sanctuary", confidence="high",
        places=("Westminster",),
        departs="The game has no block for a child or a queen. Clarence serves Lancaster as a lord, not as an heir.",
    )  # fmt: skip
    s.tell(
        "26 November 1470", "Westminster",
        "A parliament meets in King Henry's name; its records are lost. Warwick governs. He must satisfy the Queen's "
        "friends, who lost all in 1461, and lords who served Edward until September.",
        "pr-ross-e4", "pr-hicks-warwick", title="Who is King?", confidence="medium", shadow=True,
        places=("Westminster",),
        departs=shadow(8, 6) + " So the count would have made Henry King, and no battle has been fought. No rule asks "
        "for it.",
    )  # fmt: skip


def ravenspur(s: Campaign) -> None:
    """Turns 4 and 5: Edward lands, and marches on Coventry."""
    s.cards(16, 17)
    s.play(
        "Exeter/L sails the English Channel to Kent", "Warwick/L marches to Leicester > Warwick",
        "Clarence/L marches to Leicester > Warwick", "Oxford marches to Leicester > Warwick",
        "York (church)/L marches to Derby > Leicester", "Shrewsbury/L marches to Derby > Warwick", "done",
    )  # fmt: skip
    s.tell(
        "February 1471", "London",
        "Exeter and Edmund Beaufort, whom his friends call Duke of Somerset, come home from the Low Countries. Warwick "
        "joins Louis XI in war on Burgundy. Now Duke Charles, who kept Edward at a distance, pays for his ships.",
        "pr-ross-e4", "ch-commynes", title="A war too many", confidence="medium",
        paths=(("Lancaster", ("France", "Kent")),),
        places=("London",),
        departs="The Somerset block died with Edmund's brother. Archbishop Neville's block wanders to Leicester; he "
        "stayed in London.",
    )  # fmt: skip
    s.tell(
        "11 to 12 March 1471", "Flushing and Cromer",
        "Edward sails from Flushing with perhaps 1,200 to 2,000 men. Next day, off Cromer in Norfolk, he sends men "
        "ashore. The coast is watched by the Earl of Oxford's friends. He sails on to the north, into a storm.",
        "arrivall", "ch-arrivall", "pr-ross-e4", title="Norfolk refuses him", confidence="high; numbers: estimated",
        places=("Flushing", "Cromer"),
        departs="Calais stands for Flushing, which is not on the map. On the board East Anglia is York's and would let "
        "him in.",
    )  # fmt: skip
    s.play(
        "March sails the North Sea to East Yorks", "Gloucester sails the North Sea to East Yorks",
        "Hastings sails the North Sea to East Yorks", "Rivers/Y sails the North Sea to East Yorks",
        "recruit Northumberland/Y in Cumbria", "done",
    )  # fmt: skip
    s.tell(
        "14 March 1471", "Ravenspur",
        "Storms have scattered the ships. Edward lands with 500 men, Gloucester four miles away with 300, Rivers with "
        "200. He claims only his father's duchy of York. On this spot, in 1399, Henry IV claimed only that of "
        "Lancaster.",
        "arrivall", "tew-ravenspur", "ch-arrivall", title="Ravenspur", confidence="high", mark="Ravenspur",
        paths=(("York", ("Calais", "East Yorks")),),
        places=("Ravenspur",),
        routes=(home(1),),
        departs="Two points ship four blocks, from one major port to another. The sea has since taken "
        "Ravenspur.",
    )  # fmt: skip
    s.play("decline")
    s.tell(
        "18 March 1471", "York",
        "York opens its gates to a duke who cheers, Warkworth's chronicle says, for King Henry. Northumberland sits "
        "still; the Arrivall calls that good service, since his men would not have fought for Edward.",
        "ch-arrivall", "ch-warkworth", title="The Duke of York", confidence="high; the cheer: Warkworth's", shadow=True,
        places=("York",),
        routes=(home(2),),
        departs=shadow(9, 11) + " Edward's block is still in East Yorks. Northumberland counts as York's in Cumbria, "
        "though he did nothing.",
    )  # fmt: skip
    s.cards(9, 21)
    s.play(
        "York (church)/L marches to Middlesex", "Exeter/L marches to Middlesex > Oxford",
        "recruit Bombard/L in Warwick", "recruit Bristol (levy) in Somerset", "done",
        "March marches to South Yorks > Derby", "Gloucester marches to South Yorks > Derby",
        "Hastings marches to South Yorks > Derby", "recruit Norwich (levy) in East Anglia", "done",
    )  # fmt: skip
    s.tell(
        "about 20 March 1471", "Pontefract",
        "Montagu lies at Pontefract with men enough, it seems, to stop Edward, and lets him pass. The Arrivall wonders "
        "whether he wished him well, or could not move men who waited for Northumberland.",
        "ch-arrivall", "ch-warkworth", title="Montagu lets him pass", confidence="high; his motive: open",
        paths=(("York", ("East Yorks", "South Yorks", "Derby")),),
        places=("Pontefract",),
        routes=(home(3),),
        departs="The Rebel block in North Yorks stands by as Montagu did. Rivers is left behind: three blocks may "
        "cross the river.",
    )  # fmt: skip
    coventry(s)


def coventry(s: Campaign) -> None:
    """Warwick behind walls, and Clarence on the road."""
    s.tell(
        "29 March 1471", "Coventry",
        "Edward, whose army grows from Leicester on, offers battle before Coventry. Warwick stays behind the walls "
        "and waits for help: Montagu, Oxford and Exeter, and Clarence, who is raising men in the west.",
        "ch-arrivall", "pr-hicks-warwick", title="Behind the walls", confidence="high",
        places=("Coventry", "Leicester"),
        routes=(home(7),),
        departs="In the game no walls help: Coventry is only a levy. Clarence, Oxford and Warwick stand together "
        "already.",
    )  # fmt: skip
    s.tell(
        "3 April 1471", "Banbury",
        "Near Banbury Clarence, with some 4,000 men by the Arrivall's figure, meets his brothers and crosses over to "
        "them. His mother and his sisters have carried messages. Under Henry he had little left to hope for.",
        "arrivall", "ch-arrivall", "pr-hicks-clarence", title="Three brothers", confidence="high", mark="Banbury",
        places=("Banbury",),
        routes=(home(8, 6),),
        departs="On the board Clarence is still red. A block changes sides in a battle or not at all: his turn comes "
        "at Barnet, eleven days late.",
    )  # fmt: skip
    s.play("decline")
    s.tell(
        "5 April 1471", "Coventry",
        "Edward is before Coventry again, and offers pardon or battle. Warwick, joined by Montagu, Oxford and Exeter, "
        "takes neither. So Edward turns his back on him and makes for London.",
        "ch-arrivall", "pr-hicks-warwick", title="Neither pardon nor battle", confidence="high", shadow=True,
        places=("Coventry", "London"),
        routes=(home(9, 6),),
        departs=shadow(9, 11) + " Clarence is among Lancaster's nine. Without him, 8 to 12.",
    )  # fmt: skip
    s.cards(10, 6)
    s.play(
        "March marches to Leicester > Middlesex", "Gloucester marches to Leicester > Middlesex",
        "Hastings marches to Leicester > Middlesex", "done",
    )  # fmt: skip
    s.tell(
        "11 April 1471", "London",
        "Archbishop Neville has led Henry VI through the streets, and few have cheered. The city lets Edward in. Henry "
        "goes back to the Tower. In Westminster Edward sees his son for the first time.",
        "ch-arrivall", "pr-ross-e4", title="London opens", confidence="high", mark="London",
        paths=(("York", ("Derby", "Leicester", "Middlesex")),),
        places=("London", "Westminster"),
        routes=(home(11, 8),),
        departs="The game must fight for the city. York's Treason card will ask the Archbishop, of loyalty 2.",
    )  # fmt: skip


def main() -> None:
    """Play the campaign and write the record."""
    parts = (quarrel, landing, ravenspur, barnet, tewkesbury, after)
    Campaign("1470", QUESTIONS).write("1470-kingmaker", HEADERS, parts)


if __name__ == "__main__":
    main()
