-- Of `ctx`: the thread of a call, the models, and what the panel does.

local internal = ...
local native, fail, expect_text, wait, strict =
  internal.native, internal.fail, internal.expect_text, internal.wait, internal.strict
local type = native.type

-- The options of a list; a number is its limit.
local function which(options, name)
  if type(options) == "number" then options = { limit = options } end
  if options == nil then options = {} end
  internal.expect_keys(options, internal.set("limit", "before"), {}, name)
  local limit = options.limit or 50
  if native.math_type(limit) ~= "integer" or limit < 1 or limit > 500 then
    fail("%s: limit is a whole number from 1 to 500", name)
  end
  local before = options.before
  if before ~= nil then expect_text(before, name, "before as an id") end
  return { limit = limit, before = before }
end

local function new_session(call)
  local session = {}
  function session.info() return wait("ctx.session.info", call) end
  function session.set_name(name)
    expect_text(name, "ctx.session.set_name", "a title")
    wait("ctx.session.set_name", call, name)
  end
  function session.name(name)
    if name ~= nil then return session.set_name(name) end
    return session.info().name
  end
  function session.messages(options) return wait("ctx.session.messages", call, which(options, "ctx.session.messages")) end
  function session.entries(options) return wait("ctx.session.entries", call, which(options, "ctx.session.entries")) end
  function session.notes() return wait("ctx.session.notes", call) end
  function session.labels() return wait("ctx.session.labels", call) end
  -- Without an id the last message is meant.
  local function annotate(name)
    local full = "ctx.session." .. name
    session[name] = function(text, id)
      expect_text(text, full, "a text, then an id or nothing")
      if id ~= nil then expect_text(id, full, "a text, then an id or nothing") end
      wait(full, call, text, id)
    end
  end
  annotate "add_note"
  annotate "add_label"
  annotate "remove_label"
  return session
end

local function new_models(call)
  local models = {}
  function models.list() return wait("ctx.models.list", call) end
  function models.current()
    local all = models.list()
    for index = 1, #all do
      if all[index].is_current then return all[index] end
    end
    return nil
  end
  return models
end

local question_keys = internal.set("prompt", "messages", "system", "model", "max_tokens", "temperature", "timeout")

local function new_ai(call)
  local ai = {}
  function ai.complete(question)
    local name = "ctx.ai.complete"
    if type(question) == "string" then question = { prompt = question } end
    internal.expect_keys(question, question_keys, {}, name)
    local timeout = question.timeout
    if timeout ~= nil and not (type(timeout) == "number" and timeout >= 1 and timeout <= 3600000) then
      fail("%s: timeout has milliseconds, from 1 to 3600000", name)
    end
    local messages = question.messages
    if messages ~= nil then
      if type(messages) ~= "table" then fail("%s: messages is a list, and got a %s", name, type(messages)) end
      for index = 1, #messages == 0 and 1 or #messages do
        if type(messages[index]) ~= "table" then fail("%s: messages is a list of tables with role and text", name) end
      end
    end
    if (question.prompt == nil) == (question.messages == nil) then fail("%s needs either prompt or messages", name) end
    return wait(name, call, question)
  end
  return ai
end

local of_session = strict("ctx.session", new_session(0), {
  tool_results = "ctx.session.entries() and zi.on(\"tool_result\", …) have what tools said",
  append = "what was said in a thread stays as it was. Use add_note, or zi.on(\"context\", …) for what a model is sent",
  fork = "versions of a message are the person's. zi.spawn begins a thread of its own",
})
local of_models = strict("ctx.models", new_models(0), {})
local of_ai = strict("ctx.ai", new_ai(0), { stream = "use ctx.ai.complete, which waits for the whole answer, or zi.spawn with on = { message_update = … }" })

-- Adds what belongs to a call to its `ctx`.
function internal.add_session(ctx, call)
  ctx.session = native.setmetatable(new_session(call), of_session)
  ctx.models = native.setmetatable(new_models(call), of_models)
  ctx.ai = native.setmetatable(new_ai(call), of_ai)
  function ctx.is_idle() return wait("ctx.is_idle", call) end
  function ctx.abort() wait("ctx.abort", call) end
  function ctx.get_context_usage() return wait("ctx.get_context_usage", call) end
  function ctx.get_system_prompt() return wait("ctx.get_system_prompt", call) end
end
