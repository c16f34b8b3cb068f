-- The person's models, and answers of one: by a text, and by a conversation with the fast one.
zi.register_command("consult", { description = "Asks a model", handler = function(_, ctx)
  local now = ctx.models.current()
  local first = ctx.ai.complete("Say hello")
  local second = ctx.ai.complete { system = "Be brief.", messages = { { role = "user", content = "Hello" } }, model = now.id, max_tokens = 50 }
  return zi.json.encode({ name = now.name, window = now.context_window, several = #ctx.models.list() > 1, ready = now.is_ready, first = first.text, stop = second.stop_reason })
end })
