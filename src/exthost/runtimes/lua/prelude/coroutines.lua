-- Coroutines, through which a wait passes: a handler is one, and so is each that it makes. What waits yields `wait_mark`
-- to the host, and whoever resumed it passes that on.

local internal, host = ...
local native, fail, unless_over = internal.native, internal.fail, internal.unless_over
local create, resume, yield, running, isyieldable = native.create, native.resume, native.yield, native.running, native.isyieldable
local error, pcall, rawequal, type = native.error, native.pcall, native.rawequal, native.type
local where, is_over = host.where, host.is_over

local wait_mark, done_mark = {}, {}
local weak = { __mode = "k" }
-- The coroutines that the host runs.
local bases = native.setmetatable({}, weak)
-- Those that wait for the host, which nobody else may resume.
local waiting = native.setmetatable({}, weak)
local nowhere = "%s waits, which is not possible here: a function that Lua's library calls, as table.sort and string.gsub do, cannot wait"

internal.bases = bases
-- The number of the call that runs, in whichever coroutine; nil while the script loads.
internal.current_call = host.current_call

-- Yields to the host until it has the answer. `name` is what the script called.
function internal.wait(name, call, ...)
  if not internal.current_call() then fail("%s waits, which is not possible while a script loads", name) end
  if not isyieldable() then fail(nowhere, name) end
  host.request(call, name, ...)
  local ok, answer = yield(wait_mark, name)
  if not ok then error(where() .. answer, 0) end
  return answer
end

local step
local function relay(co, ...)
  waiting[co] = nil
  return step(co, resume(co, ...))
end

function step(co, ok, mark, ...)
  if not ok then return false, mark end
  -- An __eq of what a script yields would be given the marks.
  if rawequal(mark, done_mark) then return ... end
  if rawequal(mark, wait_mark) then
    waiting[co] = true
    if isyieldable() then return relay(co, yield(wait_mark, ...)) end
    return relay(co, false, native.format(nowhere, (...)))
  end
  -- The time limit ends a coroutine by a yield of nothing, wherever it was.
  if mark == nil and is_over() then error("the time is over", 0) end
  return true, mark, ...
end

local function expect_coroutine(co, name)
  if type(co) ~= "thread" then fail("%s needs a coroutine, and got a %s", name, type(co)) end
end

function coroutine.create(run)
  if type(run) ~= "function" then fail("coroutine.create needs a function, and got a %s", type(run)) end
  -- Each counts its instructions anew. This looks at the clock: many short ones, each within another, had no end.
  is_over()
  -- An error is caught inside: whatever closes a coroutine that the time limit has ended would run without a limit.
  return create(function(...) return done_mark, unless_over(pcall(run, ...)) end)
end

function coroutine.resume(co, ...)
  expect_coroutine(co, "coroutine.resume")
  if waiting[co] then return false, "cannot resume a coroutine that waits" end
  return step(co, resume(co, ...))
end

local make, continue = coroutine.create, coroutine.resume
local function unwrap(ok, ...)
  if ok then return ... end
  local thrown = ...
  if thrown == "cannot resume dead coroutine" then fail("%s", thrown) end
  error(thrown, 0)
end

function coroutine.wrap(run)
  local co = make(run)
  return function(...) return unwrap(continue(co, ...)) end
end

function coroutine.yield(...)
  if bases[running()] then fail("coroutine.yield is called outside of a coroutine") end
  return yield(...)
end

function coroutine.running()
  local co, is_main = running()
  return co, is_main or bases[co] == true
end

function coroutine.isyieldable()
  return isyieldable() and not bases[running()]
end

function coroutine.status(co)
  expect_coroutine(co, "coroutine.status")
  -- Waiting within another, it counts as having resumed it.
  return waiting[co] and "normal" or native.status(co)
end

function coroutine.close(co)
  expect_coroutine(co, "coroutine.close")
  if waiting[co] then fail("cannot close a coroutine that waits") end
  return unless_over(internal.call(native.close, co))
end
