zi.register_provider("proxy", {
  name = "Proxy",
  base_url = "https://models.example.com/v1",
  api = "openai-completions",
  api_key = "PROXY_API_KEY",
  headers = { ["X-Team"] = "blue" },
  models = {
    { id = "large", name = "Large", context_window = 128000, max_tokens = 8000, input = { "text", "image" } },
  },
})
