-- Plots as SVG, for reports. Colours come from the page's stylesheet alone, and nothing is said by
-- colour alone: bars have their numbers beside them.
local html = require("html")
local escape = html.escape

local plots = {}

-- The picture in pixels: of bars, their labels stand left of LEFT, their notes right of RIGHT.
local WIDTH, LEFT, RIGHT, TOP, ROW = 760, 190, 520, 8, 28
local AXIS = 26 -- height of the numbers below a plot
local LABEL_LETTERS = 24
local TALL = 180 -- a histogram
local CELL_WIDE, CELL_HIGH = 84, 48

---@class plots.Range of an axis: `least` and `most` are multiples of `step`
---@field least number
---@field most number
---@field step number
---@field scale number values are multiplied by it for the numbers of the axis
---@field unit string that follows these

---@class plots.Bar from 0 to `value`
---@field label string
---@field note string behind the bar
---@field value number
---@field low number? an interval, drawn if low < high
---@field high number?
---@field expected number? a mark

---@class plots.Histogram how many numbers lie in bins of equal width
---@field first integer where the first bin begins
---@field width integer
---@field bins integer[]
---@field middle integer it is marked

-- ---- parts --------------------------------------------------------------------------------------

local function text_at(x, y, kind, text)
  return ('<text x="%.1f" y="%.1f" class="%s">%s</text>\n'):format(x, y, kind, escape(text))
end

local function line(x1, y1, x2, y2, kind)
  return ('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="%s"/>\n'):format(x1, y1, x2, y2,
    kind)
end

local function box(x, y, width, height, kind)
  return ('<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" class="%s"/>\n'):format(x, y, width,
    height, kind)
end

-- A label that fits before the bars; in full where the pointer rests on it.
local function label(y, text)
  if html.letters(text) <= LABEL_LETTERS then return text_at(LEFT - 10, y, "label", text) end
  local after = utf8.len(text) and utf8.offset(text, LABEL_LETTERS) or LABEL_LETTERS
  return ('<text x="%d" y="%.1f" class="label"><title>%s</title>%s&#8230;</text>\n'):format(
    LEFT - 10, y, escape(text), escape(text:sub(1, after - 1)))
end

-- A plot of these parts.
local function figure(title, width, height, parts)
  return ('<figure>\n%s<svg role="img" viewBox="0 0 %d %d" width="%d" aria-label="%s. The table '
    .. 'below has the numbers.">\n%s</svg>\n</figure>\n'):format(html.element("figcaption", title),
    width, height, width, escape(title), table.concat(parts))
end

-- ---- bars ---------------------------------------------------------------------------------------

---A round step for an axis up to `most`, with at most ten of them.
---@param most number
---@return number
function plots.step(most)
  local power = 10.0 ^ math.floor(math.log(most > 0 and most or 1, 10))
  local steps = most > 0 and most / power or 1
  return power * (steps > 5 and 1 or steps > 2 and 0.5 or 0.2)
end

local function place(range, value)
  local part = (value - range.least) / (range.most - range.least)
  return LEFT + (RIGHT - LEFT) * math.max(0, math.min(part, 1))
end

local function draw_axis(parts, range, bottom)
  for i = 0, math.floor((range.most - range.least) / range.step + 0.5) do
    local value = range.least + range.step * i
    local x = place(range, value)
    parts[#parts + 1] = line(x, TOP, x, bottom, math.abs(value) < 1e-9 and "axis" or "grid")
    -- adding 0 takes the sign from a negative zero
    parts[#parts + 1] = text_at(x, bottom + 18, "tick",
      ("%.4g%s"):format(value * range.scale + 0.0, range.unit))
  end
end

local function draw_reach(low, high, y)
  return line(low, y, high, y, "reach") .. line(low, y - 5, low, y + 5, "reach")
    .. line(high, y - 5, high, y + 5, "reach")
end

local function draw_bar(parts, bar, range, top)
  local zero, to = place(range, math.max(range.least, 0)), place(range, bar.value)
  local middle = top + ROW / 2
  parts[#parts + 1] = label(middle + 4, bar.label)
  parts[#parts + 1] = box(math.min(zero, to), top + 6, math.abs(to - zero), ROW - 12, "bar")
  if bar.expected then
    local x = place(range, bar.expected)
    parts[#parts + 1] = line(x, top + 1, x, top + ROW - 1, "expected")
  end
  if bar.low and bar.low < bar.high then
    parts[#parts + 1] = draw_reach(place(range, bar.low), place(range, bar.high), middle)
  end
  parts[#parts + 1] = text_at(RIGHT + 12, middle + 4, "note", bar.note)
end

---Horizontal bars.
---@param title string
---@param bars plots.Bar[]
---@param range plots.Range
---@return string
function plots.bars(title, bars, range)
  local parts, bottom = {}, TOP + ROW * #bars
  draw_axis(parts, range, bottom)
  for i, bar in ipairs(bars) do draw_bar(parts, bar, range, TOP + ROW * (i - 1)) end
  return figure(title, WIDTH, bottom + AXIS, parts)
end

-- ---- histograms ---------------------------------------------------------------------------------

local function draw_heights(parts, highest, left, bottom)
  local step, value = math.max(plots.step(highest), 1), 0
  while value <= highest do
    local y = bottom - (TALL - 20) * value / highest
    parts[#parts + 1] = line(left, y, WIDTH - 10, y, value > 0 and "grid" or "axis")
    parts[#parts + 1] = text_at(left - 8, y + 4, "label", ("%.0f"):format(value))
    value = value + step
  end
end

---@param title string
---@param h plots.Histogram
---@return string
function plots.histogram(title, h)
  local left, bottom, parts = 60, TOP + TALL, {}
  local wide, highest = (WIDTH - 10 - left) / #h.bins, math.max(1, table.unpack(h.bins))
  draw_heights(parts, highest, left, bottom)
  for i, count in ipairs(h.bins) do
    local x, tall = left + wide * (i - 1), (TALL - 20) * count / highest
    parts[#parts + 1] = box(x + 1, bottom - tall, wide - 2, tall, "bar")
    -- A wide bin is named where it begins, and of many bins only every other one.
    if #h.bins <= 12 or i % 2 == 1 then
      parts[#parts + 1] = text_at(x + (h.width > 1 and 0 or wide / 2), bottom + 18, "tick",
        ("%d"):format(h.first + (i - 1) * h.width))
    end
  end
  local x = left + wide * (h.middle - h.first + (h.width > 1 and 0 or 0.5)) / h.width
  parts[#parts + 1] = line(x, TOP + 12, x, bottom, "expected")
  parts[#parts + 1] = text_at(x + 6, TOP + 10, "note", ("half within %.0f"):format(h.middle))
  return figure(title, WIDTH, bottom + AXIS, parts)
end

-- ---- a square of shares -------------------------------------------------------------------------

local function draw_share(x, y, share, sign)
  local blank = box(x, y, CELL_WIDE, CELL_HIGH, "blank")
  if not share then return blank .. line(x, y + CELL_HIGH, x + CELL_WIDE, y, "grid") end
  return blank .. ('<rect x="%.1f" y="%.1f" width="%d" height="%d" class="%s" '
    .. 'fill-opacity="%.2f"/>\n'):format(x, y, CELL_WIDE, CELL_HIGH,
      share >= 0.5 and "high" or "low", math.min(1.4 * math.abs(share - 0.5), 0.6))
    .. text_at(x + CELL_WIDE / 2, y + CELL_HIGH / 2 + 5, "share",
      ("%.0f %%%s%s"):format(100 * share, sign ~= "" and " " or "", sign))
end

---A square of shares: how often the row wins against the column.
---@param title string
---@param names string[]
---@param cell fun(row: integer, column: integer): number?, string? a share, and a sign beside it
---@return string
function plots.heat(title, names, cell)
  local parts, top = {}, TOP + 24
  for i, name in ipairs(names) do
    parts[#parts + 1] = text_at(LEFT + CELL_WIDE * (i - 0.5), TOP + 14, "tick", name)
    parts[#parts + 1] = label(top + CELL_HIGH * (i - 0.5) + 5, name)
    for j in ipairs(names) do
      local share, sign = cell(i, j)
      parts[#parts + 1] = draw_share(LEFT + CELL_WIDE * (j - 1), top + CELL_HIGH * (i - 1), share,
        sign)
    end
  end
  return figure(title, LEFT + CELL_WIDE * #names + 10, top + CELL_HIGH * #names + 10, parts)
end

return plots
