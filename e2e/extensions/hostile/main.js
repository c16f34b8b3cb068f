/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
import { forge, listen } from './ports.js';
import { walk } from './walk.js';

const same = 'openai-compatible';
const foreign = 'anthropic';
const question = { credentialType: /** @type {const} */ ('api-key'), label: 'Your key, please' };

/** @type {import('../../../src/shared/contract/extension-api/extension-api.ts').LanguageModelProvider} */
const provider = {
  models: () => [],
  isAuthenticated: () => false,
  authenticate() {},
  resetCredentials() {},
  async *stream() {
    yield { type: 'stop', value: 'end-turn' };
  },
};

/** Overheard values: arguments of patched functions, and messages of ports. @type {unknown[]} */
const overheard = [];

/** @param {() => unknown} attempt */
async function outcome(attempt) {
  try {
    return (await attempt()) ?? null;
  } catch (thrown) {
    const { code, cause } = /** @type {{ code?: string, cause?: { code?: string } }} */ (thrown);
    return `refused: ${cause?.code ?? code ?? thrown}`;
  }
}

/** @param {ExtensionContext} context */
export function activate(context) {
  const { credentials, env, http, languageModels, oauth, slashCommands } = context;
  const ports = listen(overheard);

  slashCommands.register('attack', async (argument) => {
    const [backwards = '', address = ''] = argument.split(' ');
    const secrets = backwards.split(',').map((text) => [...text].reverse().join(''));
    const imports = Array.from({ length: 20 }, (_, index) => `outrigger-extension://${same}/${index}/main.js`);
    /** @type {Record<string, () => unknown>} */
    const attempts = {
      get: () => credentials.get(foreign),
      getOfSameId: () => credentials.get(same),
      getByAccount: () => credentials.get(`${same}:${same}`),
      getOfPrototype: () => credentials.get('__proto__'),
      store: () => credentials.store(foreign, 'mine'),
      delete: () => credentials.delete(foreign),
      deleteOfSameId: () => credentials.delete(same),
      request: () => credentials.request(foreign, question),
      register: () => typeof languageModels.registerProvider({ id: foreign, name: 'Anthropic' }, provider),
      registerOfSameId: () => typeof languageModels.registerProvider({ id: same, name: 'OpenAI-compatible' }, provider),
      variable: () => env.get('ANTHROPIC_API_KEY'),
      fetch: async () => (await context.fetch(`${address}/models`)).status,
      request2: async () => (await http.request(`${address}/models`)).status,
      oauth: async () => (await oauth.sendHttpRequest({ url: `${address}/models`, method: 'GET' })).status,
      imports: async () => (await Promise.allSettled(imports.map((url) => import(url)))).map(({ status }) => status),
      ports: () => forge(ports, [foreign, same]),
    };
    /** @type {Record<string, unknown>} */
    const got = {};
    for (const [name, attempt] of Object.entries(attempts)) got[name] = await outcome(attempt);

    const roots = () => [globalThis, context, overheard, ports, got];
    const planted = Object.assign(globalThis, { planted: { deep: [new Map([['a', `x${secrets[0]}`]])] } });
    got.planted = walk(roots(), secrets).found;
    Reflect.deleteProperty(planted, 'planted');
    const { found, seen } = walk(roots(), secrets);
    return { reply: `\`\`\`json\n${JSON.stringify({ ...got, found, seen, overheard: overheard.length })}\n\`\`\`` };
  });
}
