import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../../../../src/shared/contract/extension-api/extension-tool-call.ts';
import { manifestAt } from '../../extension-harness.ts';
import { type ToolProject, toolProject } from '../../tool-project.fixture.ts';
import { Arguments } from '../arguments.js';
import { editFile } from '../edit-file.js';
import * as extension from '../main.js';

/** The tools with real files, judged as in the app. */

const manifest = manifestAt(new URL('../extension.toml', import.meta.url));
const open = (files: Readonly<Record<string, string>> = {}) => toolProject(extension, manifest, files);

async function done(project: ToolProject, tool: string, input: unknown): Promise<string> {
  const state = await project.run(tool, input);
  if (state.type === 'done' && !state.isError) return state.output;
  throw new Error(JSON.stringify(state));
}

async function refused(project: ToolProject, tool: string, input: unknown): Promise<string> {
  const state = await project.run(tool, input);
  if (state.type === 'done' && state.isError) return state.output;
  throw new Error(JSON.stringify(state));
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

describe('the extension', () => {
  it('asks for each effect, and for no capability', () => {
    const { tools, capabilities, runtime } = manifest;
    expect(Object.keys(tools)).toHaveLength(13);
    expect(Object.values(tools).map(({ approval }) => approval)).toEqual(Array(13).fill('each-effect'));
    expect([capabilities, runtime?.kind]).toEqual([undefined, 'worker']);
  });

  it('says what to give when arguments do not fit', async () => {
    const project = await open({ 'a.ts': 'a\n' });
    expect(await refused(project, 'read-file', {})).toBe('Give "path", a text such as "src/main.ts". It is missing.');
    expect(await refused(project, 'read-file', { path: 'a.ts', from: 1.5 })).toBe(
      'Give "from", a whole number from 1. It is 1.5.',
    );
    expect(await refused(project, 'edit-file', { path: 'a.ts', edits: [{ old: 'a' }] })).toBe(
      'Give "new" in "edits"[0], a text such as "const a". It is missing.',
    );
    expect(await refused(project, 'edit-file', { path: 'a.ts', edits: 'a' })).toContain('Give "edits", a list such as');
    expect(await refused(project, 'edit-file', { path: 'a.ts', edits: ['a'] })).toBe(
      'Give an object as "edits"[0], not "a".',
    );
    expect(await refused(project, 'search-text', { text: 'a', regex: 'yes' })).toBe(
      'Give "regex", true or false. It is "yes".',
    );
    expect(await refused(project, 'run-command', { line: 'true', timeout_seconds: 0 })).toContain('up to 1800');
    // Some models write null for absent arguments.
    expect(await done(project, 'read-file', { path: 'a.ts', from: null, to: null })).toBe('1\ta');
    expect(project.asked).toEqual([]);
  });

  it('says that the person did not allow it, and does nothing', async () => {
    const project = await open({ 'a.ts': 'a\n' });
    project.decision = 'deny';
    for (const [tool, input] of [
      ['create-file', { path: 'b.ts', text: '' }],
      ['edit-file', { path: 'a.ts', edits: [{ old: 'a', new: 'b' }] }],
      ['delete', { path: 'a.ts' }],
      ['move', { from: 'a.ts', to: 'b.ts' }],
      ['run-command', { line: 'echo x > b.ts' }],
      ['fetch-page', { url: 'https://example.com/' }],
      ['read-file', { path: '../outside.ts' }],
    ] as const) {
      expect(await project.run(tool, input)).toEqual({ type: 'denied' });
    }
    expect(project.asked.map(({ type }) => type)).toEqual([
      'change',
      'change',
      'change',
      'change',
      'command',
      'fetch',
      'read',
    ]);
    expect([await project.read('a.ts'), await project.read('b.ts')]).toEqual(['a\n', null]);

    project.rules = [{ effect: 'change', pattern: 'a.ts', decision: 'deny' }];
    expect(await project.run('delete', { path: 'a.ts' })).toEqual({
      type: 'denied',
      reason: expect.stringContaining('“a.ts”'),
    });
  });
});

describe('looking', () => {
  it('read-file numbers lines, and says how to go on', async () => {
    const project = await open({
      'a.ts': 'one\r\n\ttwo\n\nfour',
      'long.txt': lines(5000),
      'wide.txt': `${'x'.repeat(3000)}\n`.repeat(40),
      'empty.txt': '',
    });
    expect(await done(project, 'read-file', { path: 'a.ts' })).toBe('1\tone\n2\t\ttwo\n3\t\n4\tfour');
    expect(await done(project, 'read-file', { path: 'a.ts', from: 2, to: 3 })).toBe('2\t\ttwo\n3\t');
    expect(await done(project, 'read-file', { path: 'a.ts', from: 4, to: 99 })).toBe('4\tfour');
    expect(await done(project, 'read-file', { path: 'empty.txt' })).toBe('empty.txt is empty.');
    expect(await refused(project, 'read-file', { path: 'a.ts', from: 5 })).toBe(
      'a.ts has 4 lines; line 5 is behind its end.',
    );
    expect(await refused(project, 'read-file', { path: 'a.ts', from: 3, to: 2 })).toContain('before "from"');

    const long = await done(project, 'read-file', { path: 'long.txt' });
    expect(long.split('\n').slice(-2)).toEqual([
      '2000\tline 2000',
      '[long.txt has 5000 lines. Go on with "from": 2001.]',
    ]);
    expect((await done(project, 'read-file', { path: 'long.txt', from: 4001 })).split('\n')).toHaveLength(1000);
    const wide = await done(project, 'read-file', { path: 'wide.txt' });
    expect(wide.length).toBeLessThan(61_000);
    expect(wide).toContain('[… 1000 more characters]');
    expect(wide).toMatch(/Go on with "from": \d+/);
    expect(await refused(project, 'read-file', { path: 'none.ts' })).toContain('Look for it with find-files');
    expect(project.asked).toEqual([]);
  });

  it('list-directory names directories first', async () => {
    const project = await open({ 'b.ts': '', 'a/c.ts': '', 'z/d.ts': '' });
    expect(await done(project, 'list-directory', {})).toBe('a/\nz/\nb.ts');
    expect(await done(project, 'list-directory', { path: 'a' })).toBe('c.ts');
    expect(await refused(project, 'list-directory', { path: 'none' })).toContain('none');
  });

  it('find-files says when there is more', async () => {
    const project = await open({ 'a.ts': '', 'b/c.ts': '', 'b/d.js': '' });
    expect(await done(project, 'find-files', { glob: '**/*.ts' })).toBe('a.ts\nb/c.ts');
    expect(await done(project, 'find-files', { glob: '**/*.ts', limit: 1 })).toBe(
      'a.ts\n[There are more than 1. Narrow the glob, or raise "limit".]',
    );
    expect(await done(project, 'find-files', { glob: '**/*.ts', limit: 2 })).toBe('a.ts\nb/c.ts');
    expect(await done(project, 'find-files', { glob: '*.py' })).toBe('No file fits *.py.');
  });

  it('search-text groups lines by file', async () => {
    const project = await open({ 'a.ts': 'Mend it\nno\nmend\n', 'b.js': `${'x'.repeat(900)}mend${'y'.repeat(900)}\n` });
    expect(await done(project, 'search-text', { text: 'mend', glob: '*.ts' })).toBe('a.ts\n1\tMend it\n3\tmend');
    expect(await done(project, 'search-text', { text: 'mend', case_sensitive: true, glob: '*.ts' })).toBe(
      'a.ts\n3\tmend',
    );
    expect(await done(project, 'search-text', { text: '^m.nd$', regex: true })).toBe('a.ts\n3\tmend');
    expect(await done(project, 'search-text', { text: 'mend', limit: 1 })).toContain('[There are more than 1 lines.');
    const wide = await done(project, 'search-text', { text: 'mend', glob: '*.js' });
    expect(wide).toContain('xmendy');
    expect(wide.length).toBeLessThan(320);
    expect(await done(project, 'search-text', { text: 'none' })).toBe('No line holds it.');
    expect(await refused(project, 'search-text', { text: '(', regex: true })).toMatch(/\S/);
  });

  it('diagnostics tell of errors in a file or in the open ones', async () => {
    const project = await open({ 'a.ts': 'let a = (1;\n', 'b.ts': 'let b = 1;\n' });
    expect(await done(project, 'diagnostics', { path: 'a.ts' })).toBe('a.ts:1:9 error: “(” is not closed.');
    expect(await done(project, 'diagnostics', {})).toBe('a.ts:1:9 error: “(” is not closed.');
    expect(await done(project, 'diagnostics', { path: 'b.ts' })).toBe('No errors of syntax in b.ts.');
  });

  it('read-skill gives the instructions and the files of a skill unasked, and nothing else', async () => {
    const folder = '.agents/skills/notes';
    const project = await open({
      [`${folder}/SKILL.md`]: '---\nname: notes\ndescription: Writes notes\n---\n\nBe brief.\n',
      [`${folder}/more/style.md`]: 'Short words.',
      [`${folder}/.env`]: 'KEY=1',
      [`${folder}/long.md`]: 'x'.repeat(200_001),
      'a.ts': '',
    });
    await symlink(join(project.root, 'a.ts'), join(project.root, folder, 'out.md'));
    const of = (file?: string) => ({ name: 'notes', ...(file !== undefined && { file }) });
    expect(await done(project, 'read-skill', of())).toBe(`[The files of this skill are in ${folder}]\n\nBe brief.`);
    expect(await done(project, 'read-skill', of('more/style.md'))).toBe('Short words.');
    expect(await refused(project, 'read-skill', { name: 'other' })).toContain('There are: notes.');
    for (const file of ['../../../a.ts', 'out.md', join(project.root, 'a.ts')]) {
      expect(await refused(project, 'read-skill', of(file))).toContain('is not in the folder of the skill');
    }
    expect(await refused(project, 'read-skill', of('long.md'))).toContain('has more than 200 kB');
    expect(await refused(project, 'read-skill', of('none.md'))).toContain('“none.md” does not exist.');
    expect(project.asked).toEqual([]);
    expect(await done(project, 'read-skill', of('.env'))).toBe('KEY=1');
    expect(project.asked).toEqual([{ type: 'read', path: `${folder}/.env` }]);
    project.rules.push({ effect: 'read', pattern: '**/style.md', decision: 'deny', folder: '*' });
    expect(await project.run('read-skill', of('more/style.md'))).toMatchObject({ type: 'denied' });
  });

  it('fetch-page gives a page piece by piece', async () => {
    const project = await open();
    const text = 'abcdefghij'.repeat(3000);
    project.page = (url) => ({
      url: `${url}en`,
      status: url.endsWith('none') ? 404 : 200,
      title: 'A page',
      text,
      isCut: true,
    });
    const url = 'https://example.com/';
    const first = await done(project, 'fetch-page', { url });
    expect(first).toMatch(/^A page\nhttps:\/\/example\.com\/en, status 200\n\nabc/);
    expect(first).toMatch(/hij\n\n\[The page has 30000 characters\. Go on with "from": 20000\.\]$/);
    expect(await done(project, 'fetch-page', { url, from: 20_000 })).toMatch(
      /hij\n\n\[The page goes on, but no more of it was kept\.\]$/,
    );
    expect(await done(project, 'fetch-page', { url, from: 10, length: 3 })).toContain('\n\nabc\n\n[The page has');
    expect(await refused(project, 'fetch-page', { url, from: 30_000 })).toContain('behind its end');
    expect(await refused(project, 'fetch-page', { url: `${url}none` })).toContain('status 404');
    expect(project.asked[0]).toEqual({ type: 'fetch', url });
    expect(await refused(project, 'fetch-page', { url: 'file:///etc/passwd' })).toMatch(/http/);
  });
});

describe('changing', () => {
  it('edit-file makes all edits or none, and keeps the line ends', async () => {
    const project = await open({ 'a.ts': 'let a = 1;\r\nlet b = 2;\r\n' });
    const edits = [
      { old: 'let a', new: 'const a' },
      { old: 'let b = 2;', new: 'const b = 2;\nconst c = 3;' },
    ];
    expect(await done(project, 'edit-file', { path: 'a.ts', edits })).toBe('Edited a.ts, line 1, then line 2.');
    expect(await project.read('a.ts')).toBe('const a = 1;\r\nconst b = 2;\r\nconst c = 3;\r\n');
    expect(project.asked).toMatchObject([
      { type: 'change', changes: [{ kind: 'edit', path: 'a.ts', added: 3, removed: 2 }] },
    ]);

    const second = [
      { old: 'const a', new: 'x' },
      { old: 'let b', new: 'y' },
    ];
    expect(await refused(project, 'edit-file', { path: 'a.ts', edits: second })).toMatch(
      /^Edit 2 of 2 of a\.ts was not made, and nothing was changed\. "old" is not there\. The nearest lines are:\n\n2\tconst b = 2;/,
    );
    expect(
      await refused(project, 'edit-file', { path: 'a.ts', edits: [{ old: 'const', new: 'const', all: true }] }),
    ).toContain('has this text already');
    expect(await done(project, 'edit-file', { path: 'a.ts', edits: [{ old: 'const', new: 'var', all: true }] })).toBe(
      'Edited a.ts, lines 1, 2, 3.',
    );
    expect(await project.read('a.ts')).toBe('var a = 1;\r\nvar b = 2;\r\nvar c = 3;\r\n');
  });

  it.each([
    ['edit-file', { path: 'a.ts', edits: [{ old: 'a', new: 'b' }] }, 'nothing was changed. "old" is not there.'],
    ['apply-patch', { patch: '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-a\n+b\n' }, 'so nothing was done. Read it again'],
  ])('%s leaves alone what the person changed while they were asked', async (tool, input, said) => {
    const project = await open({ 'a.ts': 'a\n' });
    project.meanwhile = () => project.write('a.ts', 'mine\n');
    expect(await refused(project, tool, input)).toContain(said);
    expect(await project.read('a.ts')).toBe('mine\n');
  });

  it('edits of one file that run side by side are all made', async () => {
    const project = await open({ 'a.ts': lines(8) });
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
    const edit = (number: number) => ({ path: 'a.ts', edits: [{ old: `line ${number}\n`, new: `LINE ${number}\n` }] });
    await Promise.all(numbers.map((number) => done(project, 'edit-file', edit(number))));
    expect(await project.read('a.ts')).toBe(lines(8).replaceAll('line', 'LINE'));
  });

  it('apply-patch takes no text for unchanged that it read before', async () => {
    const project = await open({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
    project.rules = [{ effect: 'read', pattern: 'b.ts', decision: 'ask' }];
    project.meanwhile = () => project.write('a.ts', 'a\nmine\n');
    const part = (path: string) => `--- a/${path}.ts\n+++ b/${path}.ts\n@@ -1 +1 @@\n-${path}\n+new\n`;
    expect(await refused(project, 'apply-patch', { patch: part('a') + part('b') })).toContain('Read it again');
    expect([await project.read('a.ts'), await project.read('b.ts')]).toEqual(['a\nmine\n', 'b\n']);
  });

  it('edit-file says which text it was made from', async () => {
    const changes: unknown[] = [];
    const call = { readText: async () => 'a\n', change: async (asked: unknown) => void changes.push(asked) };
    const input = new Arguments({ path: 'a.ts', edits: [{ old: 'a', new: 'b' }] });
    await editFile(input, call as unknown as ToolCall);
    expect(changes).toEqual([[{ type: 'write', path: 'a.ts', text: 'b\n', expected: 'a\n' }]]);
  });

  it('apply-patch changes several files in one go', async () => {
    const before = { 'a.ts': lines(30), 'b.ts': 'b\n', 'c.ts': 'c\n', 'old name.ts': 'x\ny\n' };
    const project = await open(before);
    const patch = [
      createTwoFilesPatch('a/a.ts', 'b/a.ts', before['a.ts'], before['a.ts'].replace('line 20', 'LINE 20')),
      'diff --git a/new/d.ts b/new/d.ts\nnew file mode 100644\n--- /dev/null\n+++ b/new/d.ts\n@@ -0,0 +1,2 @@\n+d\n+e\n',
      'diff --git a/b.ts b/b.ts\ndeleted file mode 100644\n--- a/b.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n',
      'diff --git a/c.ts b/moved/c.ts\nsimilarity index 100%\nrename from c.ts\nrename to moved/c.ts\n',
      'diff --git a/old name.ts b/new name.ts\nrename from old name.ts\nrename to new name.ts\n--- a/old name.ts\n+++ b/new name.ts\n@@ -1,2 +1,2 @@\n x\n-y\n+z\n',
    ].join('');
    expect(await done(project, 'apply-patch', { patch })).toBe(
      'Changed a.ts, 1 part.\nCreated new/d.ts.\nDeleted b.ts.\nMoved c.ts to moved/c.ts.\nMoved old name.ts to new name.ts and changed it, 1 part.',
    );
    const paths = ['a.ts', 'new/d.ts', 'b.ts', 'c.ts', 'moved/c.ts', 'old name.ts', 'new name.ts'];
    expect(await Promise.all(paths.map((path) => project.read(path)))).toEqual([
      before['a.ts'].replace('line 20', 'LINE 20'),
      'd\ne\n',
      null,
      null,
      'c\n',
      null,
      'x\nz\n',
    ]);
    expect(project.asked).toHaveLength(1);
  });

  it('apply-patch that does not fit in one file changes none', async () => {
    const project = await open({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
    const part = (path: string, old: string) => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${old}\n+new\n`;
    expect(await refused(project, 'apply-patch', { patch: part('a.ts', 'a') + part('b.ts', 'c') })).toMatch(
      /^b\.ts: .*does not fit.*Nothing was changed\.$/s,
    );
    expect(await refused(project, 'apply-patch', { patch: part('a.ts', 'a') + part('a.ts', 'a') })).toContain(
      'names a.ts twice',
    );
    expect(
      await refused(project, 'apply-patch', {
        patch: '--- a/a.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n--- /dev/null\n+++ b/b.ts\n@@ -0,0 +1 @@\n+x\n',
      }),
    ).toMatch(/\S/);
    await project.write('a.ts', 'a\nmore\n');
    expect(
      await refused(project, 'apply-patch', { patch: '--- a/a.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n' }),
    ).toContain('does not name all its lines');
    expect([await project.read('a.ts'), await project.read('b.ts')]).toEqual(['a\nmore\n', 'b\n']);
    expect(project.asked).toEqual([]);
  });

  it('create-file, move and delete never overwrite', async () => {
    const project = await open({ 'a.ts': 'a\n', 'd/b.ts': 'b\n' });
    expect(await done(project, 'create-file', { path: 'new/c.ts', text: '' })).toBe('Created new/c.ts.');
    expect(await refused(project, 'create-file', { path: 'a.ts', text: 'x' })).toMatch(/a\.ts/);
    expect(await refused(project, 'move', { from: 'a.ts', to: 'd/b.ts' })).toMatch(/b\.ts/);
    expect(await done(project, 'move', { from: 'd', to: 'e/f' })).toBe('Moved d to e/f.');
    expect(await done(project, 'delete', { path: 'new' })).toBe('Deleted new.');
    expect(await refused(project, 'delete', { path: 'none' })).toContain('find-files');
    expect(await Promise.all(['a.ts', 'e/f/b.ts', 'd', 'new'].map((path) => project.read(path)))).toEqual([
      'a\n',
      'b\n',
      null,
      null,
    ]);
  });

  it('nothing changes in the folder of the app, also behind a link', async () => {
    const project = await open({ '.git/config': '[core]\n' });
    await symlink('.git', join(project.root, 'hidden'));
    for (const path of ['.git/config', 'hidden/config']) {
      const edits = [{ old: 'core', new: 'x' }];
      expect(await project.run('edit-file', { path, edits })).toEqual({
        type: 'denied',
        reason: expect.stringContaining('.git'),
      });
    }
    expect(await project.read('.git/config')).toBe('[core]\n');
    // Reading it is asked for, as it may contain secrets; changing it is refused without a question.
    expect(project.asked).toEqual(['read', 'read'].map((type) => ({ type, path: '.git/config' })));
  });
});

describe('run-command', () => {
  it('tells the exit code and what came out', async () => {
    const project = await open({ 'sub/x.txt': 'here\n' });
    expect(await done(project, 'run-command', { line: 'echo one; echo two >&2' })).toMatch(
      /^Exit code 0, after \d+\.\d s\.\n\none\ntwo\n$/,
    );
    expect(await refused(project, 'run-command', { line: 'exit 3' })).toMatch(
      /^Exit code 3, after .* It put out nothing\.$/,
    );
    expect(await done(project, 'run-command', { line: 'cat x.txt', cwd: 'sub' })).toContain('here');
    expect(await refused(project, 'run-command', { line: 'echo a; sleep 20', timeout_seconds: 0.3 })).toMatch(
      /^It was ended after .*too long\.\n\na\n$/,
    );
    expect(project.asked[0]).toMatchObject({ type: 'command', line: 'echo one; echo two >&2', cwd: '.' });
  });

  it('keeps the end of a long output', async () => {
    const project = await open();
    const output = await done(project, 'run-command', { line: 'seq 1 100000; echo the end' });
    expect(output).toMatch(/\nthe end\n$/);
    expect(output).toContain('left out here');
  });
});
