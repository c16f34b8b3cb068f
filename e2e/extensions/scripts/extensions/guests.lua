-- Registers a command and a provider while it runs, and takes them away again.
zi.register_command("arrive", { description = "They arrive", handler = function()
  zi.register_command("speak", { description = "Is a guest", handler = function() return "a guest speaks" end })
  zi.register_provider("guest", {
    name = "Guest",
    models = { { id = "visitor", name = "Visitor", context_window = 1000, max_tokens = 100 } },
    stream = function() return { "a guest answers" } end,
  })
  return "arrived"
end })
zi.register_command("depart", { description = "They depart", handler = function()
  zi.unregister_command("speak")
  zi.unregister_provider("guest")
  return "departed"
end })
