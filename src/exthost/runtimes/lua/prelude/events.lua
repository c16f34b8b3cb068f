-- The events of threads: how a handler is called with one, and what it may return.

local internal = ...
local native, fail = internal.native, internal.fail
local rawequal, rawget, type = native.rawequal, native.rawget, native.type

local function a(kind)
  return function(value, what)
    if type(value) ~= kind then fail("%s must be a %s, not a %s", what, kind, type(value)) end
    return value
  end
end
local function any(value) return value end
local function text_of(value, what) return internal.text_of(value, what) end

local function message(value, what)
  return text_of(type(value) == "table" and value.content or value, what)
end

local function result(value, what)
  local output, code = a "table"(value, what).output, value.exit_code
  a "string"(output, what .. ".output")
  if code == nil or code == 0 then return output end
  return native.format("%s\nExit code %s", output, native.tostring(code))
end

-- What may be returned for each event that is asked about, and what becomes of it.
local asked = {
  input = { text = a "string", action = a "string", reply = a "string" },
  before_agent_start = { system_prompt = a "string", message = message },
  context = { messages = a "table" },
  before_provider_request = { payload = a "table" },
  tool_call = { input = a "table", block = any, reason = a "string" },
  tool_result = { content = text_of, details = any, is_error = a "boolean" },
  user_bash = { command = a "string", block = any, reason = a "string", result = result },
  session_before_switch = { cancel = any, reason = a "string" },
  session_before_fork = { cancel = any, reason = a "string" },
}
-- Of these, what may be changed in the event itself.
local in_place = internal.set("text", "system_prompt", "messages", "payload", "input", "content", "details", "is_error", "command")

-- Older scripts say `toolName` for `tool_name`.
local function name_of(key)
  if type(key) ~= "string" then return key end
  return (native.gsub(key, "%u", function(letter) return "_" .. native.lower(letter) end))
end
local of_event = {
  __index = function(event, key)
    local name = name_of(key)
    if name ~= key then return rawget(event, name) end
    return nil
  end,
  __newindex = function(event, key, value) native.rawset(event, name_of(key), value) end,
  __metatable = false,
}
local function with_older_names(event)
  native.setmetatable(event, of_event)
  if event.message then native.setmetatable(event.message, of_event) end
  for _, list in native.next, { event.messages or {}, event.tool_results or {} } do
    for index = 1, #list do native.setmetatable(list[index], of_event) end
  end
end

-- What was returned, by the names of now.
local function returned_by(run, ctx, event, known, what)
  local returned = run(event, ctx)
  if known == nil or returned == nil then return {} end
  local names = native.concat(internal.names_of(known), ", ")
  if type(returned) ~= "table" then
    fail("%s: the handler returned a %s. Return nothing, or a table with some of: %s", what, type(returned), names)
  end
  if known.payload and returned.payload == nil and returned.messages then return { payload = returned } end
  local given = {}
  for key, value in native.next, returned do
    local name = name_of(key)
    if not known[name] then fail("%s: there is no %s to return. There are %s", what, native.tostring(key), names) end
    given[name] = value
  end
  return given
end

-- Returns what the host makes an outcome of; nothing for events that are only told.
function internal.handle_event(run, ctx, event)
  with_older_names(event)
  local name, input = event.type, event.input
  if name == "tool_call" then event.args = input end
  local known, what = asked[name], "zi.on " .. name
  local given = returned_by(run, ctx, event, known, what)
  if not known then return end
  if name == "tool_call" and rawequal(event.input, input) then event.input = event.args end
  local said = {}
  for key, read in native.next, known do
    local value = given[key]
    if value == nil and in_place[key] then value = rawget(event, key) end
    if value ~= nil then said[key] = read(value, what .. ": " .. key) end
  end
  return said
end
