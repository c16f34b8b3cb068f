-- One question of each kind, one after the other; the answers are told together.
zi.register_command("survey", { description = "Asks of each kind", handler = function(_, ctx)
  local said = { tostring(ctx.ui.confirm("Sail today?", "The wind is fair.")) }
  said[2] = ctx.ui.select("Which boat?", { "Gull", "Tern" }, "The name of a boat")
  local harbour = ctx.ui.pick("Which harbour?", { { label = "North", description = "Two miles" }, { label = "South", berth = 7 } })
  said[3] = harbour and tostring(harbour.berth)
  said[4] = ctx.ui.input("Who sails?", "A name", "Ann")
  said[5] = ctx.ui.editor("What is aboard?", "rope\n", "One per line")
  return zi.json.encode(said)
end })
