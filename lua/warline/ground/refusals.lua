-- What terrain hinders, told to whose move is refused (warline.tactical.refusals).

---@param w warline.tactical
---@param ground warline.ground
return function(w, ground)
  local hindered, get = w.hindered, w.get
  local front_now = muster.expr("ahead(top(man_zone))")
  local price = muster.expr("entry_fee(top(man_zone), ahead(top(man_zone)))")

  ---@param zone integer
  ---@return warline.terrain_kind
  local function kind_of(zone)
    return ground.kinds[ground.under(zone)]
  end

  local function bars(trait, sentence)
    return function(zone)
      local kind = kind_of(zone)
      return kind[trait] and sentence .. " " .. kind.name .. " (" .. kind[trait] .. ")"
    end
  end
  hindered.build = bars("barren", "no rampart is built on")
  hindered.sacrifice = bars("wet", "no Sacrifice Ritual is begun on")
  hindered.extricate = bars("lost", "nobody comes back from Prison onto")

  local enters, deploys = bars("deadly", "nobody moves onto"), bars("deadly", "nobody deploys on")
  function hindered.enter() return enters(front_now()) end

  function hindered.deploy(zone, who)
    local seat, kind = w.allied and who or get.active(), kind_of(zone)
    return deploys(zone) or kind.held and ground.holder(zone) ~= seat + 1
      and "only who controls it deploys on " .. kind.name .. " (" .. kind.held .. ")"
  end

  function hindered.pay()
    local kind = kind_of(front_now())
    return kind.letter and "to enter " .. kind.name .. " costs " .. price()
      .. " maneuver actions, and fewer are left (WT-RUL-151)"
  end

  function hindered.rout()
    return kind_of(front_now()).word == "stronghold"
      and "a battalion on a Stronghold cannot be routed (WT-TERR-37)"
  end

  function hindered.land(zone)
    return kind_of(front_now()).word == "waterbody" and kind_of(zone).word == "cliffside"
      and "from Waterbody nobody is routed onto a Cliffside (WT-TERR-30)"
  end
end
