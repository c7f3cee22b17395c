-- Statistics of shares: exact intervals, differences, and how many games a question needs.
--
-- T2 A share differs from an expected one exactly if its interval does not contain it.

local shares = {}

local HALVINGS = 60 -- of an interval that has the solution: beyond what a float tells apart
local REACH_OF_FOUR_IN_FIVE = 0.8416212335729143 -- of the normal distribution, one-sided
local LEAST = 1e-300

-- Where a function that falls from 0 to `high` has the value `wanted`.
local function solve(f, high, wanted)
  local low = 0.0
  for _ = 1, HALVINGS do
    local middle = (low + high) / 2
    if f(middle) > wanted then low = middle else high = middle end
  end
  return (low + high) / 2
end

-- ---- the binomial distribution ------------------------------------------------------------------

-- The logarithm of (n - 1)!, by Stirling's series where that is exact to the last digits.
local function log_gamma(n)
  local below = 1.0
  while n < 16 do
    below, n = below * n, n + 1
  end
  local inverse = 1 / (n * n)
  local series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / n
  return (n - 0.5) * math.log(n) - n + 0.5 * math.log(2 * math.pi) + series - math.log(below)
end

local function away_from_0(x) return math.abs(x) < LEAST and LEAST or x end

-- The continued fraction of the incomplete beta function, by the method of Lentz.
local function fraction(a, b, x)
  local c, d = 1.0, 1 / away_from_0(1 - (a + b) * x / (a + 1))
  local product = d
  for m = 1, 100000 do
    local even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
    local odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
    d, c = 1 / away_from_0(1 + even * d), away_from_0(1 + even / c)
    product = product * (c * d)
    d, c = 1 / away_from_0(1 + odd * d), away_from_0(1 + odd / c)
    product = product * (c * d)
    if math.abs(c * d - 1) < 1e-14 then break end
  end
  return product
end

-- The regularised incomplete beta function of two whole numbers.
local function beta(a, b)
  local front = log_gamma(a + b) - log_gamma(a) - log_gamma(b)
  return function(x)
    if x <= 0 or x >= 1 then return x <= 0 and 0 or 1 end
    local scale = math.exp(front + a * math.log(x) + b * math.log(1 - x))
    -- The fraction converges on this side of the mean; beyond it the function is mirrored.
    if x < (a + 1) / (a + b + 2) then return scale * fraction(a, b, x) / a end
    return 1 - scale * fraction(b, a, 1 - x) / b
  end
end

---The chance that `count` or fewer of `of` cases succeed, as a function of the chance of each.
---@param count integer
---@param of integer
---@return fun(share: number): number
function shares.binomial_below(count, of)
  if count < 0 then return function() return 0 end end
  if count >= of then return function() return 1 end end
  local mirrored = beta(of - count, count + 1)
  return function(share) return mirrored(1 - share) end
end

---The exact interval (Clopper and Pearson) of a share: wrong with a chance of at most `error`.
---@param count integer
---@param of integer
---@param error number
---@return number[] interval from low to high
function shares.exact(count, of, error)
  return {
    count > 0 and solve(shares.binomial_below(count - 1, of), 1.0, 1 - error / 2) or 0.0,
    count < of and solve(shares.binomial_below(count, of), 1.0, error / 2) or 1.0,
  }
end

-- ---- the normal distribution --------------------------------------------------------------------

-- The chance that a normal value lies further from its mean than x * sqrt(2), for x from 0.
local function erfc(x)
  local scale = math.exp(-x * x) / math.sqrt(math.pi)
  if x >= 2 then
    local rest = x
    for k = 100, 1, -1 do rest = x + k / 2 / rest end
    return scale / rest
  end
  local term, sum, k = 2 * x, 0.0, 1
  while sum + term ~= sum do
    sum, k = sum + term, k + 2
    term = term * 2 * x * x / k
  end
  return 1 - scale * sum
end

---How far from its mean, in standard deviations, a normal value lies with a chance of `error`, in
---both directions together.
---@param error number
---@return number
function shares.reach(error)
  return solve(function(x) return erfc(x / math.sqrt(2)) end, 40.0, error)
end

---The interval of a share (Wilson), `reach` standard deviations wide in each direction.
---@param count integer
---@param of integer
---@param reach number
---@return number low
---@return number high
function shares.wilson(count, of, reach)
  local share, square = count / of, reach * reach
  local middle = (share + square / (2 * of)) / (1 + square / of)
  local half = reach * math.sqrt(share * (1 - share) / of + square / (4 * of * of))
    / (1 + square / of)
  return middle - half, middle + half
end

---The interval of the difference of two independent shares, the first minus the second (Newcombe:
---from the intervals of both by Wilson).
---@param count1 integer
---@param of1 integer
---@param count2 integer
---@param of2 integer
---@param error number
---@return number[] interval from low to high
function shares.difference(count1, of1, count2, of2, error)
  if of1 == 0 or of2 == 0 then return { -1.0, 1.0 } end
  local reach = shares.reach(error)
  local share1, share2 = count1 / of1, count2 / of2
  local low1, high1 = shares.wilson(count1, of1, reach)
  local low2, high2 = shares.wilson(count2, of2, reach)
  local function distance(x, y) return math.sqrt(x * x + y * y) end
  return { share1 - share2 - distance(share1 - low1, high2 - share2),
    share1 - share2 + distance(high1 - share1, share2 - low2) }
end

---The number of games after which a share that differs from `expected` by `difference` is found in
---four cases of five, with that error.
---@param expected number
---@param difference number
---@param error number
---@return integer
function shares.games_needed(expected, difference, error)
  local other = expected + difference < 1 and expected + difference or expected - difference
  local reach = shares.reach(error) * math.sqrt(expected * (1 - expected))
    + REACH_OF_FOUR_IN_FIVE * math.sqrt(other * (1 - other))
  return math.ceil(reach * reach / (difference * difference))
end

return shares
