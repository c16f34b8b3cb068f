-- What models are told before what is said, and what follows the prompt.
zi.on("before_agent_start", function(event)
  if not event.prompt:find("aboard", 1, true) then return end
  return { system_prompt = event.system_prompt .. "\n\nSpeak as a sailor.", message = { content = "The sea is calm." } }
end)
