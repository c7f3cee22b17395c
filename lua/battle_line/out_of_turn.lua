-- Moves that come at the wrong time of a turn (BL-TRN-2, BL-TRN-7, BL-RUL-20): never legal,
-- declared so that the refusal can name the right move.

local cards = require("battle_line.cards")
local flow = require("battle_line.flow")
local turn = require("battle_line.turn")

local function nothing_asked() end
local function card_and_flag()
  turn.choose_card()
  turn.choose_flag("k")
end
local function flag() turn.choose_flag("k") end

---@param at string the decision
---@param rule string
---@param why string
---@param formats table<integer, table> each: name, how it is written, what it asks
local function refuse(at, rule, why, formats)
  for _, format in ipairs(formats) do
    local ask = format[3] or nothing_asked
    muster.move { "no_" .. format[1] .. "_" .. at, at = flow[at], title = format[1],
      text = format[2], unlisted = true,
      legal = function()
        need(false, rule, why)
        ask()
      end,
      apply = nothing_asked }
  end
end

local lay = { "lay", "{card}@{k}", card_and_flag }
local alone, back = { "play", "{card}", turn.choose_card },
  { "return", "r{card}", turn.choose_card }
local draw_troop, draw_tactics = { "dt", "dT" }, { "dx", "dX" }
local stop, pass = { "end", "end" }, { "pass", "pass" }
local claim = { "claim", "c{k}", flag }

refuse("before", "BL-TRN-7", [[first a card is played, or passed where none can be; then comes
  the draw, which ends the turn]], { draw_troop, draw_tactics, stop })
refuse("before", "BL-GUI-4", "no Scout is at work: cards are put back only by him", { back })
refuse("after", "BL-TRN-2", [[this turn's card has been played: claim, then draw or end the
  turn]], { lay, alone, pass })
refuse("after", "BL-GUI-4", "no Scout is at work: cards are put back only by him", { back })
if cards.options.scoutSequential then
  refuse("scouting", "BL-GUI-3", "the Scout draws first: dT or dX",
    { lay, alone, pass, back, stop })
  refuse("scouting", "BL-RUL-20", "no flag is claimed while a Scout is at work", { claim })
end
refuse("returning", "BL-GUI-4", "the Scout puts a card back first, as in r5h",
  { lay, alone, pass, draw_troop, draw_tactics, stop })
refuse("returning", "BL-RUL-20", "no flag is claimed while a Scout is at work", { claim })
