/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */

/** @param {ExtensionContext} context */
export function activate({ subscriptions, tools, slashCommands }) {
  subscriptions.push(
    tools.register('word-count', (input) => {
      const { text } = /** @type {{ text?: unknown }} */ (input);
      if (typeof text !== 'string') return { text: 'The argument "text" is missing.', isError: true };
      return `${text.split(/\s+/u).filter(Boolean).length} words`;
    }),
    tools.register('fail', () => {
      throw new Error('The toolbox is empty.');
    }),
    tools.register('wait', (_input, signal) => untilStopped(signal)),
    slashCommands.register('shout', (argument) => ({ reply: `**${argument.toUpperCase()}**` })),
    slashCommands.register('ask', (argument) => ({ prompt: `Greet me and explain ${argument}` }), { complete: topics }),
    slashCommands.register('wait', (_argument, signal) => untilStopped(signal)),
    slashCommands.register('stumble', () => {
      throw new Error('It stumbled.');
    }),
  );
}

/** @param {string} argument */
const topics = (argument) =>
  [
    { label: 'apples', description: 'Fruit of a tree' },
    { label: 'apricots', newText: 'apricots and their stones', runs: true },
  ].filter(({ label }) => label.startsWith(argument));

/**
 * @param {AbortSignal} signal
 * @returns {Promise<never>}
 */
const untilStopped = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
