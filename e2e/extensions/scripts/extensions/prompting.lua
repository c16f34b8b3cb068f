-- ctx.ui.prompt asks by type. What is closed is nil, and so is what nobody answers in its time.
zi.register_command("quiz", { description = "Asks by type", handler = function(_, ctx)
  local said = {}
  said[1] = tostring(ctx.ui.prompt { type = "confirm", title = "Ready?", text = "It begins at once." })
  said[2] = ctx.ui.prompt { type = "select", title = "Pick a door", items = { "Left", "Right" } }
  said[3] = tostring(ctx.ui.prompt { type = "input", title = "Your guess?", placeholder = "A number", value = "4" })
  said[4] = tostring(ctx.ui.prompt { type = "input", title = "Quick!", timeout = 1000 })
  return table.concat(said, ", ")
end })
