-- The `ctx` of a call, by which a handler reaches the app while it runs.

local internal, host = ...
local native, fail, wait, strict = internal.native, internal.fail, internal.wait, internal.strict
local setmetatable, type = native.setmetatable, native.type
local act = host.act

local function expect(value, kind, name, what)
  if type(value) ~= kind then fail("%s needs %s, and got a %s", name, what, type(value)) end
end

local function expect_text(value, name, what) expect(value, "string", name, what) end

local levels = { debug = "info", info = "info", warn = "warning", warning = "warning", error = "error" }

-- Items of a choice as the app takes them: each is a text, or a table with a label.
local function labels_of(items, name)
  expect(items, "table", name, "a table of items")
  local labels = {}
  for index = 1, #items do
    local item = items[index]
    local is_table = type(item) == "table"
    local label = is_table and item.label or item
    if type(label) ~= "string" then fail("%s needs items that are texts, or tables with a label", name) end
    labels[index] = { label = label, description = is_table and item.description or nil }
  end
  if #labels == 0 then fail("%s needs one item at least", name) end
  return labels
end

local function new_ui(call)
  local ui = {}

  function ui.message(text, level)
    expect_text(text, "ctx.ui.message", "a text")
    local severity = levels[level or "info"]
    if not severity then fail("ctx.ui.message takes the levels info, warning and error") end
    act(call, "ctx.ui.message", text, severity)
  end
  ui.notify = ui.message

  function ui.status(id, text)
    expect_text(id, "ctx.ui.status", "an id, then a text or nil")
    if text ~= nil then expect_text(text, "ctx.ui.status", "an id, then a text or nil") end
    act(call, "ctx.ui.status", id, text)
  end
  ui.set_status = ui.status

  function ui.confirm(title, text)
    expect_text(title, "ctx.ui.confirm", "a title")
    return wait("ctx.ui.confirm", call, title, text)
  end

  function ui.select(title, items, placeholder)
    expect_text(title, "ctx.ui.select", "a title")
    local index = wait("ctx.ui.select", call, title, labels_of(items, "ctx.ui.select"), placeholder)
    if index then return items[index] end
    return nil
  end

  function ui.input(title, placeholder, value)
    expect_text(title, "ctx.ui.input", "a title")
    return wait("ctx.ui.input", call, title, placeholder, value)
  end

  function ui.prompt(options)
    expect(options, "table", "ctx.ui.prompt", "a table with a type")
    local kind, title = options.type, options.title or options.message
    if kind == "confirm" then return ui.confirm(title, options.text or options.message) end
    if kind == "select" then return ui.select(title, options.items or options.options, options.placeholder) end
    if kind == "input" then return ui.input(title, options.placeholder, options.value or options.default) end
    if kind == "editor" then fail("ctx.ui.prompt of type editor is not there yet in this version of the app") end
    fail("ctx.ui.prompt takes the types confirm, select and input")
  end

  return ui
end

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
  local ctx = { has_ui = true, system = internal.system, ui = new_ui(call), state = new_state(call), signal = new_signal(call) }
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

local later_ui = { "progress", "report", "pick", "show_panel", "editor", "set_editor_text", "get_editor_text" }
local later_ctx = {
  "model", "has_pending_messages", "shutdown", "spawn", "log",
}
-- The calls that have a `ctx`, by it.
local calls = setmetatable({}, { __mode = "k" })
local model = new_ctx(0)
local of_ui, of_state = strict("ctx.ui", model.ui, later_ui), strict("ctx.state", model.state, {})
local of_signal = strict("ctx.signal", model.signal, {})
model.cwd = true
local of_ctx = strict("ctx", model, later_ctx)
local raise = of_ctx.__index
-- Asked for when it is read, as few handlers do. Without a folder it is nil.
of_ctx.__index = function(ctx, key)
  if key ~= "cwd" then return raise(ctx, key) end
  return wait("ctx.cwd", calls[ctx])
end

function internal.new_ctx(call)
  local ctx = new_ctx(call)
  calls[ctx] = call
  setmetatable(ctx.ui, of_ui)
  setmetatable(ctx.state, of_state)
  setmetatable(ctx.signal, of_signal)
  return setmetatable(ctx, of_ctx)
end
