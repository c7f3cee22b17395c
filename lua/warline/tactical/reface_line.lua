-- The line where facings are set after losses (WT-RUL-50): `pc=face@b4+d6/1` names who waits, with
-- the level if that is not the topmost; `turn@` where the maneuver goes on afterwards. It stands in
-- ph=MAN, and in ph=SAC after the fire of a sacrifice.

---@param w warline.tactical
return function(w)
  if not w.options.reface_any_loss then return end
  local get, set = w.get, w.set
  w.asks.reface = "turns the battalions that lost Arms"

  local function waiting_text()
    local parts = {}
    for zone = 0, w.zone_count - 1 do
      for level, unit in ipairs(muster.pieces_in(zone)) do
        if get.shaken(unit) > 0 then
          parts[#parts + 1] = muster.zone_name(zone)
            .. (unit ~= muster.top(zone) and "/" .. level or "")
        end
      end
    end
    return (muster.arg(1) == 1 and "turn@" or "face@") .. table.concat(parts, "+")
  end

  local function fault(value)
    error("pc: expected face@ or turn@ and who is to be turned, as in face@b4+d6/1, found '"
      .. value .. "'", 0)
  end

  local function read_waiting(value)
    for _, part in ipairs(string.split(string.sub(value, 6), "+")) do
      local slash = string.find(part, "/", 1, true)
      local zone = muster.zone(slash and string.sub(part, 1, slash - 1) or part)
      local level = slash and string.byte(part, slash + 1)
      local unit = zone < 0 and -1 or slash and muster.pieces_in(zone)[(level or 48) - 48]
        or muster.top(zone)
      if not unit or unit < 0 or muster.type(unit) ~= w.BATTALION then fault(value) end
      set.shaken(unit, 1)
    end
  end

  for _, key in ipairs(w.keys) do
    if key[1] == "pc" then
      local print = key.print
      key.print = function()
        return muster.decision_name() == "reface" and waiting_text() or print()
      end
    end
  end
  for _, phase in ipairs({ "MAN", "SAC" }) do
    local begin = w.begin[phase]
    w.begin[phase] = function(values)
      local value = values.pc or ""
      local kind = string.sub(value, 1, 5)
      if kind ~= "face@" and kind ~= "turn@" then
        if phase == "SAC" and values.pc then fault(value) end
        return begin(values)
      end
      if phase == "SAC" and kind == "turn@" then fault(value) end
      values.pc = nil
      begin(values)
      if kind == "face@" and phase == "MAN" then muster.go("maneuver_over") end
      read_waiting(value)
      muster.push("reface", kind == "turn@" and 1 or 0)
    end
  end

  w.closings[#w.closings + 1] = function()
    for unit = 0, w.battalions - 1 do set.shaken(unit, 0) end
  end
  w.checks[#w.checks + 1] = function(demand)
    local shaken = 0
    for unit = 0, w.battalions - 1 do
      shaken = shaken + get.shaken(unit)
      demand(get.shaken(unit) == 0 or muster.place(unit) < w.zone_count, "WT-RUL-50",
        "a facing is to be set off the field")
    end
    demand((shaken > 0) == (muster.decision_name() == "reface"), "WT-RUL-50",
      "facings are left to be set")
  end
end
