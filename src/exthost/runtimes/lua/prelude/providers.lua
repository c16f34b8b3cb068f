-- Providers of models: those whose answers a function of the script streams, and endpoints, which the app calls itself.

local internal, host = ...
local native, fail, set, expect_keys, expect, optional =
  internal.native, internal.fail, internal.set, internal.expect_keys, internal.expect_kind, internal.optional
local next, type = native.next, native.type

-- A list without items is one, too.
local function array() return native.setmetatable({}, host.array_mark) end

-- Other spellings of keys.
local function renamed(given, names)
  if type(given) ~= "table" then return given end
  local copy = {}
  for key, value in next, given do copy[names[key] or key] = value end
  return copy
end

local model_keys = {
  id = "string", name = "string", context_window = "number", max_tokens = "number", supports_images = "boolean",
  supports_tools = "boolean", supports_thinking = "boolean", default = "boolean", default_fast = "boolean",
  reasoning = "boolean", input = "table", cost = "table",
}
local model_names = { contextWindow = "context_window", maxTokens = "max_tokens" }
local model_needed = set("api", "base_url", "baseUrl", "headers")
local cost_keys = set("input", "output", "cache_read", "cache_write")
local cost_names = { cacheRead = "cache_read", cacheWrite = "cache_write" }

-- Per million tokens, in dollars.
local function expect_cost(cost, what)
  cost = renamed(cost, cost_names)
  expect_keys(cost, cost_keys, {}, what)
  local known = {}
  for key in next, cost_keys do
    local price = optional(cost[key], "number", what, key)
    if price and not (price >= 0 and price < 1e9) then fail("%s: %s must be a price from 0 on", what, key) end
    known[key] = price
  end
  known.input, known.output = known.input or 0, known.output or 0
  return known
end

local function takes_images(input, what)
  local images = false
  for index = 1, #input do
    local kind = input[index]
    if kind ~= "text" and kind ~= "image" then fail("%s: input has \"text\" and \"image\"", what) end
    images = images or kind == "image"
  end
  return images
end

local function expect_model(given, what, name)
  local model = renamed(given, model_names)
  expect_keys(model, model_keys, model_needed, what .. ": " .. name)
  if expect(model.id, "string", what, name .. ".id") == "" then fail("%s: %s.id is empty", what, name) end
  local known = {}
  for key, kind in next, model_keys do
    local value = model[key]
    if value ~= nil then
      local place = name .. "." .. key
      expect(value, kind, what, place)
      if kind == "number" and not (value >= 1 and value < 2 ^ 53 and value % 1 == 0) then
        fail("%s: %s must be a whole number from 1 on", what, place)
      end
      known[key] = value
    end
  end
  local place = what .. ": " .. name
  if known.cost then known.cost = expect_cost(known.cost, place .. ".cost") end
  if known.input and known.supports_images == nil then known.supports_images = takes_images(known.input, place) end
  if known.supports_thinking == nil then known.supports_thinking = known.reasoning end
  known.input, known.reasoning = nil, nil
  return known
end

local function expect_models(models, what)
  local known, names, count = array(), {}, 0
  for _ in next, expect(models, "table", what, "models") do count = count + 1 end
  if count ~= #models then fail("%s: models is a list, { { id = … }, … }, without names or holes", what) end
  for index = 1, count do
    local model = expect_model(models[index], what, native.format("models[%d]", index))
    if names[model.id] then fail("%s: models[%d] has the id of another, %s", what, index, model.id) end
    known[index], names[model.id] = model, true
  end
  return known
end

local function expect_headers(headers, what)
  local known = {}
  for name, value in next, optional(headers, "table", what, "headers") or {} do
    expect(name, "string", what, "the name of a header")
    known[name] = expect(value, "string", what, "headers." .. name)
  end
  return known
end

local provider_keys = set(
  "name", "id", "models", "stream", "is_authenticated", "base_url", "api", "api_key", "headers", "auth_header"
)
local provider_names = { baseUrl = "base_url", apiKey = "api_key", authHeader = "auth_header" }
local of_endpoints = { "base_url", "api", "api_key", "headers", "auth_header" }
local absent = {
  oauth = "a script cannot sign a person in: that takes requests of its own, and a script has no network. Give an api_key, or leave it out, and the app asks for the key",
  stream_simple = "use stream(request, ctx), whose request and events are those of docs/extensions/lua.md",
}
absent.streamSimple = absent.stream_simple

local function endpoint(provider, what)
  if provider.base_url == nil or provider.api == nil then
    fail("%s needs stream, a function, or base_url and api, which say where a service is and what it speaks", what)
  end
  if provider.is_authenticated ~= nil then fail("%s: is_authenticated is for providers with stream", what) end
  return {
    base_url = expect(provider.base_url, "string", what, "base_url"),
    api = expect(provider.api, "string", what, "api"),
    api_key = optional(provider.api_key, "string", what, "api_key"),
    auth_header = optional(provider.auth_header, "boolean", what, "auth_header") or false,
    headers = expect_headers(provider.headers, what),
  }
end

function internal.register_provider(id, given)
  local what = "zi.register_provider"
  local provider = given
  if type(id) == "table" and given == nil then
    provider = id
    id = provider.id or provider.name
  end
  provider = renamed(provider, provider_names)
  for key, reason in next, absent do
    if type(provider) == "table" and provider[key] ~= nil then fail("%s: %s is not available: %s", what, key, reason) end
  end
  expect_keys(provider, provider_keys, {}, what)
  if type(id) ~= "string" or #id > 63 or not native.find(id, "^[a-z0-9][a-z0-9_-]*$") then
    fail("%s: an id has lower-case letters, digits, \"-\" and \"_\", at most 63", what)
  end
  what = what .. " " .. id
  local definition = {
    id = id,
    name = optional(provider.name, "string", what, "name") or id,
    models = expect_models(provider.models or {}, what),
  }
  if provider.stream == nil then
    definition.endpoint = endpoint(provider, what)
  else
    for index = 1, #of_endpoints do
      local key = of_endpoints[index]
      if provider[key] ~= nil then
        fail("%s: %s has no effect beside stream, which makes the requests. Leave one of them out", what, key)
      end
    end
    local authenticated = provider.is_authenticated
    if authenticated ~= nil and type(authenticated) ~= "boolean" then
      expect(authenticated, "function", what, "is_authenticated")
    end
    definition.stream = expect(provider.stream, "function", what, "stream")
    definition.is_authenticated = authenticated
  end
  internal.register("provider", id, definition)
end
