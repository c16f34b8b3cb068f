-- The `ctx` of a call, by which a handler reaches the app while it runs.

local internal, host = ...
local native, expect, expect_text, wait, strict =
  internal.native, internal.expect, internal.expect_text, internal.wait, internal.strict
local setmetatable, type = native.setmetatable, native.type
local act = host.act

local function new_state(call)
  local state = {}
  function state.get(key)
    expect_text(key, "ctx.state.get", "a key")
    return wait("ctx.state.get", call, key)
  end
  function state.set(key, value)
    expect_text(key, "ctx.state.set", "a key")
    wait("ctx.state.set", call, key, value)
  end
  function state.delete(key)
    expect_text(key, "ctx.state.delete", "a key")
    wait("ctx.state.delete", call, key)
  end
  function state.keys() return wait("ctx.state.keys", call) end
  return state
end

local function new_signal(call)
  local signal = {}
  function signal.aborted() return act(call, "ctx.signal.aborted") end
  -- Returns when the call is stopped.
  function signal.wait() wait("ctx.signal.wait", call) end
  return signal
end

local function new_ctx(call)
  local ctx = { has_ui = true, system = internal.system, spawn = internal.spawn, ui = internal.new_ui(call), state = new_state(call), signal = new_signal(call) }
  ctx.aborted = ctx.signal.aborted
  internal.add_session(ctx, call)

  function ctx.sleep(ms)
    expect(ms, "number", "ctx.sleep", "milliseconds")
    wait("ctx.sleep", call, ms)
  end

  function ctx.update(update)
    local text = type(update) == "table" and internal.text_of(update.content, "ctx.update") or update
    expect_text(text, "ctx.update", "a text, or a table with content")
    act(call, "ctx.update", text)
  end

  function ctx.emit(event)
    wait("ctx.emit", call, type(event) == "string" and { type = "text", value = event } or event)
  end

  return ctx
end

local absent = {
  model = "use ctx.models.current()",
  log = "use zi.log",
  has_pending_messages = "what waits in the queue is the person's. ctx.is_idle() tells whether an answer streams",
  shutdown = "the app is ended by the person alone",
}
-- The calls that have a `ctx`, by it.
local calls = setmetatable({}, { __mode = "k" })
local model = new_ctx(0)
local of_state = strict("ctx.state", model.state, {})
local of_signal = strict("ctx.signal", model.signal, {})
model.cwd = true
local of_ctx = strict("ctx", model, absent)
local raise = of_ctx.__index
-- Asked for when it is read, as few handlers do. Without a folder it is nil.
of_ctx.__index = function(ctx, key)
  if key ~= "cwd" then return raise(ctx, key) end
  return wait("ctx.cwd", calls[ctx])
end

function internal.new_ctx(call)
  local ctx = new_ctx(call)
  calls[ctx] = call
  setmetatable(ctx.state, of_state)
  setmetatable(ctx.signal, of_signal)
  return setmetatable(ctx, of_ctx)
end
