-- Attack and slaughter (chapters 13, 14): texts of effects that strike down a stack and bury the
-- dead, and the events that tell of it.

---@param w warline.tactical
return function(w)
  muster.event("struck(striker, victim, loss)")
  muster.event("slaughtered(unit, zone)")
  muster.event("countered(striker, zone)")
  muster.event("tormented(unit)")

  ---Effects that send battalion `x` to the Graveyard of the other side (WT-SLA-1, WT-RUL-28,
  ---WT-RUL-51).
  ---@param x string name of a variable
  ---@return string
  function w.text.bury(x)
    local lines = { "emit(slaughtered, ", x, ", place(", x, ")) " }
    for _, fact in ipairs({ "arms", "facing", "vigor", "stunned", "marked", "eight", "ordered",
      "fresh" }) do
      lines[#lines + 1] = fact .. "(" .. x .. ") = 0 "
    end
    return table.concat(lines) .. "put(" .. x .. ", graveyard(1 - "
      .. w.text.side("owner(" .. x .. ")") .. ")) "
  end

  ---Effects of a battalion `striker` that strikes the stack on `zone` from piece `first` down to
  ---`survivor`, the first that it does not kill (WT-STACK-5, WT-RUL-47, WT-RUL-49).
  ---@param first string? where the striker itself lies in the stack: the piece it strikes first
  ---@param face string? new facing of a survivor that lost Arms
  ---@return string
  function w.text.strike(striker, zone, survivor, first, face)
    local bounds, in_chain = "let safe = level(" .. survivor .. ") ", "level(x) > safe"
    if first then -- what lies on the victim is not struck
      bounds = bounds .. "let upper = level(" .. first .. ") "
      in_chain = "level(x) > safe and level(x) <= upper and x ~= " .. striker
    end
    local turned = face and "facing(" .. survivor .. ") = " .. face .. " " or ""
    return "let force = arms(" .. striker .. ") idle = -1 " .. bounds
      .. "for x of " .. zone .. " do if " .. in_chain .. " then "
      .. "emit(struck, " .. striker .. ", x, arms(x)) " .. w.text.bury("x") .. "end end "
      .. "if hostile(" .. survivor .. ") then let loss = blow(" .. survivor .. ", force) "
      .. "stunned(" .. survivor .. ") = 0 marked(" .. survivor .. ") = 0 "
      .. "emit(struck, " .. striker .. ", " .. survivor .. ", loss) "
      .. "if loss > 0 then arms(" .. survivor .. ") = arms(" .. survivor .. ") - loss "
      .. "if vigor(" .. survivor .. ") > 0 then vigor(" .. survivor .. ") = 2 end end "
      .. turned .. "end "
  end

  ---Effects that take 1 Arms from prisoner `x` (WT-TORM-1, WT-TORM-2).
  ---@return string
  function w.text.torment(x)
    return "idle = -1 emit(tormented, " .. x .. ") if arms(" .. x .. ") > 1 then arms(" .. x
      .. ") = arms(" .. x .. ") - 1 else " .. w.text.bury(x) .. "end "
  end
end
