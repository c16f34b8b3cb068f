/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */

/** @param {ExtensionContext} context */
export function activate({ subscriptions, slashCommands }) {
  subscriptions.push(slashCommands.register('shout', (argument) => ({ reply: `Megaphone: ${argument}` })));
}
