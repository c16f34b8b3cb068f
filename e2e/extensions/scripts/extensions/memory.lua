-- State: set, read, listed, deleted; values keep their kinds.
zi.register_command("keep", { description = "Keeps some things", handler = function(_, ctx)
  ctx.state.set("list", { 1, "two", { three = true } })
  ctx.state.set("gone", "soon")
  ctx.state.delete("gone")
  return zi.json.encode({ keys = ctx.state.keys(), list = ctx.state.get("list"), gone = tostring(ctx.state.get("gone")) })
end })
