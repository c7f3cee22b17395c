--- Heroes: names for pieces of a kind that another module declares, such as two battalions. A name
--- is a fact of its piece: it is in position lines, goes where the piece goes, and tells it from
--- those that look alike.
local heroes = {}

---@class muster.HeroesForm
---@field names string[] each of a to z and _
---@field at? table<string, string> who is it: name = "c3", whoever lies on top there at the start
---@field fact? string the name of the fact, `hero` by default

-- The names, checked: their numbers by name.
local function numbers_of(names)
  local numbers = {}
  for n, name in ipairs(names) do
    if type(name) ~= "string" or #name == 0 then
      muster.fault("the name of a hero must be a text")
    elseif numbers[name] then
      muster.fault("two heroes have the name '" .. name .. "'")
    else
      numbers[name] = n
    end
  end
  return numbers
end

-- Where the heroes are at the start: the number of each, its zone, and the zone's name.
local function homes_of(form, numbers)
  local homes = {}
  for name, text in pairs(form.at or {}) do
    local zone = muster.zone(text)
    if not numbers[name] then
      muster.fault("'at' names the hero '" .. name .. "', whom 'names' lacks")
    elseif zone < 0 then
      muster.fault("'at' puts '" .. name .. "' on '" .. text .. "', which the board lacks")
    else
      homes[#homes + 1] = { number = numbers[name], zone = zone, text = text }
    end
  end
  table.sort(homes, function(a, b) return a.number < b.number end)
  return homes
end

-- A function that shows the names in the scene of the game: a token with the first letter, and the
-- name in words.
local function shower(names, hero)
  local function name_cell(cell)
    local list = cell.zone and muster.pieces_in(muster.zone(cell.zone)) or {}
    for i, seen in ipairs(cell.stack or {}) do
      local name = list[i] and #list == #cell.stack and names[hero[list[i]]]
      if name then
        seen.marks = seen.marks or {}
        table.insert(seen.marks, 1, { text = name:sub(1, 1):upper(), name = name })
        seen.name = seen.name and seen.name .. ", " .. name or name
      end
    end
  end
  return function(scene)
    for _, item in ipairs(scene.items or {}) do
      for _, cell in ipairs(item.cells or {}) do name_cell(cell) end
    end
    return scene
  end
end

-- The procedure that names the pieces of homes[i] and behind.
local function placer(hero, names, homes, i)
  local home = homes[i]
  if not home then return function() end end
  local zone, number, rest = home.zone, home.number, placer(hero, names, homes, i + 1)
  local lacks = ("nobody stands on %s who could be '%s'"):format(home.text, names[home.number])
  return function()
    local unit = top(zone)
    if not unit then error(lacks, 0) end
    hero[unit] = number
    rest()
  end
end

--- Declare heroes; the caller does `place` once the match is set up, and lets `show` change the
--- scene. Rules compare: `band.of_piece[unit] == band.kay`.
---@param form muster.HeroesForm
---@return muster.Heroes
function heroes.declare(form)
  muster.shape("heroes", form, { names = "list", at = "table", fact = "text" }, { "names" })
  local numbers, names = numbers_of(form.names), form.names
  local homes = homes_of(form, numbers)
  --- The number of a piece's name; 0 for one without.
  local hero = muster.field { form.fact or "hero", of = "piece", max = #names,
    help = "The number of a piece's name: " .. table.concat(names, ", ") .. ". 0 for no name." }

  ---@class muster.Heroes
  ---@field [string] integer the number of each name
  local band = {}
  for name, number in pairs(numbers) do band[name] = number end
  --- The number of a piece's name; 0 for one without. Rules write it to name a piece.
  band.of_piece = hero
  --- The piece with that number that lies on the board; nil if there is none.
  ---@param number integer
  ---@return integer?
  function band.on_board(number)
    for zone in occupied() do
      for unit in pieces(zone) do
        if hero[unit] == number then return unit end
      end
    end
    return nil
  end
  --- Does the hero with that number lie in a place, such as a prison?
  ---@param number integer
  ---@param where integer
  ---@return boolean
  function band.lies_in(number, where)
    for unit in pieces(where) do
      if hero[unit] == number then return true end
    end
    return false
  end
  --- The name of a piece, for texts; nil for one without.
  ---@param unit integer?
  ---@return string?
  function band.name(unit) return unit and names[hero[unit]] end

  band.place = placer(hero, names, homes, 1)
  band.show = shower(names, hero)
  return band
end

--- Heroes of a module that has neither `muster.after_setup` nor `muster.scene` of its own.
---@param form muster.HeroesForm
---@return muster.Heroes
function heroes.of(form)
  local band = heroes.declare(form)
  muster.after_setup(function() band.place() end)
  muster.scene(function(_, scene) return band.show(scene) end)
  return band
end

return heroes
