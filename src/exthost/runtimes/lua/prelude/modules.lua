-- `require`, which finds the files that the host was given.

local internal, host = ...
local native, fail = internal.native, internal.fail
local setmetatable = native.setmetatable

local loaded = {}
-- The names that a coroutine is loading, by coroutine: one that is ended leaves none behind.
local loading = setmetatable({}, { __mode = "k" })

function require(name)
  if native.type(name) ~= "string" then fail("require needs the name of a module") end
  -- The places where it was looked for are told, each with the name.
  if #name > 200 then fail("require needs a name of 200 letters at most") end
  if loaded[name] ~= nil then return loaded[name] end
  local co = native.running()
  local names = loading[co] or {}
  loading[co] = names
  for index = 1, #names do
    if names[index] == name then
      fail("modules require each other in a circle: %s → %s", native.concat(names, " → ", index), name)
    end
  end
  local chunk, path = host.load_module(name)
  names[#names + 1] = name
  local _ <close> = setmetatable({}, { __close = function() names[#names] = nil end })
  local value = chunk(name, path)
  if value == nil then value = true end
  loaded[name] = value
  return value, path
end
