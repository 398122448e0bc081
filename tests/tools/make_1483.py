"""Makes data/replays/1483-richard-iii.json: the campaign of 1483 to 1485, played on the engine with chosen dice.

``python -m tests.tools.make_1483``. Every line is an action in notation, or a narrated moment.
"""

from __future__ import annotations

from roses.engine.record import Route
from tests.tools.campaign import Campaign
from tests.tools.questions_1483 import QUESTIONS

HEADERS = {
    "title": "Richard III and Henry Tudor",
    "campaign": "1483 to 1485",
    "note": "Marches follow the sources as far as the rules allow; all dice and cards are chosen for the lesson.",
}
KING = ("Lincoln", "11 Oct"), ("Leicester", "21 Oct"), ("Coventry", ""), ("Salisbury", "2 Nov"), ("Exeter", "8 Nov")
HENRY = (
    ("Milford Haven", "7 Aug"), ("Haverfordwest", "8 Aug"), ("Cardigan", ""), ("Machynlleth", "14 Aug"),
    ("Long Mountain", "16 Aug"), ("Shrewsbury", "17 Aug"), ("Newport", "18 Aug"), ("Lichfield", ""), ("Tamworth", ""),
    ("Atherstone", "20 Aug"), ("Bosworth", "22 Aug"),
)  # fmt: skip
RICHARD = ("Nottingham", "11 Aug"), ("Leicester", "20 Aug"), ("Bosworth", "22 Aug")
DICE = "The dice are chosen for the lesson."


def king(halts: int) -> Route:
    """Return the King's march of 1483 up to one of its halts."""
    return Route("York", "Gloucester", KING[:halts])


def henry(halts: int) -> Route:
    """Return Henry Tudor's march of 1485 up to one of its halts."""
    return Route("Lancaster", "Richmond", HENRY[:halts])


def richard(halts: int) -> Route:
    """Return the King's march of 1485 up to one of its halts."""
    return Route("York", "Gloucester", RICHARD[:halts])


def summer(s: Campaign) -> None:
    """The usurpation and the plot against it, before the first card."""
    s.tell(
        "9 April 1483", "Westminster",
        "Edward IV dies, not yet forty-one, and leaves the crown to a boy of twelve. The boy's uncle, Richard Duke of "
        "Gloucester, is in the north. Eleven weeks and a day later he will be king.",
        "hoe-1483", "pr-ross-e4", title="The King is dead", confidence="high", mark="1483",
        places=("Westminster",),
        departs="Gloucester is in the north; his block stands in Middlesex, for the game begins with him as King.",
    )  # fmt: skip
    s.play("deal Lancaster 13 20 21 22 8 17 19 York 14 7 15 23 16 18 9")
    s.tell(
        "26 June 1483", "London",
        "A petition says that Edward IV had been promised to another lady, so that his sons are bastards; Commynes "
        "later names Bishop Stillington as the witness. Gloucester takes the throne as Richard III.",
        "hoe-1483", "ch-crowland", "ch-commynes", title="The usurpation", confidence="high; Stillington: medium",
        departs="The scenario opens here. Its Yorkists are Richard's men, its Lancastrians are those who hate him.",
        places=("London",),
    )  # fmt: skip
    s.tell(
        "summer 1483", "Tower of London",
        "The princes are seen less and less in the Tower, and then not at all. Mancini, who left England in July and "
        "wrote in December, says that men wept when they spoke of the elder. Their fate is unproven.",
        "ch-mancini", "ch-crowland", "pr-horrox", title="The princes", confidence="high; their fate: unproven",
        departs="The game has no block for a child, and says nothing of the princes.",
        places=("Tower of London",),
    )  # fmt: skip
    s.tell(
        "September 1483", "London and Brecon",
        "Rumour says that the princes are dead. Margaret Beaufort and Elizabeth Woodville agree on a marriage: Henry "
        "Tudor, Margaret's son, and Elizabeth of York. An exile becomes the candidate of Edward IV's old servants, "
        "and Buckingham joins them.",
        "ch-crowland", "ch-vergil", "pr-jonesunderwood", title="Two mothers", confidence="medium",
        departs="The game has a block for neither woman.",
        places=("London", "Brecon",),
    )  # fmt: skip


def autumn(s: Campaign) -> None:
    """Turns 1 to 3: the risings of October 1483 and their end."""
    s.cards(13, 14)
    s.play("recruit Rebel in Kent")
    s.tell(
        "10 October 1483", "Weald of Kent",
        "The men of Kent rise eight days before the day that was named. The Duke of Norfolk reports, as Skidmore "
        "quotes him, that 'the Kentishmen be up in the Weald', and he guards the crossings of the Thames.",
        "skid-1483", title="Kent is up", confidence="high", mark="Risings",
        departs="One black Rebel block stands for the whole of Kent. Norfolk's is still in East Anglia.",
        places=("Weald of Kent", "Kent",),
    )  # fmt: skip
    s.play("Buckingham/L marches to Hereford", "Rivers/L marches to Oxford", "done")
    s.tell(
        "18 October 1483", "Brecon and Newbury",
        "On the day named for the general rising Buckingham leaves Brecon, while others gather at Newbury, Salisbury "
        "and Exeter. Most are southern gentry who once served Edward IV.",
        "skid-1483", "wp-buckreb", "gill-review", title="Buckingham's rebellion", confidence="high",
        paths=(("Lancaster", ("Glamorgan", "Hereford")), ("Lancaster", ("Leicester", "Oxford"))),
        departs="Rivers is the third earl, for Anthony was executed in June. He stands in Oxford; Newbury lies in the "
        "map's Wilts. No block rises at Salisbury or Exeter.",
        places=("Brecon", "Newbury", "Salisbury", "Exeter",),
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
        places=("Leicester", "London",),
        routes=(king(2),),
        departs="Gloucester's block comes from Middlesex, the King came from Lincoln.",
    )  # fmt: skip
    s.cards(20, 7)
    s.play("Gloucester marches to Warwick > Hereford", "Stanley/Y marches to Chester > Hereford")
    s.play("Norfolk marches to Kent", "London (levy) marches to Kent", "Arundel marches to Oxford", "done")
    s.tell(
        "late October 1483", "the Severn",
        "Storms flood the Severn. Buckingham cannot cross, the Vaughans plunder Brecon behind him, and his Welshmen "
        "drift away. The act of attainder will name five centres of the rising: Kent, Newbury, Salisbury, Exeter and "
        "Brecon.",
        "dnb-h7", "wp-buckreb", "ch-crowland", "ch-parl", title="The flood", confidence="high",
        paths=(("York", ("Leicester", "Warwick", "Hereford")), ("York", ("Lancaster", "Chester", "Hereford")),
               ("York", ("Middlesex", "Kent")), ("York", ("Sussex", "Oxford"))),
        departs="Invented: three groups of rebels, attacked from three sides, the King's march on Hereford, Stanley's "
        "and Arundel's parts. The game knows no rain.",
        places=("Severn", "Brecon", "Kent", "Newbury", "Salisbury", "Exeter",),
        routes=(king(2),),
    )  # fmt: skip
    s.play("Richmond sails the English Channel to Cornwall", "Pembroke sails the English Channel to Cornwall", "done")
    s.tell(
        "late October 1483", "Brittany",
        "Henry Tudor has ships from the Duke of Brittany. A bond of his is dated there on 29 or 30 October. Whether "
        "he had sailed already, or sailed only now, the sources do not agree.",
        "dnb-h7", "skid-1483", "pr-griffithsthomas", title="A fleet in Brittany", confidence="medium; the date: open",
        paths=(("Lancaster", ("France", "Cornwall")),),
        departs="France stands for Brittany, which the map does not have. The game sails before it fights.",
        places=("Brittany",),
    )  # fmt: skip
    kent_and_oxford(s)
    hereford(s)
    s.tell(
        "early November 1483", "off Poole and Plymouth",
        "A storm has scattered Henry Tudor's ships. Those that sight Poole and Plymouth find the coast guarded, and "
        "turn back without a landing. The date is disputed.",
        "dnb-h7", "skid-1483", "ch-vergil", title="A sail off Plymouth", confidence="medium; the date: open",
        departs="Richmond and Pembroke stand in Cornwall for a turn, though nobody landed.",
        places=("Poole", "Plymouth",),
    )  # fmt: skip
    s.cards(21, 15)
    s.play("Gloucester marches to Gloucester > Wilts", "Stanley/Y marches to Chester > Lancaster")
    s.play(
        "Norfolk marches to Middlesex > Essex",
        "London (levy) marches to Middlesex",
        "recruit Westmoreland/Y in Northumbria",
        "done",
    )
    s.tell(
        "8 to 13 November 1483", "Exeter",
        "Richard reaches Exeter on 8 November. Sir Thomas St Leger, husband of the King's late sister, is executed "
        "there: on the 13th in current accounts, on the 8th in older ones. The rising is over.",
        "wp-stleger", "tt-buckreb", "pr-ross-r3", title="The south-west is pacified", confidence="medium",
        paths=(("York", ("Hereford", "Gloucester", "Wilts")),),
        departs="Gloucester comes from Hereford and stops in Wilts, for Richmond's block still stands in Cornwall, "
        "where Exeter lies on the map.",
        places=("Exeter",),
        routes=(king(5),),
    )  # fmt: skip
    s.play("Richmond sails the English Channel to France", "Pembroke sails the English Channel to France", "done")


def kent_and_oxford(s: Campaign) -> None:
    """Two of the risings; York chooses the order of the battles, and so the order of the dates."""
    s.play("fight in Kent")
    s.fire("Rebel", 2, 6, 4, 5, hit="London (levy)")
    s.fire("Norfolk", 1, 2, 6, 5, hit="Rebel")
    s.fire("London (levy)", 3, 1, 6, hit="Rebel")
    s.tell(
        "late October 1483", "Kent",
        "Norfolk keeps the Kentishmen from London, and their rising comes apart. They had been up a week before the "
        "others.",
        "skid-1483", title="Kent dispersed", confidence="medium", mark="Kent",
        departs="In the game Norfolk and a London levy fight for it.",
        places=("Kent", "London",),
    )  # fmt: skip
    s.play("done", "fight in Oxford")
    s.fire("Rivers/L", 2, 5, hit="Arundel")
    s.fire("Arundel", 1, 6, hit="Rivers/L")
    s.fire("Rivers/L", 6)
    s.fire("Arundel", 2, 4, hit="Rivers/L")
    s.tell(
        "late October 1483", "Newbury",
        "The gathering at Newbury breaks up. Rivers loses his lands by attainder but not his head; he will be "
        "pardoned.",
        "wp-buckreb", "wp-rivers3", title="Newbury", confidence="medium", mark="Oxford",
        departs="Newbury lies in the map's Wilts. The fight in Oxford and Arundel's part in it are invented.",
        places=("Newbury",),
    )  # fmt: skip
    s.play("done")


def hereford(s: Campaign) -> None:
    """The end of Buckingham."""
    s.play("fight in Hereford")
    s.tell(
        "late October 1483", "the Welsh border",
        "Buckingham's host melts away without a battle. The King has marched by Coventry to Salisbury, and never "
        "meets him in the field.",
        "r3nsw-buck", "pr-ross-r3", title="Buckingham alone", confidence="high", mark="Hereford",
        departs="The scene is invented. One even die (loyalty 1) would win Buckingham back; the King may roll it, and "
        "does not.",
        places=("Welsh border", "Coventry", "Salisbury",),
        routes=(king(4),),
    )  # fmt: skip
    s.fire("Buckingham/L", 5, 3, 6, 4)
    s.fire("Gloucester", 2, 5, 3, hit="Buckingham/L")
    s.fire("Buckingham/L", 6, 4)
    s.fire("Gloucester", 1, 4, 6, hit="Buckingham/L")
    s.fire("Stanley/Y", 2, 5, 3, 6, hit="Buckingham/L")
    s.tell(
        "2 November 1483", "Salisbury",
        "Given up in Shropshire by Bannister, his servant, Buckingham is condemned in haste and beheaded at Salisbury, "
        "where the King's army lies. Floods, desertion and arrests have ended the rising, and not one pitched battle.",
        "r3nsw-buck", "wp-buckreb", "ch-vergil", title="Buckingham's end", confidence="high",
        departs="Salisbury lies in the map's Wilts; the fight in Hereford is invented. He goes to the pool, where a "
        "noble without a rose waits for his heir. " + DICE,
        places=("Salisbury", "Shropshire",),
        routes=(king(4),),
    )  # fmt: skip
    s.play("done")


def waiting(s: Campaign) -> None:
    """Turn 4: the year 1484."""
    s.tell(
        "25 December 1483", "Rennes cathedral",
        "Henry Tudor swears to marry Elizabeth of York, the eldest daughter of Edward IV. The exiles do him homage. "
        "Vergil has the oath at Rennes, Bouchart at Vannes. From now on he stands for both houses.",
        "ch-vergil", "ch-bouchart", "rennes", title="The oath of Rennes", confidence="medium", mark="1484",
        departs="Henry was in Brittany, which the map does not have. France stands for all exile over the Channel.",
        places=("Rennes", "Vannes",),
    )  # fmt: skip
    s.tell(
        "23 January 1484", "Westminster",
        "Parliament opens. It will enact the petition of June as Titulus Regius: Edward IV was promised to Eleanor "
        "Talbot, Lady Butler, so his children are bastards. It attaints the rebels; Margaret Beaufort's lands go to "
        "her own husband, Lord Stanley.",
        "ch-parl", "pr-jonesunderwood", title="Titulus Regius", confidence="high",
        departs="The game has no parliament and no attainder, and leaves the King's block in Wilts.",
        places=("Westminster",),
    )  # fmt: skip
    s.cards(22, 23)
    s.play("done")
    s.tell(
        "September to November 1484", "Brittany and Hammes",
        "Warned by Morton, Henry slips from Brittany into Anjou an hour ahead of his pursuers. At Hammes the Earl of "
        "Oxford talks his gaoler into changing sides. A soldier has joined the exiles.",
        "skid-1484", "skid-escape", "dnb-oxford", title="Two escapes", confidence="high",
        departs="Oxford's block has been in France from the start. Lancaster passes.",
        places=("Brittany", "Hammes", "Anjou",),
    )  # fmt: skip
    s.play("Gloucester marches to Oxford > Leicester", "Norfolk marches to East Anglia", "done")
    s.tell(
        "16 March 1485", "Westminster",
        "Queen Anne dies, on the day of an eclipse, says Crowland. Edward, the King's only legitimate son, died the "
        "spring before. John and Katherine, born out of wedlock, live, but cannot inherit.",
        "ch-crowland", "pr-odnb", title="A King without an heir", confidence="high",
        departs="The game agrees: Gloucester is York's only heir, and if he dies the game is over. His block has "
        "marched to Leicester.",
        places=("Westminster",),
    )  # fmt: skip


def landing(s: Campaign) -> None:
    """Turns 5 and 6: Milford Haven and the march."""
    s.cards(8, 16)
    for block in ("Richmond", "Oxford", "French Mercenary"):
        s.play(f"{block} sails the Irish Sea to Pembroke")
    s.tell(
        "7 August 1485", "Milford Haven",
        "Near sunset Henry Tudor lands at Mill Bay, after fourteen years of exile, with a few hundred exiles and "
        "perhaps 1,500 to 3,000 French and Scots. Philibert de Chandée leads the French.",
        "wb-march", "pr-foardcurry", "pr-griffithsthomas", title="Milford Haven",
        confidence="high; numbers: estimated", mark="Aug 1485", paths=(("Lancaster", ("France", "Pembroke")),),
        departs="Pembroke is a minor port: three blocks cost three points. Jasper Tudor landed in history; his block, "
        "Pembroke, stays here for want of a fifth point.",
        places=("Milford Haven", "Mill Bay",),
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
        departs="On this map Nottingham lies in Leicester; Gloucester goes to Derby.",
        places=("Nottingham",),
    )  # fmt: skip
    s.cards(17, 18)
    for block in ("Richmond", "Oxford", "French Mercenary"):
        s.play(f"{block} marches to Glamorgan > Hereford")
    s.play("Welsh Mercenary marches to Chester", "done")
    s.tell(
        "13 to 18 August 1485", "Haverfordwest to Newport",
        "By Haverfordwest and Cardigan Henry has come to Machynlleth. Rhys ap Thomas bargains, and joins him on the "
        "Long Mountain near Welshpool. Shrewsbury shuts its gates, then opens them. Gilbert Talbot joins at Newport, "
        "Sir John Savage soon after.",
        "skid-mach", "wb-march", "pr-foardcurry", "ch-vergil", title="Through Wales", confidence="medium",
        paths=(("Lancaster", ("Pembroke", "Glamorgan", "Hereford")), ("Lancaster", ("Powys", "Chester"))),
        departs="The red border of Powys would let two blocks through and stop them, so they go by Glamorgan. "
        "Talbot and Savage have no part in it.",
        places=("Haverfordwest", "Cardigan", "Machynlleth", "Long Mountain", "Welshpool", "Shrewsbury", "Newport",),
        routes=(henry(7),),
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
        "The royal army gathers, by estimate 8,000 to 10,000 men. The Stanleys, perhaps 3,000 to 6,000, keep apart. In "
        "secret Henry meets them at Atherstone.",
        "br-bosworth", "wp-bosworth", "chrimes-online", "ch-vergil", title="The armies gather",
        confidence="medium; numbers: estimated",
        paths=(("York", ("South Yorks", "Derby")), ("York", ("Lancaster", "Derby")),
               ("York", ("East Anglia", "Rutland"))),
        departs="The blocks gather in Derby, Norfolk in Rutland; Henry's are still in Hereford. Stanley's stands "
        "beside the King, for the game cannot show a man between two armies.",
        places=("Leicester", "Atherstone",),
        routes=(henry(10), richard(2),),
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
        "Henry has about 5,000 men, by estimate. Later he will date his reign from this day, the eve of the battle, so "
        "that all who fight for Richard tomorrow fight against their king.",
        "wp-bosworth", "br-bosworth", "pr-chrimes", title="The night before", confidence="medium",
        paths=(("York", ("Derby", "Leicester")), ("York", ("Rutland", "Leicester")),
               ("Lancaster", ("Hereford", "Warwick", "Leicester")), ("Lancaster", ("Chester", "Warwick", "Leicester"))),
        departs="The guns go round by Lincoln, for only three blocks cross the river border from Derby.",
        places=("Leicester",),
        routes=(henry(10), richard(2),),
    )  # fmt: skip


FIELD = "bosworth-1485/"  # the battlefield, and a phase of it


def bosworth(s: Campaign) -> None:
    """Turn 7: the battle."""
    s.play("fight in Leicester")
    s.tell(
        "22 August 1485", "Bosworth, Fenn Lanes",
        "Low ground, a Roman road, a marsh. Richard has the larger army. Soils, old names, documents and the round "
        "shot found since 2009 put the field two miles from Ambion Hill, where it was long shown.",
        "ch-york", "pr-foardcurry", "hx-bosworth", title="The lines are drawn",
        field=FIELD + "lines", confidence="high", mark="Bosworth",
        departs="The game makes Lancaster the attacker: three rounds to win, and in the fourth he must leave.",
        places=("Bosworth", "Ambion Hill",),
        routes=(henry(11), richard(3),),
    )  # fmt: skip
    s.fire("Bombard/Y", 2, 5, 6, hit="French Mercenary")
    s.tell(
        "22 August 1485", "Bosworth",
        "Molinet, who wrote about 1490, says that the King's shot showed the French how his army lay, and that they "
        "chose its flank. The lead balls in the fields show where shot fell, not where anybody stood.",
        "ch-molinet", "hx-bosworth", "bt-bosworth", title="Round shot", field=FIELD + "lines", confidence="medium",
        departs="The royal guns fire first (A3). " + DICE,
        places=("Bosworth",),
        routes=(henry(11), richard(3),),
    )  # fmt: skip
    s.fire("Oxford", 1, 4, 6, hit="Norfolk")
    s.fire("Welsh Mercenary", 5, 3, 6)
    s.tell(
        "22 August 1485", "Bosworth",
        "Oxford keeps his men close round their banners, a marsh at his side, and drives at the end of the royal line, "
        "where Norfolk commands.",
        "ch-vergil", "fc-bosworth", title="Oxford's wedge", field=FIELD + "advance", confidence="high",
        departs="Three of York's blocks are equally strong; York lets Norfolk take the hit.",
        places=("Bosworth",),
        routes=(henry(11), richard(3),),
    )  # fmt: skip
    s.fire("Gloucester", 3, 5, 6, hit="Welsh Mercenary")
    s.fire("Norfolk", 4, 6, 5)
    s.play("Northumberland/Y passes")
    s.tell(
        "22 August 1485", "Bosworth",
        "Northumberland, with the rear of the royal army, does not move. Was it treason, or the marsh in his way? The "
        "evidence does not settle it. In 1489 a crowd in Yorkshire murdered him.",
        "ch-crowland", "ch-molinet", "fc-bosworth", "pr-foardcurry", "pr-odnb", title="Northumberland stands",
        field=FIELD + "advance", confidence="high; his motive: open",
        departs="In the game he passes, as his player wishes.",
        places=("Bosworth",),
        routes=(henry(11), richard(3),),
    )  # fmt: skip
    s.play("Stanley/Y passes", "Richmond tries treachery on Stanley/Y")
    s.roll(4)
    s.tell(
        "22 August 1485", "Bosworth",
        "Two Stanleys keep apart from both armies. Henry has met them in secret; Richard holds Lord Stanley's son "
        "hostage. Where Lord Stanley stood, and whether his men fought at all, is disputed.",
        "ch-vergil", "r3-stanley", "bick-stanley", title="The Stanleys wait",
        field=FIELD + "advance", confidence="medium",
        departs="In the game Richmond asks one Stanley block, and one even die decides. The bargain was struck days "
        "before the battle.",
        places=("Bosworth",),
        routes=(henry(11), richard(3),),
    )  # fmt: skip
    s.fire("French Mercenary", 6, 2, 5, hit="Northumberland/Y")
    s.fire("Oxford", 2, 1, 2, hit="Norfolk")
    s.tell(
        "22 August 1485", "Bosworth",
        "Norfolk is killed, and his wing fails; his son, the Earl of Surrey, is taken. Richard had made Norfolk a duke "
        "two years before.",
        "ch-vergil", "ch-proclamation", "pr-ross-r3", title="Norfolk falls", field=FIELD + "norfolk", confidence="high",
        departs="A French hit went to Northumberland, the strongest (6.4); in history nobody reached him. Then four "
        "blocks tie at 3 steps, and York picks Norfolk again.",
        places=("Bosworth",),
        routes=(henry(11), richard(3),),
    )  # fmt: skip
    s.fire("Welsh Mercenary", 6, 4)
    s.play("Gloucester charges Richmond")
    s.roll(2, 5, 3)
    s.tell(
        "22 August 1485", "Bosworth",
        "Richard sees Henry's standard far behind the line, with few men about it, and charges it with the knights "
        "of his household. He kills Sir William Brandon, who bears it.",
        "ch-vergil", "fc-bosworth", title="The charge", field=FIELD + "charge", confidence="high", mark="The charge",
        departs="Three dice, each 3 or less a hit: at three steps Richmond dies one time in eight.",
        places=("Bosworth",),
        routes=(henry(11), richard(3),),
    )  # fmt: skip
    s.roll(5)
    s.tell(
        "22 August 1485", "Bosworth",
        "Brandon is dead and Sir John Cheyne unhorsed, but Henry lives. Richard is deep among his enemies, and the "
        "Stanleys have seen it.",
        "ch-vergil", "tt-bosworth", title="Henry survives", field=FIELD + "charge", confidence="high",
        departs="Richmond has one step left and so one die, and it misses.",
        places=("Bosworth",),
        routes=(henry(11), richard(3),),
    )  # fmt: skip
    s.play("Northumberland/Y retreats to Derby")
    s.fire("French Mercenary", 3, 1, 2, hit="Bombard/Y")
    s.tell(
        "22 August 1485", "Bosworth",
        "The rear of the royal army is never engaged. There is nobody left between the King and Sir William Stanley.",
        "ch-crowland", "fc-bosworth", "r3-stanley", title="Alone", field=FIELD + "charge", confidence="medium",
        departs="On the board Northumberland leaves, as a defender may from round 2, because the next hits would fall "
        "on him. The guns are lost in the game only.",
        places=("Bosworth",),
        routes=(henry(11), richard(3),),
    )  # fmt: skip
    s.fire("Stanley/L", 2, 1, 6, 2, hit="Gloucester")
    s.tell(
        "22 August 1485", "Bosworth",
        "Sir William Stanley's men come in. Richard is driven into wet ground, loses his horse and is cut down. His "
        "bones show eleven wounds from about the time of death, nine of them to the skull.",
        "lancet-r3", "ch-crowland", "ch-valera", "ch-vergil", "fc-bosworth", title="Richard falls",
        field=FIELD + "fall", confidence="high", mark="Richard falls",
        departs="York's only heir is dead: Lancaster wins at once (rule 9.0). " + DICE,
        places=("Bosworth",),
        routes=(henry(11), richard(3),),
    )  # fmt: skip


def verdict(s: Campaign) -> None:
    """What came after, on the same position."""
    s.tell(
        "22 August 1485", "Bosworth",
        "No lord is asked for his voice. The crown goes by one death on the field, and parliament will be asked for "
        "its consent only in November.",
        "pr-chrimes", title="No vote", field=FIELD + "fall", confidence="high",
        departs="Counted by rules 8.1 and 8.2, York has five lords (Essex, Suffolk, Northumberland, Arundel, "
        "Westmoreland) to Lancaster's three. The London levy goes home first.",
        places=("Bosworth",),
    )  # fmt: skip
    s.tell(
        "23 to 25 August 1485", "Leicester",
        "Richard's body is shown at Leicester and buried at the Greyfriars. The grave is found in 2012 and identified "
        "in 2013, and he is buried anew in 2015. The dead of the field have a chapel at Dadlington.",
        "ch-proclamation", "ch-vergil", "antiq-r3", "king-r3", "lancet-spine", "uol-r3", "pr-foardcurry",
        title="The grave",
        confidence="high",
        places=("Leicester", "Dadlington",),
    )  # fmt: skip
    s.tell(
        "30 October 1485", "Westminster",
        "Henry VII is crowned. Parliament accepts in November that he was king the day before he won, and repeals "
        "Titulus Regius unread. On 18 January 1486 he marries Elizabeth of York, as he swore to do.",
        "pr-chrimes", "pr-odnb", "ch-parl", title="Henry VII", confidence="high", mark="1485",
        departs="The blocks stay where the battle left them. The wars were not over: Stoke, in 1487, was as dangerous "
        "as Bosworth.",
        places=("Westminster",),
    )  # fmt: skip


def main() -> None:
    """Play the campaign and write the record."""
    parts = (summer, autumn, waiting, landing, bosworth, verdict)
    Campaign("1483", QUESTIONS).write("1483-richard-iii", HEADERS, parts)


if __name__ == "__main__":
    main()
