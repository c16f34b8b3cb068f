import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { extensionFailureCodes } from '../../src/shared/contract/errors.ts';
import type { ExtensionModule } from '../../src/shared/contract/extension-api/extension-api.ts';
import { completionEventSchema } from '../../src/shared/contract/provider.ts';
import { docs, page, pages } from './docs-pages.ts';
import { activated, answer, ask, manifestAt, outcome } from './extension-harness.ts';

const sample = new URL('samples/echo-provider/', docs);
const providers = page('providers.md');
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const load = async (): Promise<ExtensionModule> => import(new URL('main.js', sample).href);

describe.each([
  ['echo-provider', readme],
  ['parrot-provider', providers],
])('the sample %s', (name, shownOn) => {
  const folder = new URL(`samples/${name}/`, docs);

  it.each([
    ['toml', 'extension.toml'],
    ['js', 'main.js'],
  ])('is shown with its whole %s file', (language, file) => {
    const source = readFileSync(new URL(file, folder), 'utf8');
    expect(shownOn).toContain(`\`\`\`${language}\n${source}\`\`\``);
  });

  it('has two files, and the code at most 30 lines', () => {
    expect(readdirSync(folder).sort()).toEqual(['extension.toml', 'main.js']);
    const code = readFileSync(new URL('main.js', folder), 'utf8').trimEnd().split('\n');
    expect(code.length).toBeLessThanOrEqual(30);
    expect(Math.max(...code.map(({ length }) => length))).toBeLessThanOrEqual(120);
  });
});

describe('the smallest provider of the docs', () => {
  it('is what its manifest says', async () => {
    const manifest = manifestAt(new URL('extension.toml', sample));
    const { provider, providerId } = await activated(await load());
    expect(manifest.runtime?.main).toBe('main.js');
    const [model] = await provider.models();
    expect(manifest.language_model_providers[providerId]?.models.map(({ id }) => id)).toEqual([model?.id]);
  });

  it('repeats what it is told', async () => {
    const { provider } = await activated(await load());
    expect(await outcome(answer(provider, 'echo', ask('Good morning')))).toEqual({
      events: [
        { type: 'started' },
        { type: 'text', value: 'Good ' },
        { type: 'text', value: 'morning' },
        { type: 'stop', value: 'end-turn' },
      ],
      thrown: null,
    });
  });

  it('ends when it is stopped', async () => {
    const { provider } = await activated(await load());
    const { events } = await outcome(answer(provider, 'echo', ask('Good morning'), AbortSignal.abort()));
    expect(events).toEqual([{ type: 'started' }]);
  });
});

describe('the docs', () => {
  it('name each code by which an extension may say no, and no other', () => {
    const table = providers.slice(providers.indexOf('## Saying no'));
    const named = [...table.matchAll(/^\| `([a-z-]+)`/gm)].map(([, code]) => code);
    expect(named.sort()).toEqual([...extensionFailureCodes].sort());
  });

  it('name only events that exist', () => {
    const table = providers.slice(providers.indexOf('## The events'), providers.indexOf('## The polled form'));
    const named = [...table.matchAll(/^\| `([a-z-]+)`/gm)].map(([, type]) => type);
    const known = completionEventSchema.def.options.flatMap(({ shape }) => shape.type.def.values);
    expect(named.length).toBeGreaterThan(5);
    expect(known).toEqual(expect.arrayContaining(named));
  });

  it.each(pages)('have no dead link in %s', (name) => {
    const headings = (of: string) =>
      [...page(of).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\w\s-]/g, '')
          .replaceAll(' ', '-'),
      );
    const targets = [...page(name).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
    expect(targets.length).toBeGreaterThan(0);
    for (const [, path = '', heading] of targets) {
      const isThere = path === '' || existsSync(new URL(path, docs));
      expect({ path, isThere }).toEqual({ path, isThere: true });
      if (heading !== undefined) expect(headings(path === '' ? name : path)).toContain(heading);
    }
  });
});
