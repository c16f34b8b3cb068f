-- What a tool says while it runs stands beside its call; it asks in the middle, so that one sees it.
zi.register_tool({
  name = "dig",
  description = "Digs a hole.",
  execute = function(_, ctx)
    ctx.update("a foot deep")
    local deeper = ctx.ui.confirm("Dig deeper?")
    ctx.update("done")
    return "dug, deeper: " .. tostring(deeper)
  end,
})
