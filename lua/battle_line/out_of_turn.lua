-- Moves that come at the wrong time of a turn (BL-TRN-2, BL-TRN-7, BL-RUL-20): never legal,
-- declared so that the refusal can say what is to be done instead.

---@param w battle_line
return function(w)
  local held = w.held
  local flag = w.each_flag("k")

  ---@param at string
  ---@param rule string
  ---@param why string
  ---@param formats table<integer, table> each: name, format, clauses
  local function refuse(at, rule, why, formats)
    for _, entry in ipairs(formats) do
      local move = { "no_" .. entry[1] .. "_" .. at, at = at, title = entry[1], text = entry[2],
        unlisted = true, apply = "", { where = "false", rule = rule, why = why } }
      for i = 3, #entry do move[#move + 1] = entry[i] end
      muster.move(move)
    end
  end

  local lay, claim = { "lay", "{card}@{k}", held, flag }, { "claim", "c{k}", flag }
  local alone, back = { "play", "{card}", held }, { "return", "r{card}", held }
  local draw_troop, draw_tactics = { "dt", "dT" }, { "dx", "dX" }
  local stop, pass = { "end", "end" }, { "pass", "pass" }

  refuse("before", "BL-TRN-7", "first a card is played, or passed where none can be; then comes "
    .. "the draw, which ends the turn", { draw_troop, draw_tactics, stop })
  refuse("before", "BL-GUI-4", "no Scout is at work: cards are put back only by him", { back })
  refuse("after", "BL-TRN-2", "this turn's card has been played: claim, then draw or end the turn",
    { lay, alone, pass })
  refuse("after", "BL-GUI-4", "no Scout is at work: cards are put back only by him", { back })
  if w.options.scoutSequential then
    refuse("scouting", "BL-GUI-3", "the Scout draws first: dT or dX",
      { lay, alone, pass, back, stop })
    refuse("scouting", "BL-RUL-20", "no flag is claimed while a Scout is at work", { claim })
  end
  refuse("returning", "BL-GUI-4", "the Scout puts a card back first, as in r5h",
    { lay, alone, pass, draw_troop, draw_tactics, stop })
  refuse("returning", "BL-RUL-20", "no flag is claimed while a Scout is at work", { claim })
end
