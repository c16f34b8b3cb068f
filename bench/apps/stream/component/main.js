import { wait } from 'outrigger:extension/time@0.1.0';

/** The model of ../extension, as a component. */

const capabilities = {
  supportsImages: false,
  supportsTools: false,
  supportsToolChoiceAuto: false,
  supportsToolChoiceAny: false,
  supportsToolChoiceNone: false,
  supportsThinking: false,
  toolInputFormat: 'json-schema',
};
const model = { id: 'words', name: 'Words of a component', maxTokenCount: 8192, isDefault: true, isDefaultFast: true };

export const llmProviders = () => [{ id: 'bench', name: 'Bench component' }];
export const llmProviderModels = () => [{ ...model, capabilities }];
export const llmProviderIsAuthenticated = () => true;
export const llmProviderAuthenticate = () => {};
export const llmProviderResetCredentials = () => {};

let events;

export function llmStreamCompletionStart(_provider, _model, { messages }) {
  const [rate = 0, count = 0] = (JSON.stringify(messages.at(-1).content).match(/\d+/g) ?? []).map(Number);
  events = answer(rate, count);
  return 'words';
}

function* answer(rate, count) {
  yield { tag: 'started' };
  const start = Date.now();
  for (let said = 0; said < count; said += 1) {
    const rest = rate > 0 ? start + (said * 1000) / rate - Date.now() : 0;
    if (rest > 0) wait(Math.ceil(rest));
    yield { tag: 'text', val: `${Date.now().toFixed(2)}${said % 20 === 19 ? '\n\n' : ' '}` };
  }
  yield { tag: 'stop', val: 'end-turn' };
}

export const llmStreamCompletionNext = () => events.next().value ?? null;
export const llmStreamCompletionClose = () => {};
