-- A tool's parameters: what a model gives arrives as Lua values, of every kind that JSON has. The script itself checks
-- them, as a model may give others.
local shapes = require("shapes")

zi.register_tool({
  name = "shape",
  label = "Shape",
  description = "Says what it was given.",
  read_only = true,
  parameters = {
    type = "object",
    properties = {
      count = { type = "integer", minimum = 1 },
      ratio = { type = "number" },
      is_deep = { type = "boolean" },
      words = { type = "array", items = { type = "string" } },
      inner = { type = "object", properties = { colour = { type = "string", enum = { "red", "blue" } } } },
    },
    required = { "count" },
  },
  execute = function(params)
    if math.type(params.count) ~= "integer" then
      return { content = "count must be a whole number, and is " .. shapes.of(params.count), is_error = true }
    end
    return math.type(params.count) .. " " .. tostring(params.missing) .. " " .. shapes.of(params)
  end,
})
