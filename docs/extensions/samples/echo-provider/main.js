const capabilities = {
  supportsImages: false,
  supportsTools: false,
  supportsToolChoiceAuto: false,
  supportsToolChoiceAny: false,
  supportsToolChoiceNone: false,
  supportsThinking: false,
  toolInputFormat: 'json-schema',
};
const echo = { id: 'echo', name: 'Echo', maxTokenCount: 8192, capabilities, isDefault: true, isDefaultFast: false };

const provider = {
  models: () => [echo],
  isAuthenticated: () => true,
  authenticate: () => {},
  resetCredentials: () => {},
  async *stream(_modelId, request, signal) {
    yield { type: 'started' };
    const prompt = request.messages.at(-1)?.content.find(({ type }) => type === 'text')?.value ?? '';
    for (const word of prompt.split(/(?<= )/)) {
      if (signal.aborted) return;
      yield { type: 'text', value: word };
    }
    yield { type: 'stop', value: 'end-turn' };
  },
};
export function activate(context) {
  context.languageModels.registerProvider({ id: 'echo', name: 'Echo' }, provider);
}
