-- The rulebook of Battle Line, in the order in which people learn it.

local ranks = { K = "king", Q = "queen", J = "jack" }
local suits = { s = "spades", h = "hearts", d = "diamonds", c = "clubs" }

-- "Leader: king of hearts, king of diamonds. Fog: king of spades. ..."
local function court_text(court)
  local titles, of = {}, {}
  for _, card in ipairs(court) do
    if not of[card.is] then
      titles[#titles + 1], of[card.is] = card.is, {}
    end
    table.insert(of[card.is], ranks[card.card:sub(1, 1)] .. " of "
      .. suits[card.card:sub(2, 2)])
  end
  for i, title in ipairs(titles) do titles[i] = title .. ": " .. table.concat(of[title], ", ") end
  return table.concat(titles, ". ") .. "."
end

local cards = require("battle_line.cards")
local o, long = cards.options, cards.long

muster.rules { title = "Aim of the game", place = 1,
  { id = "BL-OBJ-1", option = "version", text = (long and "Nine" or "Five") .. " flags lie in a "
    .. "row between two players. At each both build a formation, each on his own side, and the "
    .. "better one earns the flag." },
  { id = "BL-END-1", option = "version", when = long,
    ending = { "breakthrough", "envelopment", "break+envelopment" },
    text = "The first player to own three neighbouring flags, or any five, wins at once." },
  { id = "BL-END-2", option = "version", when = not long, ending = "flags",
    text = "The first player to own three flags wins at once, wherever they lie." },
  { id = "BL-END-3", text = "Nothing more is played, drawn or claimed then." },
}

muster.rules { title = "The cards", place = 2,
  { id = "BL-SET-2", option = "version", when = not long,
    text = "Troops are 40 cards: four suits, each with the values 1 to 10." },
  { id = "BL-SET-3", option = "version", when = long,
    text = "Troops are 80 cards: four suits, each with the values 1 to 10, and all twice." },
  { id = "BL-SET-1", option = long and "longTactics" or nil, text = "Tactics cards are kings, "
    .. "queens and jacks: " .. (o.longTactics == "24" and "24, each twice." or "twelve.") },
  { id = "BL-RUL-1", option = { "fourthKing", "courtMap" }, text = court_text(cards.court) },
  { id = "BL-SET-8", text = "Troops and tactics cards are shuffled into two decks, face down." },
  { id = "BL-SET-6", text = "Each player begins with seven troops." },
  { id = "BL-SET-9", text = "P1 begins, who is not the dealer." },
}

local passing = { forcedOnly = "Only who can play nothing passes.",
  noTroopPlayable = "A player who can lay no troop may pass.", free = "Anybody may pass instead." }
local window = {
  beforeDraw = "Flags are claimed before or after the play, never while a Scout is at work.",
  afterPlay = "Flags are claimed after the play only.",
  startOfTurn = "Flags are claimed before the play only." }
muster.rules { title = "The turn", place = 3,
  { id = "BL-TRN-2", text = "Each turn one card of the hand is played, a troop or a tactics "
    .. "card." },
  { id = "BL-RUL-23", option = "passRule", text = passing[o.passRule] },
  { id = "BL-RUL-42", text = "A player who passes claims and draws as in any other turn." },
  { id = "BL-TRN-7", text = "Flags are claimed until the draw, which ends the turn." },
  { id = "BL-RUL-20", option = "claimWindow", text = window[o.claimWindow] },
  { id = "BL-TRN-4", text = "A turn ends with a draw from either deck, up to a hand of seven." },
  { id = "BL-RUL-25", option = "drawToSeven", text = o.drawToSeven
    and "A hand that is shorter draws until it holds seven."
    or "A hand that is shorter draws one card all the same." },
  { id = "BL-RUL-24", option = "drawOptional", text = o.drawOptional
    and "A turn may end without the draw."
    or "The draw must be made while the hand is below seven and a deck has cards." },
  { id = "BL-TRN-6", text = "When a deck is used up, cards are drawn from the other one; when both "
    .. "are, nobody draws, and play goes on with the hands." },
  { id = "BL-PLC-1", text = "A card is laid at one flag, on the own side." },
  { id = "BL-PLC-2", text = "Each side of a flag has room for three cards, in Mud for four." },
  { id = "BL-PLC-5", text = "At a claimed flag no card is laid any more." },
}

muster.rules { title = "Formations", place = 4,
  { id = "BL-FRM-1", text = "From best to worst: Straight Flush, Three of a Kind, Flush, "
    .. "Straight, Sum." },
  { id = "BL-FRM-2", text = "A Straight Flush is of one suit, with values in a row." },
  { id = "BL-FRM-3", text = "Three of a Kind are cards of one value." },
  { id = "BL-FRM-4", text = "A Flush is of one suit." },
  { id = "BL-FRM-5", text = "A Straight has values in a row." },
  { id = "BL-FRM-6", text = "All else is a Sum." },
  { id = "BL-FRM-8", text = "Of two formations of a kind the one with more values in sum wins." },
  { id = "BL-RUL-6", option = "aceHigh", text = o.aceHigh
    and "An ace counts 1, or above the ten in a row 11."
    or "An ace counts 1, and does not follow the ten." },
  { id = "BL-TIE-2", option = "tieClock", text = "Of two equal formations the one that got its "
    .. "last card first wins." },
  { id = "BL-TIE-3", text = "An incomplete side loses a tie: a flag may be claimed even if the "
    .. "other side may still become equal." },
  { id = "BL-RUL-30", option = "version", when = long,
    text = "Twins on one side are distinguished: #1 is the older, #2 the newer. "
      .. "A row of values has no use for both." },
}

muster.rules { title = "Tactics cards", place = 5,
  { id = "BL-TAC-6", text = "Morale cards go into a slot, environment cards to a flag, guile "
    .. "cards apart." },
  { id = "BL-TAC-4", option = "tacticsCount", when = o.tacticsCount == "played",
    text = "A player who has played more tactics cards than the opponent may play no other." },
  { id = "BL-RUL-28", option = "tacticsCount", when = o.tacticsCount == "played",
    text = "A tactics card counts as played when it has no effect, and when it is taken away "
      .. "later." },
  { id = "BL-TAC-4", option = "tacticsCount", when = o.tacticsCount == "inPlay",
    text = "A player with more tactics cards on the table than the opponent may play no other." },
}
require("battle_line.texts_tactics")

muster.rules { title = "Claims", place = 9,
  { id = "BL-CLM-1", option = "autoClaim", text = o.autoClaim
    and "In one's own turn all flags that can be proven are claimed by themselves, the lowest "
      .. "number first." or "Flags are claimed in one's own turn, as many as one likes." },
  { id = "BL-CLM-3", text = "A player who claims a flag must have a complete side there.",
    example = { position = "BL S 1A o+7h+8h+9h-3d-3s-3c/o-8s/o/o/o 2c5s ?6t0x ?25 ?12 | | 0,0",
      play = "c1", text = "Both sides are complete: P1 claims flag 1 with a Straight Flush." } },
  { id = "BL-CLM-4", text = "It must be proven that the other side cannot become better with "
    .. "troops." },
  { id = "BL-RUL-12", option = "proofInfo", text = o.proofInfo == "public"
    and "A proof uses what both players see: troops that lie open at flags or were discarded."
    or "A proof uses what both players see, and the hand of who claims, if he shows it." },
  { id = "BL-RUL-13", option = "proofTactics", text = "It reckons with troops that may still "
    .. "come" .. (o.proofTactics == "morale" and ", and with morale cards that the opponent may "
    .. "still play." or ", not with tactics cards.") },
  { id = "BL-RUL-40", option = "falseClaim", text = o.falseClaim == "illegal"
    and "A claim that is not proven is refused."
    or "A claim that is not proven may be made, and ends the turn." },
  { id = "BL-CLM-8", text = "A claimed flag is closed." },
  { id = "BL-RUL-21", text = "Nothing is added to a claimed flag, taken from it or moved at "
    .. "it." },
}

muster.rules { title = "Quiet turns", place = 10,
  { id = "BL-RUL-31", ending = { "majority", "deadlock" }, option = "deadlockRule",
    text = "Two turns in a row without play, claim "
    .. "and draw end the game. " .. (o.deadlockRule == "draw" and "It is a draw."
    or "Open flags go to the better of two complete sides, or to the only one; then the "
    .. "conditions of victory count, and after them the number of flags.") },
}
