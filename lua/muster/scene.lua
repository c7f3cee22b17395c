--- Items of scenes that any game may show.
local scene = {}

--- A grid with a cell for each zone, and with a void where the board has none.
---@param name string
---@param columns integer
---@param rows integer
---@param see fun(zone: muster.Zone): table? what is seen of a zone
---@return table item
function scene.grid(name, columns, rows, see)
  local cells = {}
  for r = 0, rows - 1 do
    for c = 0, columns - 1 do
      local zone = at(c, r)
      if zone then
        cells[#cells + 1] = see(zone)
      else
        cells[#cells + 1] = { column = c, row = r, void = true }
      end
    end
  end
  return { type = "grid", name = name, columns = columns, rows = rows, cells = cells }
end

--- Like entries as one each, with their number as `count`.
---@param entries {text: string, [string]: any}[]
---@return table[]
function scene.tally(entries)
  local list, by_text = {}, {}
  for _, entry in ipairs(entries) do
    local first = by_text[entry.text]
    if first then
      first.count = first.count + 1
    else
      entry.count, by_text[entry.text] = 1, entry
      list[#list + 1] = entry
    end
  end
  return list
end

--- Add a list to the items of a scene, unless it is empty.
---@param items table[]
---@param title string
---@param seat muster.Seat?
---@param entries table[]
function scene.add_list(items, title, seat, entries)
  if #entries > 0 then
    items[#items + 1] = { type = "list", name = title, title = title, seat = seat,
      entries = entries }
  end
end

--- Add a text to the items of a scene, unless it is empty.
---@param items table[]
---@param title string
---@param lines string[]
function scene.add_text(items, title, lines)
  if #lines > 0 then
    items[#items + 1] = { type = "text", name = title, title = title, lines = lines }
  end
end

return scene
