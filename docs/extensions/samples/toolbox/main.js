/** @import { ExtensionContext } from './outrigger.d.ts' */

/** @param {ExtensionContext} context */
export function activate({ subscriptions, tools, slashCommands, commands, documents, workspace, window }) {
  subscriptions.push(
    tools.register('count-words', (input) => {
      const { text } = /** @type {{ text?: unknown }} */ (input);
      if (typeof text !== 'string') return { text: 'The argument "text" is missing.', isError: true };
      return `${formatCount(text)} words`;
    }),

    slashCommands.register('explain', async (path) => {
      if (path === '') return { reply: 'Name a file, as in `/explain src/main.ts`.' };
      return { prompt: `Explain this file, ${path}:\n\n${await workspace.readText(path)}` };
    }),

    commands.register('count-open-files', async () => {
      const open = await documents.list();
      const words = open.reduce((sum, { text }) => sum + formatCount(text), 0);
      await window.showMessage('info', `${words} words in ${open.length} open files`);
    }),
  );
}

/** @param {string} text */
const formatCount = (text) => text.split(/\s+/u).filter(Boolean).length;
