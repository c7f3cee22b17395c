-- Loss of Arms by anything but an attack (WT-DATA-10, procedure area): for arts, terrain and
-- scenarios.

---@param w warline.tactical
return function(w)
  local get, set = w.get, w.set
  local breaks = w.options.damage_breaks_sacrifice

  muster.event("harmed(unit, loss)", { help = "A battalion lost Arms by anything but an attack." })

  ---Take a living battalion off the field or out of Prison (WT-RUL-28, WT-RUL-51).
  ---@param unit integer
  function w.bury(unit)
    muster.emit("slaughtered", unit, muster.place(unit))
    for _, fact in ipairs({ "arms", "facing", "vigor", "stunned", "marked", "eight", "ordered",
      "fresh" }) do
      set[fact](unit, 0)
    end
    muster.put(unit, w.graveyard(1 - w.side_of[muster.owner(unit)]))
  end

  ---Harm all of `units` together (WT-RUL-53): losses first, then the dead leave.
  ---@param units integer[]
  ---@param amount integer
  ---@param pierces boolean Vigor gives no protection (it is used up nevertheless)
  function w.harm(units, amount, pierces)
    local turned = {} -- WT-RUL-50
    for _, unit in ipairs(units) do
      local loss, vigor = amount, get.vigor(unit)
      if vigor > 0 and not pierces and w.side_of[muster.owner(unit)] ~= get.active() then
        loss = vigor == 1 and math.min(loss, 1) or 0
      end
      loss = math.min(loss, get.arms(unit))
      if loss > 0 then
        set.idle(-1)
        if vigor > 0 and w.side_of[muster.owner(unit)] ~= get.active() then set.vigor(unit, 2) end
        set.arms(unit, get.arms(unit) - loss)
        if w.options.reface_any_loss then turned[#turned + 1] = unit end
        if breaks then set.marked(unit, 0) end
        muster.emit("harmed", unit, loss)
      end
    end
    for _, unit in ipairs(units) do
      if get.arms(unit) == 0 then w.bury(unit) end
    end
    for _, unit in ipairs(turned) do
      if get.arms(unit) > 0 then set.shaken(unit, 1) end
    end
  end
end
