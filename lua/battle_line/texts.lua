-- What single rules demand, for `muster rules`.

local texts = {
  ["BL-TRN-2"] = "Each turn one card of the hand is played.",
  ["BL-TRN-4"] = "A turn ends with the draw of one card from either deck, up to a hand of seven.",
  ["BL-TRN-7"] = "Flags are claimed until the draw, which ends the turn.",
  ["BL-PLC-1"] = "A card is laid at one flag, on the own side.",
  ["BL-PLC-2"] = "Each side of a flag has room for three cards, in Mud for four.",
  ["BL-PLC-5"] = "At a claimed flag no card is laid any more.",
  ["BL-FRM-1"] = "From best to worst: Straight Flush, Three of a Kind, Flush, Straight, Sum.",
  ["BL-TIE-2"] = "Of two equal formations the one that got its last card first wins.",
  ["BL-TAC-4"] = "Who has played more tactics cards than the opponent may play no other.",
  ["BL-TAC-6"] = "Morale cards go into a slot, environment cards to a flag, guile cards apart.",
  ["BL-TAC-7"] = "Each guile card has one effect: Scout, Redeploy, Deserter or Traitor.",
  ["BL-MOR-2"] = "A Leader counts as any suit and any value of a troop.",
  ["BL-MOR-3"] = "Companion Cavalry counts as an eight of any suit.",
  ["BL-MOR-4"] = "Shield Bearers count as one, two or three of any suit.",
  ["BL-ENV-1"] = "An environment card is laid at an open flag and takes no slot.",
  ["BL-ENV-4"] = "In Fog only the totals of the two sides count.",
  ["BL-ENV-5"] = "In Mud formations have four cards.",
  ["BL-GUI-3"] = "A Scout draws three cards, from one deck or both.",
  ["BL-GUI-4"] = "A Scout then puts two cards of the hand on top of their decks.",
  ["BL-GUI-5"] = "Redeploy moves an own card at an open flag to another one, or discards it.",
  ["BL-GUI-7"] = "A Deserter discards a card on the opponent's side of an open flag.",
  ["BL-GUI-9"] = "A Traitor takes a troop of the opponent at an open flag to a free own slot.",
  ["BL-GUI-10"] = "A Traitor takes no tactics card.",
  ["BL-CLM-1"] = "Flags are claimed in one's own turn, before the draw.",
  ["BL-CLM-3"] = "Who claims a flag must have a complete side there.",
  ["BL-CLM-4"] = "It must be proven that the other side cannot become better with troops.",
  ["BL-CLM-8"] = "A claimed flag is closed.",
  ["BL-END-1"] = "Long: three neighbouring flags, or any five, win at once.",
  ["BL-END-2"] = "Short: three flags win at once.",
  ["BL-RUL-8"] = "Wild cards take what makes their side best, or are announced with the claim.",
  ["BL-RUL-9"] = "How many Leaders a player may use is set by leaderCap.",
  ["BL-RUL-14"] = "When Mud goes, a side with four cards loses one; the acting player first.",
  ["BL-RUL-15"] = "Deserter and Traitor may be played without effect, Redeploy may not.",
  ["BL-RUL-16"] = "Redeploy moves a card to another flag.",
  ["BL-RUL-20"] = "Flags are claimed before or after the play, never while a Scout is at work.",
  ["BL-RUL-21"] = "Nothing is added to a claimed flag, taken from it or moved at it.",
  ["BL-RUL-23"] = "Only who can play nothing passes.",
  ["BL-RUL-24"] = "The draw must be made while the hand is below seven and a deck has cards.",
  ["BL-RUL-26"] = "A Scout chooses the deck of each card after seeing the one before.",
  ["BL-RUL-27"] = "A Scout needs a card to draw.",
  ["BL-RUL-29"] = "An environment card may come to a flag where sides are complete.",
  ["BL-RUL-30"] = "Twins on one side are told apart: #1 is the older, #2 the newer.",
  ["BL-RUL-31"] = "Two turns in a row without play, claim and draw end the game.",
  ["BL-RUL-40"] = "A claim that is not proven is refused.",
  ["BL-RUL-41"] = "Several environment cards may lie at one flag.",
}

local ids = {}
for id in pairs(texts) do ids[#ids + 1] = id end
table.sort(ids)

---@param _ battle_line
return function(_)
  for _, id in ipairs(ids) do muster.rule(id, texts[id]) end
end
