/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
/** @import { CompletionEvent, CompletionRequest } from '../../../src/shared/contract/provider.ts' */

const model = {
  id: 'endless',
  name: 'Endless',
  maxTokenCount: 8192,
  capabilities: {
    supportsImages: false,
    supportsTools: true,
    supportsToolChoiceAuto: true,
    supportsToolChoiceAny: false,
    supportsToolChoiceNone: false,
    supportsThinking: true,
    toolInputFormat: /** @type {const} */ ('json-schema'),
  },
  isDefault: true,
  isDefaultFast: true,
};

const paragraph = `${'A sentence that goes on like the one before it. '.repeat(20)}\n\n`;
const piece = paragraph.repeat(64);
/** Total in characters, which once crashed the window. */
const most = 200 * 1024 * 1024;

/** @param {CompletionRequest} request */
const promptOf = (request) =>
  (request.messages.at(-1)?.content ?? []).map((part) => (part.type === 'text' ? part.value : '')).join('');

/** @type {Record<string, (n: number) => CompletionEvent>} */
const kinds = {
  text: () => ({ type: 'text', value: piece }),
  thoughts: () => ({ type: 'thinking', value: { text: piece } }),
  line: () => ({ type: 'text', value: 'word '.repeat(12_000) }),
  call: (n) => ({
    type: 'tool-use',
    value: {
      id: 'one',
      name: 'read',
      input: `{"path":"${'x'.repeat(Math.min(n * 65_536, 4_000_000))}`,
      isInputComplete: false,
    },
  }),
  calls: (n) => ({ type: 'tool-use', value: { id: `call-${n}`, name: 'read', input: '{}', isInputComplete: true } }),
  signatures: () => ({ type: 'redacted-thinking', value: piece }),
};

const provider = {
  models: () => [model],
  isAuthenticated: () => true,
  authenticate: () => {},
  resetCredentials: () => {},
  /**
   * @param {string} _modelId
   * @param {CompletionRequest} request
   */
  async *stream(_modelId, request) {
    const asked = Object.keys(kinds).find((kind) => new RegExp(`\\bendless ${kind}\\b`).test(promptOf(request)));
    const next = kinds[asked ?? ''];
    yield { type: /** @type {const} */ ('started') };
    if (next)
      for (let n = 1, said = 0; said < most; n += 1) {
        const event = next(n);
        said += JSON.stringify(event).length;
        yield event;
      }
    else yield { type: /** @type {const} */ ('text'), value: 'A short answer.' };
    yield { type: /** @type {const} */ ('stop'), value: /** @type {const} */ ('end-turn') };
  },
};

/** @param {ExtensionContext} context */
export function activate(context) {
  context.languageModels.registerProvider({ id: 'endless', name: 'Endless model' }, provider);
}
