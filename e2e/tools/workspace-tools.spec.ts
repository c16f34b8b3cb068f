import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { listenOnLoopback } from '../servers/loopback.ts';
import { askedOf } from '../support/views/asked.ts';
import { editorOf } from '../support/views/editor.ts';
import { panelOf } from '../support/views/panel.ts';

const project = {
  'src/a.ts': 'export function add(a: number, b: number) {\n  return a + b;\n}\n',
  'src/broken.ts': 'export const list = [1, 2;\n',
  'notes.md': '# Notes\n\n- TODO: mend the list\n',
  'old.txt': 'old\n',
};

const anyQuestion = /^May Workspace tools /;
/** The model's text about the results of the tools. */
const toldIn = (page: Page) => panelOf(page).said('The tool (answered|failed):');

test('a model looks around in the folder, unsaved text included, without a question', async ({ open }) => {
  const { page } = await open({ project, file: 'src/a.ts:1:1' });
  const panel = panelOf(page);
  const asked = askedOf(page);
  await editorOf(page).typeAtStart('// mine\n');
  await asked.play('Look around', {
    text: 'I look around.',
    calls: [
      { tool: 'read-file', input: { path: 'src/a.ts', to: 1 } },
      { tool: 'list-directory', input: { path: 'src' } },
      { tool: 'find-files', input: { glob: '**/*.ts' } },
      { tool: 'search-text', input: { text: 'todo' } },
      { tool: 'diagnostics', input: { path: 'src/broken.ts' } },
    ],
  });
  await panel.ended();
  await expect(asked.question(anyQuestion)).toHaveCount(0);
  for (const answer of [
    '1 // mine',
    'a.ts broken.ts',
    'src/a.ts src/broken.ts',
    'notes.md 3 - TODO: mend the list',
    'src/broken.ts:1:21 error: “[” is not closed.',
  ]) {
    await expect(panel.lastTurn).toContainText(`The tool answered: ${answer}`);
  }
  await expect(panel.lastTurn.getByText('Read src/a.ts')).toBeVisible();
});

test('a model changes several files by a patch, of which it is asked once', async ({ open }) => {
  const { page, project: folder } = await open({ project });
  const panel = panelOf(page);
  const asked = askedOf(page);
  const textOf = (path: string) => readFile(join(folder, path), 'utf8');

  await test.step('one that does not fit asks nothing and says why', async () => {
    const edits = [{ old: 'return a * b', new: 'return a - b' }];
    await asked.play('Edit what is not there', { calls: [{ tool: 'edit-file', input: { path: 'src/a.ts', edits } }] });
    await panel.ended();
    await expect(toldIn(page)).toContainText('"old" is not there. The nearest lines are');
  });
  await test.step('a patch over several files, in one question', async () => {
    const patch = [
      '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -9,2 +9,2 @@\n export function add(a: number, b: number) {\n-  return a + b;\n+  return b + a;\n',
      '--- /dev/null\n+++ b/src/new.ts\n@@ -0,0 +1 @@\n+export {};\n',
      '--- a/old.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n',
    ].join('');
    await asked.play('Patch', { calls: [{ tool: 'apply-patch', input: { patch } }] });
    await expect(asked.question(anyQuestion)).toHaveAccessibleName('May Workspace tools change 3 files?');
    await asked.allow(anyQuestion);
    await panel.ended();
    await expect(toldIn(page)).toContainText('Changed src/a.ts, 1 part. Created src/new.ts. Deleted old.txt.');
    expect(await textOf('src/a.ts')).toBe(project['src/a.ts'].replace('a + b', 'b + a'));
    expect([existsSync(join(folder, 'src/new.ts')), existsSync(join(folder, 'old.txt'))]).toEqual([true, false]);
  });
});

test('a model runs commands and fetches pages when it is allowed', async ({ open }) => {
  const { page, project: folder } = await open({ project });
  const panel = panelOf(page);
  const asked = askedOf(page);

  await test.step('a command, with what it puts out and how it ended', async () => {
    await asked.play('Run', {
      calls: [{ tool: 'run-command', input: { line: 'echo one && echo two > made.txt && exit 3' } }],
    });
    await expect(asked.question(anyQuestion)).toContainText('echo one && echo two > made.txt && exit 3');
    expect(existsSync(join(folder, 'made.txt'))).toBe(false);
    await asked.allow(anyQuestion);
    await panel.ended();
    await expect(toldIn(page)).toContainText(/^The tool failed: Exit code 3, after \d+\.\d s\.$/);
    await expect(panel.lastTurn.getByRole('paragraph').filter({ hasText: /^one$/ })).toBeVisible();
    expect(await readFile(join(folder, 'made.txt'), 'utf8')).toBe('two\n');
  });
  await test.step('a page', async () => {
    const server = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<title>A page</title><h1>Hello</h1><p>from <b>here</b></p>'),
    );
    const { origin, close } = await listenOnLoopback(server);
    const url = `${origin}/page`;
    try {
      await asked.play('Fetch', { calls: [{ tool: 'fetch-page', input: { url } }] });
      await expect(asked.question(anyQuestion)).toContainText(url);
      await asked.allow(anyQuestion);
      await panel.ended();
      await expect(toldIn(page)).toContainText(`The tool answered: A page ${url}, status 200`);
      await expect(panel.lastTurn).toContainText('from here');
    } finally {
      await close();
    }
  });
});
