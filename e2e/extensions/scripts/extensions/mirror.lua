-- Providers by stream: of events that are emitted, of an iterator, of a list. The first tells what it was sent.
local function model(id, name)
  return { id = id, name = name, context_window = 8000, max_tokens = 1000, supports_tools = true }
end

zi.register_provider("mirror", {
  name = "Mirror",
  models = { model("emits", "Emits") },
  stream = function(request, ctx)
    ctx.emit("Emitted. ")
    ctx.sleep(10)
    for _, tool in ipairs(request.tools) do
      if tool.name:find("measure", 1, true) then ctx.emit({ type = "text", value = tool.description }) end
    end
  end,
})
zi.provider("steps", {
  name = "Steps",
  models = { model("iterates", "Iterates") },
  stream = function()
    local at = 0
    return function()
      at = at + 1
      return ({ "One, ", "two, ", "three." })[at]
    end
  end,
})
zi.register_provider("whole", {
  name = "Whole",
  models = { model("lists", "Lists") },
  is_authenticated = function() return true end,
  stream = function() return { "All ", "at once.", { type = "stop", value = "end-turn" } } end,
})
