-- What a person wrote: one text is another when it is sent, and one is done here.
zi.on("input", function(event)
  if event.text == "roll call" then return { action = "handled", reply = "All are here." } end
  local again = event.text:match("^twice (.+)")
  if again then return { action = "transform", text = again .. ", " .. again } end
end)
