-- Two ways to fail: a result for the model, and an error with its place.
zi.register_tool({
  name = "decline",
  description = "Declines.",
  execute = function() return { content = "Not on a Sunday.", is_error = true, details = { day = "Sunday" } } end,
})
zi.register_tool({
  name = "stumble",
  description = "Stumbles.",
  execute = function() error("There is a stone.") end,
})
