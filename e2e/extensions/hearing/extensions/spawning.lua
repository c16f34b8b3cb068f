-- Gives a task to a model, and follows it.
zi.register_tool({ name = "delegate", description = "Gives a task", parameters = { type = "object" }, execute = function(params)
  local said = {}
  local its = zi.spawn {
    task = params.task, tools = "read,grep",
    on = { message_end = function(event) said[#said + 1] = event.message.role end },
  }
  return its.status .. ": " .. its.output .. " (" .. table.concat(said, ", ") .. ")"
end })
