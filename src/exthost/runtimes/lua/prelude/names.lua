-- Names that are not there: of tables of the API, and of what a script gives in tables. Each error says what was meant.

local internal, host = ...
local native, fail = internal.native, internal.fail

-- Letters to add, drop or replace, counted up to the length of the texts.
local function distance(one, other)
  local row = {}
  for column = 0, #other do row[column] = column end
  for line = 1, #one do
    local corner = row[0]
    row[0] = line
    for column = 1, #other do
      local same = native.sub(one, line, line) == native.sub(other, column, column)
      local cost = native.min(row[column] + 1, row[column - 1] + 1, corner + (same and 0 or 1))
      corner, row[column] = row[column], cost
    end
  end
  return row[#other]
end

-- The name that was probably meant, if one is near.
local function nearest(key, names)
  local best, cost = nil, 3
  for index = 1, #names do
    local name = names[index]
    local here = #key < 64 and distance(key, name) or cost
    if here < cost and here < #key then best, cost = name, here end
  end
  return best
end

local function names_of(object)
  local names = {}
  for name in native.next, object do names[#names + 1] = name end
  native.sort(names)
  return names
end
internal.names_of = names_of

function internal.set(...)
  local names = {}
  for index = 1, native.select("#", ...) do names[native.select(index, ...)] = true end
  return names
end

-- A key that may be a slip of the pen is refused, and so is one of `needed`, without which the definition would not
-- do what it says. Of others the log tells that they have no effect.
function internal.expect_keys(given, known, needed, what)
  if native.type(given) ~= "table" then fail("%s needs a table, and got a %s", what, native.type(given)) end
  for key in native.next, given do
    if needed[key] then fail("%s: %s is not there yet in this version of the app", what, key) end
    if not known[key] then
      local near = native.type(key) == "string" and nearest(key, names_of(known))
      if near then fail("%s: there is no %s; did you mean %s?", what, key, near) end
      host.log("warn", native.format("%s%s: %s has no effect in this version of the app", host.where(), what, native.tostring(key)))
    end
  end
end

-- A metatable for tables that have the names of `object`; `absent` says of what is not there what to do instead.
function internal.strict(name, object, absent)
  local names = names_of(object)
  return {
    __index = function(_, key)
      local asked = name .. "." .. native.tostring(key)
      if absent[key] then fail("%s is not available: %s", asked, absent[key]) end
      local near = native.type(key) == "string" and nearest(key, names)
      if near then fail("there is no %s; did you mean %s.%s?", asked, name, near) end
      fail("there is no %s. %s has %s", asked, name, native.concat(names, ", "))
    end,
    __metatable = false,
  }
end
