zi.on("tool_call", function(event, ctx)
  local is_delete = event.tool_name:find("delete$") ~= nil
  local what = tostring(is_delete and event.input.path or event.input.command)
  if not is_delete and not what:find("%f[%w]rm%f[%W]") then return end
  if ctx.ui.confirm("Let it delete?", what) then return end
  return { block = true, reason = "The person wants to keep it. Ask them what may go." }
end)

zi.on("before_agent_start", function(event)
  return { system_prompt = event.system_prompt .. "\n\nSay why before you delete anything." }
end)
