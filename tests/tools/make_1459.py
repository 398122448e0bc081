"""Makes data/replays/1459-yorks-rising.json: 1459 to 1461, from Ludford to Towton, on the engine with chosen dice.

``python -m tests.tools.make_1459``. Every line is an action in notation, or a narrated moment.
"""

from __future__ import annotations

from roses.engine.record import Route
from tests.tools.campaign import Campaign
from tests.tools.questions_1459 import QUESTIONS

HEADERS = {
    "title": "York's rising and Edward's crown",
    "campaign": "1459 to 1461",
    "note": "Marches follow the sources as far as the rules allow; all dice and cards are chosen for the lesson.",
}
DICE = "The dice are chosen for the lesson."
SALISBURY = ("Middleham", ""), ("Blore Heath", "23 Sep"), ("Ludford", "12 Oct")
WARWICK = ("Calais", ""), ("Sandwich", "26 Jun"), ("London", "2 Jul"), ("Northampton", "10 Jul")
YORK = ("London", "9 Dec"), ("Sandal", "21 Dec")
EDWARD = ("Mortimer's Cross", "2 or 3 Feb"), ("Burford", "22 Feb"), ("London", "26 Feb")
NORTH = ("London", "13 Mar"), ("Ferrybridge", "28 Mar"), ("Towton", "29 Mar")
QUEEN = ("York", ""), ("Dunstable", "16 Feb"), ("St Albans", "17 Feb")
LANDING = ("Chester", "9 Sep"), ("London", "10 Oct")
FIELD = "towton-1461/"


def warwick(halts: int) -> tuple[Route, ...]:
    """Return the march of the earls from Calais in 1460 up to one of its halts."""
    return (Route("York", "Warwick/Y", WARWICK[:halts]),)


def exile(s: Campaign) -> None:
    """The autumn of 1459 and the months of exile, before the first card."""
    s.tell(
        "23 September 1459", "Blore Heath",
        "Salisbury, on his way from Middleham to join York at Ludlow, finds Lord Audley across his road with the "
        "Queen's men of Cheshire. He draws up behind a brook and beats them. Audley is killed: this is open war.",
        "hop-blore", "mh-blore", title="Blore Heath", confidence="high; numbers: disputed", mark="1459",
        departs="The game begins nine months later, with Salisbury's block in Calais. Audley has none.",
        places=("Blore Heath", "Ludlow"), routes=(Route("York", "Salisbury/Y", SALISBURY[:2]),),
    )  # fmt: skip
    s.tell(
        "12 to 13 October 1459", "Ludford",
        "Over the river stands the King, who offers a pardon. In the night Trollope leads the paid soldiers of Calais "
        "over to him, and about midnight the Yorkist lords ride for their lives. In the morning their army kneels.",
        "enc-ludford", "bh-ludford", "tt-ludford", title="The flight from Ludford", confidence="high",
        departs="No rule could do this: mercenaries have no loyalty number. The game begins after the flight.",
        places=("Ludford",), routes=(Route("York", "Salisbury/Y", SALISBURY),),
    )  # fmt: skip
    s.play("deal Lancaster 7 8 9 16 11 20 21 York 13 14 15 10 1 12 17")
    s.tell(
        "October to November 1459", "Dublin and Calais",
        "York and his son Rutland reach Ireland. March, Salisbury and Warwick find a ship in Devon and come to "
        "Calais, where Fauconberg lets them in. Two ports, and all England between them.",
        "enc-ludford", "wp-kent", title="Two places of exile", confidence="high",
        departs="The scenario opens here. The block of Kent is Fauconberg, who became Earl of Kent in 1461.",
        places=("Dublin", "Calais"),
    )  # fmt: skip
    s.tell(
        "20 November to 20 December 1459", "Coventry",
        "A parliament without York's friends attaints York, March, Rutland, Salisbury, Warwick and others. Lands "
        "and titles are lost, for them and for their heirs. There is no way home now except by force.",
        "ch-parl-1459", "hop-northampton", title="Attainted", confidence="high",
        departs="The game has no parliament and no attainder. It counts exiles by one rule: whoever is abroad has no "
        "voice (8.2).",
        places=("Coventry",),
    )  # fmt: skip
    s.tell(
        "15 January 1460", "Sandwich",
        "John Dynham comes over from Calais in the dark, raids the King's fleet at Sandwich and carries off Lord "
        "Rivers, his wife and his son Anthony.",
        "weir-1460", "how-sandwich", title="The raid on Sandwich", confidence="high",
        departs="Rivers's block is in the pool. Without Piracy the game has no raids from the sea (5.3).",
        places=("Sandwich",),
    )  # fmt: skip
    s.tell(
        "spring 1460", "Dublin",
        "Warwick sails to Ireland and agrees with York to land on two sides. On the way home he gets past the fleet of "
        "Exeter, the King's admiral.",
        "how-sandwich", "pr-johnson", title="The plan", confidence="medium",
        departs="Warwick's block stays in Calais, and Exeter's in Cornwall. The game has no fleets, only crossings.",
        places=("Dublin",),
    )  # fmt: skip


def summer(s: Campaign) -> None:
    """Turns 1 and 2: the landing, Northampton, and the weeks after it."""
    s.cards(7, 13)
    s.play("Henry VI marches to Leicester > Warwick", "recruit Buckingham/L in Warwick")
    s.play("recruit Northumberland/L in Northumbria", "Somerset marches to Somerset > Gloucester", "done")
    for block in ("March", "Warwick/Y", "Salisbury/Y", "Kent/Y"):
        s.play(f"{block} sails the North Sea to Middlesex")
    s.play("recruit Herbert in Glamorgan", "done")
    s.tell(
        "26 June to 2 July 1460", "Sandwich and London",
        "March, Warwick and Salisbury land at Sandwich, which their friends have held for weeks, with perhaps 1,500 "
        "to 2,000 men. The Archbishop of Canterbury joins them. London opens on 2 July; only the Tower holds out.",
        "hop-northampton", "harr-1460", "how-sandwich", title="The earls come home", confidence="high", mark="1460",
        paths=(("Lancaster", ("Middlesex", "Leicester", "Warwick")), ("York", ("Calais", "Middlesex"))),
        departs="The ships go straight to Middlesex, where London lies. The Archbishop's block stays in the pool. The "
        "court was at Coventry; Somerset was still over the sea, at Guines.",
        places=("Sandwich", "London", "Coventry"), routes=warwick(3),
    )  # fmt: skip
    s.cards(8, 14)
    s.play("Henry VI marches to Leicester", "Buckingham/L marches to Leicester", "Beaumont marches to Leicester")
    s.play("recruit Rivers/L in Leicester", "Somerset marches to Warwick > Derby", "done")
    for block in ("March", "Warwick/Y", "Kent/Y", "Salisbury/Y"):
        s.play(f"{block} marches to Leicester")
    s.play("York sails the Irish Sea to Chester", "Rutland sails the Irish Sea to Chester")
    s.play("Calais Mercenary sails the North Sea to Middlesex", "Burgundian Mercenary sails the North Sea to Middlesex")
    s.play("done", "fight in Leicester")
    s.tell(
        "10 July 1460", "Northampton",
        "The King's army lies in a camp with ditch, stakes and guns, the Nene behind it. Buckingham refuses three "
        "times to let Warwick speak with the King. Salisbury is not here: he has been left to besiege the Tower.",
        "he-northampton", "hop-northampton", title="The camp by the Nene", confidence="high", mark="Northampton",
        departs="Salisbury's block is here all the same. York's stands in Chester already, two months too soon: all "
        "voyages of a turn come before its battles.",
        places=("Northampton",), routes=warwick(4),
    )  # fmt: skip
    northampton(s)
    s.play("March regroups to Middlesex", "Warwick/Y regroups to Middlesex", "Kent/Y regroups to Middlesex", "done")
    s.tell(
        "July 1460", "Harlech",
        "Queen Margaret and her son, who is six, get away into Wales, to Jasper Tudor; later they sail to Scotland. "
        "While they are free, those who will not serve York have somebody to serve.",
        "hodges-mortimer", "pr-maurer", title="The Queen gets away", confidence="medium",
        departs="The Queen has no block, and the Prince is a minor. In London the victors hold the King; on the board "
        "his block is in Lincoln.",
        places=("Harlech", "London"),
    )  # fmt: skip


def northampton(s: Campaign) -> None:
    """The battle of 10 July 1460."""
    s.fire("March", 2, 5, 3, hit="Buckingham/L")
    s.fire("Kent/Y", 1, 4, 6, hit="Henry VI")
    s.play("Henry VI passes")
    s.fire("Buckingham/L", 4, 6)
    s.fire("Beaumont", 5, 3, 6)
    s.tell(
        "10 July 1460", "Northampton",
        "About two in the afternoon, in pouring rain, the Yorkists attack. The royal guns are drowned. Warwick has let "
        "it be known that the King and the common men are to be spared, and the lords struck down.",
        "he-northampton", "hop-northampton", title="Rain", confidence="high",
        departs="No rule knows rain; the royal guns are in the pool. One hit falls on the King, for he is among the "
        "strongest (6.4).",
        places=("Northampton",), routes=warwick(4),
    )  # fmt: skip
    s.play("Rivers/L passes", "Warwick/Y tries treachery on Rivers/L")
    s.roll(4)
    s.tell(
        "10 July 1460", "Northampton",
        "Lord Grey of Ruthin's men, who hold one end of the camp, put down their weapons and help March's soldiers "
        "over the bank. The bargain was made beforehand. In half an hour the camp is lost.",
        "hop-northampton", "he-northampton", title="Lord Grey's men", confidence="high",
        departs="Grey has no block. Rivers, who was not on the field, plays his part, and one even die wins him. "
        + DICE,
        places=("Northampton",), routes=warwick(4),
    )  # fmt: skip
    s.play("Salisbury/Y passes")
    s.fire("March", 1, 3, 2, hit="Beaumont")
    s.play("Kent/Y passes", "Henry VI retreats to Lincoln")
    s.fire("Buckingham/L", 5, 3)
    s.play("Rivers/Y passes")
    s.fire("Warwick/Y", 2, 5, 1, 6, hit="Buckingham/L")
    s.tell(
        "10 July 1460", "Northampton",
        "Buckingham, Shrewsbury, Beaumont and Egremont are killed near the King's tent. Henry VI is taken, greeted "
        "as King, and led to London. Whoever has him can give orders in his name.",
        "he-northampton", "hop-northampton", title="The King is taken", confidence="high",
        departs="No rule takes a king prisoner. His block rides off to Lincoln, and from now on stands for the Queen's "
        "party. Shrewsbury never left the pool.",
        places=("Northampton", "London"), routes=warwick(4),
    )  # fmt: skip


def accord(s: Campaign) -> None:
    """The autumn of 1460: York's claim, the Accord, and the roads to the north (turn 3)."""
    s.tell(
        "8 to 9 September 1460", "Chester",
        "York lands near Chester, two months after the battle that was fought for him, and comes south slowly. Soon he "
        "has the royal arms carried before him.",
        "psc-chester", "pr-johnson", title="York comes home", confidence="high",
        departs="His block has stood in Chester since before Northampton.",
        places=("Chester", "London"),
    )  # fmt: skip
    s.tell(
        "10 October 1460", "Westminster",
        "York walks into parliament, lays his hand on the empty throne, and waits for a cheer. There is silence.",
        "enc-accord", "wp-accord", title="A hand on the throne", confidence="high",
        departs="There is no rule for a claim: lords are counted after turn 7. York's block does not come to London.",
        places=("Westminster",), routes=(Route("York", "York", LANDING),),
    )  # fmt: skip
    s.tell(
        "25 to 31 October 1460", "Westminster",
        "The Act of Accord: Henry keeps the crown for life; after him York and York's heirs are to follow. Prince "
        "Edward, Henry's son, is passed over. His mother, who is free, has not been asked.",
        "enc-accord", "wp-accord", title="The Accord", confidence="high",
        departs="No rule makes an heir by agreement.",
        places=("Westminster",),
    )  # fmt: skip
    s.cards(9, 15)
    s.play("Somerset marches to South Yorks", "Clifford marches to South Yorks")
    s.play("Northumberland/L marches to North Yorks > South Yorks", "recruit Welsh Mercenary in Pembroke", "done")
    s.tell(
        "November 1460", "Hull and York",
        "The Queen calls, and the north answers. Northumberland and Clifford are joined by Somerset, Devon and "
        "Exeter, who have come the length of England. They harry the lands of York and the Nevilles.",
        "wp-accord", "pr-goodwin", title="The north answers", confidence="high",
        paths=(("Lancaster", ("Derby", "South Yorks")),),
        departs="Exeter and Devon are still in Cornwall on the board: the cards have no points for their march.",
        places=("Hull", "York"),
    )  # fmt: skip
    s.play("York marches to Derby > South Yorks", "Rutland marches to Derby > South Yorks")
    s.play("Salisbury/Y marches to Derby > South Yorks", "Rivers/Y marches to Oxford")
    s.play(
        "March marches to Oxford > Gloucester", "Kent/Y marches to Kent", "Calais Mercenary marches to Oxford", "done"
    )
    s.tell(
        "9 to 21 December 1460", "Sandal",
        "York, Rutland and Salisbury march north, in midwinter, to a country full of enemies. York's eldest son, "
        "Edward, Earl of March, is sent to the Welsh border to raise men. Warwick stays in London with the King.",
        "pr-johnson", "pr-goodwin", title="The roads part", confidence="medium",
        paths=(("York", ("Chester", "Derby", "South Yorks")), ("York", ("Leicester", "Derby", "South Yorks"))),
        departs="York's and Rutland's blocks come from Chester and Salisbury's from Leicester, not from London.",
        places=("Sandal",), routes=(Route("York", "York", YORK),),
    )  # fmt: skip


def wakefield(s: Campaign) -> None:
    """The battle of the last days of 1460."""
    s.play("fight in South Yorks")
    s.tell(
        "late December 1460", "Sandal",
        "York, Rutland and Salisbury keep Christmas at Sandal castle. Somerset, Northumberland and Clifford are near, "
        "and stronger. Nobody knows the numbers: for York's side modern writers give anything from 60 to 9,000.",
        "wp-wakefield", "wp-wakefield23", "r3s-wakefield", title="Christmas at Sandal", mark="Wakefield",
        confidence="medium; the numbers: disputed",
        departs="York has to attack, since his enemies stand in South Yorks already. So his shield there, Sandal, "
        "gives him nothing (2.2).",
        places=("Sandal", "Pontefract"), routes=(Route("York", "York", YORK),),
    )  # fmt: skip
    s.fire("Somerset", 2, 3, 6, hit="York")
    s.fire("Clifford", 1, 2, 5, hit="Rutland")
    s.fire("Northumberland/L", 3, 2, 5, 6, hit="Salisbury/Y")
    s.play("York charges Clifford")
    s.roll(3, 5)
    s.roll(2, 4)
    s.tell(
        "29 or 30 December 1460", "Wakefield",
        "York leaves the walls. By tradition he sallies on the 30th, after foragers or into a trap. Recent work, from "
        "manor accounts and the first reports, has him ambushed on the road on the 29th, with his household only.",
        "wp-wakefield", "r3s-wakefield", "br-wakefield", title="Out of the walls",
        confidence="low; day, place and scale: disputed",
        departs="The charge at Clifford is invented. York's other hits would all fall on Northumberland, the "
        "strongest (6.4).",
        places=("Wakefield",), routes=(Route("York", "York", YORK),),
    )  # fmt: skip
    s.fire("Salisbury/Y", 4)
    s.fire("Rutland", 5)
    s.fire("Somerset", 3, 5, 4, hit="York")
    s.fire("Clifford", 4, 6)
    s.fire("Northumberland/L", 1, 2, 6, 4, hit="Rutland")
    s.play("Salisbury/Y takes the hits")
    s.tell(
        "29 to 31 December 1460", "Wakefield and Pontefract",
        "York is killed, and Rutland, who is seventeen, in the fight or after it. Salisbury is taken and put to death "
        "at Pontefract the next day. Their heads go up over York, the Duke's in a paper crown.",
        "wp-wakefield", "hig-rutland", "r3s-wakefield", "ch-hall", title="The paper crown",
        confidence="high; how Rutland died: disputed",
        departs="All three fall on the field here. That Clifford killed Rutland is said early; the scene with the "
        "dagger is from Hall, of 1548. No rule links killer and victim. " + DICE,
        places=("Wakefield", "Pontefract", "York"), routes=(Route("York", "York", YORK),),
    )  # fmt: skip
    for block in ("Somerset", "Clifford", "Northumberland/L"):
        s.play(f"{block} regroups to Derby")
    s.play("done", "Clarence/Y enters in Calais", "Gloucester enters in Calais")
    s.tell(
        "January 1461", "Lincluden",
        "In Scotland the Queen wins the help of Mary of Guelders, who governs for her young son. The price is Berwick. "
        "Then the northern army starts south, and news of its plunder runs ahead of it.",
        "pr-maurer", "pr-griffiths", title="The price of help", confidence="medium", mark="1461",
        departs="The Scots stay at home. York's sons George and Richard, eleven and eight, enter in Calais as the "
        "blocks Clarence and Gloucester, dukedoms that they did not have yet; they were sent over the sea soon after.",
        places=("Lincluden", "Berwick"),
    )  # fmt: skip


def winter(s: Campaign) -> None:
    """Turn 4: Mortimer's Cross and St Albans."""
    s.cards(16, 10)
    s.play("March marches to Hereford", "Herbert marches to Hereford")
    s.play("recruit Norfolk in East Anglia", "recruit Arundel in Sussex", "done")
    for block in ("Somerset", "Clifford", "Northumberland/L"):
        s.play(f"{block} marches to Leicester > Middlesex")
    s.play("Pembroke marches to Glamorgan > Hereford", "Welsh Mercenary marches to Glamorgan > Hereford")
    s.play("Wiltshire marches to Gloucester > Hereford", "done", "fight in Hereford")
    s.tell(
        "2 or 3 February 1461", "Mortimer's Cross",
        "Jasper Tudor and Wiltshire come out of Wales with Welshmen and hired Irish, Bretons and French. Edward, "
        "eighteen, bars the road. In the cold morning three suns stand in the sky; he calls them the Trinity.",
        "bt-mortimer", "hodges-mortimer", title="Three suns", confidence="high; the day: disputed",
        mark="Mortimer's Cross",
        departs="Jasper's block is Pembroke. Somerset already stands in Middlesex, for both battles are of one turn. "
        "The hired men have no block.",
        places=("Mortimer's Cross",), routes=(Route("York", "March", EDWARD[:1]),),
    )  # fmt: skip
    s.fire("March", 1, 3, 4, hit="Welsh Mercenary")
    s.fire("Herbert", 2, 4, 6, hit="Pembroke")
    s.fire("Pembroke", 1, 5, hit="Herbert")
    s.fire("March", 2, 5, 6, hit="Wiltshire")
    s.play("Herbert passes", "Pembroke retreats to Glamorgan", "Wiltshire retreats to Warwick")
    s.tell(
        "2 or 3 February 1461", "Mortimer's Cross",
        "Of the fighting almost nothing is known for certain. Edward wins; Jasper and Wiltshire escape. Jasper's old "
        "father, Owen Tudor, is beheaded at Hereford, and does not believe it until he sees the axe.",
        "bt-mortimer", "hodges-mortimer", "pr-griffithsthomas", "ch-gregory", title="Owen Tudor",
        confidence="high; the day: disputed",
        departs="Owen has no block; the Welsh mercenary, which is lost, stands for his men. The hits and the flight "
        "over two borders are invented.",
        places=("Mortimer's Cross", "Hereford"), routes=(Route("York", "March", EDWARD[:1]),),
    )  # fmt: skip
    s.play("done", "fight in Middlesex")
    st_albans(s)


def st_albans(s: Campaign) -> None:
    """The second battle of St Albans."""
    s.tell(
        "17 February 1461", "St Albans",
        "Warwick, with King Henry in his keeping, bars the roads from the north with nets, spikes and guns. In the "
        "night the Queen's captains march round him. At dawn they come into the town from the west.",
        "nf-stalbans2", "wp-stalbans2", title="The wrong side", confidence="high", mark="St Albans",
        departs="Henry's block is in Lincoln, and the Queen has none. Norfolk and Arundel, who were with Warwick, "
        "stand in East Anglia and Sussex.",
        places=("St Albans", "London"), routes=(Route("Lancaster", "Somerset", QUEEN),),
    )  # fmt: skip
    s.fire("Burgundian Mercenary", 3, 4, 6, hit="Northumberland/L")
    s.fire("Clifford", 2, 5, hit="Warwick/Y")
    s.fire("Somerset", 1, 2, 2, hit="Burgundian Mercenary")
    s.tell(
        "17 February 1461", "St Albans",
        "Archers in the town throw back the first rush, but a second way in is found. On the heath Warwick's divisions "
        "must turn about one by one. A chronicle blames Lovelace's Kentishmen, who left; modern writers doubt it.",
        "nf-stalbans2", "wp-stalbans2", "br-stalbans2", "ch-english", title="Turned about",
        confidence="medium; Lovelace: disputed",
        departs="Only the Burgundian handgunners are lost at once. No rule lets a company change sides by itself.",
        places=("St Albans",), routes=(Route("Lancaster", "Somerset", QUEEN),),
    )  # fmt: skip
    s.fire("Warwick/Y", 2, 4, 6, hit="Somerset")
    s.fire("Northumberland/L", 4, 5, 6)
    s.fire("Somerset", 4, 5)
    s.play("Clifford passes", "Warwick/Y retreats to Oxford")
    s.tell(
        "17 February 1461", "St Albans",
        "At dusk Warwick's army drifts apart. The King is found with Lord Bonville and Sir Thomas Kyriell, who stayed "
        "because he promised them their lives. Both are beheaded. The Queen has her husband again.",
        "wp-stalbans2", "nf-stalbans2", title="The King changes hands", confidence="high",
        departs="On the board the King has been in Lincoln since July. Warwick makes for Oxford; in history he went "
        "further, to the Cotswolds. " + DICE,
        places=("St Albans",), routes=(Route("Lancaster", "Somerset", QUEEN),),
    )  # fmt: skip
    for block in ("Somerset", "Clifford", "Northumberland/L"):
        s.play(f"{block} regroups to Leicester")
    s.play("done")
    s.tell(
        "late February 1461", "London",
        "The Queen bargains for food and entry. The Londoners have heard of plunder, and the gates stay shut. Her army "
        "falls back to the north with the King.",
        "hop-1461", "psc-london", "pr-maurer", title="The gates of London", confidence="medium",
        departs="No townsman can shut a gate: Lancaster's player leaves Middlesex empty because he chooses to (6.7).",
        places=("London", "St Albans"),
    )  # fmt: skip


def spring(s: Campaign) -> None:
    """Turns 5 and 6: Edward's crown and the march to the north."""
    s.cards(11, 1)
    s.play("March marches to Gloucester > Oxford > Middlesex", "done")
    s.tell(
        "26 to 27 February 1461", "London",
        "Edward has met Warwick in the Cotswolds about the 22nd. London, which kept the Queen out, opens its gates "
        "to them.",
        "hop-1461", "psc-london", "hodges-mortimer", title="London opens", confidence="high; where they met: medium",
        paths=(("York", ("Hereford", "Gloucester", "Oxford", "Middlesex")),),
        departs="Warwick's block waits in Oxford. A card for a forced march brings Edward through in one turn.",
        places=("Burford", "London"), routes=(Route("York", "March", EDWARD),),
    )  # fmt: skip
    for block in ("Somerset", "Clifford", "Northumberland/L"):
        s.play(f"{block} marches to Derby > South Yorks")
    s.play("Henry VI marches to South Yorks > North Yorks", "Wiltshire marches to Derby > South Yorks")
    s.play("Exeter/L sails the Irish Sea to Scotland", "Devon sails the Irish Sea to Scotland", "done")
    s.tell(
        "4 March 1461", "Westminster",
        "Edward can no longer govern in Henry's name, for Henry is with the Queen. His friends say that her party "
        "broke the Accord. He is acclaimed, and takes the royal seat as Edward IV, with a handful of lords.",
        "hop-1461", "pr-ross-e4", title="A second king", confidence="high", mark="Edward IV",
        paths=(("Lancaster", ("Leicester", "Derby", "South Yorks")),
               ("Lancaster", ("Lincoln", "South Yorks", "North Yorks"))),
        departs="In the game Henry is King until the lords are counted, after turn 7. Exeter and Devon, who were in "
        "the north, sail there only now.",
        places=("Westminster",), routes=(Route("York", "March", EDWARD),),
    )  # fmt: skip
    s.cards(20, 12)
    s.play("March marches to Leicester > Derby", "Warwick/Y marches to Leicester > Derby")
    s.play("Calais Mercenary marches to Leicester > Derby", "Rivers/Y marches to Middlesex")
    s.play("Norfolk marches to Rutland > Lincoln", "Kent/Y marches to Middlesex > Leicester", "done")
    s.play("Exeter/L marches to Northumbria", "Devon marches to Northumbria", "done")
    s.tell(
        "5 to 13 March 1461", "the roads north",
        "Norfolk rides to East Anglia for men. Fauconberg leads the foot out about the 11th, and Edward follows on the "
        "13th. In York King Henry, the Queen and the Prince wait with the lords of the north.",
        "en-towton", "pr-goodwin", title="Three roads north", confidence="medium",
        paths=(("York", ("Oxford", "Leicester", "Derby")), ("York", ("East Anglia", "Rutland", "Lincoln"))),
        departs="Fauconberg's block, Kent, is behind here; in history he led. Norfolk goes by Lincoln, since a river "
        "border lets only three blocks through (5.21).",
        places=("York",), routes=(Route("York", "March", NORTH[:1]),),
    )  # fmt: skip


def towton(s: Campaign) -> None:
    """Turn 7: Ferrybridge and Towton."""
    s.cards(21, 17)
    s.play(
        "March marches to South Yorks", "Warwick/Y marches to South Yorks", "Calais Mercenary marches to South Yorks"
    )
    s.play("Kent/Y marches to Derby > South Yorks", "Norfolk marches to South Yorks", "done")
    s.play("Exeter/L marches to North Yorks > South Yorks", "Devon marches to North Yorks > South Yorks", "done")
    s.play("fight in South Yorks")
    s.fire("Clifford", 1, 5, hit="Warwick/Y")
    s.tell(
        "28 March 1461", "Ferrybridge",
        "The Yorkist van is mending the broken bridge over the Aire when, at first light, Clifford's horsemen rush the "
        "guard. Lord Fitzwalter is hurt to death, and Warwick is shot in the leg.",
        "nf-ferrybridge", "psc-ferrybridge", title="The bridge", confidence="high; the day: medium", mark="Towton",
        departs="Ferrybridge and Towton are one battle here. Clifford acts at A, before most; Warwick loses a step.",
        places=("Ferrybridge", "Towton"), routes=(Route("York", "March", NORTH[:2]),),
    )  # fmt: skip
    s.play("Somerset passes", "March charges Clifford")
    s.roll(2, 3, 6)
    s.tell(
        "28 March 1461", "Castleford",
        "Fauconberg crosses upstream at Castleford, and Clifford falls back. In a dip, within reach of his own army, "
        "he is cut off and shot in the throat. His company dies with him.",
        "nf-ferrybridge", "psc-ferrybridge", "ch-hall", title="Clifford's end",
        confidence="high; the crossing and the arrow: Hall's, of 1548",
        departs="Edward's block charges Clifford's; in history Fauconberg's men caught him. " + DICE,
        places=("Castleford", "Towton"), routes=(Route("York", "March", NORTH[:2]),),
    )  # fmt: skip
    s.fire("Kent/Y", 1, 2, 4, hit="Northumberland/L")
    s.fire("Northumberland/L", 5)
    s.fire("Wiltshire", 4, 6)
    s.tell(
        "29 March 1461", "Towton",
        "Palm Sunday, in a snowstorm. Fauconberg's archers, with the wind behind them, shoot and draw back. The "
        "answer falls short in the snow, and they shoot the enemy's own arrows back.",
        "wp-towton", "pr-goodwin", "ch-hall", title="The volleys", field=FIELD + "volleys",
        confidence="medium; the fullest account: Hall's, of 1548",
        departs="No rule knows wind. Kent, who is Fauconberg, is an A: he acts before all but Somerset and Clifford.",
        places=("Towton",), routes=(Route("York", "March", NORTH),),
    )  # fmt: skip
    press(s)
    rout(s)


def press(s: Campaign) -> None:
    """The hours hand to hand, and the Duke of Norfolk's men."""
    s.fire("Warwick/Y", 4, 5)
    s.fire("Calais Mercenary", 3, 5, 6, hit="Somerset")
    s.fire("Somerset", 2, hit="Norfolk")
    s.fire("Exeter/L", 1, 5, 6, hit="Calais Mercenary")
    s.fire("March", 3, 5, 6, hit="Exeter/L")
    s.fire("Kent/Y", 1, 2, 6, hit="Devon")
    s.fire("Northumberland/L", 3, hit="Kent/Y")
    s.fire("Wiltshire", 2, 4, hit="March")
    s.tell(
        "29 March 1461", "Towton",
        "The Lancastrians will not stand to be shot. They come down into the dale and press the Yorkists hard, for "
        "hours. Many writers add an ambush from the wood in the west.",
        "wp-towton", "miller-towton", title="Down into the dale", field=FIELD + "press",
        confidence="medium; the ambush: disputed",
        departs="The reserves of both sides are in from round 2, Norfolk's among them. Devon falls here; in history "
        "he was taken.",
        places=("Towton",), routes=(Route("York", "March", NORTH),),
    )  # fmt: skip
    s.fire("Norfolk", 1, 2, 6, hit="Wiltshire")
    s.tell(
        "29 March 1461", "Towton",
        "Late in the day the Duke of Norfolk's men come up the road from the south and strike the other flank. He "
        "himself may be ill, and is perhaps not with them. The Lancastrian line begins to turn.",
        "wp-towton", "pr-goodwin", title="Norfolk's men", field=FIELD + "norfolk", confidence="medium",
        departs="Norfolk crossed another border, so he waited in reserve through round 1 (6.3). Wiltshire falls here; "
        "in history he fled.",
        places=("Towton",), routes=(Route("York", "March", NORTH),),
    )  # fmt: skip


def rout(s: Campaign) -> None:
    """The end of the battle, and the question how many died."""
    s.fire("Warwick/Y", 3, 6, hit="Exeter/L")
    s.play("Calais Mercenary passes", "Somerset retreats to North Yorks", "Exeter/L retreats to North Yorks")
    s.fire("March", 3, 6, hit="Northumberland/L")
    s.tell(
        "29 March 1461", "Towton",
        "The line breaks. The Cock Beck in flood and the bridge at Tadcaster become killing places. Northumberland, "
        "Trollope and Lord Dacre are dead; Somerset and Exeter get away to Henry in York.",
        "wp-towton", "pr-goodwin", title="The rout", field=FIELD + "rout", confidence="high",
        departs="In round 4 an attacker who has not won must leave (6.2), so Edward's blocks had to finish in three. "
        + DICE,
        places=("Towton", "Tadcaster"), routes=(Route("York", "March", NORTH),),
    )  # fmt: skip
    s.tell(
        "29 March 1461", "Towton",
        "The heralds count 28,000 dead, and the figure passes from letter to letter. Most historians reject it; many "
        "accept 9,000 to 13,000. Some forty skeletons, from a grave found in 1996, show blow upon blow to the head.",
        "wp-towton", "pr-fiorato", "sutherland-2003", title="How many?", field=FIELD + "rout",
        confidence="disputed",
        departs="A block has steps, not men. How many died the game cannot say, and does not.",
        places=("Towton",), routes=(Route("York", "March", NORTH),),
    )  # fmt: skip
    s.tell(
        "3 April to 1 May 1461", "York and Newcastle",
        "The Earl of Devon is beheaded at York, Wiltshire, caught in flight, at Newcastle on 1 May. Henry, the Queen "
        "and the Prince have fled to Scotland.",
        "pr-odnb", "dnb-wiltshire", "pr-goodwin", title="Heads and exiles", confidence="high; Devon's day: medium",
        departs="Both earls fell in the battle here, and Henry's block is still in North Yorks.",
        places=("York", "Newcastle", "Scotland"),
    )  # fmt: skip


def crown(s: Campaign) -> None:
    """The political turn: the count, the usurpation and the ways home."""
    s.play("done")
    s.tell(
        "28 June 1461", "Westminster",
        "Edward IV is crowned. He has been King by his own account since 4 March; the victory of Palm Sunday has made "
        "it true. His brother George becomes Duke of Clarence, and later in the year Richard Duke of Gloucester.",
        "pr-ross-e4", "hop-1461", title="The crown", confidence="high", mark="The crown",
        departs="Here the order is turned round: first the battle, then the count of lords, Lancaster 5, York 8 (8.2), "
        "and only then is March King.",
        places=("Westminster",),
    )  # fmt: skip
    s.play("Henry VI goes home to Scotland", "Somerset goes home to Scotland", "Exeter/L goes home to France", "done")
    s.play("March goes home to Middlesex", "Warwick/Y goes home to Warwick")
    s.play("Norfolk goes home to East Anglia", "Kent/Y goes home to East Yorks")
    s.tell(
        "16 October to November 1461", "Twt Hill and Westminster",
        "Herbert scatters Jasper Tudor and Exeter at Twt Hill, the last Lancastrian army in Wales. In November "
        "parliament confirms Edward's title. Henry is free, in Scotland and then in the north, until he is taken "
        "in 1465.",
        "cof-twthill", "wotr-twthill", "pr-ross-e4", title="Two kings", confidence="high",
        departs="Exeter goes to France, for Scotland feeds two blocks only (7.2). Jasper's block, Pembroke, keeps his "
        "earldom; in history he lost it.",
        places=("Twt Hill", "Westminster", "Scotland"),
    )  # fmt: skip


def main() -> None:
    """Play the campaign and write the record."""
    parts = (exile, summer, accord, wakefield, winter, spring, towton, crown)
    Campaign("1460", QUESTIONS).write("1459-yorks-rising", HEADERS, parts)


if __name__ == "__main__":
    main()
