import { expect, it } from 'vitest';
import type { ExtensionModule } from '../../src/shared/contract/extension-api/extension-api.ts';
import type { ExtensionMethods } from '../../src/shared/contract/extensions/exthost-api.ts';
import { hosted, manifestAt } from './extension-harness.ts';

/** The extension of the tutorial, run as by a host. */

const sample = new URL('../../docs/extensions/samples/toolbox/', import.meta.url);
const manifest = manifestAt(new URL('extension.toml', sample));
const signal = new AbortController().signal;

const file = new TextEncoder().encode('export const one = 1;');

async function toolbox() {
  const module: ExtensionModule = await import(new URL(manifest.runtime?.main ?? '', sample).href);
  const { api, main } = await hosted(module, manifest, {
    'workspace.readFile': () => file,
    async 'document.subscribe'() {
      const opened = { type: 'opened', path: '/notes.txt', languageId: 'text', version: 1 } as const;
      await main.call('document.events', { events: [{ ...opened, text: 'one two\nthree\n' }] });
      return null;
    },
    'window.message': () => null,
  });
  return api;
}

it('counts words for a model, and says what is wrong with its arguments', async () => {
  const { tools } = await toolbox();
  const run = (input: ExtensionMethods['tool.run']['params']['input']) =>
    tools.run({ id: 'count-words', input, callId: 'call', threadId: 'thread' }, signal);
  expect(await run({ text: ' one  two three\n' })).toBe('3 words');
  expect(await run({})).toEqual({ text: 'The argument "text" is missing.', isError: true });
});

it('registers all that its manifest declares', async () => {
  const { tools, slashCommands, commands } = await toolbox();
  for (const id of Object.keys(manifest.tools))
    await expect(tools.run({ id, input: {}, callId: 'call', threadId: 'thread' }, signal)).resolves.toBeDefined();
  for (const id of Object.keys(manifest.slash_commands)) {
    await expect(slashCommands.run({ id, argument: '', threadId: 'thread' }, signal)).resolves.toBeDefined();
  }
  for (const id of Object.keys(manifest.commands)) await expect(commands.run({ id }, signal)).resolves.toBeNull();
});
