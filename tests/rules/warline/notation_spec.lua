-- WT-DATA-12, WT-DATA-13 and rulings S: positions and moves on one line.
local S = dofile("tests/rules/warline/support.lua")

describe("printing a position", function()
  it("keys in the order of the table, no defaults, runs joined, marks in order "
    .. "(WT-RUL-239, WT-RUL-249, WT-DATA-12)", function()
    S.rules()
    start("WT1 7x7 1,1,5/2I6s,2,2I4s,3/1,1F2w+,5/2,[1F],2I2n1F3n,[2I],2/7/1F6n,6/7 "
      .. "rs=2I5,1F5 gy=B:1F*3,A:2I*2 tn=8 mv=B ph=CTR ct=d4 pr=A:2I1 rd=- st=B:1,A:0")
    equal(position(), "WT1 7x7 7/2I6s,2,2I4s,3/1,1F2w+,5/2,[1F],2I2n1F3n,[2I],2/7/1F6n,6/7 "
      .. "ph=CTR mv=B tn=8 ct=d4 pr=A:2I1 gy=A:2I*2,B:1F*3 rs=1F5,2I5 st=A:0,B:1")
    S.begin({ d3 = "1F3n", d6 = "2I3s" }, "pr=A:2I1+2I3,B:1F2 un=2:I5I4")
    equal(S.key("pr"), "A:2I3+2I1,B:1F2")
    equal(S.key("un"), "2:I4I5")
  end)

  it("reads back to the same hash, along whole battles (WT-RUL-239, WT-INV-1, WT-INV-2, WT-INV-3, "
    .. "WT-INV-5, WT-INV-8, WT-INV-12)", function()
    S.rules()
    local x = 12345
    local function random(n)
      x = (x * 1103515245 + 12345) % 2147483648
      return x // 65536 % n + 1
    end
    for _ = 1, 12 do
      start()
      for _ = 1, 150 do
        if state().over then break end
        local line, hash = position(), state().hash
        local before = table.concat(legal(), " ")
        start(line)
        equal(position(), line)
        equal(state().hash, hash, line)
        equal(table.concat(legal(), " "), before, line)
        local moves, eager = legal(), {}
        for _, move in ipairs(moves) do
          if move:sub(1, 1) ~= "Z" and (move:sub(1, 1) ~= "L" or random(8) == 1) then
            eager[#eager + 1] = move
          end
        end
        if #eager == 0 then eager = moves end
        play(eager[random(#eager)])
        -- WT-INV-1, WT-INV-2, WT-INV-3: pieces are counted, Arms never rise above 6
        local battalions, ramparts = 0, 0
        local now = position()
        for arms in now:match("^WT1 %S+ (%S+)"):gmatch("%d%u(%d)[nesw]") do
          battalions = battalions + 1
          ok(tonumber(arms) >= 1 and tonumber(arms) <= 6)
        end
        for _ in (S.key("pr") or ""):gmatch("%d%u%d") do battalions = battalions + 1 end
        for _ in (S.key("un") or ""):gmatch("%u%d") do battalions = battalions + 1 end
        for n in (S.key("gy") or ""):gmatch("%*(%d)") do battalions = battalions + tonumber(n) end
        for _ in now:match("^WT1 %S+ (%S+)"):gmatch("%[") do ramparts = ramparts + 1 end
        for n in ((S.key("rs") or "") .. "," .. (S.key("rd") or "")):gmatch("%d%u(%d)") do
          ramparts = ramparts + tonumber(n)
        end
        equal(battalions, 12, now)
        equal(ramparts, 12, now)
        ok(not now:find("%][12]"), "WT-INV-5: " .. now)
        if not state().over and S.key("ph") == "CTR" then -- WT-INV-12
          for n in (S.key("gy") or ""):gmatch("%*(%d)") do ok(tonumber(n) < 5, now) end
        end
      end
    end
  end)

  it("all is cleared when it is over (WT-RUL-249)", function()
    S.rules()
    S.begin({ d4 = "2I2n1F4n", e3 = "1F3n^", a1 = "1F1n-" }, "ph=CTR mv=B st=A:1,B:0 id=3")
    play("resign")
    equal(S.key("ct"), nil)
    equal(S.key("id"), nil)
    equal(S.key("mv"), "B")
    equal(S.key("st"), "A:1,B:0")
    equal(S.cell("e3"), "1F3n")
    equal(S.cell("a1"), "1F1n+")
    local line, hash = position(), state().hash
    start(line)
    equal(position(), line)
    equal(state().hash, hash)
    equal(state().by, "voluntary")
  end)
end)

describe("reading a position", function()
  it("does the automatic work that stands before the next decision "
    .. "(WT-RUL-240, WT-RUL-238)", function()
    S.rules()
    S.begin({ d4 = "2I2n1F4n", a7 = "2I6s" }, "ph=CTR mv=B")
    equal(S.key("ct"), "d4")
    S.begin({ d4 = "1F4n", a7 = "2I6s!" }, "ph=TOR")
    equal(S.key("ph"), nil)
    equal(S.cell("a7"), "2I6s")
    S.begin({ d4 = "1F4n+", a7 = "2I6s" }, "ph=RST")
    equal(S.cell("d4"), "1F4n")
    S.begin({ d4 = "1F4n%", a7 = "2I6s" }, "ph=SAC")
    equal(S.moves(""), "S:-")
    S.begin({ d7 = "1F4n", a7 = "2I6s" }, "ph=MAN mn=d7:0:px")
    equal(S.key("mv"), "B")
    S.begin({ a1 = "1F4n", a7 = "2I6s" }, "ph=DEP rs=1F6,2I6")
    equal(S.key("ph"), "FIRST")
  end)

  it("says what is wrong and where", function()
    S.rules()
    local good = { d3 = "1F3n" }
    S.unreadable("WT2 7x7 7/7/7/7/7/7/7", "begins with WT1")
    S.unreadable("WT1 8x8 8/8/8/8/8/8/8/8", "the field of this ruleset is 7x7")
    S.unreadable("WT1 7x7 7/7/7/7/7/7", "6 rows")
    S.unreadable("WT1 7x7 7/7/7/7/7/7/6", "row 1: 6 zones")
    S.unreadable("WT1 7x7 7/7/7/7/7/7/8", "row 1: more than 7")
    S.unreadable("WT1 7x7 7/7/7/7/7/7/*,6", "zone a1")
    S.unreadable(S.line({ d3 = "3F3n" }), "zone d3: expected a General")
    S.unreadable(S.line({ d3 = "1Q3n" }), "unknown kingdom 'Q'")
    S.unreadable(S.line({ d3 = "1F8n" }), "Arms must be 1 to 6")
    S.unreadable(S.line({ d3 = "1F3x" }), "a facing is n, e, s or w")
    S.unreadable(S.line({ d3 = "1F3n?" }), "unknown mark '?'")
    S.unreadable(S.line({ d3 = "[1F]1F3n" }), "no battalion can be on a rampart")
    S.unreadable(S.line({ d3 = "[1F1F]" }), "at most one rampart")
    S.unreadable(S.line({ d3 = "1F3n$a" }), "relics")
    S.unreadable(S.line({ d3 = "{m}1F3n" }), "terrain")
    S.unreadable(S.line(good, "rs=1F7"), "more than 6 ramparts")
    S.unreadable(S.line(good, "gy=B:1F*6"), "more than 6 battalions")
    S.unreadable(S.line(good, "xx=1"), "unknown key")
    S.unreadable(S.line(good, "tn=1 tn=2"), "twice")
    S.unreadable(S.line(good, "od=1/2"), "od")
    S.unreadable(S.line(good, "ph=WAR"), "unknown phase")
    S.unreadable(S.line(good, "ph=MAN"), "mn")
    S.unreadable(S.line(good, "ph=MAN mn=d4:3:"), "topmost")
    S.unreadable(S.line(good, "ph=MAN mn=d3:3:q"), "flag")
    S.unreadable(S.line(good, "ph=CTR ct=d3"), "no counter attack is due on d3")
    S.unreadable(S.line(good, "ph=OVER"), "rt")
    S.unreadable(S.line(good, "ph=OVER rt=A:crush:5"), "rt")
    S.unreadable(S.line(good, "mn=d3:1:"), "belongs to ph=MAN")
    S.unreadable(S.line(good, "pr=A:1F3"), "cannot hold its own")
    S.unreadable(S.line(good, "gy=A:1F*1"), "Graveyard")
    S.unreadable(S.line(good, "st=A:3"), "st")
    S.unreadable(S.line(good, "st=A:2"), "st: 2 belongs to ph=OVER")
    S.unreadable(S.line(good, "tn=-"), "tn: only a list may be empty")
    S.unreadable(S.line(good, "gy=A:2Ix*1"), "gy: expected as in 2I*3")
    S.unreadable(S.line(good, "ph=MAN mn=d3:9:"), "mn: expected zone:MA:flags")
    S.unreadable(S.line(good, "mv=C"), "side A or B")
    S.unreadable(S.line(good, "pc=torm@2I1"), "pc")
  end)

  it("names the options that differ (WT-DATA-12)", function()
    S.rules({ stall_face_on_friend = "on", ma_table = "7,6,5,4,3,3" })
    S.begin({ d3 = "1F3n", d7 = "2I3s" })
    equal(S.key("op"), "ma_table=7,6,5,4,3,3+stall_face_on_friend=true")
    start(position())
    S.begin({ d3 = "1F3n" }, "op=stall_face_on_friend=true+ma_table=7,6,5,4,3,3")
    S.rules()
    S.unreadable(S.line({ d3 = "1F3n" }, "op=stall_face_on_friend=true"), "op")
  end)
end)

describe("moves", function()
  it("one token a decision, also where only one is legal (WT-RUL-238, WT-DATA-13)", function()
    S.rules()
    S.begin({ c3 = "1F6n", d4 = "1F1n2I4n1F2e", e3 = "2I1s", e4 = "2I1s" }, "ph=CTR mv=B pr=B:1F3")
    play("C:d4- T:1F3 M:d4 f")
    S.begin({ c3 = "1F2n", d4 = "1F3w2I4n", e3 = "2I1s", g7 = "2I6s" }, "ph=CTR pr=A:2I3")
    play("C:d4n T:2I3 M:c3 r f f- l f .")
    equal(S.cell("e4"), "1F2n+")
    equal(S.cell("e3"), "")
    equal(S.cell("d4"), "2I1n1F3w")
    equal(S.key("pr"), "A:2I2")
  end)

  it("a move that is none is refused with the nearest (WT-DATA-13)", function()
    S.rules()
    S.begin({ d3 = "1F3n", d7 = "2I3s" })
    ok(refused("m:d3"):find("M:d3", 1, true))
    ok(refused("D:F1a1n") ~= "")
  end)
end)

describe("the scene", function()
  it("shows the field and all that is kept off it", function()
    S.rules()
    S.begin({ d4 = "1F4n+", d6 = "[2I]", g7 = "2I6s!" }, "pr=A:2I2 gy=B:1F*2 rs=1F3 rd=2I1")
    if scene then
      local text = scene(0)
      for _, part in ipairs({ "Flaym battalion, Arms 4", "Vigor", "Frost rampart", "stunned",
        "Prison of Flaym", "Graveyard of Frost", "Ramparts of Flaym", "Destroyed, Frost",
        "Turn 1, Flaym" }) do
        ok(text:find(part, 1, true), part)
      end
    end
  end)
end)
