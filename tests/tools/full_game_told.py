"""The words of data/replays/full-game-1460.json: its moments in order, written after looking at each of its states.

Each has the number of actions after which it stands, turn, place, title, text, and a label for the slider if any.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Told(NamedTuple):
    """A moment: the state after ``at`` actions, shown at ``place`` under ``title``."""

    at: int
    when: str
    place: str
    title: str
    text: str
    mark: str = ""


FIRST: Final = (
    Told(1, "Set-up", "England", "This is a game",
         "Nothing that follows happened. It begins as the scenario of 1460 does: Henry VI in London, York in "
         "Ireland, the earls in Calais. Then two players who know no history go on by rules of thumb, and the dice "
         "fall as they fall.", "Campaign 1"),
    Told(11, "Campaign 1, turn 1", "Glamorgan and Northumbria", "York comes home from two sides",
         "York lays the higher card and goes first. The Duke lands with Rutland in Glamorgan, where Norfolk is "
         "called out. March, Warwick, Salisbury and Kent sail from Calais past the whole kingdom, to Northumbria."),
    Told(15, "Campaign 1, turn 1", "Warwick", "Lancaster calls its lords",
         "Between the two armies Buckingham and Rivers come out for the King. Stanley comes out too, on the Isle "
         "of Man. Keep an eye on him: on that island a lord does not count for the crown (rule 8.2)."),
    Told(39, "Campaign 1, turn 3", "South Yorks", "Guns in the north",
         "Lancaster builds an army against the earls: Northumberland, the levy of York, a train of guns. York "
         "brings Burgundian handgunners to Northumbria and the garrison of Calais to Kent. Count today: 15 to 10 "
         "for the King."),
    Told(48, "Campaign 1, turn 4", "Northumbria", "Six against five",
         "The northern army strikes. The Scots come over their own border as the main attack; Northumberland, "
         "Shrewsbury, the Archbishop, the levy and the guns follow by other roads and must wait in reserve (rule "
         "6.3).", "Northumbria"),
    Told(57, "Campaign 1, turn 4", "Pembroke, Warwick, London", "York answers with three attacks",
         "Now the other half of the map burns. The Calais garrison goes for King Henry himself in London, the Duke "
         "and Norfolk for Pembroke, Rutland and Herbert for Buckingham in Warwick."),
    Told(63, "Campaign 1, turn 4", "Pembroke", "Two volleys",
         "Three dice for Pembroke, three hits on Norfolk. Four dice for the Duke, three hits on Pembroke, who had "
         "three steps. His block bears a rose: he is out of the game for good (rule 6.8)."),
    Told(74, "Campaign 1, turn 4", "Northumbria", "The Scots are alone",
         "March, the Burgundians and Kent fire in turn, and with the third volley the last Scot is gone. The "
         "reserve moves up in their place, under fire, before it has thrown a die."),
    Told(102, "Campaign 1, turn 4", "Northumbria", "One volley, and it missed",
         "Guns, levy, Archbishop and Northumberland fall back one after the other. Shrewsbury stays, and falls in "
         "round 3. Six blocks came; one of them fired, and hit nobody. Northumberland has fled to Scotland, out of "
         "the count."),
    Told(115, "Campaign 1, turn 4", "London", "The King runs",
         "Henry, alone in London, hits an Archbishop once. Then a garrison and a churchman take three of his four "
         "steps. He gets away to Essex with one. London is York's, and with it a point."),
    Told(131, "Campaign 1, turn 4", "Warwick", "Level",
         "Buckingham loses two steps and slips away to Chester. Four battles in one turn, and York has won them "
         "all. At the beginning of the turn it was 15 to 10 for Lancaster; now it is 11 to 11."),
    Told(135, "Campaign 1, turn 5", "Northumbria", "Plague in Newcastle",
         "Lancaster has no better card than sickness. March, Kent, Salisbury and the Burgundians lose a step each "
         "in Northumbria. The army that beat six blocks without a scratch will not march for a while."),
    Told(150, "Campaign 1, turn 5", "Essex", "The hunt goes on",
         "Suffolk, the garrison and the Archbishop follow Henry into Essex. He and Oxford fire once and leave, he "
         "to Leicester, still with his one step. York has beaten the King twice and not caught him."),
    Told(163, "Campaign 1, turn 6", "Warwick", "One step, and he attacks",
         "York sends the Duke and Warwick by sea to Cornwall. Henry does not hide: with his last step he leads "
         "Rivers, Beaumont and Wiltshire against Rutland in Warwick.", "The King attacks"),
    Told(178, "Campaign 1, turn 6", "Warwick", "Rutland rides at the King",
         "Rutland charges Henry. He has three dice, needs one 1, and throws 3, 5 and 2. The King would have been "
         "dead. Instead he strikes back (rule 6.5)."),
    Told(193, "Campaign 1, turn 6", "Warwick", "Lancaster's first field",
         "Henry has hurt Rutland and gone home to Leicester. The others finish it: Herbert falls back to Hereford, "
         "Rutland and the Irish to Gloucester, each with one step."),
    Told(208, "Campaign 1, turn 6", "Cornwall", "A duke charges",
         "In Cornwall the Duke of York charges Exeter: a hit for a hit. Devon dies under Warwick's fire, and "
         "Exeter escapes to Somerset. Count now: York 11, Lancaster 10."),
    Told(219, "Campaign 1, turn 7", "Gloucester and Leicester", "Last turn",
         "Lancaster sends three lords to kill Rutland in Gloucester; his death would cost York a point. Nobody "
         "stays with the King. So York moves one block, the garrison of Calais, on Leicester.", "Last turn"),
    Told(230, "Campaign 1, turn 7", "Gloucester", "Rutland lives",
         "Only the Irish die in Gloucester. Rutland and Herbert get away to Wilts, one step each, and each is "
         "worth a point."),
    Told(238, "Campaign 1, turn 7", "Leicester", "A four is enough",
         "Henry throws his one die: a hit. The garrison throws two, 4 and 5, and soldiers of Calais hit on a 4. "
         "The King is dead, and no lord was there to see it.", "Henry dies"),
    Told(240, "Campaign 1, political turn", "London", "Eleven to ten",
         "Prince Edward comes of age and is King for as long as it takes to count. Lancaster has ten lords. York "
         "has ten, and Suffolk in London makes eleven. The crown passes to York by one point (rule 8.2).",
         "First count"),
    Told(240, "Campaign 1, political turn", "Isle of Man", "The two who were not counted",
         "Northumberland is in Scotland. Stanley is where he has been since turn 1, on the Isle of Man. Either of "
         "them in England would have made it eleven all, and a tie leaves the crown where it is."),
)  # fmt: skip
SECOND: Final = (
    Told(257, "Campaign 1, political turn", "Scotland and France", "All go home",
         "Somerset and the Prince go to Scotland, Exeter to France (8.3). King Richard, Duke of York until today, "
         "takes London, March takes Sussex, Rutland Chester (8.4). All blocks stand at full strength again.",
         "Campaign 2"),
    Told(265, "Campaign 2, turn 1", "London", "No time to be King",
         "Lancaster goes first and does not wait. Rivers, Beaumont and Buckingham fall on the new King in London; "
         "the Prince crosses from Scotland to the county of Lancaster, where Stanley stands."),
    Told(271, "Campaign 2, turn 1", "London and Lancaster", "A son rides to his father",
         "March and Norfolk hurry to London as reinforcements. In the north Warwick and Salisbury attack the "
         "Prince before he can gather friends."),
    Told(273, "Campaign 2, turn 1", "London", "Rivers is asked",
         "King York gives up his volley to speak to Rivers, whose loyalty is one die. It falls even. Rivers "
         "changes sides before a blow is struck. Two lords now stand against four."),
    Told(301, "Campaign 2, turn 1", "Lancaster", "The kingmaker makes nobody",
         "Stanley throws two hits, the Prince two more, all on Warwick, and he had four steps. He is dead in the "
         "first round, before his turn has come. Salisbury flees to Chester.", "Warwick dies"),
    Told(316, "Campaign 2, turn 2", "Chester and Sussex", "Two hunts",
         "The Prince, Stanley and the Archbishop of York march on Rutland in Chester; Herbert and Suffolk come to "
         "help him. In the south the King and March have found Buckingham and Beaumont in Sussex."),
    Told(323, "Campaign 2, turn 2", "Sussex", "Even again",
         "Buckingham's loyalty is one die too. King York asks, and it falls even a second time. Two lords in two "
         "turns have cost him two volleys and nothing else."),
    Told(335, "Campaign 2, turn 2", "Chester", "Stanley throws three ones",
         "In Chester Stanley fires four dice: 4, 1, 1, 1. Rutland had three steps. An heir of York is dead, so his "
         "brother Clarence will come of age (rule 6.82).", "Rutland dies"),
    Told(378, "Campaign 2, turn 2", "Chester", "Four rounds",
         "The longest battle of the game so far: York stands, and in round 4 an attacker has to go (rule 6.2). The "
         "Prince, with two steps, is back in Lancaster. Young Clarence enters in Chester."),
    Told(391, "Campaign 2, turn 3", "Lancaster", "Too few, too tired",
         "York follows the Prince into Lancaster with Salisbury, Suffolk, Herbert and Kent: eight steps. There "
         "stand the Prince, Exeter, Somerset and Stanley; Clifford and the Archbishop come up. Together they have "
         "fifteen."),
    Told(419, "Campaign 2, turn 3", "Lancaster", "The end of the Nevilles' luck",
         "Suffolk falls, then Salisbury. Herbert runs to South Yorks, Kent to Chester. In three turns York has "
         "lost Warwick, Rutland, Suffolk and Salisbury, each of them for good."),
    Told(433, "Campaign 2, turn 4", "Northumbria", "Both sides breathe",
         "Northumberland and Westmoreland come out for Lancaster, the French land to help. Arundel and Worcester "
         "come out for York. King York still leads by 12 to 9, and the campaign is half over."),
    Told(444, "Campaign 2, turn 5", "South Yorks and Chester", "Surprise",
         "Lancaster plays Surprise. Somerset and Clifford burst into South Yorks, Stanley and the French into "
         "Chester. Hastings and Worcester ride to help Herbert. It would be better if they did not.", "Surprise"),
    Told(449, "Campaign 2, turn 5", "Chester", "Kent falls",
         "Kent has one step, and throws a 5. The French throw three threes. Of the four men who sailed from Calais "
         "to Northumbria only March is left."),
    Told(456, "Campaign 2, turn 5", "South Yorks", "Somerset charges",
         "Somerset rides at Herbert and needs one hit: he has two. The defenders of South Yorks are gone, and "
         "those who came to help are attackers now (rule 6.3)."),
    Told(474, "Campaign 2, turn 5", "South Yorks", "Three lords in one field",
         "Worcester falls in round 3, then Hastings. Twice two dice for Lancaster: 2 and 1, 1 and 1. York had "
         "twelve points when the turn began, and has eight; Lancaster has nine.", "South Yorks"),
    Told(486, "Campaign 2, turn 6", "Glamorgan", "Two princes",
         "Prince Edward and the French come by sea on Clarence in Glamorgan. Clarence charges the Prince: 6, 5, 6. "
         "The Prince strikes back: 2 and 4. Neither is hurt."),
    Told(492, "Campaign 2, turn 6", "Glamorgan", "Clarence is asked",
         "Then the Prince speaks to him. One die, and even would win him. It falls odd. Clarence leaves for Powys. "
         "Essex and the Archbishop of Canterbury have come out for York meanwhile: York 10, Lancaster 9."),
    Told(502, "Campaign 2, turn 7", "Powys", "The last card",
         "The Prince needs two points and has one turn. He follows Clarence into Powys, with one company of "
         "Frenchmen. Lancaster's card is Treason: before the battle it may ask one enemy.", "Treason"),
    Told(504, "Campaign 2, turn 7", "Powys", "He does it",
         "It asks Clarence, and the die is even. The brother of the Earl of March, son of the King, goes over to "
         "Lancaster. There is no battle: nobody is left to fight."),
    Told(508, "Campaign 2, political turn", "London", "Ten to nine",
         "One lord has crossed, and two points have moved: from 9 to 10 it has become 10 to 9. Prince Edward is "
         "King. King York is a pretender again, after one campaign.", "Second count"),
)  # fmt: skip
THIRD: Final = (
    Told(521, "Campaign 2, political turn", "Ireland and Calais", "Father and son part",
         "York sails to Ireland, March to Calais. King Edward sits in London by himself. Seven of York's nobles "
         "are dead, and his son Clarence sits in Hereford for the other side.", "Campaign 3"),
    Told(536, "Campaign 3, turn 1", "London and Gloucester", "An archbishop attacks",
         "York goes first. The Archbishop of Canterbury and Arundel march on the King in London; Buckingham, who "
         "owes his side to one die, on Exeter in Gloucester. York lands in Glamorgan."),
    Told(575, "Campaign 3, turn 1", "London", "The King throws six dice",
         "Edward has fired three times, three dice, two and one. All six miss. Arundel needs one hit more, and has "
         "two. Edward was King for one turn.", "Edward dies"),
    Told(577, "Campaign 3, turn 1", "Hereford", "King Exeter",
         "The next heir of Lancaster is Exeter, alone in Hereford with one step. Richmond, the last minor of the "
         "house, enters in Warwick. Of Lancaster's five heirs three are left."),
    Told(591, "Campaign 3, turn 2", "Hereford and Oxford", "Another King alone",
         "Richmond and Clarence attack Buckingham in Oxford, and York sends three lords there. One block turns "
         "aside: the Irish march from Glamorgan on Hereford, where King Exeter stands."),
    Told(597, "Campaign 3, turn 2", "Hereford", "Third King, same mistake",
         "Exeter hits once. The Irish hit once. Henry, Edward and Exeter have all died with no lord beside them.",
         "Exeter dies"),
    Told(603, "Campaign 3, turn 2", "Oxford", "Richmond charges",
         "In Oxford Richmond rides at Buckingham and takes his last step. The turncoat lies face down till the "
         "campaign ends; nobody takes his place beside York in the count."),
    Told(635, "Campaign 3, turn 2", "Oxford", "Oxford holds",
         "Rivers, Arundel and the Archbishop stand four rounds. Richmond and Clarence leave with one step each. "
         "Somerset, far away in Caernarvon, is the fourth King that Lancaster has had."),
    Told(667, "Campaign 3, turn 3", "Oxford", "Four volleys",
         "The Irish two hits, Essex two, Rivers one, Arundel one. Beaumont is dead, Wiltshire is dead, and "
         "Richmond, whom other books call Henry VII, is dead. Lancaster has one heir left: Somerset.", "Richmond dies"),
    Told(688, "Campaign 3, turn 4", "Oxford", "The town of Bristol",
         "The victors of Oxford have a step each. The levy of Bristol comes up the road and throws 1, 2, 3, 4: two "
         "hits. Arundel and Rivers are gone, beaten by townsmen who do not count for anything."),
    Told(698, "Campaign 3, turn 4", "London", "The end of Clarence",
         "Essex and the Irish have found Clarence in London, with one step. He does hit an Irishman. Then he dies "
         "in the service of the house that he made King. London is York's."),
    Told(711, "Campaign 3, turn 5", "London", "The last boy",
         "Gloucester, York's last minor, comes from Calais to London with the Burgundians. The Rebel rises in "
         "Somerset. Lancaster recruits guns, a town and the Welsh. None of them counts: it stands 8 to 6."),
    Told(734, "Campaign 3, turn 6", "Essex", "Oxford dies in Essex",
         "Mercenaries and the levy of London attack the Earl of Oxford, and three hits kill him. Two towns come to "
         "help him, too late. Lancaster 7, York 6. Gloucester has ridden to Dorset.", "Seven to six"),
    Told(752, "Campaign 3, turn 7", "London", "Plague, and Treason",
         "Last cards. Lancaster's plague takes a step from Essex in London, and leaves him alive. York holds "
         "Treason, the card that lost it the crown. It needs a battle with a lord in it.", "Last cards"),
    Told(763, "Campaign 3, turn 7", "East Anglia", "The wrong battle",
         "York fights one battle, in East Anglia, against the levy of Coventry. A levy has no loyalty to buy. York "
         "wins the field, and the card goes unused."),
    Told(764, "Campaign 3, political turn", "London", "Seven to six",
         "Lancaster: Somerset, five nobles, one archbishop. York: three heirs, Essex, Norfolk, and London. The "
         "King keeps his crown by one point. Somerset, who has not fought since South Yorks, has won the game.",
         "Third count"),
    Told(764, "Campaign 3, political turn", "England", "What one die was worth",
         "Three counts: 11 to 10, 10 to 9, 7 to 6. Before the last one, six single changes would have made York "
         "King: Somerset's death, or any of five lords to be turned. York held the card for it."),
)  # fmt: skip
TOLD: Final = (*FIRST, *SECOND, *THIRD)
