-- Progress that counts, and ends with its block; a report at the end.
zi.register_command("row", { description = "Rows a mile", handler = function(_, ctx)
  do
    local p <close> = ctx.ui.progress("Rowing")
    p.report("half a mile", 0.5)
    ctx.ui.confirm("Row on?")
  end
  ctx.ui.report { title = "The log", text = "# A mile\n\n- rowed", markdown = true }
  return "rowed"
end })
