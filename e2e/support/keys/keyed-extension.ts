import { type ExtensionText, writeExtension } from '../hosts/extension-folder.ts';

const capabilities = `{
  supportsImages: false, supportsTools: false, supportsToolChoiceAuto: false, supportsToolChoiceAny: false,
  supportsToolChoiceNone: false, supportsThinking: false, toolInputFormat: 'json-schema',
}`;

/** A provider with one model, "Keyed", and a key or the variable KEYED_KEY; it sends a request whenever it is asked. */
const keyed = (id: string, markdown: string): ExtensionText => ({
  top: `activation_events = ["onProvider:${id}"]`,
  tables: `[language_model_providers.${id}]
name = "Keyed"

[language_model_providers.${id}.auth]
credential_label = "Key of Keyed"
env_var = "KEYED_KEY"

[settings.base_url]
type = "string"
title = "Base URL"
default = "http://127.0.0.1:1"

[capabilities]
network = ["setting:base_url"]`,
  code: `const { credentials, env, http, languageModels, settings } = context;
  const held = () => credentials.get('${id}');
  const ask = async (key) => {
    const headers = { authorization: 'Bearer ' + key };
    return http.json(await http.request((await settings.get('base_url')) + '/account', { headers, secrets: [key] }));
  };
  const model = { id: 'keyed', name: 'Keyed', maxTokenCount: 8192, capabilities: ${capabilities}, isDefault: true, isDefaultFast: true };
  languageModels.registerProvider({ id: '${id}', name: 'Keyed' }, {
    async models() {
      const key = await held();
      if (key === null) return [];
      await ask(key);
      return [model];
    },
    isAuthenticated: async () => (await held()) !== null,
    async authenticate() {
      if ((await held()) === null) {
        const isGiven = await credentials.request('${id}', { credentialType: 'api-key', label: 'Key of Keyed' });
        if (!isGiven) throw Object.assign(new Error('No key was given.'), { code: 'cancelled' });
      }
      await ask(await held());
    },
    resetCredentials: () => credentials.delete('${id}'),
    settingsMarkdown: () => ${JSON.stringify(markdown)},
    async *stream() {
      await ask(await held());
      yield { type: 'text', value: 'Undeclared: ' + (await env.get('UNDECLARED_SECRET')) + '.' };
      yield { type: 'stop', value: 'end-turn' };
    },
  });`,
});

/** @param id of the extension and its provider: another id has another key @returns its folder */
export const writeKeyed = (parent: string, id: string, markdown = ''): string =>
  writeExtension(parent, id, keyed(id, markdown));
