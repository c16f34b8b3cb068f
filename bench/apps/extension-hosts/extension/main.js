/** @import { ExtensionContext } from '../../../../src/shared/contract/extension-api/extension-api.ts' */

/** @param {ExtensionContext} context */
export function activate(context) {
  context.subscriptions.push(context.commands.register('answer', () => undefined));
}
