/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api.ts' */
import { collect, crash, flood, forget, leak, megabytes, spin } from './faults.js';
import { provider } from './model.js';
import { garble } from './random-messages.js';
import { ownPort } from './raw-port.js';

let doesLinger = false;

/** @param {ExtensionContext} context */
export function activate(context) {
  /** @type {Record<string, () => unknown>} */
  const actions = {
    answer: () => {},
    leak,
    spin,
    crash,
    forget,
    collect,
    flood: () => flood(context),
    garble: async () => garble(await ownPort(context)),
    async 'close-port'() {
      (await ownPort(context)).close();
      await never;
    },
    linger() {
      doesLinger = true;
    },
  };
  for (const [id, run] of Object.entries(actions)) context.subscriptions.push(context.commands.register(id, run));
  context.subscriptions.push(
    context.slashCommands.register('big', () => ({ reply: 'x'.repeat(200 * megabytes) })),
    context.languageModels.registerProvider({ id: 'faulty', name: 'Faulty model' }, provider),
  );
}

export async function deactivate() {
  if (doesLinger) await never;
}

const never = new Promise(() => {});
