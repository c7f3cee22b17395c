-- Facing after any loss of Arms (WT-RUL-50), where the option says so: who caused it sets the
-- facing of each battalion that lives on, one after the other, before anything else is done.
-- `shaken` is on those that still wait. The decision lies on top of what comes next; its argument
-- is 1 where that is the maneuver that goes on.

---@param w warline.tactical
return function(w)
  local waiting = "some(z in tops(battalion): some(x of z: shaken(x) == 1))"

  ---Effects that ask for facings, if there are any to set.
  ---@param on string 1 where the maneuver goes on afterwards
  ---@return string
  function w.text.reface(on)
    return w.options.reface_any_loss
      and "if " .. waiting .. " then push(reface, " .. on .. ") end " or ""
  end
  if not w.options.reface_any_loss then return end

  w.get.shaken, w.set.shaken = muster.field { of = "piece", name = "shaken" }
  muster.decision { "reface", title = "Turn a battalion that lost Arms", seat = w.text.general,
    let = { { "spot", "first({z in tops(battalion): some(x of z: shaken(x) == 1)})" },
      { "unit", "pick(x of spot: shaken(x) == 1)" } } }
  muster.move { "reface", at = "reface", title = "Turn", text = "F:{zone}{face}",
    { each = "zone", of = "only(spot)", rule = "WT-RUL-50",
      why = "facings are set in the order a1, b1 ... of the zones, in a stack from the top down" },
    { each = "face", from = "0", to = "3", min = 0, max = 3, letters = "nesw" },
    apply = "facing(unit) = face shaken(unit) = 0 if not " .. waiting .. " then pop() end" }
end
