-- How the host runs a script's function: in a coroutine, with a `ctx`, its result in the host's form.

local internal, host = ...
local native, fail = internal.native, internal.fail
local pcall, rawget, tostring, type, xpcall = native.pcall, native.rawget, native.tostring, native.type, native.xpcall
local where = host.where

-- The text of `content`, which is one, or a list of parts.
function internal.text_of(content, what)
  if type(content) == "string" then return content end
  if type(content) ~= "table" then fail("%s: content is a text or a list of parts, not a %s", what, type(content)) end
  local texts = {}
  for index = 1, #content do
    local part = content[index]
    if type(part) == "string" then part = { type = "text", text = part } end
    if type(part) ~= "table" or part.type ~= "text" or type(part.text) ~= "string" then
      fail("%s: parts are { type = \"text\", text = … }; others are not there yet in this version of the app", what)
    end
    texts[index] = part.text
  end
  return native.concat(texts, "\n")
end

-- What each kind of call does with a function, and with its result.
local kinds = {}

function kinds.load(chunk, ctx)
  local setup = chunk(internal.zi, ctx)
  if type(setup) == "function" then setup(internal.zi, ctx)
  elseif setup ~= nil then fail("the script returned a %s. Return nothing, or a function that takes zi", type(setup)) end
end

function kinds.tool(execute, ctx, params)
  local result = execute(params, ctx)
  if result == nil then return { text = "" } end
  if type(result) == "string" then return { text = result } end
  if type(result) ~= "table" then
    fail("the tool returned a %s. Return a text, or a table with content", type(result))
  end
  if result.content == nil then fail("the tool returned a table without content") end
  return {
    text = internal.text_of(result.content, "tool result"),
    details = result.details,
    is_error = result.is_error == true,
  }
end

function kinds.command(run, ctx, args)
  local result = run(args, ctx)
  if result == nil then return { reply = "" } end
  if type(result) == "string" then return { reply = result } end
  if type(result) == "table" then
    -- Each once: it may be another the second time.
    local prompt = result.prompt
    if type(prompt) == "string" then return { prompt = prompt } end
    local reply = result.reply
    if type(reply) == "string" then return { reply = reply } end
  end
  fail("the command returned a %s. Return nothing, a text to show, or { prompt = text } for the model", type(result))
end

local function text_or(value, other)
  if type(value) == "string" and value ~= "" then return value end
  return other
end

-- An option is a text, or a table: `value` is what it puts there, `label` what is read.
local function argument_option(given)
  if type(given) ~= "table" then return { label = given } end
  local value, label = given.value, given.label
  return {
    label = text_or(label, value),
    newText = text_or(value, nil),
    description = text_or(given.description, nil),
    runs = given.runs == true,
  }
end

function kinds.completion(complete, ctx, argument)
  local found = complete(argument, ctx)
  if found ~= nil and type(found) ~= "table" then
    fail("the completions are a %s. Return a list of texts, or of { value, label, description }", type(found))
  end
  local options = native.setmetatable({}, host.array_mark)
  for index = 1, native.min(#(found or {}), 200) do options[index] = argument_option(found[index]) end
  return options
end

function kinds.stream(stream, ctx, request)
  local events, state, first = stream(request, ctx)
  if events == nil then return end
  if type(events) == "table" and native.getmetatable(events) == nil then
    for index = 1, #events do ctx.emit(events[index]) end
    return
  end
  for event in events, state, first do ctx.emit(event) end
end

kinds.event = internal.handle_event

function kinds.question(run, ctx) return run(ctx) and true or false end

-- Marks an error that comes with its traceback.
local traced = {}

-- Runs where the error was raised, while its calls are there.
local function trace(thrown)
  return { [traced] = true, thrown = thrown, place = where(), traceback = native.traceback("", 2) }
end

-- Where a function begins, for errors of what it has called last: such calls leave no place of their own.
local function beginning_of(run)
  local about = native.getinfo(run, "S")
  return native.format("%s:%d: ", about.short_src, about.linedefined == 0 and 1 or about.linedefined)
end

local function message_of(thrown, place, run)
  local is_placed = place ~= ""
  if not is_placed then place = beginning_of(run) end
  if type(thrown) == "string" then
    local text, lines = native.gsub(thrown, "^zi:%d+: ", "", 1)
    if is_placed and lines == 0 then return thrown end
    return place .. text
  end
  local message = type(thrown) == "table" and rawget(thrown, "message")
  if type(message) == "string" then return place .. message end
  if type(thrown) == "table" and native.getmetatable(thrown) ~= nil then
    local ok, text = pcall(tostring, thrown)
    if ok then return place .. text end
    return place .. "an error that cannot be read: its __tostring fails"
  end
  if type(thrown) == "table" then return place .. "an error that is a table without a message" end
  return place .. "an error that is " .. tostring(thrown)
end

local function gone() fail("it is not registered any more") end

-- Returns true, the result and where the function begins, for errors of the result; or false, a message and a traceback.
function internal.run(kind, call, run, ...)
  internal.bases[native.running()] = true
  if type(run) == "string" then run = internal.handlers[run] or gone end
  local ok, result = xpcall(kinds[kind], trace, run, internal.new_ctx(call), ...)
  if ok then return true, result, beginning_of(run) end
  -- Memory that runs out leaves nothing to trace with.
  if type(result) ~= "table" or not rawget(result, traced) then return false, tostring(result), "" end
  return false, message_of(result.thrown, result.place, run), result.traceback
end
