-- A module of the root, which all of its scripts may require.
return { of = function(value) return zi.json.encode(value) end }
