-- What the rules say, a sentence each, for players who ask (muster rules WT-...).

local texts = {
  ["WT-SET-8"] = "Each General leads the six battalions of his own kingdom.",
  ["WT-SET-10"] = "An army is one battalion each of Arms 1, 2, 3, 4, 5 and 6.",
  ["WT-DEP-2"] = "The Generals take turns in placing one battalion each; Player-1 begins.",
  ["WT-DEP-3"] = "A battalion is placed on a free zone of its General's three nearest rows.",
  ["WT-DEP-4"] = "Or on top of an own battalion that was placed before.",
  ["WT-DEP-6"] = "It may face any of the four directions.",
  ["WT-DEP-8"] = "When all battalions stand, Player-1 names the General who takes the first turn.",
  ["WT-TURN-2"] = "A turn: counter attacks, torment, tokens back, complete a sacrifice, one order.",
  ["WT-CTR-1"] = "An own battalion right under an enemy on top of a stack must counter attack.",
  ["WT-CTR-4"] = "Who counter attacks sets the facing of a victim that survives with a loss.",
  ["WT-CTR-6"] = "A surviving victim trades places: the counter attacker lies on top of it.",
  ["WT-TORM-1"] = "At the start of a turn any prisoners may be tormented: 1 Arms each, once.",
  ["WT-TORM-4"] = "A battalion may also be tormented at the moment of its capture.",
  ["WT-TOK-1"] = "Your own Vigor token comes off in Step 3 of your turn.",
  ["WT-TOK-2"] = "The enemy battalion that you stunned is freed in Step 3 of your turn.",
  ["WT-SACR-1"] = "A battalion still marked at the start of its General's next turn dies.",
  ["WT-SACR-4"] = "Its General then names an own battalion on the field: 8 maneuver actions this "
    .. "turn.",
  ["WT-ORD-3"] = "An order goes to one battalion that lies topmost and is not stunned.",
  ["WT-MAN-3"] = "Only a battalion on the field can maneuver.",
  ["WT-MAN-4"] = "A battalion has 8 minus its Arms maneuver actions; the benefit of a sacrifice "
    .. "makes it 8.",
  ["WT-MAN-6"] = "At least 1 maneuver action must be spent.",
  ["WT-MAN-10"] = "A maneuver of facings only counts as a Stall.",
  ["WT-MOV-1"] = "A Move costs 1 action and goes one zone straight ahead.",
  ["WT-MOV-2"] = "A Move goes one zone in the direction the battalion faces.",
  ["WT-MOV-7"] = "No battalion moves onto a rampart, whoever built it.",
  ["WT-ATK-1"] = "A Move onto an enemy battalion is an attack.",
  ["WT-ATK-2"] = "The attacked battalion loses as many Arms as the attacker has.",
  ["WT-ATK-3"] = "A battalion with Vigor loses at most 1 Arms in a whole enemy turn.",
  ["WT-ATK-6"] = "The attacker sets the facing of a victim that survives with a loss.",
  ["WT-ATK-8"] = "An attack takes Stun and Sacrifice tokens off its victim.",
  ["WT-SLA-1"] = "A battalion that falls to 0 Arms is dead and lies in the killer's Graveyard.",
  ["WT-VIG-1"] = "A battalion that attacked and ends its maneuver on bare ground gains Vigor.",
  ["WT-FACE-2"] = "A quarter turn costs 1 action.",
  ["WT-FACE-3"] = "A battalion on top of another cannot turn by a maneuver.",
  ["WT-ROUT-2"] = "A Rout costs all actions that are left and ends the turn.",
  ["WT-ROUT-3"] = "The routed battalion goes to a free neighbour zone of its own.",
  ["WT-ROUT-6"] = "The router must face its victim, on the zone directly ahead.",
  ["WT-ROUT-9"] = "Without a free zone beside it a battalion is routed over the edge or not at "
    .. "all.",
  ["WT-ROUT-10"] = "A battalion at the edge may be routed off the field: it is captured.",
  ["WT-ROUT-12"] = "A battalion on top of another cannot rout.",
  ["WT-STUN-3"] = "A stunned battalion takes no order.",
  ["WT-BUILD-1"] = "A rampart costs 1 action.",
  ["WT-BUILD-3"] = "It goes next to the builder, or next to own ramparts that link back to the "
    .. "builder.",
  ["WT-BUILD-6"] = "A battalion on top of another cannot build.",
  ["WT-DEMO-2"] = "Only Arms 4, 5 and 6 destroy ramparts.",
  ["WT-DEMO-3"] = "The rampart must stand directly ahead.",
  ["WT-DEMO-5"] = "A battalion on top of another cannot destroy.",
  ["WT-DEMO-6"] = "Destroying costs 1 action for another kingdom's rampart, 0 for one's own.",
  ["WT-EXT-1"] = "Extricate frees one own battalion from the enemy's Prison.",
  ["WT-EXT-2"] = "It comes back on a free zone of its General's home row.",
  ["WT-SAC-1"] = "A Sacrifice Ritual is begun on one own topmost battalion on the field.",
  ["WT-LIGHT-1"] = "Lighten lowers the Arms of one own topmost battalion.",
  ["WT-LIGHT-2"] = "Arms may go down to any lower value of at least 1.",
  ["WT-LIGHT-6"] = "Arms given up may pass to the own battalion directly beneath.",
  ["WT-LIGHT-8"] = "Nothing is ever raised above Arms 6.",
  ["WT-STALL-3"] = "In a Stall no battalion on top of an enemy turns.",
  ["WT-STALL-4"] = "Two Stalls in a row lose the battle at once.",
  ["WT-VIC-3"] = "A General declares a condition that he himself fulfils.",
  ["WT-OVER-1"] = "Overpower: five enemy battalions lie in your Graveyard.",
  ["WT-OVER-2"] = "Crush: six enemy battalions lie in your Graveyard.",
  ["WT-SHAC-1"] = "Shackle: three enemy battalions are in your Prison at a time.",
  ["WT-PAR-1"] = "Paralyze: no enemy battalion can ever move again, and none is your prisoner.",
  ["WT-BLU-1"] = "Blunt: the enemy can never act aggressively again, and you have a war hammer.",
  ["WT-END-2"] = "If both fulfil a condition, total Arms decide, then the number of battalions.",
  ["WT-END-6"] = "Three full cycles of turns without a deed, in repeated positions, end in "
    .. "Resolve.",
  ["WT-RUL-20"] = "Counter attacks are made in the order of the zones: a1, b1 ... g1, a2 ...",
  ["WT-RUL-29"] = "A covered battalion is named with its level, the topmost without.",
  ["WT-RUL-30"] = "With no own battalion on the field the benefit lapses.",
  ["WT-RUL-35"] = "A maneuver ends by itself when no action is legal any more.",
  ["WT-RUL-36"] = "An action that costs all that is left needs 1 action at least.",
  ["WT-RUL-41"] = "No battalion moves off the field or into a void.",
  ["WT-RUL-42"] = "A maneuver is ordered only where an action other than turning is within reach.",
  ["WT-RUL-46"] = "A facing is set only for a victim that survives and lost Arms.",
  ["WT-RUL-65"] = "Only a topmost enemy battalion can be routed.",
  ["WT-RUL-70"] = "Without an unbuilt rampart nothing can be built.",
  ["WT-RUL-87"] = "A Stall turns at most one battalion, topmost and not stunned.",
  ["WT-RUL-88"] = "In a Stall no battalion on top of another turns.",
  ["WT-RUL-109"] = "Idle turns are counted until the battle ends in Resolve.",
  ["WT-RUL-110"] = "A General may resign at any decision of his own.",
  ["WT-RUL-247"] = "All four facings are offered, except for a Stall the one that is there "
    .. "already.",
}

local ids = {}
for id in pairs(texts) do ids[#ids + 1] = id end
table.sort(ids)

---@param _ warline.tactical
return function(_)
  for _, id in ipairs(ids) do muster.rule(id, texts[id]) end
end
