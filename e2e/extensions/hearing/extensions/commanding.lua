-- Commands that the person typed after “!”: one is another, one is done here, one is stopped.
zi.on("user_bash", function(event)
  if event.command == "greet" then return { command = "echo good day" } end
  if event.command == "moon" then return { result = { output = "It is full.", exit_code = 0 } } end
  if event.command == "sink" then return { block = true, reason = "we want to go home" } end
end)
