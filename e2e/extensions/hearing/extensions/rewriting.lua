-- Messages and requests as they are sent, and a model that tells what it got.
zi.register_provider("echo", {
  name = "Echo",
  models = { { id = "echoes", name = "Echoes", context_window = 8000, max_tokens = 1000 } },
  stream = function(request)
    local said = {}
    for _, message in ipairs(request.messages) do
      for _, part in ipairs(message.content) do said[#said + 1] = part.value end
    end
    return { "Got at " .. tostring(request.temperature) .. ": " .. table.concat(said, " / ") }
  end,
})
zi.on("context", function(event)
  for _, message in ipairs(event.messages) do
    for _, part in ipairs(message.content) do
      if part.text then part.text = part.text:gsub("pass%-%d+", "a pass") end
    end
  end
end)
zi.on("before_provider_request", function(event) event.payload.temperature = 0.5 end)
