import { get } from 'outrigger:extension/settings@0.1.0';
import { fault } from './faults.js';

const capabilities = {
  supportsImages: false,
  supportsTools: false,
  supportsToolChoiceAuto: false,
  supportsToolChoiceAny: false,
  supportsToolChoiceNone: false,
  supportsThinking: false,
  toolInputFormat: 'json-schema',
};
const model = { id: 'faulty', name: 'Faulty component', isDefault: true, isDefaultFast: false, capabilities };

export const initExtension = () => void fault(JSON.parse(get('init')));
export const runCommand = (id) => void fault(id);
export const llmProviders = () => [{ id: 'faulty', name: 'Faulty component' }];
export const llmProviderModels = () => [{ ...model, maxTokenCount: 8192 }];
export const llmProviderIsAuthenticated = () => true;
export const llmProviderAuthenticate = () => {};
export const llmProviderResetCredentials = () => {};

/** Of the one stream that an instance has. */
let events;

/** The last prompt names a fault, with "start" before it one of the beginning. */
export function llmStreamCompletionStart(_provider, _model, { messages }) {
  const [, when, name] = /^(start )?(.*)$/s.exec(messages.at(-1).content.findLast(({ tag }) => tag === 'text').val);
  if (when) fault(name);
  events = answer(name);
  return 'the stream';
}

function* answer(name) {
  yield { tag: 'text', val: 'Before. ' };
  const got = fault(name);
  if (got) yield got;
  yield { tag: 'text', val: 'After.' };
  yield { tag: 'stop', val: 'end-turn' };
}

export const llmStreamCompletionNext = () => events.next().value ?? null;
export const llmStreamCompletionClose = (id) => fault(id === 'the stream' ? 'none' : 'trap');
