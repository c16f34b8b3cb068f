-- JSON there and back, and what is refused, with the way to it.
zi.register_command("convert", { description = "Converts", handler = function()
  local back = zi.json.decode('{"a":[1,null,2.5],"b":{},"c":null}')
  local _, hole = pcall(zi.json.encode, { list = { 1, nil, 3 } })
  local _, call = pcall(zi.json.encode, { inner = { run = print } })
  local _, bad = pcall(zi.json.decode, "{oops")
  local _, big = pcall(zi.json.decode, '{"big":9007199254740993}')
  return "```\n" .. zi.json.encode({ back = back, null = back.a[2] == zi.null, c = tostring(back.c), empty = zi.array({}) })
    .. "\n" .. tostring(hole) .. "\n" .. tostring(call) .. "\n" .. tostring(bad) .. "\n" .. tostring(big) .. "\n```"
end })
