-- `ctx.ui`: what a handler shows, and what it asks the person.

local internal, host = ...
local native, fail, expect, expect_text, expect_keys = internal.native, internal.fail, internal.expect, internal.expect_text, internal.expect_keys
local wait, strict = internal.wait, internal.strict
local rawequal, select, setmetatable, type = native.rawequal, native.select, native.setmetatable, native.type
local act = host.act

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

-- The options of a question: texts in the order of `keys`, and in place of one of them or after them a table with the
-- others by name, and `timeout`.
local function options_of(name, keys, ...)
  local options = {}
  for index = 1, #keys + 1 do
    local given = select(index, ...)
    if type(given) == "table" then
      expect_keys(given, internal.set("timeout", native.unpack(keys)), {}, name)
      for at = index, #keys do options[keys[at]] = given[keys[at]] end
      options.timeout = given.timeout
      break
    end
    if index <= #keys then options[keys[index]] = given end
  end
  for index = 1, #keys do
    local text = options[keys[index]]
    if text ~= nil then expect_text(text, name, "a text as its " .. keys[index]) end
  end
  local timeout = options.timeout
  if timeout ~= nil and not (type(timeout) == "number" and timeout >= 1000 and timeout <= 3600000) then
    fail("%s: timeout has milliseconds, from 1000 to 3600000", name)
  end
  options.timeout = timeout and timeout // 1
  return options
end

local of_progress = strict("progress", { report = true, done = true, cancelled = true }, {})
function of_progress.__close(progress) progress.done() end

local function new_progress(call, id)
  local progress = {}
  -- By a dot or a colon.
  local function without_self(first, ...)
    if rawequal(first, progress) then return ... end
    return first, ...
  end
  function progress.report(...)
    local message, fraction = without_self(...)
    local what = "a text or nil, then a number from 0 to 1 or nil"
    if message ~= nil then expect_text(message, "progress.report", what) end
    if fraction ~= nil then expect(fraction, "number", "progress.report", what) end
    act(call, "progress.report", id, message, fraction)
  end
  function progress.done() act(call, "progress.done", id) end
  function progress.cancelled() return act(call, "progress.cancelled", id) end
  return setmetatable(progress, of_progress)
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

  -- It ends by `done`, as a variable with <close>, and with the call.
  function ui.progress(title, options)
    expect_text(title, "ctx.ui.progress", "a title")
    if options ~= nil then expect_keys(options, internal.set("cancellable"), {}, "ctx.ui.progress") end
    return new_progress(call, act(call, "ctx.ui.progress", title, options ~= nil and options.cancellable == true))
  end

  function ui.report(title, text)
    local given = type(title) == "table" and title or { title = title, text = text }
    if text == nil and type(title) == "string" then given = { text = title } end
    local what = "a text, a title and a text, or a table with text"
    expect_text(given.text, "ctx.ui.report", what)
    if given.title ~= nil then expect_text(given.title, "ctx.ui.report", what) end
    wait("ctx.ui.report", call, given.title or "Report", given.text, given.markdown == true)
  end
  ui.show_panel = ui.report

  function ui.confirm(title, ...)
    expect_text(title, "ctx.ui.confirm", "a title")
    return wait("ctx.ui.confirm", call, title, options_of("ctx.ui.confirm", { "text" }, ...))
  end

  function ui.select(title, items, ...)
    expect_text(title, "ctx.ui.select", "a title")
    local options = options_of("ctx.ui.select", { "placeholder" }, ...)
    local index = wait("ctx.ui.select", call, title, labels_of(items, "ctx.ui.select"), options)
    if index then return items[index] end
    return nil
  end
  ui.pick = ui.select

  function ui.input(title, ...)
    expect_text(title, "ctx.ui.input", "a title")
    return wait("ctx.ui.input", call, title, options_of("ctx.ui.input", { "placeholder", "value" }, ...))
  end

  function ui.editor(title, ...)
    expect_text(title, "ctx.ui.editor", "a title")
    return wait("ctx.ui.editor", call, title, options_of("ctx.ui.editor", { "value", "placeholder" }, ...))
  end

  function ui.prompt(given)
    expect(given, "table", "ctx.ui.prompt", "a table with a type")
    local kind, title, text = given.type, given.title, given.text
    if title == nil then title = given.message else text = text or given.message end
    local value = given.value or given.default
    local options = { text = text, placeholder = given.placeholder, value = value, timeout = given.timeout }
    if kind == "confirm" then return ui.confirm(title, options) end
    if kind == "select" then return ui.select(title, given.items or given.options, options) end
    if kind == "input" then return ui.input(title, options) end
    if kind == "editor" then
      options.text, options.value = nil, value or text
      return ui.editor(title, options)
    end
    fail("ctx.ui.prompt takes the types confirm, select, input and editor")
  end

  return ui
end

local of_ui = strict("ctx.ui", new_ui(0), {
  set_editor_text = "what is in the composer is the person's. A command may return { prompt = … }, and ctx.ui.editor asks for a text",
  get_editor_text = "what is in the composer is the person's until they send it: zi.on(\"input\", …)",
})

function internal.new_ui(call) return setmetatable(new_ui(call), of_ui) end
