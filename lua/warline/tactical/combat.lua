-- Attack and slaughter (chapters 13, 14): texts of effects that strike down a stack and bury the
-- dead, and the events that tell of it.

---@param w warline.tactical
return function(w)
  muster.event("struck(striker, victim, loss)",
    { help = "An attack hit a victim, which loses so many Arms." })
  muster.event("slaughtered(unit, zone)",
    { help = "A battalion dies in an attack; it lay on this zone." })
  muster.event("countered(striker, zone)", { help = "A battalion strikes back in Step 1." })
  muster.event("tormented(unit)", { help = "A prisoner is to lose 1 Arms." })

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

  local options = w.options
  muster.rules { title = "Attack", place = 7,
    { id = "WT-ATK-1", text = "Each Move onto a zone with an enemy on top is an attack on that "
      .. "enemy. An enemy beneath a friend is left alone." },
    { id = "WT-ATK-2", text = "The victim loses as many Arms as the attacker has; the attacker "
      .. "loses none. You cannot strike more gently." },
    { id = "WT-SLA-1", text = "A battalion left without Arms is slaughtered. It goes to the "
      .. "Graveyard of the other side, whoever killed it." },
    { id = "WT-STACK-5", text = "If the victim dies and the attacker comes to lie on another "
      .. "enemy, it strikes that one too, at no price, and so on down the stack. The row ends "
      .. "at a survivor, a friend or bare ground. A counter attack goes on in the same way." },
    { id = "WT-RUL-46", option = "reface_without_loss", text = "Who strikes sets the facing of "
      .. "a victim that survives" .. (options.reface_without_loss and ", even if it lost "
      .. "nothing." or " with fewer Arms.") },
    { id = "WT-RUL-50", option = "reface_any_loss", when = options.reface_any_loss,
      text = "Arts and fire: who causes a loss of Arms sets the facing of each that survives." },
    { id = "WT-ATK-8", text = "Whatever the loss, an attack takes Stun and Sacrifice tokens off "
      .. "its victim." },
    { id = "WT-ATK-7", text = "Moving off and on again attacks the same victim once more." },
    { id = "WT-MAN-8", text = "An attacker may stay on top of a survivor, and be struck back in "
      .. "the enemy's Step 1." },
    { id = "WT-VIG-1", text = "A battalion that attacked and lies on bare ground when its "
      .. "maneuver ends gains Vigor. A counter attack earns none." },
    { id = "WT-ROUT-13", option = "rout_cancels_vigor", text = options.rout_cancels_vigor
      and "A rout after the last attack of the maneuver forfeits it." or "A rout earns none; "
        .. "attacks before it still do." },
    { id = "WT-ATK-3", text = "A battalion with Vigor loses 1 Arms at most in a whole enemy "
      .. "turn, all attacks and counter attacks together. With Arms 1 it dies of that." },
    { id = "WT-RUL-27", option = "token_pool", text = options.token_pool == "shared" and "Both "
      .. "sides share one Vigor and one Stun token: who finds it taken by the other gives "
      .. "none." or "Each side has one Vigor and one Stun token of its own. A new bearer takes "
      .. "it from the old." },
  }
end
