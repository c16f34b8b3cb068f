/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
import { collect, crash, flood, forget, leak, spin } from './faults.js';
import { offerBigModel, provider } from './model.js';
import { garble } from './random-messages.js';
import { ownPort } from './raw-port.js';

/** Behaviour of `deactivate`, which commands set. */
/** @type {() => unknown} */
let leave = () => {};

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
    big: () => offerBigModel(context),
    garble: async () => garble(await ownPort(context)),
    async 'close-port'() {
      (await ownPort(context)).close();
      await never;
    },
    linger() {
      leave = () => never;
    },
    'linger-busily'() {
      leave = () => {
        for (;;) Math.random();
      };
    },
  };
  for (const [id, run] of Object.entries(actions)) context.subscriptions.push(context.commands.register(id, run));
  context.subscriptions.push(context.languageModels.registerProvider({ id: 'faulty', name: 'Faulty model' }, provider));
}

export const deactivate = () => leave();

const never = new Promise(() => {});
