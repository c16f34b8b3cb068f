-- A script with modules of its own, which come before those of the root.
local near, shapes = require("near"), require("shapes")
zi.register_command("fetch", { description = "Fetches from modules", handler = function()
  return near.word .. " " .. shapes.of({ 1 }) .. " " .. tostring(require("near") == near)
end })
