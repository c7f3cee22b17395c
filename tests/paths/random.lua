--- Random numbers for the generator: SplitMix64, the same on every machine.
local random = {}
random.__index = random

--- Seeds that follow one another give numbers that have nothing to do with each other.
function random.new(seed)
  local first = setmetatable({ state = seed * 0xD1342543DE82EF95 + 1 }, random)
  return setmetatable({ state = first:next() }, random)
end

function random:next()
  self.state = self.state + 0x9E3779B97F4A7C15
  local z = self.state
  z = (z ~ z >> 30) * 0xBF58476D1CE4E5B9
  z = (z ~ z >> 27) * 0x94D049BB133111EB
  return z ~ z >> 31
end

--- From 0 to n - 1.
function random:below(n) return (self:next() >> 1) % n end
--- From a to b.
function random:from(a, b) return a + self:below(b - a + 1) end
--- True `percent` times of 100.
function random:often(percent) return self:below(100) < percent end
function random:pick(list) return list[self:below(#list) + 1] end

--- One of { weight, value, weight, value ... }.
function random:weighed(list)
  local total = 0
  for i = 1, #list, 2 do total = total + list[i] end
  local at = self:below(total)
  for i = 1, #list, 2 do
    at = at - list[i]
    if at < 0 then return list[i + 1] end
  end
end

return random
