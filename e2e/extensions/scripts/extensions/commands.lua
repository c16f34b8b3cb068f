-- Commands in each form: a text, a prompt, nothing at all, an error.
zi.register_command("reply", { description = "Replies", argument_hint = "<text>", handler = function(args) return "reply: [" .. args .. "]" end })
zi.command({ name = "pose", description = "Asks the model", handler = function(args) return { prompt = "Say it **back**: " .. args } end })
zi.register_command("mute", { description = "Says nothing", handler = function() end })
zi.register_command("trip", { description = "Fails", handler = function() error("tripped over nothing") end })
