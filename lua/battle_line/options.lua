-- What a ruleset may set in [battle_line]: the version, and the readings of the book that groups
-- differ about. Each default is the ruling; the other values are other readings. A position line
-- names those that differ (`spell` turns a value into its word there; `silent` ones are not named).

local option = require("muster.options")
local yes, no, choice = option.yes, option.no, option.choice

return {
  choice("version", { "short", "long" },
    "One deck and five flags, three of them win; or two decks and nine flags."),

  -- the cards
  choice("fourthKing", { "leader", "fog", "mud" }, "The king of diamonds is this tactics card."),
  { key = "courtMap", type = "text", max = 150, default = "",
    help = "Court cards that are something else, as in: Jc:traitor,Js:scout." },
  choice("longTactics", { "12", "24" },
    "Tactics cards of the long version: those of one deck, or of both."),

  -- formations
  no("courtValues", "Has a morale card its printed number (K 13, Q 12) as its only value?"),
  { key = "leaderMax", type = "int", min = 10, max = 13, default = 10,
    help = "The highest value that a Leader may take." },
  no("aceHigh", "May an ace also come after the ten in a run, counting 11?"),
  choice("colourIs", { "suit", "redblack" },
    "A queen takes any suit, or one of the two of her printed colour."),
  yes("wildMayDuplicate", "May a wild card stand for a card of which no copy is unseen?"),
  yes("wildAuto", "Do wild cards take the best identity by themselves, or is it announced?"),
  choice("leaderCap", { "none", "1" }, "How many Leaders one player may use."),
  no("mudPartial", "In Mud, are three equal cards with a stranger still Three of a Kind?"),

  -- environment
  yes("fogNeedsComplete", "In Fog, must the own side be complete to claim?"),
  yes("envStack", "May several environment cards lie at one flag?"),
  yes("envOnComplete", "May an environment card come to a flag where a side is complete?"),
  no("envMovable", "Do Deserter and Redeploy reach environment cards?"),

  -- tactics cards
  choice("tacticsCount", { "played", "inPlay" },
    "Tactics cards that count for the limit: all that were played, or those on the table."),
  yes("guileMayFizzle", "May Deserter and Traitor be played without effect?"),
  no("redeploySameFlag", "May Redeploy lay a card anew at the same flag?"),
  yes("scoutSequential",
    "Is each deck of a Scout chosen after the card before is seen, or all at first?"),
  yes("scoutNeedsCard", "Does a Scout need a card to draw?"),
  choice("scoutReturn", { "2", "drawnMinus1" },
    "How many cards a Scout puts back: two, or one less than were drawn."),
  yes("scoutSkipsDraw", "Does a turn with a full Scout end without the usual draw?"),

  -- claims
  choice("proofInfo", { "public", "publicPlusHand" },
    "Cards that a proof may use: those that both see, or also the claimant's shown hand."),
  choice("proofTactics", { "ignore", "morale" },
    "Does a proof reckon with morale cards that the opponent may still play?"),
  choice("tieClock", { "lastPlaced" },
    "The loser of a tie: the side with the card that came last. There is no other reading."),
  choice("claimWindow", { "beforeDraw", "afterPlay", "startOfTurn" },
    "When flags are claimed: before or after the play, only after it, only before it."),
  no("autoClaim", "Are all provable flags claimed by themselves?"),
  choice("falseClaim", { "illegal", "loseTurn" },
    "An unproven claim is refused, or may be made and ends the turn."),

  -- the turn and the end
  choice("passRule", { "forcedOnly", "noTroopPlayable", "free" },
    "Players who may pass: those who can play nothing, those who can lay no troop, everybody."),
  no("drawOptional", "May a turn end without the draw?"),
  no("drawToSeven", "Are cards drawn until the hand holds seven?"),
  choice("deadlockRule", { "resolve", "draw" },
    "Two quiet turns in a row: the open flags are awarded, or the game is drawn."),
  choice("dealer", { "random", "a", "b", "alternate" },
    "The dealer, for the program that seats the people; seat 1 never deals."),
}
