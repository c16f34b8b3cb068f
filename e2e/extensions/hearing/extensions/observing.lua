-- Follows what goes on in threads, and tells which events it has heard of.
local heard = {}
for _, name in ipairs {
  "session_start", "model_select", "agent_start", "agent_end", "turn_start", "turn_end", "message_start", "message_update",
  "message_end", "tool_execution_start", "tool_execution_update", "tool_execution_end",
} do
  zi.on(name, function(event) heard[event.type] = true end)
end
zi.register_command("heard", { description = "Tells what it heard of", handler = function()
  local names = {}
  for name in pairs(heard) do names[#names + 1] = name end
  table.sort(names)
  return #names .. ": " .. table.concat(names, " ")
end })
