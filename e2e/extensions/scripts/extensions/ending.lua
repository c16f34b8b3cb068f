-- What a script does when it ends: it is told by session_shutdown, and remembers it for the next run.
zi.on("session_shutdown", function(_, ctx) ctx.state.set("ends", (ctx.state.get("ends") or 0) + 1) end)
zi.register_command("ends", { description = "Tells how often it ended", handler = function(_, ctx)
  return "ended " .. tostring(ctx.state.get("ends") or 0) .. " times"
end })
