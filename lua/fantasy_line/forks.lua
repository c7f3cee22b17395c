-- Forks of a Spell beyond the first (`forkMax`, FL-RUL-30). Each is a piece of its own that knows
-- its Spell and has the targets of one more instance. Where a Spell is forked once at most there
-- are none.

local state = require("fantasy_line.state")
local options = state.options
local forks = {}

--- May a Spell be forked more than once?
forks.allowed = options.forkMax ~= 1

if not forks.allowed then
  function forks.number() return 0 end
  function forks.drop() end
  return forks
end

local MOST = 64 -- on the stack at a time, all Spells together

local fork_kind = muster.pieces { "fork", count = MOST, help = "A fork beyond the first." }
--- The forks beyond the first, the oldest at the bottom.
forks.list = muster.container { "forks", ordered = true }
--- Where on the stack the Spell lies that is forked.
local at_level = muster.field { "fork_of", of = "piece", max = 99 }
local list = forks.list

--- Is this a piece that stands for a fork?
function forks.is_fork(piece) return kind(piece) == fork_kind end

--- Is this a fork of that Spell?
function forks.is_of(fork, card) return at_level[fork] == level(card) end

--- How often is the Spell forked beyond the first time?
function forks.number(card)
  return pieces(list):tally(function(fork) return forks.is_of(fork, card) end)
end

--- The k-th fork of the Spell beyond the first, or nil.
function forks.nth(card, k)
  local left, found = k, nil
  for at = 1, count(list) do
    local fork = piece_at(list, at)
    if fork and forks.is_of(fork, card) then
      left = left - 1
      if left == 0 then found = fork end
    end
  end
  return found
end

--- Is there room for one more?
function forks.has_room() return count(list) < MOST end
--- May a Spell that is forked so often be forked once more?
function forks.may_grow(number) return options.forkMax == 0 or number < options.forkMax end

--- Fork the Spell once more. Returns the fork, which has no target yet.
function forks.add(card)
  local fork = pieces(box):pick(forks.is_fork)
  at_level[fork] = level(card)
  put(fork, list)
  return fork
end

--- The Spell is finished, and all its forks.
function forks.drop(card)
  for fork in pieces(list) do
    if forks.is_of(fork, card) then
      at_level[fork] = 0
      put(fork, box)
    end
  end
end

return forks
