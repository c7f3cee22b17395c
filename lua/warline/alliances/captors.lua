-- Alliances: in Step 2 each General decides on the prisoners whom he took himself (WT-RUL-176).
-- `captor` of a prisoner is the number of that General, 0 for who is none. Generals up to number
-- `heard` have decided in this Step 2; `yours` are the bits of the prisoners who are up now, and
-- the others stand `aside`.

---@param w warline.tactical
return function(w)
  local get, set = w.get, w.set
  get.aside, set.aside = muster.field { of = "piece", name = "aside", hashed = false }
  get.captor, set.captor = muster.field { of = "piece", name = "captor", max = w.generals }
  get.heard, set.heard = muster.field { of = "game", name = "heard", max = w.generals }
  get.yours, set.yours = muster.field { of = "game", name = "yours", max = (1 << w.battalions) - 1,
    hashed = false }
  muster.on("captured", "captor(unit) = general + 1")
  muster.on("extricated", "captor(unit) = 0")
  muster.on("slaughtered", "captor(unit) = 0")

  local powers = {}
  for bit = 0, w.battalions - 1 do powers[bit] = 1 << bit end
  muster.values("power", powers)
  muster.forbid("torment", { where = "every(k in 0 .. count(prison(active)) - 1: "
    .. "who // power(k) % 2 <= yours // power(k) % 2)", rule = "WT-RUL-176",
    why = "an ally took this prisoner, and decides on it" })

  -- Who of the prisoners is up when General `seat` decides (nobody: -1)? Of those who are alike his
  -- own come first then, for a move names the first ones. Returns their bits.
  local function bring_up(prison, seat)
    for _, unit in ipairs(muster.pieces_in(prison)) do
      set.aside(unit, seat >= 0 and get.captor(unit) ~= seat + 1 and 1 or 0)
    end
    local bits = 0
    for i, unit in ipairs(muster.pieces_in(prison)) do
      if get.captor(unit) == seat + 1 then bits = bits | 1 << i - 1 end
    end
    return bits
  end
  local function have_heard()
    set.heard(0)
    for side = 0, 1 do bring_up(w.prison(side), -1) end
  end

  w.after_torment = "torment_due"
  muster.step { "torment_due", title = "Step 2: is there anybody to torment?", run = function()
    local side = get.active()
    for _, seat in ipairs(w.generals_of[side]) do
      local bits = seat >= get.heard() and bring_up(w.prison(side), seat) or 0
      if bits > 0 then
        set.general(seat)
        set.heard(seat + 1)
        set.yours(bits)
        return muster.go("torment")
      end
    end
    have_heard()
    set.general(w.generals_of[side][1])
    muster.go("reset_due")
  end }
  w.closings[#w.closings + 1] = have_heard

  -- ---- the line: a prisoner whom not the first General of the side took is written 3S5@2 --------

  local function prison_text(side)
    local first, parts = w.generals_of[side][1] + 1, {}
    for i, unit in ipairs(muster.pieces_in(w.prison(side))) do
      local captor = get.captor(unit)
      parts[i] = { text = muster.piece_text(unit), captor = captor, at = i,
        mark = captor ~= first and "@" .. captor or "" }
    end
    table.sort(parts, function(a, b)
      if a.text == b.text then return a.captor < b.captor end
      return a.at < b.at
    end)
    for i, part in ipairs(parts) do parts[i] = part.text .. part.mark end
    return #parts > 0 and w.side_names[side] .. ":" .. table.concat(parts, "+") or nil
  end

  -- Note who took whom; the rest of the line was read as ever.
  local function read_captors(side, list)
    local units = muster.pieces_in(w.prison(side))
    for _, unit in ipairs(units) do set.captor(unit, 0) end
    for _, part in ipairs(string.split(list, "+")) do
      local at = string.find(part, "@", 1, true)
      local text = at and string.sub(part, 1, at - 1) or part
      local captor = w.generals_of[side][1] + 1
      if at then
        captor = #part == at + 1 and string.byte(part, at + 1) - 48 or 0
        if w.side_of[captor - 1] ~= side then
          error("pr: expected the General of side " .. w.side_names[side] .. " who took it, as in "
            .. text .. "@" .. w.generals_of[side][1] + 1 .. ", found '" .. part .. "'", 0)
        end
      end
      for _, unit in ipairs(units) do
        if get.captor(unit) == 0 and muster.piece_text(unit) == text then
          set.captor(unit, captor)
          break
        end
      end
    end
  end

  for _, key in ipairs(w.keys) do
    if key[1] == "pr" then
      local read = w.read.pr
      key.print = function()
        local south, north = prison_text(0), prison_text(1)
        return south and north and south .. "," .. north or south or north
      end
      key.read = function(value)
        local plain = {}
        for i, part in ipairs(string.split(value, ",")) do
          local list = string.split(part, "+")
          for k, text in ipairs(list) do
            local at = string.find(text, "@", 1, true)
            list[k] = at and string.sub(text, 1, at - 1) or text
          end
          plain[i] = table.concat(list, "+")
        end
        read(table.concat(plain, ","))
        for _, part in ipairs(string.split(value, ",")) do
          read_captors(string.sub(part, 1, 1) == "A" and 0 or 1, string.sub(part, 3))
        end
      end
    end
  end
  local begin = w.begin.TOR
  w.begin.TOR = function(values)
    local named = values.mv and string.byte(values.mv, 2)
    if named then set.heard(named - 49) end
    begin(values)
  end

  w.checks[#w.checks + 1] = function(check)
    for unit = 0, w.battalions - 1 do
      local owner = muster.owner(unit)
      local held = owner >= 0 and muster.place(unit) == w.prison(1 - w.side_of[owner])
      check((get.captor(unit) > 0) == held, "WT-RUL-176", "a prisoner has a captor, others none")
    end
    check(get.heard() == 0 or muster.decision_name() == "torment", "WT-RUL-176",
      "a General was heard after Step 2")
  end
end
