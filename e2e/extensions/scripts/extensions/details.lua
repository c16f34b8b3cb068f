-- Content of several parts for the model, details for the person: with an empty list and a null.
zi.tool({
  name = "survey",
  description = "Surveys a field.",
  execute = function()
    return {
      content = { { type = "text", text = "first part" }, { type = "text", text = "second part" } },
      details = { rows = { 1, 2.5 }, none = zi.array({}), unknown = zi.null, nested = { deep = "für dich" } },
    }
  end,
})
