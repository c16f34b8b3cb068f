local counting = {}

function counting.words(text)
  local count = 0
  for _ in text:gmatch("%S+") do
    count = count + 1
  end
  return count .. " words"
end

return counting
