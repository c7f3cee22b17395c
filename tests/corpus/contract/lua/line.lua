--- A small game for the tests: two seats fill a row of five cells; whoever fills the last one wins.
--- What `change` gives replaces a part of it.
---@param change table apply, text, where, scene, seats, empty
---@return muster.Decision
return function(change)
  muster.game { title = "Line", seats = change.seats or 2 }
  muster.grid { columns = 5, rows = 1 }
  muster.pieces { "stone", count = 5 }
  local now = muster.state { { "turn", max = 1 } }
  local place = muster.decision { "place", title = "fill a cell",
    seat = function() return now.turn end, empty = change.empty }

  local function fill(cell)
    local p = top(box)
    owner[p] = me()
    put(p, cell)
    if #occupied() == 5 then over("full", me()) else now.turn = 1 - now.turn end
  end
  muster.move { "put", at = place, title = "fill a cell", text = change.text or "{cell}",
    legal = function()
      local cell = choose("cell", zones - occupied(), "LINE-1", "the cell must be empty")
      if change.where then
        need(change.where(cell), "LINE-2", "something else is in the way")
      end
      return cell
    end,
    apply = change.apply and function(cell) change.apply(cell, now) end or fill }
  muster.setup(function() go(place) end)
  muster.scene(change.scene or function() return { title = "Line", status = "", items = {} } end)
  return place
end
