import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createPromptTemplates } from './prompt-templates.ts';
import { fillTemplate, readTemplate } from './template-text.ts';

let folder = '';
let isTrusted = true;
let changes = 0;
const at = (...names: string[]) => join(folder, ...names);
const user = (name: string) => at('user', 'prompts', name);
const project = (name: string) => at('project', '.outrigger', 'prompts', name);
const extension = (name: string) => at('tools', 'prompts', name);

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** A folder of its own for each test. */
async function templates() {
  folder = await temporaryFolder();
  isTrusted = true;
  changes = 0;
  return createPromptTemplates({
    userData: at('user'),
    explicitRoots: [at('named'), at('other')],
    trustedFolder: () => (isTrusted ? at('project') : null),
    extensions: () => [{ manifest: { id: 'tools' }, rootPath: at('tools') }],
    tell: () => changes++,
  });
}

describe('the list', () => {
  test('has those of the project first; of one name each stays callable by its id', async () => {
    const list = await templates();
    await put(project('review.md'), '---\ndescription: "Ours"\nargument: <file>\n---\nLook at $1.');
    await put(user('review.md'), '# Mine\nLook.');
    await put(extension('review.md'), 'Theirs: $ARGUMENTS');
    await put(extension('explain.md'), 'Explain.');
    await list.refresh();
    expect(list.list()).toEqual([
      { id: 'project:review', source: 'project', name: 'review', description: 'Ours', argument: '<file>' },
      { id: 'user:review', source: 'user', name: 'user:review', description: 'Mine', argument: '' },
      { id: 'tools:explain', source: 'extension', name: 'explain', description: 'Explain.', argument: '' },
      {
        id: 'tools:review',
        source: 'extension',
        name: 'tools:review',
        description: 'Theirs: $ARGUMENTS',
        argument: '<text>',
      },
    ]);
    expect(await list.expand('user:review', '')).toEqual({ ok: true, value: '# Mine\nLook.' });
    expect(await list.expand('tools:review', ' a b ')).toEqual({ ok: true, value: 'Theirs: a b' });
  });

  test('begins with those of roots that the command line names', async () => {
    const list = await templates();
    await put(project('review.md'), 'Ours.');
    await put(at('named', 'prompts', 'review.md'), 'Named.');
    await put(at('other', 'prompts', 'review.md'), 'Other.');
    await list.refresh();
    expect(list.list().map(({ id, name }) => [id, name])).toEqual([
      ['root:review', 'review'],
      ['root-2:review', 'root-2:review'],
      ['project:review', 'project:review'],
    ]);
    expect(await list.expand('root-2:review', '')).toEqual({ ok: true, value: 'Other.' });
  });

  test('tells when it is another, and only then', async () => {
    const list = await templates();
    await put(user('a.md'), 'A.');
    await list.refresh();
    await list.refresh();
    expect(changes).toBe(1);
    await rm(user('a.md'));
    await list.refresh();
    expect([changes, list.list()]).toEqual([2, []]);
  });

  test('has nothing of a folder that is not trusted, and such a prompt cannot be sent', async () => {
    const list = await templates();
    await put(project('review.md'), 'Ours.');
    isTrusted = false;
    await list.refresh();
    expect(list.list()).toEqual([]);
    expect(await list.expand('project:review', '')).toMatchObject({ ok: false });
  });

  test('passes over other names, what is empty, and links that lead out', async () => {
    const list = await templates();
    await put(at('secret.md'), 'Secret.');
    await put(project('Upper.md'), 'x');
    await put(project('a b.md'), 'x');
    await put(project('none.md'), '---\ndescription: nothing\n---\n');
    await symlink(at('secret.md'), project('out.md'));
    await list.refresh();
    expect(list.list()).toEqual([]);
    expect(await list.expand('project:out', '')).toMatchObject({
      ok: false,
      failure: { code: 'file-outside-project' },
    });
    expect(await list.expand('user:gone', '')).toMatchObject({ ok: false, failure: { code: 'file-not-found' } });
    for (const id of ['project:../../secret', 'nobody:a', 'a', ':']) {
      expect(await list.expand(id, '')).toMatchObject({ ok: false, failure: { code: 'invalid-request' } });
    }
  });

  test('is read where it is used: what changed since counts', async () => {
    const list = await templates();
    await put(user('a.md'), 'Old.');
    await list.refresh();
    await put(user('a.md'), 'New.');
    expect(await list.expand('user:a', '')).toEqual({ ok: true, value: 'New.' });
  });
});

describe('a template', () => {
  test.each([
    ['Do $ARGUMENTS now.', 'a "b c"', 'Do a "b c" now.'],
    ['$2 before $1, $3.', `one "two words" 'three'`, 'two words before one, three.'],
    ['Costs $$5, not $100; $1', 'x', 'Costs $5, not $100; x'],
    ['No place.', 'more $1', 'No place.\n\nmore $1'],
    ['Only $$.', 'more', 'Only $.\n\nmore'],
    ['$1 and $2', 'one', 'one and '],
    ['$ARGUMENTS', '$1 $$ $&', '$1 $$ $&'],
  ])('%s is filled with %s', (body, typed, expected) => {
    expect(fillTemplate(body, typed)).toBe(expected);
  });

  test('says in its head what it is for; what is no head is sent', () => {
    expect(readTemplate('---\r\ndescription: A\r\n---\r\nBody')).toEqual({
      description: 'A',
      argument: '',
      body: 'Body',
    });
    expect(readTemplate('---\nBody without an end')).toMatchObject({ body: '---\nBody without an end' });
    expect(readTemplate('Text\n---\ndescription: no\n---')).toMatchObject({ description: 'Text' });
  });
});
