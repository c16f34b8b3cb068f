-- Names that are misspelt or not there yet: the errors say so, with what was meant.
zi.register_command("mistake", { description = "Makes mistakes", handler = function(_, ctx)
  local said = {}
  for _, try in ipairs({
    function() return ctx.ui.mesage("x") end,
    function() return zi.spawn({ "ls" }) end,
    function() return zi.register_tol({}) end,
    function() return ctx.ui.set_editor_text("x") end,
    function() return ctx.ui.confirm("x", { timeot = 5000 }) end,
    function() return zi.system({ "ls" }, { stdin = "x" }) end,
    function() return ctx.ui.confirm("x", { timeout = 5 }) end,
    function() return io.open("x") end,
  }) do
    local _, why = pcall(try)
    said[#said + 1] = tostring(why)
  end
  return "```\n" .. table.concat(said, "\n") .. "\n```"
end })
