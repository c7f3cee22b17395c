--- A small game for the tests: two seats fill a row of five cells, whoever fills the last one wins.
--- What `change` gives replaces a part of it.
---@param change table apply, text, where, scene, seats
return function(change)
  muster.game { title = "Line", seats = change.seats or 2 }
  muster.grid { columns = 5, rows = 1 }
  muster.pieces { name = "stone", count = 5 }
  muster.field { of = "game", name = "turn", max = 1 }
  muster.decision { "place", title = "fill a cell", seat = "turn", empty = change.empty }
  muster.move { "put", at = "place", title = "fill a cell", text = change.text or "{cell}",
    { each = "cell", of = "zones - occupied", rule = "LINE-1", why = "the cell must be empty" },
    { where = change.where or "true", rule = "LINE-2", why = "something else is in the way" },
    apply = change.apply or [[
      let p = top(box)
      owner(p) = me
      put(p, cell)
      if size(occupied) == 5 then over(1 + me, 'full') else turn = 1 - turn end]] }
  muster.setup("go(place)")
  muster.scene(change.scene or function() return { title = "Line", status = "", items = {} } end)
end
