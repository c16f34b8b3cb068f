-- Notices of each level, and an item of the status bar that comes and goes.
zi.register_command("tell", { description = "Tells at each level", handler = function(_, ctx)
  ctx.ui.message("All is well")
  ctx.ui.notify("The tide is high", "warning")
  ctx.ui.message("The boat is gone", "error")
end })
zi.register_command("tide", { description = "Shows the tide", handler = function(args, ctx)
  ctx.ui.status("tide", args ~= "" and "Tide: " .. args or nil)
end })
