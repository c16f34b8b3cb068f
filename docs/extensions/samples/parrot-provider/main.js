const no = { supportsImages: false, supportsTools: false, supportsThinking: false };
const choice = { supportsToolChoiceAuto: false, supportsToolChoiceAny: false, supportsToolChoiceNone: false };
const info = { id: 'parrot', name: 'Parrot' };
const grey = { id: 'grey', name: 'Grey', maxTokenCount: 8192, isDefault: true, isDefaultFast: false };

/** @param {import('./outrigger.d.ts').ExtensionContext} context */
export function activate({ languageModels, credentials, http, settings }) {
  /** @type {(path: string, json?: unknown, signal?: AbortSignal) => Promise<Response>} */
  const ask = async (path, json, signal) => {
    const key = (await credentials.get('parrot')) ?? '';
    const headers = { authorization: `Bearer ${key}` };
    return http.request(`${await settings.get('base_url')}/${path}`, { headers, json, signal, secrets: [key] });
  };
  languageModels.registerProvider(info, {
    models: () => [{ ...grey, capabilities: { ...no, ...choice, toolInputFormat: 'json-schema' } }],
    isAuthenticated: async () => (await credentials.get('parrot')) !== null,
    async authenticate(signal) {
      const isGiven = await credentials.request('parrot', { credentialType: 'api-key', label: 'API key' });
      if (!isGiven) throw Object.assign(new Error('No key was given.'), { code: 'cancelled' });
      await ask('account', undefined, signal);
    },
    resetCredentials: () => credentials.delete('parrot'),
    async *stream(model, { messages }, signal) {
      for await (const line of http.lines(await ask('answers', { model, messages }, signal))) {
        const { text, stop } = JSON.parse(line);
        yield stop ? { type: 'stop', value: stop } : { type: 'text', value: text };
      }
    },
  });
}
