-- Locking a line in another order than the one in which it was laid (`rearrange`, FL-RUL-45). The
-- move names the old places in their new order.

local state = require("fantasy_line.state")
local flow = require("fantasy_line.flow")
local setup = require("fantasy_line.setup")
local now = require("fantasy_line.now")
local words = require("fantasy_line.words")
local laid = state.laid
local BIT, ORDINALS = words.BIT, words.ORDINALS

-- A function that asks for the old places from the k-th on. It returns them as digits.
local function ask_from(k, size)
  if k > size then return function(order) return order end end
  local rest, name = ask_from(k + 1, size), ORDINALS[k]
  return function(order, taken)
    local at = choose(name, range(1, size), "FL-RUL-45", "your line has no such place")
    need(taken // BIT[at] % 2 == 0, "FL-RUL-45", "name every place once")
    return rest(order * 10 + at, taken + BIT[at])
  end
end

-- How many of these digits are greater?
local function greater(digits, at)
  local left, sum = digits, 0
  while left > 0 do
    if left % 10 > at then sum = sum + 1 end
    left = left // 10
  end
  return sum
end

-- From the last to the first each goes to the Front; `done` are the old places of those that went.
local function arrange(seat, order)
  local left, done, farseer = order, 0, now.seer == seat and now.seer_at or 0
  local at_front = 0
  while left > 0 do
    local at = left % 10
    insert(piece_at(laid[seat], at + greater(done, at)), laid[seat], 1)
    if at == farseer then at_front = 1
    elseif at_front > 0 then at_front = at_front + 1 end
    done = done * 10 + at
    left = left // 10
  end
  if farseer > 0 then now.seer_at = at_front end
end

local function declare(size)
  local ask, parts = ask_from(1, size), {}
  for k = 1, size do parts[k] = "{" .. ORDINALS[k] .. "}" end
  muster.move { "lock_" .. size, at = flow.select, title = "Lock the line",
    text = "lock>" .. table.concat(parts, ","), secret = true,
    legal = function()
      need(now.day == 0, "FL-RUL-45", "those who stood in the line keep their order")
      need(count(laid[me()]) == size, "FL-RUL-45", function()
        return "name the places of all " .. count(laid[me()]) .. " Characters"
      end)
      setup.need_payable()
      return ask(0, 0)
    end,
    apply = function(order)
      arrange(me(), order)
      setup.lock()
    end }
end
if state.options.rearrange then
  for size = 2, #ORDINALS do declare(size) end
end
