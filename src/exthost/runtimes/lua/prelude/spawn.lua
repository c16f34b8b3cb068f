-- `zi.spawn`: a model does a task in a session of its own, and the script waits for its end.

local internal = ...
local native, fail, set = internal.native, internal.fail, internal.set
local next, type = native.next, native.type

local name = "zi.spawn"
local known = set("task", "agent", "model", "tools", "system_append", "append_system_prompt", "cwd", "on")
local events = set(
  "agent_start", "agent_end", "turn_start", "turn_end", "message_start", "message_update", "message_end",
  "tool_execution_start", "tool_execution_update", "tool_execution_end"
)
local count = 0

local function text(given, key)
  local value = given[key]
  if value ~= nil and type(value) ~= "string" then fail("%s: %s must be a text, not a %s", name, key, type(value)) end
  return value
end

-- A list, or a text with the names apart by commas or blanks.
local function names_of(tools)
  local list = internal.zi.array {}
  if type(tools) == "string" then
    native.gsub(tools, "[^%s,]+", function(one) list[#list + 1] = one end)
    return list
  end
  if type(tools) ~= "table" then fail("%s: tools must be a text or a list, not a %s", name, type(tools)) end
  for index = 1, #tools do
    if type(tools[index]) ~= "string" then fail("%s: tools[%d] must be a text, not a %s", name, index, type(tools[index])) end
    list[index] = tools[index]
  end
  return list
end

-- The functions, by what the host calls each.
local function handlers_of(on)
  if on == nil then return {}, {} end
  if type(on) ~= "table" then fail("%s: on must be a table, not a %s", name, type(on)) end
  count = count + 1
  local places, functions = {}, {}
  for event, run in next, on do
    if not events[event] then
      fail("%s: there is no event %s of a task. There are %s", name, native.tostring(event),
        native.concat(internal.names_of(events), ", "))
    end
    if type(run) ~= "function" then fail("%s: on.%s must be a function, not a %s", name, event, type(run)) end
    local place = native.format("spawn %d %s", count, event)
    places[event], functions[place] = place, run
  end
  return places, functions
end

function internal.spawn(given)
  if type(given) == "string" then given = { task = given } end
  internal.expect_keys(given, known, {}, name)
  if (text(given, "task") or "") == "" then fail("%s needs a task: what the model is to do", name) end
  local places, functions = handlers_of(given.on)
  local asked = {
    task = given.task,
    agent = text(given, "agent"),
    model = text(given, "model"),
    tools = given.tools ~= nil and names_of(given.tools) or nil,
    system_append = text(given, "system_append") or text(given, "append_system_prompt"),
    cwd = text(given, "cwd"),
    on = places,
  }
  local handlers = internal.handlers
  for place, run in next, functions do handlers[place] = run end
  local ok, outcome = internal.unless_over(native.pcall(internal.wait, name, internal.current_call(), asked))
  for place in next, functions do handlers[place] = nil end
  if not ok then native.error(outcome, 0) end
  return outcome
end
