/** @import { ExtensionContext } from '../../../../src/shared/contract/extension-api/extension-api.ts' */
import { actions } from './actions.js';

/** The extension that the contract suite runs in each kind of host. */

/** @param {ExtensionContext} context */
export function activate(context) {
  context.tools.register('probe', async (input, signal) => {
    const { action, argument } = /** @type {{ action: string, argument?: string }} */ (input);
    const run = actions[action];
    if (!run) throw new Error(`There is no action "${action}"`);
    return JSON.stringify((await run(argument ?? '', context, signal)) ?? null);
  });
  context.languageModels.registerProvider(
    { id: 'count', name: 'Count' },
    {
      models: () => [],
      isAuthenticated: () => true,
      authenticate() {},
      resetCredentials() {},
      async *stream(modelId) {
        for (let count = 1; count <= Number(modelId); count += 1) yield { type: 'text', value: `${count} ` };
        yield { type: 'stop', value: 'end-turn' };
      },
    },
  );
}

export function deactivate() {
  console.log('probe deactivated');
}
