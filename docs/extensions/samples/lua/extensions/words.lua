local counting = require("counting")

zi.register_tool({
  name = "count_words",
  description = "Counts the words of a text.",
  parameters = {
    type = "object",
    properties = { text = { type = "string" } },
    required = { "text" },
  },
  execute = function(params, ctx)
    if type(params.text) ~= "string" then
      return { content = 'The argument "text" is missing.', is_error = true }
    end
    return counting.words(params.text)
  end,
})

zi.register_command("words", {
  description = "Counts the words that you type",
  argument_hint = "<text>",
  handler = function(args, ctx)
    if args == "" then
      args = ctx.ui.input("Which words?") or ""
    end
    local runs = (ctx.state.get("runs") or 0) + 1
    ctx.state.set("runs", runs)
    return counting.words(args) .. ", asked " .. runs .. " times"
  end,
})
