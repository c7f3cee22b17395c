--- Deaths that cause deaths. Pieces that are dying die in waves: all of a wave are buried, seat by
--- seat, then what each of them does when it dies comes to pass, in the order in which they were
--- buried. That may make others dying: they are the next wave.
local deaths = {}

---@class muster.DeathsForm
---@field dying table<muster.Piece, boolean> a field of pieces; set it, and the piece dies
---@field graves table<muster.Seat, muster.Container> the dead of each seat, ordered
---@field seats? integer how many seats there are; 2 without it
---@field next fun(seat: muster.Seat): muster.Piece? the next of a seat's dying pieces to be buried
---@field bury fun(unit: muster.Piece) puts a piece into the graves of its owner; it stays dying
---@field deed fun(unit: muster.Piece) what a dead piece does because it died
---@field settle? fun() what happens after each wave, such as kills by the damage that it dealt

local function nothing() end

---@param form muster.DeathsForm
---@return fun(first: muster.Seat): boolean run all waves, that seat first; has anything died?
function deaths.of(form)
  local dying, graves, seats = form.dying, form.graves, form.seats or 2
  local next_dying, bury, deed, settle = form.next, form.bury, form.deed, form.settle or nothing

  -- A piece in the graves stays dying until its deed comes: so each deed comes once.
  local function first_buried(seat)
    local first
    for unit in pieces(graves[seat]) do -- from the newest to the oldest
      if dying[unit] then first = unit end
    end
    return first
  end

  local function bury_all(seat)
    local unit = next_dying(seat)
    local any = unit ~= nil
    while unit do
      bury(unit)
      unit = next_dying(seat)
    end
    return any
  end

  local function do_deeds(seat)
    local unit = first_buried(seat)
    while unit do
      dying[unit] = false
      deed(unit)
      unit = first_buried(seat)
    end
  end

  local function wave(first)
    local any = false
    for k = 0, seats - 1 do
      if bury_all((first + k) % seats) then any = true end
    end
    if not any then return false end
    for k = 0, seats - 1 do do_deeds((first + k) % seats) end
    settle()
    return true
  end

  return function(first)
    if not wave(first) then return false end
    while wave(first) do end -- until nothing more dies
    return true
  end
end

return deaths
