-- Statistics of shares (lua/tools/shares.lua) against sums of the binomial distribution and
-- published values, and the form of JSON files (lua/tools/json.lua). Run in the source root:
--   lua5.4 tests/shares_test.lua

local ROOT = os.getenv("MUSTER_ROOT") or "."
package.path = ROOT .. "/lua/tools/?.lua;" .. package.path
local shell = dofile(ROOT .. "/tests/lib/shell.lua")
local shares, json = require("shares"), require("json")

local function near(what, found, wanted, within)
  shell.check(math.abs(found - wanted) <= within, "%s: found %.9f, expected %.9f", what, found,
    wanted)
end

local function interval(what, found, low, high, within)
  near(what .. ", low", found[1], low, within)
  near(what .. ", high", found[2], high, within)
end

-- ---- the binomial distribution ------------------------------------------------------------------

-- 137980 of 2^20 series of 20 tosses have 7 heads or fewer.
for _, row in ipairs { { 7, 20, 0.5, 137980 / 1048576 }, { 3, 10, 0.25, 0.775875091552734 },
  { 0, 3, 0.5, 0.125 } } do
  local count, of, share, chance = table.unpack(row)
  near(("%d of %d"):format(count, of), shares.binomial_below(count, of)(share), chance, 1e-12)
end
near("fewer than none", shares.binomial_below(-1, 3)(0.5), 0, 0)
near("all", shares.binomial_below(3, 3)(0.5), 1, 0)

-- 4 of 20: 5.733 % to 43.661 %. 0 of n: the upper end solves (1 - x)^n = 0.025.
interval("4 of 20", shares.exact(4, 20, 0.05), 0.057334, 0.436614, 1e-6)
interval("0 of 10", shares.exact(0, 10, 0.05), 0, 1 - 0.025 ^ 0.1, 1e-9)
interval("10 of 10", shares.exact(10, 10, 0.05), 0.025 ^ 0.1, 1, 1e-9)
interval("0 of 0", shares.exact(0, 0, 0.05), 0, 1, 0)

-- No share and no number of cases makes the interval err more often than it says.
local function missed(of, share)
  local sum = 0
  for count = 0, of do
    local found = shares.exact(count, of, 0.05)
    if share < found[1] or share > found[2] then
      sum = sum + shares.binomial_below(count, of)(share)
        - shares.binomial_below(count - 1, of)(share)
    end
  end
  return sum
end
for of = 5, 60, 11 do
  for step = 0, 10 do
    local share = 0.05 + 0.09 * step
    shell.check(missed(of, share) <= 0.05 + 1e-9, "the interval errs too often: %d, %.2f", of,
      share)
  end
end

-- ---- differences, and games to play -------------------------------------------------------------

-- Newcombe (1998): 56 of 70 and 48 of 80, by Wilson, 5.24 to 33.39 points.
interval("a difference", shares.difference(56, 70, 48, 80, 0.05), 0.0524, 0.3339, 1e-4)
interval("nothing to compare", shares.difference(1, 2, 0, 0, 0.05), -1, 1, 0)

-- 81 of 100: by Wilson 0.7222 to 0.8749.
interval("81 of 100", { shares.wilson(81, 100, shares.reach(0.05)) }, 0.7222, 0.8749, 1e-4)

-- The quantiles of the normal distribution, from both ways to compute its tails.
for error, reach in pairs { [0.5] = 0.674490, [0.05] = 1.959964, [0.01] = 2.575829,
  [0.001] = 3.290527, [0.0001] = 3.890592 } do
  near("reach of " .. error, shares.reach(error), reach, 1e-6)
end

-- As published for one share: 783 cases tell 55 % from 50 % at 5 %, with a power of 80 %.
near("games", shares.games_needed(0.5, 0.05, 0.05), 783, 1)
shell.check(shares.games_needed(0.5, 0.05, 0.001) > shares.games_needed(0.5, 0.05, 0.01),
  "a smaller error needs fewer games")

-- ---- JSON ---------------------------------------------------------------------------------------

local text = json { keys = { "whole", "parts", "none", "text" }, hidden = 1, whole = 3,
  parts = { 1.0, 0.25, 1e-5, 1e6, 2 / 3 }, none = {}, text = 'a "b"\\\n\1é' }
shell.check(text == [[
{
 "whole": 3,
 "parts": [
  1.0,
  0.25,
  1e-5,
  1e6,
  0.666667
 ],
 "none": [],
 "text": "a \"b\"\\\n\u0001é"
}
]], "JSON: %s", text)
local good, message = pcall(json, { "\xff" })
shell.check(not good and message:find("is not UTF-8", 1, true), "JSON of bytes: %s", message)

shell.finish("shares and JSON")
