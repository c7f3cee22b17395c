-- The options of the core rules: what a ruleset may set in [warline]. Each default is the ruling;
-- the other values are other readings of the book.

local option = require("muster.options")
local yes, no, choice = option.yes, option.no, option.choice
local kingdoms = {}
for i, kingdom in ipairs(require("warline.tactical.kingdoms")) do kingdoms[i] = kingdom.letter end

local function kingdom(general, default, help)
  return { key = "kingdom" .. general, seat = general, type = "choice", choices = kingdoms,
    default = default, help = help }
end

return {
  { key = "ma_table", type = "ints", count = 6, min = 1, max = 20, default = { 7, 6, 5, 4, 3, 2 },
    help = "Maneuver actions of a battalion of Arms 1, 2, 3, 4, 5 and 6." },
  { key = "board", type = "size", min = 1, max = 99, default = "7x7",
    help = "Size of the field, columns x rows, up to 26x99." },
  { key = "voids", type = "text", max = 4000, default = "",
    help = "Zones that the field lacks, as in: d4 a1 g7." },
  kingdom(1, "F", "Kingdom of General 1: F Flaym, I Frost, S Sey, T Timber, B the Blak, or one "
    .. "that a module brings."),
  kingdom(2, "I", "Kingdom of General 2."),
  kingdom(3, "S", "Kingdom of General 3, if there is one."),
  kingdom(4, "T", "Kingdom of General 4, if there is one."),
  { key = "sides", type = "choice", choices = { "1v1", "1v2", "2v2", "1v3" }, default = "1v1",
    needs = "warline.alliances", rule = "WT-ALLY-5",
    help = "Generals on the southern and the northern side; alliances need warline.alliances." },
  { key = "battalions", type = "int", min = 6, max = 24, default = 6,
    needs = "warline.recruiting", rule = "WT-SET-10",
    help = "Battalions of each General; more than 6 with Army Recruiting only." },
  no("mixed_kingdoms", "May battalions of any kingdom fight? Army Recruiting needs it."),
  no("mirror_kingdoms", "May both Generals lead the same kingdom?"),
  choice("player1", { "explicit", "random" },
    "Player-1: as first_deployer says, or drawn when the match begins."),
  { key = "first_deployer", type = "int", min = 1, max = 2, default = 1,
    help = "The General, or of alliances the side, that deploys first and names who opens." },
  no("short_army", "May a General leave battalions out of Battle Formation?"),
  choice("start", { "deployment", "quick" },
    "Deploy by hand, or begin with both armies in a fixed, symmetric formation."),
  no("ctr_through_cover", "Counter attack also an enemy that is itself covered."),
  choice("token_pool", { "per_side", "shared" },
    "Own tokens for each side, or one pool for both: no token left, no effect."),
  choice("sac_benefit", { "named", "first_maneuver" },
    "The battalion that gets the 8 actions: one named before the order, or any."),
  no("zero_ma_maneuver", "May a maneuver end in which nothing was paid?"),
  { key = "all_ma_min", type = "int", min = 0, max = 1, default = 1,
    help = "Actions that must be left for an action that costs all of them." },
  yes("zero_acts_count", "Does an action for 0 keep a maneuver of facings from being a Stall?"),
  no("reface_without_loss", "May the attacker turn a victim that lost nothing?"),
  no("reface_any_loss",
    "Is the facing set of whoever loses Arms on the field by anything but an attack?"),
  yes("rout_cancels_vigor", "Does a rout take away the Vigor that an attack before it would earn?"),
  no("vigor_blocks_rout", "Is a battalion with Vigor safe from routs?"),
  no("rout_edge_needs_free_zone",
    "Is a rout over the edge possible only with a free zone beside the target?"),
  choice("build_link", { "owner", "kingdom" },
    "Which ramparts carry a building chain: one's own, or those of the builder's kingdom."),
  choice("build_kingdom", { "any", "builder" },
    "Which ramparts of the supply may be built: any, or those of the builder's kingdom."),
  choice("demolish_cost", { "kingdom", "owner" },
    "Destroying costs 0 for ramparts of the same kingdom, or of the same owner."),
  no("damage_breaks_sacrifice", "Does damage that is no attack break a Sacrifice Ritual?"),
  choice("stall_faces", { "one", "any_number" }, "How many battalions may turn in a Stall."),
  no("stall_face_on_friend", "May a battalion on top of a friend turn in a Stall?"),
  choice("declare", { "auto", "manual" },
    "Declaring a victory condition: the game does it for both, or each General himself."),
  no("scale_victory", "Do Overpower, Crush and Shackle follow the size of the enemy's army?"),
  choice("aggressive_extra", { "none", "damage_arts", "torment", "both" },
    "Further Aggressive Actions."),
  choice("capability_horizon", { "solo", "next_turn" },
    "Able to move or strike: ever, or in the very next turn."),
  no("paralyze_needs_room", "Does a prisoner bar Paralyze only where he could be extricated?"),
  choice("resolve", { "repeat", "irreversible", "arbiter", "off" },
    "Idle turns that end in Resolve: repeating positions, any idle turns, a referee, "
      .. "never."),
  { key = "resolve_cycles", type = "int", min = 1, max = 50, default = 3,
    help = "Full turn cycles of idle turns until Resolve." },
  { key = "max_turns", type = "int", min = 0, max = 1000000, default = 0,
    help = "Turn at whose end the battle ends in Resolve; 0 for never." },
}
