-- What a tool of another script answered, as models and the thread get it.
zi.on("tool_result", function(event)
  if event.tool_name == "cut" then return { content = event.content[1].text .. " cm" } end
end)
