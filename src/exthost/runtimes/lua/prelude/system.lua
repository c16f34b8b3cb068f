-- `zi.system`: a script runs a program, and waits for its end.

local internal = ...
local fail, type = internal.fail, internal.native.type

local name = "zi.system"
local known, needed = internal.set("cwd", "timeout", "check"), internal.set("stdin", "env", "detach")
local longest_ms = 30 * 60 * 1000

local function expect_command(argv)
  if type(argv) == "string" then return argv end
  if type(argv) ~= "table" then fail("%s needs a table of words, or a line for the shell, and got a %s", name, type(argv)) end
  if argv[1] == nil then fail("%s needs a program: the first word is missing", name) end
  for index = 1, #argv do
    if type(argv[index]) ~= "string" then fail("%s: word %d must be a text, not a %s", name, index, type(argv[index])) end
  end
  return argv
end

local function expect_options(options)
  if options == nil then return {} end
  internal.expect_keys(options, known, needed, name)
  local cwd, ms, check = options.cwd, options.timeout, options.check
  if cwd ~= nil and type(cwd) ~= "string" then fail("%s: cwd must be a text, not a %s", name, type(cwd)) end
  if ms ~= nil and not (type(ms) == "number" and ms >= 1 and ms <= longest_ms) then
    fail("%s: timeout is a number of milliseconds from 1 to %d", name, longest_ms)
  end
  return { cwd = cwd, timeout = ms, check = check and true or false }
end

function internal.system(argv, options)
  return internal.wait(name, internal.current_call(), expect_command(argv), expect_options(options))
end
