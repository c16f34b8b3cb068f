/** @import { ExtensionContext, PolledCompletion } from '../../../src/shared/contract/extension-api/extension-api.ts' */
/** @import { ModelInfo } from '../../../src/shared/contract/provider.ts' */
/** @import { Chunk } from './chunks.js' */
import { stepsFor } from './answers.js';

/** @type {ModelInfo} */
const model = {
  id: 'sample',
  name: 'Sample',
  maxTokenCount: 32768,
  maxOutputTokens: 1024,
  capabilities: {
    supportsImages: false,
    supportsTools: true,
    supportsToolChoiceAuto: true,
    supportsToolChoiceAny: false,
    supportsToolChoiceNone: false,
    supportsThinking: true,
    toolInputFormat: 'json-schema',
  },
  isDefault: true,
  isDefaultFast: false,
};

/** @type {Map<string, OpenStream>} */
const streams = new Map();
let streamCount = 0;

/** @param {ExtensionContext} context */
export function activate(context) {
  context.languageModels.registerProvider(
    { id: 'sample', name: 'Sample model' },
    {
      models: () => [model],
      isAuthenticated: () => true,
      authenticate: () => {},
      resetCredentials: () => {},
      ...polledCompletion((text) => context.log.warn(text)),
    },
  );
}

export function deactivate() {
  for (const stream of streams.values()) stream.close();
  streams.clear();
}

/**
 * @param {(text: string) => void} warn
 * @returns {PolledCompletion}
 */
function polledCompletion(warn) {
  return {
    streamCompletionStart(_modelId, request) {
      streamCount += 1;
      const id = `stream-${streamCount}`;
      streams.set(id, openStream(stepsFor(request)));
      return id;
    },
    async streamCompletionNext(id) {
      return (await streams.get(id)?.next()) ?? null;
    },
    streamCompletionClose(id) {
      const stream = streams.get(id);
      if (!stream) return warn(`${id} was closed, but it is not open`);
      streams.delete(id);
      stream.close();
    },
  };
}

/** @typedef {ReturnType<typeof openStream>} OpenStream */

/**
 * An answer in progress. Closing it ends a wait at once, and clears its timer.
 * @param {Chunk[]} chunks
 */
function openStream(chunks) {
  let position = 0;
  let isOpen = true;
  let endWait = () => {};

  /** @param {number} milliseconds */
  const wait = (milliseconds) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      endWait = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });

  return {
    async next() {
      const chunk = chunks[position];
      if (!isOpen || !chunk) return null;
      position += 1;
      if (chunk.afterMs) await wait(chunk.afterMs);
      if (!isOpen) return null;
      if (chunk.error) throw chunk.error;
      return chunk.event;
    },
    close() {
      isOpen = false;
      endWait();
    },
  };
}
