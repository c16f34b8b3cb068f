import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { $init, generateTypes } from '@bytecodealliance/jco-transpile/component';
import { expect, test } from 'vitest';
import { typesPath } from '../extension-types.mjs';
import { root } from '../setup/project.mjs';
import { typeCheck } from './type-check.mjs';

/** The records of the published interface of components, resources/wit/, beside those of the contract. */

/** Types of the records, as the bindings for JavaScript have them. */
async function typesOfWit(): Promise<string> {
  await $init;
  const folder = join(root, 'resources/wit');
  const [first = '', ...rest] = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  // As one file, which needs no access to the disk.
  const source = [first, ...rest.map((text) => text.replace(/^package .*$/m, ''))].join('\n');
  const files = generateTypes('component', { wit: { tag: 'source', val: source }, world: 'whole-provider' });
  const found = files.find(([path]) => path.endsWith('/outrigger-extension-llm-provider.d.ts'));
  return new TextDecoder().decode(found?.[1]);
}

/** A field that is left out counts as one without a value, and a flag that is left out as false. */
const comparison = `
  import type * as js from ${JSON.stringify(typesPath)};
  import type * as wit from './wit.d.ts';

  type Field<T> = undefined extends T ? (boolean extends T ? boolean : Plain<Exclude<T, undefined>> | null) : Plain<T>;
  type Plain<T> = T extends bigint ? number
    : T extends { tag: infer K; val: infer V } ? { type: K; value: Plain<V> }
    : T extends { tag: infer K } ? { type: K }
    : T extends (infer E)[] ? Plain<E>[]
    : T extends object ? { [K in keyof T]-?: Field<T[K]> }
    : T;
  type Same<A, B> = [Plain<A>] extends [Plain<B>] ? ([Plain<B>] extends [Plain<A>] ? true : 'less') : 'other';
  // In a variant there is no room for what a refusal may have beside its value.
  type Event = Exclude<js.CompletionEvent, { type: 'stop' }> | { type: 'stop'; value: js.StopReason };
`;

const compared = async (records: Readonly<Record<string, string>>) => {
  const lines = Object.entries(records).map(
    ([name, own]) => `export const is${name}: Same<${own}, wit.${name}> = true;`,
  );
  return typeCheck({ 'wit.d.ts': await typesOfWit(), 'same.ts': comparison + lines.join('\n') });
};

test('the records of providers are the same in the interface of components', async () => {
  const records = ['ProviderInfo', 'ModelInfo', 'CompletionRequest', 'CacheConfiguration', 'DeviceFlow'];
  const own = Object.fromEntries(records.map((name) => [name, `js.${name}`]));
  expect(await compared({ ...own, CompletionEvent: 'Event' })).toBe('');
});

test('a field that only one of them has is found', async () => {
  const found = await compared({
    ProviderInfo: 'js.ProviderInfo & { more: string }',
    CompletionRequest: `Omit<js.CompletionRequest, 'cacheTools'>`,
    CompletionEvent: `Exclude<Event, { type: 'queued' }>`,
  });
  expect(found.match(/same\.ts.* is not assignable/g)).toHaveLength(3);
});
