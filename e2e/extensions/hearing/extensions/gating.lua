-- A gate before a tool, which asks the person, and otherwise changes what the tool is given.
zi.register_tool({ name = "cut", description = "Cuts", parameters = { type = "object" }, execute = function(params)
  return "cut " .. tostring(params.depth)
end })
zi.on("tool_call", function(event, ctx)
  if event.tool_name ~= "cut" then return end
  if event.input.depth > 5 and not ctx.ui.confirm("Cut that deep?", "It would be " .. event.input.depth) then
    return { block = true, reason = "too deep" }
  end
  event.input.depth = event.input.depth + 1
end)
