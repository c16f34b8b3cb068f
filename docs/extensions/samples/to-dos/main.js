/** @import { ExtensionContext } from './outrigger.d.ts' */

/** @param {ExtensionContext} context */
export function activate({ subscriptions, tools }) {
  subscriptions.push(
    tools.register('list-to-dos', async (_input, _signal, call) => {
      const { matches, isPartial } = await call.search({ text: 'TODO', isCaseSensitive: true, limit: 50 });
      if (matches.length === 0) return 'There are none.';
      const lines = matches.map(({ path, line, text }) => `${path}:${line} ${text.trim()}`);
      return [...lines, ...(isPartial ? ['[There are more.]'] : [])].join('\n');
    }),

    tools.register('remove-to-do', async (input, _signal, call) => {
      const { path, line } = /** @type {{ path?: unknown, line?: unknown }} */ (input);
      if (typeof path !== 'string' || typeof line !== 'number') {
        return { text: 'Give "path" and "line", as list-to-dos gave them.', isError: true };
      }
      const expected = await call.readText(path);
      const lines = expected.split('\n');
      if (!lines[line - 1]?.includes('TODO')) {
        return { text: `Line ${line} of ${path} holds no TODO. Call list-to-dos again.`, isError: true };
      }
      lines.splice(line - 1, 1);
      await call.change([{ type: 'write', path, text: lines.join('\n'), expected }]);
      return `Removed line ${line} of ${path}.`;
    }),
  );
}
