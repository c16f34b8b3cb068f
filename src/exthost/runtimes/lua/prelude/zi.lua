-- The global `zi`: what a script registers, its log, JSON.

local internal, host = ...
local native, fail, names_of, set, expect_keys =
  internal.native, internal.fail, internal.names_of, internal.set, internal.expect_keys
local register, unregister, expect, optional =
  internal.register, internal.unregister, internal.expect_kind, internal.optional
local next, select, tostring, type = native.next, native.select, native.tostring, native.type

-- Of commands and tools.
local function expect_name(name, what)
  expect(name, "string", what, "name")
  if #name > 63 or not native.find(name, "^[%w][%w_-]*$") then
    fail("%s: a name has letters, digits, \"-\" and \"_\", at most 63: %s", what, native.format("%q", name))
  end
  return name
end

-- The definition in either form: with its name before it, or in it.
local function named(name, given, what)
  if type(name) == "table" and given == nil then return name end
  if type(name) ~= "string" or type(given) ~= "table" then fail("%s needs a name and a table, or a table", what) end
  local copy = { name = name }
  for key, value in next, given do copy[key] = value end
  return copy
end

local function lines_of(value, what, name)
  if type(value) == "table" then
    for index = 1, #value do expect(value[index], "string", what, name) end
    return native.concat(value, "\n")
  end
  return expect(value, "string", what, name)
end

local zi = { null = host.null }

local tool_keys = set("name", "description", "parameters", "execute", "prompt_snippet", "prompt_guidelines", "read_only")

function zi.register_tool(name, given)
  local what = "zi.register_tool"
  local tool = named(name, given, what)
  expect_keys(tool, tool_keys, {}, what)
  local own = expect_name(tool.name, what)
  what = what .. " " .. own
  local description = expect(tool.description, "string", what, "description")
  for _, key in next, { "prompt_snippet", "prompt_guidelines" } do
    if tool[key] ~= nil then description = description .. "\n\n" .. lines_of(tool[key], what, key) end
  end
  if #description == 0 or #description > 4000 then
    fail("%s: the description, with prompt_snippet and prompt_guidelines, has 1 to 4000 letters", what)
  end
  local parameters = optional(tool.parameters, "table", what, "parameters") or { type = "object" }
  if parameters.type ~= "object" then fail("%s: parameters must be a JSON schema with type = \"object\"", what) end
  register("tool", own, {
    name = own,
    description = description,
    parameters = parameters,
    read_only = optional(tool.read_only, "boolean", what, "read_only") or false,
    execute = expect(tool.execute, "function", what, "execute"),
  })
end

local command_keys = set("name", "description", "handler", "argument_hint", "get_argument_completions", "complete")

function zi.register_command(name, given)
  local what = "zi.register_command"
  local command = named(name, given, what)
  expect_keys(command, command_keys, {}, what)
  local own = expect_name(command.name, what)
  what = what .. " " .. own
  register("command", own, {
    name = own,
    description = optional(command.description, "string", what, "description") or own,
    argument_hint = optional(command.argument_hint, "string", what, "argument_hint") or "",
    handler = expect(command.handler, "function", what, "handler"),
    complete = optional(command.get_argument_completions, "function", what, "get_argument_completions")
      or optional(command.complete, "function", what, "complete"),
  })
end

zi.register_provider = internal.register_provider

function zi.unregister_tool(name) unregister("tool", expect(name, "string", "zi.unregister_tool", "name")) end
function zi.unregister_command(name) unregister("command", expect(name, "string", "zi.unregister_command", "name")) end
function zi.unregister_provider(id) unregister("provider", expect(id, "string", "zi.unregister_provider", "id")) end

local events = set(
  "session_start", "session_shutdown", "agent_start", "agent_end", "turn_start", "turn_end", "message_start",
  "message_update", "message_end", "tool_execution_start", "tool_execution_update", "tool_execution_end",
  "model_select", "input", "before_agent_start", "context", "before_provider_request", "tool_call", "tool_result",
  "user_bash", "session_before_switch", "session_before_fork"
)

-- Another name of one.
local other_names = { message = "message_end" }
local event_handlers = 0

function zi.on(event, run)
  event = other_names[event] or event
  if not events[event] then
    fail("zi.on: there is no event %s. There are %s", tostring(event), native.concat(names_of(events), ", "))
  end
  expect(run, "function", "zi.on " .. event, "handler")
  event_handlers = event_handlers + 1
  local name = event .. " " .. event_handlers
  register("event", name, { name = name, event = event, handler = run })
end

function zi.on_shutdown(run) zi.on("session_shutdown", run) end

local levels = { debug = "debug", info = "info", warn = "warn", warning = "warn", error = "error" }

function zi.log(level, text)
  if text == nil then level, text = "info", level end
  if not levels[level] then fail("zi.log takes the levels debug, info, warn and error") end
  host.log(levels[level], tostring(text))
end

function print(...)
  local texts = {}
  for index = 1, select("#", ...) do texts[index] = tostring((select(index, ...))) end
  host.log("info", native.concat(texts, "\t"))
end

local array_mark = host.array_mark
array_mark.__metatable = false

-- Marks a table as an array, which an empty one does not show by itself.
function zi.array(items)
  return native.setmetatable(expect(items or {}, "table", "zi.array", "it"), array_mark)
end

zi.json = {
  encode = function(value) return host.encode(value) end,
  decode = function(text) return host.decode(expect(text, "string", "zi.json.decode", "it")) end,
  array = zi.array,
  null = zi.null,
}

zi.system, zi.spawn = internal.system, internal.spawn
zi.tool, zi.command, zi.provider = zi.register_tool, zi.register_command, zi.register_provider

local absent = {
  session = "a call has it: ctx.session",
  models = "a call has them: ctx.models",
  ai = "a call has it: ctx.ai",
  exec = "use zi.system, which asks the person",
  send_message = "prompts are the person's. A command may return { prompt = … }, zi.on(\"before_agent_start\", …) may add a message, and zi.spawn gives a task",
  register_shortcut = "keys are the person's, who can give one to a command in Settings",
  register_flag = "the command line is the app's. Keep a choice with ctx.state, or declare a setting in a manifest",
  events = "scripts share nothing. Use one script, with modules",
}
native.setmetatable(zi.json, internal.strict("zi.json", zi.json, {}))
internal.zi = native.setmetatable(zi, internal.strict("zi", zi, absent))
_G.zi = zi
