-- The field (chapters 2 and 3, WT-RUL-2): its size, its voids, who deploys where.

---@param text string zone names with blanks or commas between
---@return string[]
local function names_in(text)
  local names, from = {}, 1
  for i = 1, #text + 1 do
    local letter = string.sub(text, i, i)
    if letter == "" or letter == " " or letter == "," then
      if i > from then names[#names + 1] = string.sub(text, from, i - 1) end
      from = i + 1
    end
  end
  return names
end

---@param w warline.tactical
return function(w)
  local columns, rows = w.options.board[1], w.options.board[2]
  if columns > 26 then
    error("board: a field has at most 26 columns (a to z), found " .. columns .. " (WT-RUL-2)", 0)
  end
  local voids = names_in(w.options.voids)
  muster.game { title = "WARLINE: Tactical Fantasy Battles", seats = w.generals }
  muster.grid { columns = columns, rows = rows, voids = voids }

  local missing = {}
  for _, name in ipairs(voids) do missing[name] = true end
  local names, depth = {}, math.min(3, rows // 2)
  local home, deployment, border = { {}, {} }, { {}, {} }, {} -- by sides
  local function exists(column, row)
    local name = string.char(96 + column) .. row
    return column >= 1 and column <= columns and row >= 1 and row <= rows and not missing[name]
  end
  for row = 1, rows do
    for column = 1, columns do
      if exists(column, row) then
        local name = string.char(96 + column) .. row
        names[#names + 1] = name
        if row <= depth then table.insert(deployment[1], name) end
        if row > rows - depth then table.insert(deployment[2], name) end
        if not (exists(column - 1, row) and exists(column + 1, row)
            and exists(column, row - 1) and exists(column, row + 1)) then
          border[#border + 1] = name
        end
      end
    end
  end
  -- the outermost line of each edge that has a zone at all (WT-RUL-77)
  for seat = 1, 2 do
    for i = 1, rows do
      local row = seat == 1 and i or rows + 1 - i
      for column = 1, columns do
        if exists(column, row) then table.insert(home[seat], string.char(96 + column) .. row) end
      end
      if #home[seat] > 0 then break end
    end
    if #deployment[seat] == 0 then
      error("board: General " .. seat .. " has no zone to deploy on (WT-RUL-15, WT-RUL-248)", 0)
    end
  end
  local homes, grounds = {}, {} -- by Generals: allies share them (WT-RUL-173, WT-RUL-180)
  for seat = 0, w.generals - 1 do
    homes[seat + 1], grounds[seat + 1] = home[w.side_of[seat] + 1], deployment[w.side_of[seat] + 1]
  end
  muster.region("own_edge", table.unpack(homes))
  muster.region("nearest_rows", table.unpack(grounds))
  muster.region("border", border)

  -- By edges n, e, s, w: the half of the field there without the closed middle (WT-RUL-160), and
  -- the outermost line that has a zone (WT-RUL-77).
  w.halves = {}
  for i, edge in ipairs({ "n", "e", "s", "w" }) do
    local upright = edge == "n" or edge == "s"
    local length = upright and rows or columns
    local half, line, reached = {}, {}, nil
    for step = 1, (length - 1) // 2 do
      local at = (edge == "s" or edge == "w") and step or length + 1 - step
      for across = 1, upright and columns or rows do
        local column, row = upright and across or at, upright and at or across
        if exists(column, row) then
          half[#half + 1] = string.char(96 + column) .. row
          reached = reached or step
          if reached == step then line[#line + 1] = half[#half] end
        end
      end
    end
    w.halves[i] = { half = half, line = line }
  end

  w.columns, w.rows, w.zone_count, w.deployment_names = columns, rows, #names, deployment
end
