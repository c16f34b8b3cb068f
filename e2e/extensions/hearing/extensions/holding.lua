-- Keeps the person in a thread, and its messages as they are, while it is at anchor.
local is_held = false
zi.register_command("anchor", { description = "Holds the thread", handler = function() is_held = true end })
zi.on("session_before_switch", function(event)
  if is_held then return { cancel = true, reason = "at anchor, no " .. event.reason .. " one" } end
end)
zi.on("session_before_fork", function() return is_held and { cancel = true, reason = "it is in the log" } or nil end)
