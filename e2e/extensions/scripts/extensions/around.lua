-- What a handler knows of where it is: the folder, the model's context, its rules, and whether an answer streams.
zi.register_command("look", { description = "Looks around", handler = function(_, ctx)
  local usage = ctx.get_context_usage()
  return zi.json.encode({
    folder = ctx.cwd and ctx.cwd:match("[^/\\]+$"), ui = ctx.has_ui, idle = ctx.is_idle(),
    rules = ctx.get_system_prompt():find("Be brief", 1, true) ~= nil,
    window = usage and usage.context_window, aborted = ctx.aborted(),
  })
end })
