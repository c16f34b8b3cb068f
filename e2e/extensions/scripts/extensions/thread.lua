-- The thread: who it is, its messages and entries, notes and labels.
zi.register_command("chronicle", { description = "Writes the chronicle", handler = function(_, ctx)
  local s = ctx.session
  s.set_name("The chronicle")
  local messages, entries = s.messages({ limit = 2 }), s.entries()
  s.add_note("a first note")
  s.add_note("a second note")
  s.add_label("kept", messages[1].id)
  s.add_label("dropped")
  s.remove_label("dropped")
  local info = s.info()
  return zi.json.encode({
    name = s.name(), count = info.messages, model = info.model, cwd = info.cwd ~= nil,
    roles = messages[1].role .. " " .. messages[2].role, last = entries[#entries].type,
    notes = #s.notes(), labels = #s.labels(),
  })
end })
