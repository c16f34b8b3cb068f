import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parse } from 'smol-toml';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listenOnLoopback } from '../../e2e/servers/loopback.ts';
import { manifestSchema } from '../../src/shared/contract/extensions/manifest.ts';
import { componentFrom } from './component-extension.ts';
import { activated, answer, ask, manifestAt, outcome, textOf } from './extension-harness.ts';

const folder = new URL('../../e2e/extensions/', import.meta.url);
/** Roots of scripts, which need no manifest. */
const roots = ['scripts', 'hearing'];
const load = (name: string) => import(new URL(`${name}/main.js`, folder).href);

describe('the extensions of the end-to-end tests', () => {
  it.each(readdirSync(folder).filter((name) => !name.startsWith('bad-') && !roots.includes(name)))(
    '%s has a good manifest',
    (name) => {
      expect(manifestAt(new URL(`${name}/extension.toml`, folder)).id).toBe(name);
    },
  );

  it('two have a bad manifest: one is not TOML, one has a wrong field', () => {
    const text = (name: string) => readFileSync(new URL(`${name}/extension.toml`, folder), 'utf8');
    expect(() => parse(text('bad-toml'))).toThrow(/2:/);
    expect(manifestSchema.safeParse(parse(text('bad-field'))).error?.issues.map(({ path }) => path)).toEqual([
      ['runtime', 'kind'],
    ]);
  });

  it.each(['hanging', 'crashing'])('%s answers a harmless prompt', async (name) => {
    const { provider } = await activated(await load(name));
    const { events, thrown } = await outcome(answer(provider, name, ask('Hi')));
    expect(thrown).toBeNull();
    expect(textOf(events)).toMatch(/^Some text before the (loop|end)\. $/);
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'end-turn' });
  });

  it('throwing throws when it is activated', async () => {
    await expect(activated(await load('throwing'))).rejects.toThrow('when it is activated');
  });

  it.each([
    ['true', 'a key'],
    ['false', null],
  ])('asking answers %s', async (expected, typed) => {
    const harness = await activated(await load('asking'));
    harness.dialog = () => typed;
    expect(textOf((await outcome(answer(harness.provider, 'asking', ask('Hi')))).events)).toBe(expected);
    expect(harness.asked).toHaveLength(1);
  });

  it('steady says one word after another until it is stopped', async () => {
    const { provider } = await activated(
      await load('steady'),
      {},
      manifestAt(new URL('steady/extension.toml', folder)),
    );
    const words = [];
    for await (const event of answer(provider, 'steady', ask('Hi'))) {
      if (event.type === 'text') words.push(event.value);
      if (words.length === 3) break;
    }
    expect(words).toEqual(['word-1 ', 'word-2 ', 'word-3 ']);
  });

  it('faulty-component has its leaked responses closed with its answer, and is told of one that it closed itself', async () => {
    const open = new Set<unknown>();
    const server = createServer((_request, response) => {
      open.add(response);
      response.on('close', () => open.delete(response));
      response.writeHead(200).write('a chunk');
    });
    const { origin, close } = await listenOnLoopback(server);
    onTestFinished(close);
    const source = new URL('faulty-component/', folder);
    const settings = { base_url: origin, init: 'none' };
    const { provider } = await activated(
      componentFrom(source),
      settings,
      manifestAt(new URL('extension.toml', source)),
    );
    const answered = (fault: string) => outcome(answer(provider, 'faulty', ask(fault)));
    const events = answer(provider, 'faulty', ask('leak'));
    await events.next();
    expect(await events.next()).toMatchObject({ value: { type: 'text', value: 'After.' } });
    expect(open.size).toBe(3);
    for await (const _ of events);
    await vi.waitFor(() => expect(open.size).toBe(0));
    expect((await answered('close-twice')).thrown?.message).toContain('disposed');
    expect((await answered('none')).thrown).toBeNull();
  });
});
