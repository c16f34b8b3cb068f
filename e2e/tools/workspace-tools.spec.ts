import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { listenOnLoopback } from '../servers/loopback.ts';
import { type Step, scriptOf } from '../support/hosts/script.ts';
import { editorOf } from '../support/views/editor.ts';
import { panelOf } from '../support/views/panel.ts';

const settings = { model: 'test-provider:sample/sample' } as const;
const project = {
  'src/a.ts': 'export function add(a: number, b: number) {\n  return a + b;\n}\n',
  'src/broken.ts': 'export const list = [1, 2;\n',
  'notes.md': '# Notes\n\n- TODO: mend the list\n',
  'old.txt': 'old\n',
};

function toolsOf(page: Page) {
  const panel = panelOf(page);
  const question = panel.lastTurn.getByRole('group', { name: /^May Workspace tools / });
  return {
    ...panel,
    question,
    allow: question.getByRole('button', { name: 'Allow once' }),
    deny: question.getByRole('button', { name: 'Don’t allow' }),
    /** What the model says the tools answered. */
    said: panel.lastTurn.getByRole('paragraph').filter({ hasText: /^The tool (answered|failed):/ }),
    async play(title: string, ...steps: Step[]) {
      await expect(panel.model).not.toHaveAccessibleName(/Choos/);
      await panel.composer.fill(scriptOf(title, steps));
      await panel.composer.press('Enter');
      await expect(panel.lastTurn).toContainText(title);
    },
  };
}

test('a model looks around in the folder without a question', async ({ open }) => {
  const { page } = await open({ settings, project });
  const panel = toolsOf(page);
  await panel.play('Look around', {
    text: 'I look around.',
    calls: [
      { tool: 'read-file', input: { path: 'src/a.ts', from: 2, to: 2 } },
      { tool: 'list-directory', input: { path: 'src' } },
      { tool: 'find-files', input: { glob: '**/*.ts' } },
      { tool: 'search-text', input: { text: 'todo' } },
      { tool: 'diagnostics', input: { path: 'src/broken.ts' } },
    ],
  });
  await panel.ended();
  await expect(panel.question).toHaveCount(0);
  for (const answer of [
    '2 return a + b;',
    'a.ts broken.ts',
    'src/a.ts src/broken.ts',
    'notes.md 3 - TODO: mend the list',
    'src/broken.ts:1:21 error: “[” is not closed.',
  ]) {
    await expect(panel.lastTurn).toContainText(`The tool answered: ${answer}`);
  }
  await expect(panel.lastTurn.getByText('Read src/a.ts')).toBeVisible();
});

test('a model changes files, each change shown before it is made', async ({ open }) => {
  const { page, project: folder } = await open({ settings, project });
  const panel = toolsOf(page);
  const textOf = (path: string) => readFile(join(folder, path), 'utf8');

  await test.step('an edit, allowed', async () => {
    const edits = [{ old: 'a + b', new: 'b + a' }];
    await panel.play(
      'Edit',
      { calls: [{ tool: 'edit-file', input: { path: 'src/a.ts', edits } }] },
      { text: 'Edited.' },
    );
    await expect(panel.question).toContainText('src/a.ts');
    await expect(panel.question).toContainText('return b + a;');
    expect(await textOf('src/a.ts')).toBe(project['src/a.ts']);
    await panel.allow.click();
    await panel.ended();
    await expect(panel.lastTurn).toContainText('Edited.');
    expect(await textOf('src/a.ts')).toBe(project['src/a.ts'].replace('a + b', 'b + a'));
  });
  await test.step('the same, not allowed: nothing changes and the model is told', async () => {
    const edits = [{ old: 'b + a', new: 'a - b' }];
    await panel.play('Edit again', { calls: [{ tool: 'edit-file', input: { path: 'src/a.ts', edits } }] });
    await panel.deny.click();
    await panel.ended();
    await expect(panel.said).toContainText('The tool failed: The person did not allow');
    expect(await textOf('src/a.ts')).toContain('b + a');
  });
  await test.step('one that does not fit asks nothing and says why', async () => {
    const edits = [{ old: 'return a * b', new: 'return a - b' }];
    await panel.play('Edit what is not there', { calls: [{ tool: 'edit-file', input: { path: 'src/a.ts', edits } }] });
    await panel.ended();
    await expect(panel.said).toContainText('"old" is not there. The nearest lines are');
  });
  await test.step('a patch over several files, in one question', async () => {
    const patch = [
      '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -9,2 +9,2 @@\n export function add(a: number, b: number) {\n-  return b + a;\n+  return a + b;\n',
      '--- /dev/null\n+++ b/src/new.ts\n@@ -0,0 +1 @@\n+export {};\n',
      '--- a/old.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n',
    ].join('');
    await panel.play('Patch', { calls: [{ tool: 'apply-patch', input: { patch } }] });
    await expect(panel.question).toHaveAccessibleName('May Workspace tools change 3 files?');
    await panel.allow.click();
    await panel.ended();
    await expect(panel.said).toContainText('Changed src/a.ts, 1 part. Created src/new.ts. Deleted old.txt.');
    expect(await textOf('src/a.ts')).toBe(project['src/a.ts']);
    expect([existsSync(join(folder, 'src/new.ts')), existsSync(join(folder, 'old.txt'))]).toEqual([true, false]);
  });
  await test.step('a file created, moved and deleted', async () => {
    await panel.play(
      'Create, move, delete',
      { calls: [{ tool: 'create-file', input: { path: 'deep/b.txt', text: 'b\n' } }] },
      { calls: [{ tool: 'move', input: { from: 'deep/b.txt', to: 'c.txt' } }] },
      { calls: [{ tool: 'delete', input: { path: 'notes.md' } }] },
      { text: 'All three.' },
    );
    for (const [kind, path] of [
      ['create', 'deep/b.txt'],
      ['move', 'c.txt'],
      ['delete', 'notes.md'],
    ] as const) {
      await expect(panel.question).toHaveAccessibleName(new RegExp(kind));
      await expect(panel.question).toContainText(path);
      await panel.allow.click();
    }
    await panel.ended();
    await expect(panel.lastTurn).toContainText('All three.');
    expect(await textOf('c.txt')).toBe('b\n');
    expect(existsSync(join(folder, 'notes.md'))).toBe(false);
  });
});

test('what is not saved yet is read, searched for and edited where it is', async ({ open }) => {
  const { page, project: folder } = await open({ settings, project, file: 'src/a.ts:1:1' });
  const panel = toolsOf(page);
  await editorOf(page).typeAtStart('// mine\n');
  await panel.play(
    'Read and edit',
    {
      calls: [{ tool: 'read-file', input: { path: 'src/a.ts', to: 1 } }],
    },
    { calls: [{ tool: 'edit-file', input: { path: 'src/a.ts', edits: [{ old: '// mine', new: '// yours' }] } }] },
  );
  await panel.allow.click();
  await panel.ended();
  await expect(editorOf(page).text('a.ts')).toContainText('// yours');
  expect(await readFile(join(folder, 'src/a.ts'), 'utf8')).toBe(project['src/a.ts']);
});

test('a model runs commands and fetches pages when it is allowed', async ({ open }) => {
  const { page, project: folder } = await open({ settings, project });
  const panel = toolsOf(page);

  await test.step('a command, with what it puts out and how it ended', async () => {
    await panel.play('Run', {
      calls: [{ tool: 'run-command', input: { line: 'echo one && echo two > made.txt && exit 3' } }],
    });
    await expect(panel.question).toContainText('echo one && echo two > made.txt && exit 3');
    expect(existsSync(join(folder, 'made.txt'))).toBe(false);
    await panel.allow.click();
    await panel.ended();
    await expect(panel.said).toContainText(/^The tool failed: Exit code 3, after \d+\.\d s\.$/);
    await expect(panel.lastTurn.getByRole('paragraph').filter({ hasText: /^one$/ })).toBeVisible();
    expect(await readFile(join(folder, 'made.txt'), 'utf8')).toBe('two\n');
  });
  await test.step('one that is stopped', async () => {
    await panel.play('Wait', { calls: [{ tool: 'run-command', input: { line: 'echo begun; sleep 600' } }] });
    await panel.allow.click();
    await expect(panel.lastTurn.getByRole('log', { name: 'Output so far' })).toContainText('begun');
    await panel.stop.click();
    await panel.ended();
    await expect(panel.lastTurn).toContainText('You stopped it.');
  });
  await test.step('a page', async () => {
    const server = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<title>A page</title><h1>Hello</h1><p>from <b>here</b></p>'),
    );
    const { origin, close } = await listenOnLoopback(server);
    const url = `${origin}/page`;
    try {
      await panel.play('Fetch', { calls: [{ tool: 'fetch-page', input: { url } }] });
      await expect(panel.question).toContainText(url);
      await panel.allow.click();
      await panel.ended();
      await expect(panel.said).toContainText(`The tool answered: A page ${url}, status 200`);
      await expect(panel.lastTurn).toContainText('from here');
    } finally {
      await close();
    }
  });
});

test('a rule of the person decides without a question', async ({ open }) => {
  const toolRules = [
    { effect: 'change', pattern: 'src/**', decision: 'allow', folder: '*' },
    { effect: 'change', pattern: 'src/broken.ts', decision: 'deny', folder: '*' },
  ];
  const { page, project: folder } = await open({ isTrusted: true, settings: { ...settings, toolRules }, project });
  const panel = toolsOf(page);
  const write = (path: string) => ({ tool: 'edit-file', input: { path, edits: [{ old: 'export', new: 'EXPORT' }] } });
  await panel.play('Edit both', { calls: [write('src/a.ts'), write('src/broken.ts')] });
  await panel.ended();
  await expect(panel.question).toHaveCount(0);
  expect(await readFile(join(folder, 'src/a.ts'), 'utf8')).toContain('EXPORT');
  expect(await readFile(join(folder, 'src/broken.ts'), 'utf8')).toBe(project['src/broken.ts']);
  await expect(panel.lastTurn).toContainText('“src/broken.ts”');
});
