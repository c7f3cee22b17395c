-- Army Recruiting: position lines before the armies are shown. `un` holds what each General has
-- chosen so far, as in 1:F1F1I4.

---@class warline.recruiting.plan
---@field sizes table<integer, integer> battalions of each General
---@field caps table<integer, integer> his Arms in sum at most
---@field most integer number of the last recruit
---@field arms_of table<integer, integer> by the number of a recruit
---@field name_of fun(recruit: integer): string
---@field who_is_due fun(): integer? the General who recruits now; nobody when all are ready

local w = require("warline.tactical")
local get, set = w.get, w.set

---@param plan warline.recruiting.plan
return function(plan)
  w.phases.recruit = "RECR"

  ---@param seat integer
  ---@return string
  local function recruits_text(seat)
    local text = ""
    for i = 1, plan.sizes[seat] do
      local recruit = get["recruit" .. i](seat)
      if recruit > 0 then text = text .. plan.name_of(recruit) end
    end
    return text
  end

  local function fault(what)
    error("un: " .. what, 0)
  end

  local function recruit_named(name)
    for recruit = 1, plan.most do
      if plan.name_of(recruit) == name then return recruit end
    end
    fault("unknown recruit '" .. name .. "'")
  end

  -- Can the army of General `seat` still become one that may be shown (WT-RECR-7, WT-RECR-9)?
  local function check_army(seat, sum, hammer, last)
    local more, cap = plan.sizes[seat] - get.enlisted(seat), plan.caps[seat]
    local least = last > plan.most - 6 and plan.arms_of[last] or 1 -- Arms of who may follow
    if more == 0 and not hammer then
      fault("at least one battalion of an army has Arms 4 or more (WT-RECR-9)")
    end
    if sum + more * least > cap then
      fault("the Arms of the army of General " .. seat + 1 .. " are " .. cap
        .. " at most (WT-RECR-7)")
    end
  end

  -- The recruits of a General, as in F1F2F4.
  local function read_recruits(seat, text)
    local last, sum, hammer, size = 1, 0, false, plan.sizes[seat]
    for i = 1, #text // 2 do
      local recruit = recruit_named(string.sub(text, 2 * i - 1, 2 * i))
      local arms = plan.arms_of[recruit]
      if recruit < last then fault("recruits stand in order, found '" .. text .. "'") end
      if i > size then
        fault("the army of General " .. seat + 1 .. " has " .. size .. " battalions (WT-RECR-6)")
      end
      last, sum, hammer = recruit, sum + arms, hammer or arms >= 4
      set["recruit" .. i](seat, recruit)
      set.enlisted(seat, i)
    end
    check_army(seat, sum, hammer, last)
  end

  for _, key in ipairs(w.keys) do
    if key[1] == "un" then
      local print = key.print
      key.print = function()
        if w.phase() ~= "RECR" then return print and print() end
        local parts = {}
        for seat = 0, w.generals - 1 do
          local text = recruits_text(seat)
          if text ~= "" then parts[#parts + 1] = (seat + 1) .. ":" .. text end
        end
        return table.concat(parts, ",")
      end
      local read = w.read.un
      key.read = function(value, values)
        if values.ph ~= "RECR" then return read(value) end
        for _, part in ipairs(string.split(value, ",")) do
          local seat = string.byte(part .. "0") - 49
          if not plan.sizes[seat] or string.sub(part, 2, 2) ~= ":" or #part % 2 > 0
            or get.enlisted(seat) > 0 then
            fault("expected 1:F1F2..., found '" .. part .. "'")
          end
          read_recruits(seat, string.sub(part, 3))
        end
      end
    elseif key[1] == "nb" then
      key.read = function(value)
        if value ~= tostring(w.army_size) then
          error("nb: an army of this ruleset has " .. w.army_size .. " battalions, found '" .. value
            .. "'", 0)
        end
      end
    end
  end

  for phase, begin in pairs(w.begin) do
    w.begin[phase] = function(values)
      if phase ~= "COIN" then set.revealed(1) end
      return begin(values)
    end
  end
  w.begin.RECR = function(values)
    local due = plan.who_is_due()
    if not due or get.active() ~= w.side_of[due]
      or values.mv and #values.mv > 1 and string.byte(values.mv, 2) - 49 ~= due then
      error("mv: not the side or the General who recruits now", 0)
    end
    if values.od then error("od: does not belong to ph=RECR", 0) end
    muster.go("deploy_due")
  end
end
