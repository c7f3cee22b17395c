-- How a battle begins, ends, and who may give it up (chapters 5, 33).

---@param w warline.tactical
return function(w)
  local get, set = w.get, w.set
  local any_position = w.options.resolve == "irreversible"

  muster.event("surrendered(seat)")
  muster.repetition("kingdom", "arms", "facing")

  ---A number for what WT-RUL-109 calls a position: board without marks, Prisons, side to move next.
  ---@return integer
  function w.turn_end_key()
    return muster.key() * 2 + get.active()
  end

  -- Marks that do not outlive the turn, and what a pending decision needs.
  local function clear_marks()
    for seat = 0, 1 do
      local unit = get.brave(seat)
      if get.vigor(unit) == 2 then set.vigor(unit, 1) end
    end
    local now = muster.decision_name()
    if get.blessed() >= 0 or now == "capture" or now == "stalling" then
      for unit = 0, w.battalions - 1 do
        set.eight(unit, 0)
        set.fresh(unit, 0)
        set.ordered(unit, 0)
      end
      set.blessed(-1)
    end
    if now == "counter" then
      for zone = 0, w.zone_count - 1 do set.due(zone, 0) end
    end
    if get.man_zone() >= 0 then
      set.man_zone(-1)
      set.ma(0)
      set.attacked(0)
      set.paid(0)
      set.acted(0)
    end
    set.asked(0)
    set.claimed(0)
    for _, clear in ipairs(w.closings) do clear() end
  end

  ---End the battle; `winner` is a side, or nil when both lose (WT-END-5, WT-RUL-249).
  ---@param winner integer?
  ---@param ending string
  function w.finish(winner, ending)
    local idle = get.idle() >= 0 and (any_position or muster.seen(w.turn_end_key()))
    if not idle then set.idle(0) end
    clear_marks()
    muster.over(winner and w.bits_of(winner) or 0, ending)
    while muster.decision_name() do muster.pop() end
  end

  muster.func("second_stall", function()
    w.finish(1 - get.active(), "forced")
    return 0
  end)

  ---Does the side of this General give up with him? Allies must agree (WT-RUL-110).
  ---@param _ integer the General
  ---@return boolean
  function w.agreed_to_resign(_) return true end

  muster.move { "resign", at = "*", title = "Resign", text = "resign", unlisted = true,
    { where = "me ~= none", rule = "WT-RUL-110",
      why = "only a General who is to decide can resign" },
    apply = function()
      local seat = muster.me()
      muster.emit("surrendered", seat)
      if w.agreed_to_resign(seat) then w.finish(1 - w.side_of[seat], "voluntary") end
    end }

  if w.options.resolve == "arbiter" then
    muster.move { "arbiter_resolve", at = "*", title = "Referee: Resolve", text = "arbiter:resolve",
      unlisted = true,
      { where = "me ~= none", rule = "WT-RUL-109", why = "the referee speaks between two moves" },
      apply = function() w.finish(nil, "resolve") end }
  end
end
