-- What is registered: its definition goes to the host, its functions stay here.

local internal, host = ...
local native, fail = internal.native, internal.fail
local next, type = native.next, native.type

-- The functions of the script, by what the host calls them: "tool greet execute".
local handlers = {}
internal.handlers = handlers

function internal.register(kind, name, definition)
  local functions = {}
  for key, value in next, definition do
    if type(value) == "function" then
      local place = native.format("%s %s %s", kind, name, key)
      functions[place], definition[key] = value, place
    end
  end
  host.register(kind, definition)
  for place, run in next, functions do handlers[place] = run end
end

function internal.unregister(kind, name)
  host.unregister(kind, name)
  local places = native.format("%s %s ", kind, name)
  for place in next, handlers do
    if native.sub(place, 1, #places) == places then handlers[place] = nil end
  end
end

local function expect(value, kind, what, name)
  if type(value) ~= kind then fail("%s: %s must be a %s, not a %s", what, name, kind, type(value)) end
  return value
end

internal.expect_kind = expect

function internal.optional(value, kind, what, name)
  if value ~= nil then expect(value, kind, what, name) end
  return value
end
