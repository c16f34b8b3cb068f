import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { extensionTypes, typesPath } from '../extension-types.mjs';
import { root } from '../setup/project.mjs';
import { typeCheck } from './type-check.mjs';

test('the published types are those of the contracts', () => {
  // To regenerate: node scripts/extension-types.mjs
  expect(readFileSync(typesPath, 'utf8')).toBe(extensionTypes());
});

test('the published types and the contracts can stand for each other', async () => {
  const contract = (file: string) => JSON.stringify(join(root, 'src/shared/contract', file));
  const source = `
    import type * as published from ${JSON.stringify(typesPath)};
    import type * as api from ${contract('extension-api/extension-api.ts')};
    import type * as errors from ${contract('errors.ts')};
    type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;
    export const context = (own: published.ExtensionContext): api.ExtensionContext => own;
    export const contextBack = (own: api.ExtensionContext): published.ExtensionContext => own;
    export const provider = (own: published.LanguageModelProvider): api.LanguageModelProvider => own;
    export const providerBack = (own: api.LanguageModelProvider): published.LanguageModelProvider => own;
    export const codes: Same<published.ExtensionFailureCode, errors.ExtensionFailureCode> = true;`;
  expect(await typeCheck({ 'same.ts': source })).toBe('');
});

const sample = (body: string) => `
  /** @import { ExtensionContext, ExtensionModule, CompletionEvent, CompletionRequest } from ${JSON.stringify(typesPath)} */

  /** @param {ExtensionContext} context */
  export async function activate({ subscriptions, ...context }) {
    ${body}
  }`;

test('an extension in plain JavaScript is checked against the published types alone', async () => {
  const body = `
    subscriptions.push(
      context.commands.register('count', () => context.window.showMessage('info', 'Counted', 'Again')),
      context.slashCommands.register('explain', async (path, signal) => {
        const found = await context.workspace.find(path, { signal });
        return { prompt: await context.workspace.readText(found[0] ?? path) };
      }),
      context.tools.register('lines', (input) => {
        if (typeof input !== 'string') return { text: 'Give a text', isError: true };
        return String(input.split('\\n').length);
      }),
      context.documents.onChange(({ path, version }, changes) => context.log.debug(path + version + changes.length)),
      context.languageModels.registerProvider({ id: 'p', name: 'P' }, {
        models: () => [],
        isAuthenticated: async () => (await context.credentials.get('p')) !== null,
        authenticate() {},
        resetCredentials: () => context.credentials.delete('p'),
        /** @param {CompletionRequest} request @returns {AsyncGenerator<CompletionEvent>} */
        async *stream(modelId, request, signal) {
          const answer = await context.fetch('https://example.org', { signal, body: JSON.stringify(request) });
          yield { type: 'text', value: modelId + (await answer.text()) };
          yield { type: 'stop', value: 'end-turn' };
        },
      }),
    );
    await context.state.workspace.set('seen', { at: Date.now() });
    const isOn = await context.settings.get('on');
    await context.window.withProgress({ title: 'Counting', isCancellable: true }, async (progress, signal) => {
      progress.report({ fraction: 0.5, message: isOn });
      signal.throwIfAborted();
    });
    const picked = await context.window.pick([{ label: 'a', size: 1 }], { title: 'Which?' });
    return picked?.size.toFixed();`;
  expect(await typeCheck({ 'sample.js': sample(body) })).toBe('');
});

test('a mistake in it is found', async () => {
  const mistakes = `
    context.commands.register('count');
    context.slashCommands.register('explain', () => ({ text: '' }));
    context.tools.register('lines', () => 3);
    context.window.showMessage('fatal', 'x');
    (await context.documents.list())[0].text = '';`;
  const found = (await typeCheck({ 'mistakes.js': sample(mistakes) })).match(/mistakes\.js\(\d+,\d+\): error/g);
  expect(found?.length).toBeGreaterThanOrEqual(5);
});
