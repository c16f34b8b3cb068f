import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { extensionFailureCodes } from '../../src/shared/contract/errors.ts';
import type { ExtensionModule } from '../../src/shared/contract/extension-api.ts';
import { completionEventSchema } from '../../src/shared/contract/provider.ts';
import { activated, answer, ask, manifestAt, outcome } from './extension-harness.ts';

const docs = new URL('../../docs/extensions/', import.meta.url);
const sample = new URL('samples/echo-provider/', docs);
const providers = readFileSync(new URL('providers.md', docs), 'utf8');
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const load = async (): Promise<ExtensionModule> => import(new URL('main.mjs', sample).href);

describe('the provider of the docs', () => {
  it.each([
    ['toml', 'extension.toml'],
    ['js', 'main.mjs'],
  ])('is shown with its whole %s file', (language, file) => {
    const source = readFileSync(new URL(file, sample), 'utf8');
    expect(providers).toContain(`\`\`\`${language}\n${source}\`\`\``);
    expect(readme).toContain(`\`\`\`${language}\n${source}\`\`\``);
  });

  it('has two files, and the code at most 30 lines', () => {
    expect(readdirSync(sample).sort()).toEqual(['extension.toml', 'main.mjs']);
    expect(readFileSync(new URL('main.mjs', sample), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(30);
  });

  it('is what its manifest says', async () => {
    const manifest = manifestAt(new URL('extension.toml', sample));
    const { provider, providerId } = await activated(await load());
    expect(manifest.runtime.main).toBe('main.mjs');
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

  it('show a manifest that is valid', async () => {
    const page = readFileSync(new URL('manifest.md', docs), 'utf8');
    const { manifestSchema } = await import('../../src/shared/contract/manifest.ts');
    const { parse } = await import('smol-toml');
    const shown = /```toml\n(.*?)```/s.exec(page)?.[1] ?? '';
    expect(manifestSchema.parse(parse(shown)).id).toBe('my-models');
  });

  it.each(['README.md', 'manifest.md', 'providers.md'])('have no dead link in %s', (page) => {
    const text = readFileSync(new URL(page, docs), 'utf8');
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)(#[^)]*)?\)/g)].map(([, path]) => path ?? '');
    expect(targets.length).toBeGreaterThan(0);
    for (const target of targets) {
      const url = new URL(target, docs);
      const isThere = readdirSync(new URL('.', url)).includes(url.pathname.split('/').at(-1) ?? '');
      expect({ target, isThere }).toEqual({ target, isThere: true });
    }
  });
});
