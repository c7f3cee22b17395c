-- How a battle begins, ends, and who may give it up (chapters 5, 33).

---@param w warline.tactical
return function(w)
  local get, set = w.get, w.set
  local any_position = w.options.resolve == "irreversible"

  muster.event("surrendered(seat)", { help = "A General gives the battle up." })
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

  muster.rules { title = "Aim of the game", place = 1,
    { id = "WT-GEN-4", text = "Two armies meet on one field of zones. The side that first fulfils "
      .. "a condition of victory wins; the chapter Victory lists them." },
    { id = "WT-GEN-3", text = "No battle is decided by luck: once it has begun, only choices "
      .. "count." },
    { id = "WT-SET-9", text = "A battalion shows one number, its Arms, from 1 to 6: its weapons "
      .. "and its armour at once. Many Arms strike hard and last long; few Arms act more often "
      .. "in a turn." },
    { id = "WT-FACE-1", text = "Its sword shows where it faces: north, east, south or west, "
      .. "never aslant." },
    { id = "WT-MOV-3", text = "Neighbours are zones with an edge in common. Diagonals never "
      .. "count." },
    { id = "WT-RUL-12", text = "A zone is free while neither a battalion nor a rampart is "
      .. "there, whosever they are." },
    { id = "WT-STACK-1", text = "Battalions of both sides may lie on each other in a zone. Such "
      .. "a stack has an order: only the highest is topmost, and only the lowest lies on bare "
      .. "ground." },
    { id = "WT-TURN-1", text = "The sides take turns until the battle is over." },
  }

  local resolve, cycles = w.options.resolve, w.options.resolve_cycles
  local turns = cycles == 1 and "one full cycle" or cycles .. " full cycles"
  local idle = "A turn is idle if it brings no Aggressive Action, no rampart, no ritual begun "
    .. "or completed and no loss of Arms"
  muster.rules { title = "Draws and surrender", place = 12,
    { id = "WT-END-2", text = "If both sides fulfil conditions at the end of one turn, or neither "
      .. "does and neither can ever act aggressively again, strength decides: the side whose "
      .. "living battalions have more Arms in total wins by Forced Surrender. Living are those on "
      .. "the field and those held as prisoners; each counts for its owner." },
    { id = "WT-END-3", text = "With equal Arms the side with more living battalions wins so." },
    { id = "WT-END-4", text = "With equal numbers too the battle is a Stalemate, and both have "
      .. "lost." },
    { id = "WT-RUL-109", option = "resolve", when = resolve == "repeat",
      text = idle .. ", and if its end repeats a position of this battle." },
    { id = "WT-RUL-109", option = "resolve", when = resolve == "irreversible", text = idle
      .. "." },
    { id = "WT-END-6", option = { "resolve", "resolve_cycles" },
      when = resolve == "repeat" or resolve == "irreversible",
      text = "After " .. turns .. " of idle turns in a row the battle ends in Resolve." },
    { id = "WT-RUL-109", option = "resolve", when = resolve == "arbiter",
      text = "A referee may end a battle in which nobody seeks a fight any more: Resolve." },
    { id = "WT-RUL-109", option = "resolve", when = resolve == "off",
      text = "A battle may go on for ever: idle turns are not counted." },
    { id = "WT-RUL-111", option = "max_turns", when = w.options.max_turns > 0,
      text = "At the end of turn " .. w.options.max_turns .. " the battle ends in Resolve." },
    { id = "WT-END-7", text = "A Resolve is a defeat of both; nothing names a victor "
      .. "afterwards." },
    { id = "WT-RUL-110", text = "A General may resign whenever he is to decide. The other side "
      .. "then wins by Voluntary Surrender." },
  }
end
