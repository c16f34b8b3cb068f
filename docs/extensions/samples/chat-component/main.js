import { get } from 'outrigger:extension/settings@0.1.0';
import { readAnswer } from './answer.js';
import { listModels, startAnswer } from './service.js';

const id = 'chat';
const capabilities = {
  supportsImages: false,
  supportsTools: true,
  supportsToolChoiceAuto: true,
  supportsToolChoiceAny: true,
  supportsToolChoiceNone: true,
  supportsThinking: true,
  toolInputFormat: 'json-schema',
};

/** Answers that are under way, by the id of their stream. */
const answers = new Map();

const service = () => ({ base: JSON.parse(get('base_url')), key: llmGetCredential(id) });

export const llmProviders = () => [{ id, name: 'Chat component' }];

export function llmProviderModels() {
  const { base, key } = service();
  const ids = key === null ? ['tiny'] : listModels(base, key);
  return ids.map((name, index) => ({
    id: name,
    name,
    maxTokenCount: 128_000,
    capabilities,
    isDefault: index === 0,
    isDefaultFast: index === 0,
  }));
}

export const llmProviderIsAuthenticated = () => service().key !== null;

export function llmProviderAuthenticate() {
  if (!llmRequestCredential(id, 'api-key', 'API key', 'sk-…')) throw 'No key was given.';
  const { base, key } = service();
  listModels(base, key);
}

export const llmProviderResetCredentials = () => llmDeleteCredential(id);

export function llmStreamCompletionStart(_providerId, model, request) {
  const { base, key } = service();
  if (key === null) throw 'There is no key yet.';
  const response = startAnswer(base, key, model, request);
  const stream = `answer-${answers.size + 1}`;
  answers.set(stream, { response, events: readAnswer(response) });
  return stream;
}

export function llmStreamCompletionNext(stream) {
  const { value, done } = answers.get(stream).events.next();
  return done ? null : value;
}

export function llmStreamCompletionClose(stream) {
  // The connection goes with the response.
  answers.get(stream).response[Symbol.dispose]();
  answers.delete(stream);
}
