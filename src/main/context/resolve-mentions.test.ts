import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fail, ok } from '../../shared/contract/errors.ts';
import type { PromptContext } from '../../shared/contract/thread.ts';
import { readDocument } from '../documents/read-document.ts';
import { forever } from '../providers/memory-extension.fixture.ts';
import { type Files, temporaryFolder, writeFiles } from '../testing/temporary-folder.ts';
import { fetchPage } from './pages/fetch-page.ts';
import { createMentionResolver, type MentionResolverDeps, type ResolveOptions } from './resolve-mentions.ts';

const { signal } = new AbortController();

/** A project in a folder, with another folder beside it. */
const noThread = async () => fail('invalid-request', 'It is gone.');

async function world(
  files: Files,
  { readThread = noThread, ...more }: Partial<MentionResolverDeps & Pick<ResolveOptions, 'readThread'>> = {},
) {
  const folder = await temporaryFolder();
  const root = writeFiles(join(folder, 'project'), { './': '', ...files });
  const resolver = createMentionResolver({
    platform: 'posix',
    mentionsMs: 20_000,
    openFolder: () => root,
    async readText(path) {
      const read = await readDocument(path);
      return read.ok ? read.value.text : null;
    },
    openPaths: () => [],
    diagnostics: async () => [],
    fetchPage: (url, own) => fetchPage(url, { signal: own, allowsPrivate: true }),
    ...more,
  });
  const resolve = (text: string, options: Omit<ResolveOptions, 'readThread'>) =>
    resolver(text, { ...options, readThread });
  const told = async (text: string, isTyped = true): Promise<PromptContext | undefined> =>
    (await resolve(text, { root, isTyped, signal }))[0];
  return { root, folder, resolve, told };
}

describe('a mention of a file', () => {
  test('gives its lines with their numbers, or those that it names', async () => {
    const { told } = await world({ 'src/a.ts': 'one\ntwo\nthree\nfour\n' });
    expect(await told('See [@a.ts](src/a.ts).')).toEqual({
      kind: 'file',
      label: 'a.ts',
      href: 'src/a.ts',
      text: '1\tone\n2\ttwo\n3\tthree\n4\tfour',
    });
    expect((await told('[@a.ts](src/a.ts#L2-L3)'))?.text).toBe('2\ttwo\n3\tthree');
    expect((await told('[@a.ts (2:1)](src/a.ts#L2:1)'))?.text).toContain('2\ttwo');
    expect(await told('[@a.ts](src/a.ts#L9)')).toMatchObject({ text: '', problem: 'It has only 4 lines.' });
    expect(await told('[@gone](gone.ts)')).toMatchObject({ text: '', problem: 'It does not exist.' });
  });

  test('gives the text as the person sees it, and a part of what is too long', async () => {
    const { root, told } = await world(
      { 'a.ts': '' },
      { readText: async (path) => `edited ${path}\n${'x'.repeat(300_000)}` },
    );
    const found = await told('[@a.ts](a.ts)');
    expect(found?.text).toMatch(new RegExp(`^1\tedited ${root}/a.ts\n2\txxx`));
    expect(found?.text).toMatch(/\[Cut here: this is the first part of 3\d+ characters\.\]$/);
    expect(found?.text.length).toBeLessThanOrEqual(200_000);
  });

  test('outside of the folder counts only when the person wrote it, by where its links lead', async () => {
    const { root, folder, told } = await world({});
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await symlink(join(folder, 'secret.txt'), join(root, 'link.txt'));
    for (const href of [`file://${join(folder, 'secret.txt')}`, '../secret.txt', 'link.txt']) {
      expect(await told(`[@s](${href})`)).toMatchObject({ text: '1\tsecret' });
      expect(await told(`[@s](${href})`, false)).toMatchObject({
        text: '',
        problem: expect.stringContaining('only you'),
      });
    }
  });

  test('that is a device or too large is a problem, and holds nothing else up', async () => {
    const { resolve, root } = await world({ 'a.ts': 'a' });
    const found = await resolve('[@null](file:///dev/null) [@a](a.ts)', { root, isTyped: true, signal });
    expect(found.map(({ text, problem }) => problem ?? text)).toEqual(['It does not exist.', '1\ta']);
  });
});

describe('a mention of a symbol', () => {
  const text =
    'const a = 1;\nexport function read(\n  path: string,\n): string {\n  return path;\n}\n\nconst b = read(a);\n';

  test('gives what is declared there, also when the lines have moved', async () => {
    const { told } = await world({ 'a.ts': text, 'b.ts': `// new\n${text}` });
    const read = '2\texport function read(\n3\t  path: string,\n4\t): string {\n5\t  return path;\n6\t}';
    expect((await told('[@read](a.ts?symbol=read#L2)'))?.text).toBe(read);
    expect((await told('[@read](b.ts?symbol=read#L2)'))?.text).toBe(
      read.replace(/^\d/gm, (line) => String(Number(line) + 1)),
    );
    expect((await told('[@read](a.ts?symbol=read#L1-L2)'))?.text).toBe('1\tconst a = 1;\n2\texport function read(');
    expect(await told('[@x](a.ts?symbol=x#L1)')).toMatchObject({
      kind: 'symbol',
      problem: '“x” is no longer in it.',
    });
  });
});

describe('a mention of a directory', () => {
  test('lists its files as the tree does', async () => {
    const { told } = await world({
      'src/a.ts': '',
      'src/deep/b.ts': '',
      'src/out/c.js': '',
      'd.ts': '',
      '.gitignore': 'out/',
    });
    expect(await told('[@src](src/)')).toMatchObject({ kind: 'directory', text: 'a.ts\ndeep/b.ts' });
    expect((await told('[@src](src)'))?.kind).toBe('directory');
    expect((await told('[@all](./)'))?.text).toBe('.gitignore\nd.ts\nsrc/a.ts\nsrc/deep/b.ts');
    expect(await told('[@d](d.ts/)')).toMatchObject({ problem: 'It is a file, not a folder.' });
  });
});

describe('a mention of what is open', () => {
  test('gives the open files and what is wrong in them', async () => {
    const { root, told } = await world(
      { 'a.ts': 'one', 'b.ts': 'two' },
      {
        openPaths: () => [join(root, 'a.ts'), join(root, 'b.ts')],
        diagnostics: async () => [{ path: join(root, 'a.ts'), line: 1, column: 2, severity: 'error', message: 'no' }],
      },
    );
    expect(await told('[@tabs](outrigger:///agent/tabs)')).toMatchObject({
      kind: 'tabs',
      text: 'File a.ts:\n1\tone\n\nFile b.ts:\n1\ttwo',
    });
    expect((await told('[@d](outrigger:///agent/diagnostics)'))?.text).toBe('a.ts:1:2: error: no');
  });
});

describe('a mention of another thread', () => {
  test('gives what was said, the end of it when it is too long', async () => {
    const { told } = await world({}, { readThread: async (id) => ok(`${id}${'x'.repeat(250_000)}end`) });
    const found = await told('[@t](outrigger:///agent/thread/abc)');
    expect(found).toMatchObject({ kind: 'thread', label: 't' });
    expect(found?.text).toMatch(/^\[Cut here: this is the last part of \d+ characters\.\]\n\nx+end$/);
    expect(await told('[@t](outrigger:///agent/thread/abc)', false)).toMatchObject({
      problem: expect.stringContaining('Only you'),
    });
    const gone = await world({});
    expect(await gone.told('[@t](outrigger:///agent/thread/abc)')).toMatchObject({ problem: 'It is gone.' });
  });
});

describe('a mention of a page', () => {
  test('gives its text; what an extension wrote leads to no request', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.writeHead(404, { 'content-type': 'text/html' }).end('<title>T</title><p>Hi');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { told } = await world({});
    expect(await told(`[@p](${url})`)).toEqual({
      kind: 'page',
      label: 'p',
      href: url,
      text: `Address: ${url}\nTitle: T\nThe service answered with the status 404.\n\nHi`,
    });
    expect(await told(`[@p](${url})`, false)).toMatchObject({ problem: expect.stringContaining('Only you') });
    expect(asked).toBe(1);
  });

  test('that does not come is a problem; Stop is not held up by it', async () => {
    const { resolve, root } = await world({}, { fetchPage: () => forever() });
    const controller = new AbortController();
    const resolving = resolve('[@p](https://e.org/)', { root, isTyped: true, signal: controller.signal });
    controller.abort();
    await expect(resolving).rejects.toMatchObject({ code: 'cancelled' });
    const refused = await world({});
    const found = await refused.told('[@m](mailto:a@e.org)');
    expect(found).toMatchObject({
      kind: 'page',
      text: '',
      problem: expect.stringContaining('not an http or https address'),
    });
  });
});

test('what is mentioned twice is told once, what is no mention not at all, and there is an end to it', async () => {
  const { resolve, root } = await world({ 'a.ts': 'a' });
  const all = (text: string) => resolve(text, { root, isTyped: true, signal });
  expect(await all('[@a](a.ts) and [@again](a.ts), `[@a](b.ts)`, [a](c.ts)')).toHaveLength(1);
  const many = await all(Array.from({ length: 60 }, (_, n) => `[@${n}](${n}.ts)`).join(' '));
  expect(many.at(-1)?.problem).toBe('Only the first 50 mentions of a prompt are looked up.');
});

test('of a thread whose folder is not open, mentions are of that folder, and open files are none of its business', async () => {
  const { folder, resolve } = await world({ 'a.ts': 'of the open folder' }, { openPaths: () => ['/open.ts'] });
  const root = join(folder, 'other');
  await mkdir(root);
  await writeFile(join(root, 'a.ts'), 'of its own');
  const found = await resolve('[@a](a.ts) [@Open tabs](outrigger:///agent/tabs)', { root, isTyped: true, signal });
  expect(found.map(({ text, problem }) => problem ?? text)).toEqual([
    '1\tof its own',
    expect.stringMatching(/^Another folder is open/),
  ]);
});
