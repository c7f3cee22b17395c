-- The rulebook of Battle Line: the three classes of tactics cards.

local o = muster.options()
local printed = o.courtValues

muster.rules { title = "Morale cards", place = 6,
  { id = "BL-MOR-1", text = "A morale card takes the slot of a troop and is a part of the "
    .. "formation." },
  { id = "BL-RUL-4", option = "courtValues", text = printed
    and "Its only value is the printed number: 13 of a king, 12 of a queen."
    or "Its printed number does not count." },
  { id = "BL-MOR-2", option = "courtValues", text = "A Leader counts as any suit"
    .. (printed and "." or " and any value of a troop.") },
  { id = "BL-RUL-5", option = { "leaderMax", "courtValues" }, when = not printed,
    text = "The highest value of a Leader is " .. o.leaderMax .. "." },
  { id = "BL-MOR-3", option = "courtValues", text = "Companion Cavalry "
    .. (printed and "is of a suit that is open." or "counts as an eight; its suit is open.") },
  { id = "BL-MOR-4", option = "courtValues", text = "Shield Bearers "
    .. (printed and "are of a suit that is open."
    or "count as one, two or three; their suit is open.") },
  { id = "BL-RUL-7", option = "colourIs", text = "These queens take " .. (o.colourIs == "suit"
    and "any of the four suits." or "one of the two suits of the printed colour.") },
  { id = "BL-RUL-39", option = "wildMayDuplicate", text = o.wildMayDuplicate
    and "A morale card may stand for a card that lies open elsewhere."
    or "A morale card stands only for a card of which a copy is unseen." },
  { id = "BL-RUL-8", option = "wildAuto", text = o.wildAuto
    and "Morale cards take what makes their side best, when the flag is claimed."
    or "The claim announces what morale cards stand for." },
  { id = "BL-RUL-9", option = "leaderCap", text = o.leaderCap == "none"
    and "A player may use any number of Leaders." or "A player may use one Leader." },
}

muster.rules { title = "Environment cards", place = 7,
  { id = "BL-ENV-1", text = "An environment card is laid at an open flag and takes no slot." },
  { id = "BL-ENV-2", text = "It holds for both sides of the flag." },
  { id = "BL-ENV-4", text = "In Fog only the totals of the two sides count." },
  { id = "BL-RUL-11", option = "fogNeedsComplete", text = "To claim in Fog the own side "
    .. (o.fogNeedsComplete and "must be complete." or "need not be complete.") },
  { id = "BL-ENV-5", text = "In Mud formations have four cards." },
  { id = "BL-RUL-10", option = "mudPartial", text = "Three of a Kind are four there" .. (o
    .mudPartial and "; with three and a stranger they are one too, and all values count."
    or ": with a stranger among them it is another formation.") },
  { id = "BL-RUL-41", option = "envStack", text = o.envStack
    and "Several environment cards may lie at one flag."
    or "One environment card may lie at a flag." },
  { id = "BL-RUL-29", option = "envOnComplete", text = "An environment card "
    .. (o.envOnComplete and "may" or "may not")
    .. " come to a flag where a side is complete." },
  { id = "BL-ENV-3", option = "envMovable", text = o.envMovable
    and "It stays unless Deserter or Redeploy take it away."
    or "It stays to the end; Deserter and Redeploy do not reach it." },
  { id = "BL-RUL-14", option = "envMovable", when = o.envMovable, text = "When Mud goes, a side "
    .. "with four cards loses one; the acting player first." },
}

local back = o.scoutReturn == "2" and "two cards" or "one card less than were drawn"
muster.rules { title = "Guile cards", place = 8,
  { id = "BL-TAC-7", text = "Each guile card has one effect: Scout, Redeploy, Deserter or "
    .. "Traitor. Then it lies open beside the decks." },
  { id = "BL-GUI-3", text = "A Scout draws three cards, from one deck or both." },
  { id = "BL-RUL-26", option = "scoutSequential", text = o.scoutSequential
    and "A Scout chooses the deck of each card after seeing the one before."
    or "A Scout says first how many come from which deck." },
  { id = "BL-RUL-27", option = "scoutNeedsCard", text = o.scoutNeedsCard
    and "A Scout needs a card to draw." or "A Scout may be played with nothing to draw." },
  { id = "BL-GUI-4", option = "scoutReturn", text = "A Scout then puts " .. back
    .. " of the hand on top of their decks." },
  { id = "BL-RUL-27", option = "scoutSkipsDraw", text = o.scoutSkipsDraw
    and "With seven cards in hand after it, the turn ends without a draw."
    or "The draw at the end of the turn follows, also to a hand of eight." },
  { id = "BL-GUI-5", text = "Redeploy takes an own card at an open flag to a free own slot, or "
    .. "discards it." },
  { id = "BL-RUL-16", option = "redeploySameFlag", text = o.redeploySameFlag
    and "That slot may be at the same flag." or "Redeploy moves a card to another flag." },
  { id = "BL-GUI-7", text = "A Deserter discards a card on the opponent's side of an open "
    .. "flag." },
  { id = "BL-GUI-8", text = "A card that is discarded from a flag lies open beside the player on "
    .. "whose side it lay last." },
  { id = "BL-GUI-9", text = "A Traitor takes a troop of the opponent at an open flag to a free "
    .. "own slot." },
  { id = "BL-RUL-17", text = "That slot may be at the same flag." },
  { id = "BL-GUI-10", text = "A Traitor takes no tactics card." },
  { id = "BL-RUL-15", option = "guileMayFizzle", text = o.guileMayFizzle
    and "Deserter and Traitor may be played without effect, Redeploy may not."
    or "Deserter and Traitor need a victim." },
}
