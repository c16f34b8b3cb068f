-- A module beside init.lua.
return { word = "near by" }
