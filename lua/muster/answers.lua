--- Announcements and answers. An announcement lies on a stack until it is finished. Before
--- it takes effect, and after it, a window opens: a seat is asked, and answers or declines. An
--- answer is an announcement too: it goes on top and is finished first, then what it answered goes
--- on where it stopped; its window does not open again.
local answers = {}

--- The windows, as `now.window` says them.
answers.BEFORE, answers.AFTER = 1, 2

---@class muster.AnswersForm
---@field stack muster.Container the announcements, ordered: the newest on top
---@field done table<muster.Piece, boolean> a field of pieces: has the announcement taken effect?
---@field now table facts: `turn` is the seat that is asked, `window` the window that is open
---@field answering muster.Decision where the seat answers or declines
---@field resolve muster.Decision a step: the announcement on top takes effect
---@field close muster.Decision a step: the announcement on top is finished and leaves the stack
---@field asked fun(card: muster.Piece): muster.Seat the seat that may answer an announcement
---@field can fun(): boolean is `now.turn` asked? If not, it declines by itself

---@param form muster.AnswersForm
---@return muster.Answers
function answers.of(form)
  local stack, done, now = form.stack, form.done, form.now
  local answering, resolve, close = form.answering, form.resolve, form.close
  local asked, can = form.asked, form.can
  ---@class muster.Answers
  local windows = {}

  ---The seat that was asked declines: the announcement goes on.
  function windows.decline()
    if now.window == answers.BEFORE then go(resolve) else go(close) end
  end

  ---Open a window on the announcement on top.
  ---@param window integer BEFORE or AFTER
  function windows.open(window)
    now.window = window
    now.turn = asked(top(stack))
    if can() then go(answering) else windows.decline() end
  end

  ---An announcement has left the stack: the one that it answered goes on. Returns false if it
  ---answered none.
  ---@return boolean
  function windows.resume()
    local under = top(stack)
    if not under then return false end
    if done[under] then go(close) else go(resolve) end
    return true
  end

  return windows
end

return answers
