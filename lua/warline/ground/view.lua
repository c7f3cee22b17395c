-- Terrain in positions, `{f}` or `{p1}` before what stands on the zone (WT-DATA-12), and in scenes.

---@param w warline.tactical
---@param ground warline.ground
return function(w, ground)
  local by_letter = {}
  for i = 1, #ground.kinds do by_letter[ground.kinds[i].letter] = i end

  local cell_text, read_cell, cell_scene = w.cell_text, w.read_cell, w.cell_scene

  ---@param zone integer
  ---@return string
  function w.cell_text(zone)
    local kind, holder = ground.kinds[ground.get(zone)], ground.holder(zone)
    if not kind.letter then return cell_text(zone) end
    return "{" .. kind.letter .. (holder > 0 and holder or "") .. "}" .. cell_text(zone)
  end

  ---Read `f`, or `p1` with the General who controls the place.
  ---@param text string
  ---@param where string what to say of a fault first
  ---@return integer kind
  ---@return integer holder
  function ground.read(text, where)
    local kind = by_letter[string.sub(text, 1, 1)]
    local holder = string.sub(text, 2)
    if not kind then
      error(where .. ": unknown terrain '" .. text
        .. "': expected one of m h v f a w c i g l p s", 0)
    end
    if holder ~= "" and not ground.kinds[kind].held then
      error(where .. ": nobody controls " .. ground.kinds[kind].name .. ", found '" .. text
        .. "'", 0)
    end
    local general = tonumber(holder)
    if holder ~= "" and not (general and #holder == 1 and w.general_names[general - 1]) then
      error(where .. ": expected General " .. (w.allied and "1 to " .. w.generals or "1 or 2")
        .. " behind the terrain, found '" .. text .. "'", 0)
    end
    return kind, general or 0
  end

  ---@param text string
  ---@param zone integer
  ---@param where string
  function w.read_cell(text, zone, where)
    if string.sub(text, 1, 1) == "{" then
      local close = string.find(text, "}", 1, true)
      if not close then error(where .. ": the terrain is not closed by }", 0) end
      local kind, holder = ground.read(string.sub(text, 2, close - 1), where)
      ground.lay(zone, kind, holder)
      text = string.sub(text, close + 1)
    end
    read_cell(text, zone, where)
    local kind = ground.kinds[ground.under(zone)]
    if kind.deadly and not ground.holds_over_abyss and muster.top(zone) >= 0 then
      error(where .. ": no battalion stands on " .. kind.name .. " (WT-INV-5)", 0)
    end
  end

  ---@param zone integer
  ---@return table?
  function w.cell_scene(zone)
    local cell = cell_scene(zone)
    local kind, holder = ground.kinds[ground.get(zone)], ground.holder(zone)
    if not kind.letter then return cell end
    cell = cell or { zone = muster.zone_name(zone), column = muster.column(zone),
      row = muster.row(zone) }
    cell.ground = { short = kind.letter .. (holder > 0 and holder or ""), colour = kind.colour,
      label = kind.label .. (holder > 0 and " " .. holder or ""),
      name = kind.name .. (holder > 0 and " of " .. w.general_names[holder - 1] or "")
        .. (kind.deadly and ", no entry" or ", entry " .. kind.entry) }
    return cell
  end
end
