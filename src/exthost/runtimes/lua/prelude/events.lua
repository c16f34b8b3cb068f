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

-- The tables of a value, which a handler may change, beside its texts, which it cannot.
local function snapshot_of(value)
  if type(value) ~= "table" then return value end
  local copy = {}
  for key, inner in native.next, value do copy[key] = snapshot_of(inner) end
  return copy
end

-- Whether a value is as it was. Most handlers only look: a long thread then crosses the border once, not twice.
local function is_same(value, before)
  if type(value) ~= "table" or type(before) ~= "table" then return rawequal(value, before) end
  local left = 0
  for _ in native.next, before do left = left + 1 end
  for key, inner in native.next, value do
    local was = rawget(before, key)
    if was == nil or not is_same(inner, was) then return false end
    left = left - 1
  end
  return left == 0
end

-- The messages of `context`, with the place that it had before for each that is as it was there.
local function changed_messages(list, before, what)
  local count, by_ref = 0, {}
  for _ in native.next, list do count = count + 1 end
  -- What is no list is refused where it is read.
  if count ~= #list then return list end
  for place = 1, #before do
    local ref = before[place].ref
    local places = by_ref[ref]
    if places then places[#places + 1] = place else by_ref[ref] = { place } end
  end
  local changed = {}
  for index = 1, count do
    local message = list[index]
    a "table"(message, native.format("%s[%d]", what, index))
    changed[index] = message
    local ref = rawget(message, "ref")
    for _, place in native.next, ref ~= nil and by_ref[ref] or {} do
      if is_same(message, before[place]) then changed[index] = place end
    end
  end
  return changed
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
  local before = {}
  for key in native.next, known or {} do
    if in_place[key] then before[key] = snapshot_of(rawget(event, key)) end
  end
  local given = returned_by(run, ctx, event, known, what)
  if not known then return end
  if name == "tool_call" and rawequal(event.input, input) then event.input = event.args end
  local said = {}
  for key, read in native.next, known do
    local value = given[key]
    if value == nil and in_place[key] then value = rawget(event, key) end
    if value ~= nil and not is_same(value, before[key]) then
      local place = what .. ": " .. key
      said[key] = read(value, place)
      if key == "messages" then said[key] = changed_messages(value, before[key], place) end
    end
  end
  return said
end
