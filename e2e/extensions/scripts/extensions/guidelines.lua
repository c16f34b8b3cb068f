-- What a tool says to models beside its description. The provider of mirror.lua tells what has arrived.
zi.register_tool({
  name = "measure",
  description = "Measures a field.",
  prompt_snippet = "Measure before you cut.",
  prompt_guidelines = { "Measure twice.", "Never measure at night." },
  execute = function() return "4 m" end,
})
