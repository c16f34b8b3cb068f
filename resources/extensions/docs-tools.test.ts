import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ExtensionModule } from '../../src/shared/contract/extension-api/extension-api.ts';
import { type Manifest, manifestSchema } from '../../src/shared/contract/extensions/manifest.ts';
import { docs, isSampleFile, page, snippets } from './docs-pages.ts';
import { activated, answer, ask, manifestAt, outcome, textOf } from './extension-harness.ts';
import * as sampleModel from './test-provider/main.js';
import { toolProject } from './tool-project.fixture.ts';

/** The code of tools.md, run as by the app: the whole extension, each method, and the script. */

const sample = new URL('samples/to-dos/', docs);
const manifest = manifestAt(new URL('extension.toml', sample));
const load = async (): Promise<ExtensionModule> => import(new URL(manifest.runtime?.main ?? '', sample).href);
const files = {
  'src/main.ts': '// first\n\n// TODO: mend it\nlet a = (1;\n',
  'src/main.test.ts': 'export const b = 1;\n',
  'README.md': '# A project\n',
  'notes.md': 'one\n\ntwo\n\nthree\n',
  'old.md': 'old\n',
  'draft.md': '',
  '.agents/skills/release-notes/SKILL.md': '---\ndescription: Release notes.\n---\nBe brief.',
};

describe('the extension of the page', () => {
  it('finds to-dos without asking, and asks before it removes one', async () => {
    const project = await toolProject(await load(), manifest, files);
    expect(await project.run('list-to-dos', {})).toMatchObject({ output: 'src/main.ts:3 // TODO: mend it' });
    expect(project.asked).toEqual([]);
    const input = { path: 'src/main.ts', line: 3 };
    expect(await project.run('remove-to-do', input)).toMatchObject({
      output: 'Removed line 3 of src/main.ts.',
      isError: false,
    });
    expect(await project.read('src/main.ts')).toBe('// first\n\nlet a = (1;\n');
    expect(project.asked).toMatchObject([{ type: 'change', changes: [{ path: 'src/main.ts', added: 0, removed: 1 }] }]);
    expect(await project.run('remove-to-do', input)).toMatchObject({
      isError: true,
      output: expect.stringContaining('holds no TODO'),
    });
    expect(await project.run('remove-to-do', {})).toMatchObject({
      isError: true,
      output: expect.stringContaining('Give "path"'),
    });
    expect(await project.run('list-to-dos', {})).toMatchObject({ output: 'There are none.' });
  });

  it('is denied as the page says', async () => {
    const project = await toolProject(await load(), manifest, files);
    project.decision = 'deny';
    expect(await project.run('remove-to-do', { path: 'src/main.ts', line: 3 })).toEqual({ type: 'denied' });
    expect(await project.read('src/main.ts')).toBe(files['src/main.ts']);
  });
});

/** Expected output of each snippet of the page; a new one needs a line here. */
const outputs: Readonly<Record<string, RegExp>> = {
  'count-lines': /^5 lines$/,
  'look-around': /^2 entries, 1 tests, 1 exports$/,
  'split-notes': /^Split into two\.$/,
  'run-tests': /^v\d+\./,
  'read-news': /^News \(https:\/\/example\.com\/news\)\n\nToday$/,
  check: /^src\/main\.ts:4:9 “\(” is not closed\.$/,
  'read-manual': /^Its files are in \.agents\/skills\/release-notes\.\n\nBe brief\.$/,
  describe: /^# A project\n$/,
};

describe('the snippets of the page', () => {
  const shown = snippets.filter(
    (one) => one.place.startsWith('tools.md') && one.language === 'js' && !isSampleFile(one),
  );

  it.each(shown.map(({ place, text }) => [place, text]))(
    'do what they say when they are run: %s',
    async (_place, text) => {
      const [, id = ''] = /tools\.register\('([\w-]+)'/.exec(text) ?? [];
      const project = await toolProject(await moduleOf(text), manifestOf(id), files);
      project.page = (url) => ({ url, status: 200, title: 'News', text: 'Today', isCut: false });
      // The last snippet continues after a denial.
      if (text.includes('tool-denied')) project.decision = 'deny';
      const state = await project.run(id, {});
      expect(state).toMatchObject({
        type: 'done',
        isError: false,
        output: expect.stringMatching(outputs[id] ?? 'no such snippet'),
      });
      if (id === 'split-notes') expect(await project.read('notes/others.md')).toBe('two\n\nthree\n');
    },
  );

  it('are all of them', () => {
    expect(shown).toHaveLength(Object.keys(outputs).length);
  });
});

it('the page shows every method of a call', () => {
  const types = readFileSync(new URL('outrigger.d.ts', docs), 'utf8');
  const methods = [...(/interface ToolCall \{\n(.*?)\n\}\n/s.exec(types)?.[1]?.matchAll(/^ {2}(\w+)\(/gm) ?? [])];
  expect(methods).toHaveLength(11);
  for (const [, name] of methods) expect(page('tools.md')).toContain(`call.${name}(`);
});

it('the script of the page is one that the sample model plays', async () => {
  const script = /^ {4}Clean up\n(?: {4}.*\n)+/m.exec(page('tools.md'))?.[0].replace(/^ {4}/gm, '') ?? '';
  const { provider } = await activated(sampleModel);
  const { events } = await outcome(answer(provider, 'sample', ask(script)));
  expect(textOf(events)).toBe('First I look.');
  expect(events.at(-1)).toEqual({ type: 'stop', value: 'tool-use' });
});

async function moduleOf(text: string): Promise<ExtensionModule> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-docs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'snippet.mjs');
  await writeFile(path, `export function activate(context) {\n${text}}\n`);
  return import(/* @vite-ignore */ pathToFileURL(path).href);
}

const manifestOf = (id: string): Manifest =>
  manifestSchema.parse({
    ...{ id: 'snippet', name: 'Snippet', version: '1.0.0', schema_version: 1 },
    runtime: { kind: 'worker', main: 'snippet.mjs' },
    tools: { [id]: { description: 'A tool.', approval: 'each-effect' } },
  });
