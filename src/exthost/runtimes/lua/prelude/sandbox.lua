-- What a script finds as globals. Runs first, while all libraries are there; the other parts take functions from
-- `internal.native`, as a script may replace whatever it can reach.

local internal, host = ...

-- The buffer of a long text is freed when it is closed, which it always is. Its finalizer would keep what is left of it in
-- a script that keeps much: there Lua collects only when memory is short, and then it runs none.
string.rep("x", 1000)
debug.getregistry()["_UBOX*"].__gc = nil

local native = {
  error = error, getmetatable = getmetatable, load = load, next = next, pairs = pairs, pcall = pcall,
  rawequal = rawequal, rawget = rawget, rawset = rawset, select = select, setmetatable = setmetatable, tonumber = tonumber, tostring = tostring, type = type, xpcall = xpcall,
  concat = table.concat, sort = table.sort, pack = table.pack, unpack = table.unpack,
  find = string.find, format = string.format, gsub = string.gsub, lower = string.lower, match = string.match, sub = string.sub,
  min = math.min, math_type = math.type,
  create = coroutine.create, resume = coroutine.resume, yield = coroutine.yield, running = coroutine.running,
  status = coroutine.status, close = coroutine.close, isyieldable = coroutine.isyieldable,
  traceback = debug.traceback, getinfo = debug.getinfo,
}
internal.native = native

local error, load, pcall, rawget, select, setmetatable, type, xpcall, format =
  native.error, native.load, native.pcall, native.rawget, native.select, native.setmetatable, native.type,
  native.xpcall, native.format
local where, is_over = host.where, host.is_over
local collect, date = collectgarbage, os.date

-- Raises an error with the script's line. Levels do not tell it, as calls of the prelude are between.
local function fail(...)
  error(where() .. format(...), 0)
end
internal.fail = fail

-- Raises an error unless the value is of a kind. `what` tells what `name` needs.
function internal.expect(value, kind, name, what)
  if type(value) ~= kind then fail("%s needs %s, and got a %s", name, what, type(value)) end
end
function internal.expect_text(value, name, what) internal.expect(value, "string", name, what) end

-- Passes on what no script may catch: that its time is over.
local function unless_over(ok, ...)
  if not ok and is_over() then error((...), 0) end
  return ok, ...
end
internal.unless_over = unless_over

local function returned(ok, ...)
  if not ok then fail("%s", (...)) end
  return ...
end

-- Calls a function of Lua, whose errors would tell the prelude's line.
local function call(run, ...)
  return returned(unless_over(pcall(run, ...)))
end
internal.call = call

_G.pcall = function(...)
  if select("#", ...) == 0 then fail("pcall needs a function") end
  return unless_over(pcall(...))
end

_G.xpcall = function(run, handle, ...)
  if type(handle) ~= "function" then fail("xpcall needs a function that handles errors") end
  -- The time limit is off while an error is handled that it has raised.
  local function unless_ended(thrown)
    if is_over() then return thrown end
    return handle(thrown)
  end
  return unless_over(xpcall(run, unless_ended, ...))
end

-- The time limit is off in finalizers.
_G.setmetatable = function(object, metatable)
  if type(object) ~= "table" then fail("setmetatable needs a table, and got a %s", type(object)) end
  if type(metatable) == "table" and rawget(metatable, "__gc") ~= nil then
    fail("__gc is not available. Use a variable with <close>, or zi.on(\"session_shutdown\", …)")
  end
  return call(setmetatable, object, metatable)
end

_G.load = function(chunk, name, mode, ...)
  if type(mode) == "string" and not native.find(mode, "t", 1, true) then
    return nil, "attempt to load bytecode: only text can be loaded"
  end
  -- An environment of nil is not the same as none.
  if select("#", ...) > 0 then return call(load, chunk, name, "t", (...)) end
  return call(load, chunk, name, "t")
end

_G.collectgarbage = function(option, ...)
  if option == nil or option == "count" or option == "collect" or option == "step" then
    return call(collect, option, ...)
  end
  fail("collectgarbage takes \"count\", \"collect\" or \"step\"")
end

-- What the clock below Lua can count is a little more; it breaks for weeks of a year beyond that.
local latest = 8000000000000
local function date_within(form, time, ...)
  -- A text may be a number too.
  local at = native.tonumber(time)
  if at and (at > latest or at < -latest) then fail("os.date: the time is out of range") end
  return call(date, form, time, ...)
end

-- A table or function that is not there, which says what to use.
local function absent(name, known, advice)
  return setmetatable(known, {
    __index = function(_, key)
      local asked = format("%s.%s", name, native.tostring(key))
      fail("%s is not available: %s", asked, advice[key] or advice[1])
    end,
    __metatable = false,
  })
end
local function absent_function(name, advice)
  return function() fail("%s is not available: %s", name, advice) end
end

local write = "use print or zi.log"
local programs = "use zi.system, which asks the person"
_G.io = absent("io", {}, {
  "the sandbox has no files. Keep values with ctx.state, and texts of your own in modules for require",
  write = write, stdout = write, stderr = write, popen = programs,
})
_G.os = absent("os", { clock = os.clock, date = date_within, difftime = os.difftime, time = os.time }, {
  "the sandbox has no files, no variables and no process",
  execute = programs,
  exit = "return from the handler, or raise an error",
})
_G.debug = absent("debug", {}, { "the log of the extension has the traceback of each error" })
_G.package = absent("package", {}, { "require finds the modules beside the script, and those in lua/" })
_G.dofile = absent_function("dofile", "use require")
_G.loadfile = absent_function("loadfile", "use require")
_G.warn = absent_function("warn", "use zi.log(\"warn\", text)")
string.dump = absent_function("string.dump", "bytecode cannot be loaded")

-- All texts share it.
native.getmetatable("").__metatable = false
