-- Attack and slaughter (chapters 13, 14): the effects that strike down a stack and bury the dead,
-- for maneuvers, counter attacks, torment and arts.

local generals = require("warline.tactical.generals")
local state = require("warline.tactical.state")
local q = require("warline.tactical.queries")
local options, arms = muster.options(), state.arms

--- An attack hit a victim, which loses so many Arms.
local struck = muster.event { "struck", "striker", "victim", "loss",
  arrow = { "striker", "victim" }, says = function(striker, victim, loss)
    return striker .. " hits " .. state.loser(victim, loss)
  end }
--- A battalion dies in an attack; it lay on this zone.
local slaughtered = muster.event { "slaughtered", "unit", "zone",
  says = function(unit) return state.battalion_of(unit) .. " dies" end }
--- A battalion strikes back in Step 1.
local countered = muster.event { "countered", "striker", "zone",
  tell = "{striker} strikes back on {zone}" }
--- A prisoner is to lose 1 Arms.
local tormented = muster.event { "tormented", "unit",
  tell = "{unit} is tormented" }

--- Send a battalion to the Graveyard of the other side (WT-SLA-1, WT-RUL-28, WT-RUL-51).
---@param unit muster.Piece
local function bury(unit)
  slaughtered:emit(unit, place(unit))
  state.clear_piece(unit)
  put(unit, state.graveyard[1 - generals.side_of(unit)])
end

--- Take 1 Arms from a prisoner; one that had no more goes to the Graveyard (WT-TORM-1, WT-TORM-2).
---@param unit muster.Piece
local function torment(unit)
  state.now.idle = -1
  tormented:emit(unit)
  if arms[unit] > 1 then arms[unit] = arms[unit] - 1 else bury(unit) end
end

--- From a battalion down, the first that such a blow does not kill; a friend or nil where the row
--- ends (WT-STACK-5).
---@param unit muster.Piece?
---@param force integer
---@return muster.Piece?
local function first_standing(unit, force)
  while q.hostile(unit) and q.blow(unit, force) >= arms[unit] do unit = below(unit) end
  return unit
end

--- Does whoever strikes this survivor set its facing (WT-RUL-46)?
---@param survivor muster.Piece?
---@param force integer
local function yields(survivor, force)
  return q.hostile(survivor) and (options.reface_without_loss or q.blow(survivor, force) > 0)
end

--- A blow hits who outlives it (WT-RUL-47, WT-RUL-49).
local function hit(striker, survivor, force, face)
  local loss = q.blow(survivor, force)
  state.stunned[survivor], state.marked[survivor] = false, false
  struck:emit(striker, survivor, loss)
  if loss > 0 then
    arms[survivor] = arms[survivor] - loss
    if state.vigor[survivor] > 0 then state.vigor[survivor] = 2 end
  end
  if face then state.facing[survivor] = face end
end

--- Strike the stack on a zone down to `survivor`, the first that does not die of it (WT-STACK-5).
---@param striker muster.Piece
---@param zone muster.Zone
---@param survivor muster.Piece?
---@param first muster.Piece? where the striker itself lies in the stack: the piece it strikes first
---@param face integer? new facing of a survivor that lost Arms
local function strike(striker, zone, survivor, first, face)
  local force, safe = arms[striker], level(survivor)
  local upper = first and level(first) or count(zone) -- what lies on the victim is not struck
  state.now.idle = -1
  for unit in pieces(zone) do
    if level(unit) > safe and level(unit) <= upper and unit ~= striker then
      struck:emit(striker, unit, arms[unit])
      bury(unit)
    end
  end
  if q.hostile(survivor) then hit(striker, survivor, force, face) end
end

-- ---- the rulebook -------------------------------------------------------------------------------

muster.rules { title = "Attack", place = 7,
  { id = "WT-ATK-1", text = [[Each Move onto a zone with an enemy on top is an attack on that enemy.
    An enemy beneath a friend is left alone.]] },
  { id = "WT-ATK-2", text = [[The victim loses as many Arms as the attacker has; the attacker loses
    none. You cannot strike more gently.]],
    example = { position = "WT1 7x7 7/7/7/3,2I4s,3/3,1F3n,3/7/2I5n,6", play = "M:d3 fs",
      text = "Arms 3 hit Arms 4: the victim is left with Arms 1, beneath the attacker." } },
  { id = "WT-ATK-6", text = [[Where a survivor lost Arms, the facing that it is to have is named
    with the Move.]] },
  { id = "WT-SLA-1", text = [[A battalion left without Arms is slaughtered. It goes to the Graveyard
    of the other side, whoever killed it.]] },
  { id = "WT-STACK-5", text = [[If the victim dies and the attacker comes to lie on another enemy,
    it strikes that one too, at no price, and so on down the stack. The row ends at a survivor, a
    friend or bare ground. A counter attack goes on in the same way.]] },
  { id = "WT-RUL-46", option = "reface_without_loss", text = "Who strikes sets the facing of a "
    .. "victim that survives" .. (options.reface_without_loss and ", even if it lost nothing."
      or " with fewer Arms.") },
  { id = "WT-RUL-50", option = "reface_any_loss", when = options.reface_any_loss,
    text = "Arts and fire: who causes a loss of Arms sets the facing of each that survives." },
  { id = "WT-ATK-8", text = [[Whatever the loss, an attack takes Stun and Sacrifice tokens off its
    victim.]] },
  { id = "WT-ATK-7", text = "Moving off and on again attacks the same victim again." },
  { id = "WT-MAN-8", text = [[An attacker may stay on top of a survivor, and be struck back in the
    enemy's Step 1.]] },
  { id = "WT-VIG-1", text = [[A battalion that attacked and lies on bare ground when its maneuver
    ends gains Vigor. A counter attack earns none.]] },
  { id = "WT-ROUT-13", option = "rout_cancels_vigor", text = options.rout_cancels_vigor
    and "A rout after the last attack of the maneuver forfeits it."
    or "A rout earns none; attacks before it still do." },
  { id = "WT-ATK-3", text = [[A battalion with Vigor loses 1 Arms at most in a whole enemy turn, all
    attacks and counter attacks together. With Arms 1 it dies of that.]] },
  { id = "WT-RUL-27", option = "token_pool", text = options.token_pool == "shared"
    and "Both sides share one Vigor and one Stun token: who finds it taken by the other gives none."
    or [[Each side has one Vigor and one Stun token of its own. A new bearer takes it from the
      old.]] },
}

return { struck = struck, slaughtered = slaughtered, countered = countered,
  tormented = tormented, bury = bury, torment = torment, first_standing = first_standing,
  yields = yields, strike = strike }
