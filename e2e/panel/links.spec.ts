import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { describeLink } from '../../src/renderer/agent/markdown/describe-link.ts';
import type { LinkTarget } from '../../src/shared/links/link-target.ts';
import vectors from '../../src/shared/links/links.vectors.json' with { type: 'json' };
import { expect, test } from '../fixtures.ts';
import { chatCompletions } from '../servers/chat-completions-wire.ts';
import { startCountingServer } from '../servers/counting-server.ts';
import { type ProviderServer, startProviderServer } from '../servers/provider-server.ts';
import { scriptOf } from '../support/hosts/script.ts';
import { panelOf } from '../support/views/panel.ts';
import { windowCount } from '../support/views/windows.ts';

/** A server without a key, whose model answers prompts by `answers`. */
const saying = (answers: Readonly<Record<string, string>>): Promise<ProviderServer> =>
  startProviderServer(chatCompletions, {
    answer: (prompt) => ({ text: answers[prompt] ?? `No answer to “${prompt}”` }),
  });

const modelAt = ({ url }: ProviderServer) => ({
  model: 'openai-compatible:openai-compatible/tiny',
  extensions: { 'openai-compatible': { base_url: url } },
});

const cursor = (page: Page) => page.getByTestId('cursor-position');
const editor = (page: Page, name: string) => page.getByRole('textbox', { name: `Text of ${name}` });

test('a link in an answer opens its file with the cursor where it says', async ({ open }) => {
  const { page, project } = await open({ file: 'README.md' });
  const panel = panelOf(page);
  const link = panel.lastTurn.getByRole('link', { name: '@parser.ts (42:7)' });
  const expectParser = async () => {
    await expect(page.getByRole('tab', { name: 'parser.ts' })).toHaveAttribute('aria-selected', 'true');
    await expect(cursor(page)).toHaveText('Ln 42, Col 7');
    await expect(editor(page, 'parser.ts')).toBeFocused();
    await expect(page.getByText('class Parser {', { exact: true })).toBeInViewport();
  };

  await test.step('by the whole path of a file', async () => {
    await panel.ask(`Where does ${project}/src/parser.ts begin?`);
    await expect(link).toHaveAttribute('title', 'src/parser.ts, line 42, column 7');
    await link.click();
    await expectParser();
    await page.keyboard.type('X');
    await expect(page.getByText('class XParser {', { exact: true })).toBeVisible();
    await page.keyboard.press('Backspace');
  });
  await test.step('by a path in the project, with the keyboard', async () => {
    await page.keyboard.press('Control+Home');
    await expect(cursor(page)).toHaveText('Ln 1, Col 1');
    await panel.ask('Show me where the parser starts');
    await panel.ended();
    await page.getByRole('button', { name: 'Collapse folders' }).click();
    const row = page.getByRole('treeitem', { name: 'parser.ts', exact: true });
    await expect(row).toHaveCount(0);
    await link.focus();
    await link.press('Enter');
    await expectParser();
    await expect(row).toBeInViewport();
  });
});

test('every kind of link does what it names, and everything else is text', async ({ open }) => {
  test.slow();
  const length = 79;
  const file = Array.from({ length: 100 }, (_, index) => `line ${index + 1} `.padEnd(length, '.')).join('\n');
  const posix = vectors.filter(({ platform }) => platform === 'posix');
  const answers: Record<string, string> = {};
  const server = await saying(answers);
  const { page, project } = await open({ settings: modelAt(server), project: { 'notes.txt': file } });
  const panel = panelOf(page);
  const cases = posix.map(({ input, label, expect: target }, index) => ({
    input: input.replace(/\/(p|Users\/joel\/Work\/banjo)\//, `${project}/`),
    label: label ?? `case ${index}`,
    target: target && inProject(target as LinkTarget, project),
  }));
  for (const { target } of cases) {
    if ((target?.kind === 'file' || target?.kind === 'symbol') && !target.path.startsWith('../')) {
      const path = target.path.startsWith('/') ? target.path : join(project, target.path);
      await mkdir(join(path, '..'), { recursive: true });
      await writeFile(path, file);
    }
  }
  answers.all = cases.map(({ input, label }) => `- [${label}](<${input.replaceAll(/[<>]/g, '\\$&')}>)`).join('\n');
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => dialogs.push(dialog.message()));
  const url = page.url();
  await panel.ask('all');
  await panel.ended();
  const items = panel.lastTurn.getByRole('listitem');
  await expect(items).toHaveCount(cases.length);

  await test.step('each link says what it names, everything else is text', async () => {
    const isOutside = (target: LinkTarget) => 'path' in target && /^(\.\.|\/$)/.test(target.path);
    const titles = await items.evaluateAll((all) =>
      all.map((item) => item.querySelector('[role="link"]')?.getAttribute('title') ?? null),
    );
    const shown = cases.map(({ input, target }, index) => [input, target && isOutside(target) ? null : titles[index]]);
    expect(shown).toEqual(
      cases.map(({ input, target }) => [
        input,
        target && !isOutside(target) ? describeLink(target, project, undefined) : null,
      ]),
    );
    await items.filter({ hasNot: page.getByRole('link') }).evaluateAll((all) => {
      for (const item of all) (item.firstElementChild as HTMLElement | null)?.click();
    });
  });
  const seen = new Set<string>();
  for (const [index, { input, target }] of cases.entries()) {
    if ((target?.kind !== 'file' && target?.kind !== 'symbol') || target.path.startsWith('../')) continue;
    const name = target.path.slice(target.path.lastIndexOf('/') + 1);
    const form = Object.keys(target).join();
    if (seen.has(name) && seen.has(form)) continue;
    seen.add(name).add(form);
    await test.step(`${input} opens`, async () => {
      await items.nth(index).getByRole('link').click();
      await expect(editor(page, name)).toBeFocused();
      const { line, endLine } = target;
      if (line === undefined) return;
      const column = endLine === undefined && 'column' in target ? target.column : 1;
      await expect(cursor(page)).toHaveText(`Ln ${line}, Col ${column ?? 1}`);
      if (endLine !== undefined) {
        const selected = (endLine - line + 1) * (length + 1) - 1;
        await expect(page.getByText(`${selected} selected`, { exact: true })).toBeVisible();
      }
      // So that following the next link has to move the cursor.
      await page.keyboard.press('Control+End');
    });
  }
  await expect(panel.root.locator('a, [href]')).toHaveCount(0);
  expect(page.url()).toBe(url);
  expect(dialogs).toEqual([]);
  await server.close();
});

test('what an answer names is a link in prose and in backticks, with an ending or without; any other words are text', async ({
  open,
}) => {
  const file = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`).join('\n');
  const { page, opened } = await open({
    project: {
      'src/main/a.ts': file,
      'src/parse.ts': 'const x = 1;\n\nexport function parseLink() {\n  return x;\n}\n',
      'b.ts': file,
      'src/Makefile': file,
      'bin/run': file,
      Dockerfile: file,
    },
  });
  const panel = panelOf(page);
  const sentences = [
    'It begins in src/main/a.ts:40, goes on in b.ts#L4-L9, and not in src/main/none.ts:3.',
    'The image comes from the Dockerfile, src/Makefile:3 and bin/run:12; the Makefile is and/or was for make.',
    'In code: `src/main/a.ts:12`, `Dockerfile:7`, `bin/run:5`, not `none.ts:1`, `Makefile` or `and/or`.',
    'By `parseLink`, which `parseLink()` calls, not by `noSuchName` or parseLink.',
    'On the web: https://example.org/bare, `https://example.org/code` and `http://a.test/{id}`.',
  ];
  await panel.ask(scriptOf('Tell me', [{ text: sentences.join('\n\n') }]));
  await panel.ended();
  const links = (beginning: string) => panel.said(beginning).getByRole('link');
  await expect(links('It begins in')).toHaveText(['src/main/a.ts:40', 'b.ts#L4-L9']);
  await expect(links('The image')).toHaveText(['Dockerfile', 'src/Makefile:3', 'bin/run:12']);
  await expect(links('In code')).toHaveText(['src/main/a.ts:12', 'Dockerfile:7', 'bin/run:5']);
  await expect(links('By')).toHaveText(['parseLink', 'parseLink()']);
  await expect(links('On the web')).toHaveText(['https://example.org/bare', 'https://example.org/code']);
  for (const [link, name, place] of [
    [links('It begins in').first(), 'a.ts', 'Ln 40, Col 1'],
    [links('The image').first(), 'Dockerfile', 'Ln 1, Col 1'],
    [links('The image').nth(1), 'Makefile', 'Ln 3, Col 1'],
    [links('The image').nth(2), 'run', 'Ln 12, Col 1'],
    [links('In code').nth(1), 'Dockerfile', 'Ln 7, Col 1'],
    [links('By').last(), 'parse.ts', 'Ln 3, Col 1'],
  ] as const) {
    await link.click();
    await expect(editor(page, name)).toBeFocused();
    await expect(cursor(page)).toHaveText(place);
  }
  await links('It begins in').last().click();
  await expect(editor(page, 'b.ts')).toBeFocused();
  await expect(page.getByText('41 selected', { exact: true })).toBeVisible();
  await links('On the web').last().click();
  await links('On the web').first().click();
  await expect.poll(opened).toEqual(['https://example.org/code', 'https://example.org/bare']);
});

test('links to folders, to other threads and to files of unusual names open what they name', async ({ open }) => {
  const answers: Record<string, string> = { first: 'The one before.' };
  const server = await saying(answers);
  const { page } = await open({
    settings: modelAt(server),
    project: {
      'src/deep/down/a.ts': 'a',
      'src/(a) b.ts': 'b',
      'src/a#b.ts': 'hash',
      'src/what?.md': 'asks',
      'app/(shop)/page.tsx': 'shop',
      CODEOWNERS: '* @everyone',
    },
  });
  const panel = panelOf(page);
  await panel.ask('first');
  await panel.ended();
  await page.keyboard.press('ControlOrMeta+Shift+H');
  const row = panel.root.locator('[data-thread]').first();
  const first = await row.getAttribute('data-thread');
  await page.keyboard.press('Escape');
  await panel.newThread();
  answers.names = [
    '[brackets](src/(a) b.ts:1)',
    '[hash](src/a#b.ts#L1)',
    '[mark](src/what?.md)',
    '`app/(shop)/page.tsx`',
    '`CODEOWNERS`',
  ].join(' ');
  await panel.ask('names');
  await panel.ended();
  const names = ['(a) b.ts', 'a#b.ts', 'what?.md', 'page.tsx', 'CODEOWNERS'];
  await expect(panel.lastTurn.getByRole('link')).toHaveCount(names.length);
  for (const [index, name] of names.entries()) {
    await panel.lastTurn.getByRole('link').nth(index).click();
    await expect(editor(page, name)).toBeFocused();
  }
  answers.go = `See [deep](src/deep), [the folder](src/deep/down/) and [what was said](outrigger:///agent/thread/${first}?name=First).`;
  await panel.ask('go');
  await panel.ended();
  const deep = panel.lastTurn.getByRole('link', { name: 'deep' });
  await expect(deep).toHaveAttribute('title', 'The folder src/deep');
  await deep.click();
  await expect(page.getByRole('treeitem', { name: 'down', exact: true })).toBeVisible();
  await panel.lastTurn.getByRole('link', { name: 'the folder' }).click();
  await expect(page.getByRole('treeitem', { name: 'a.ts', exact: true })).toBeVisible();
  await panel.lastTurn.getByRole('link', { name: 'what was said' }).click();
  await expect(panel.lastTurn).toContainText('The one before.');
  await server.close();
});

test('an address goes to the system’s program when it may leave, and nowhere else', async ({ open }) => {
  const server = await saying({
    go: [
      '- [site](https://example.com/a?b=c#d)',
      '- <http://example.com/plain>',
      '- [mail](mailto:someone@example.com?subject=Hello)',
      '- [attachment](mailto:someone@example.com?attach=/etc/passwd)',
    ].join('\n'),
  });
  const { app, page, opened } = await open({ settings: modelAt(server) });
  const panel = panelOf(page);
  await panel.ask('go');
  await panel.ended();

  await panel.lastTurn.getByRole('link', { name: 'site' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Open' }).click();
  await expect.poll(opened).toEqual(['https://example.com/a?b=c#d']);
  await panel.lastTurn.getByRole('link', { name: 'http://example.com/plain' }).click();
  await expect.poll(opened).toHaveLength(2);
  await panel.lastTurn.getByRole('link', { name: 'attachment' }).click();
  await expect(page.getByRole('alert').getByText(/^The address was not opened\. .*“attach”/)).toBeVisible();
  await panel.lastTurn.getByRole('link', { name: 'mail', exact: true }).click();
  await expect
    .poll(opened)
    .toEqual([
      'https://example.com/a?b=c#d',
      'http://example.com/plain',
      expect.stringContaining('mailto:someone@example.com?subject=Hello'),
    ]);
  await expect(page).toHaveURL(/^outrigger-app:/);
  expect(await windowCount(app)).toBe(1);
  await server.close();
});

test('a file outside the project opens after a question, and a dead link says so', async ({ open }, testInfo) => {
  const outside = testInfo.outputPath('outside.txt');
  const secret = testInfo.outputPath('secret.txt');
  await writeFile(outside, 'kept elsewhere\n');
  await writeFile(secret, 'kept secret\n');
  const server = await saying({
    go: `See [outside](file://${outside}#L1), [what leads out](src/sym.txt) and [gone](src/gone.ts#L3).`,
  });
  const { page, project } = await open({
    settings: modelAt(server),
    prepare: (_page, _userData, folder) => symlink(secret, join(folder, 'src', 'sym.txt')),
  });
  const panel = panelOf(page);
  await panel.ask('go');
  await panel.ended();
  const link = panel.lastTurn.getByRole('link', { name: 'outside' });

  await test.step('the question names the file; Cancel opens nothing', async () => {
    await link.click();
    const question = page.getByRole('alertdialog', { name: 'Open outside.txt?' });
    await expect(question).toContainText(outside);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('tab', { name: 'outside.txt' })).toHaveCount(0);
    await link.click();
    await question.getByRole('button', { name: 'Open' }).click();
    await expect(editor(page, 'outside.txt')).toContainText('kept elsewhere');
  });
  await test.step('of a link of the file system the question names where it leads', async () => {
    await panel.lastTurn.getByRole('link', { name: 'leads out' }).click();
    const question = page.getByRole('alertdialog', { name: 'Open sym.txt?' });
    await expect(question).toContainText(`It links to a file outside the open folder:\n${secret}`);
    await expect(question).not.toContainText(project);
    await question.getByRole('button', { name: 'Open' }).click();
    await expect(editor(page, 'sym.txt')).toContainText('kept secret');
  });
  await test.step('a file that is not there is struck through, until it is there', async () => {
    const gone = panel.lastTurn.getByText('gone', { exact: true });
    await expect(gone).toHaveCSS('text-decoration-line', 'line-through');
    await expect(gone).toHaveAttribute('title', /src\/gone\.ts, line 3\nThis file does not exist/);
    await expect(panel.lastTurn.getByRole('link', { name: 'gone' })).toHaveCount(0);
    // The previous file's folder is expanded in the tree.
    await expect(page.getByRole('treeitem', { name: 'parser.ts' })).toBeVisible();
    await writeFile(join(project, 'src', 'gone.ts'), 'one\ntwo\nthree\n');
    await panel.lastTurn.getByRole('link', { name: 'gone' }).click();
    await expect(cursor(page)).toHaveText('Ln 3, Col 1');
  });
  await server.close();
});

test('nothing in an answer runs, and nothing is loaded', async ({ open }) => {
  const counting = await startCountingServer();
  const hostile = [
    `![a picture](${counting.url}markdown.png)`,
    `<img src="${counting.url}html.png" onerror="window.ran = 1" onload="window.ran = 1">`,
    '<script>window.ran = 1</script>',
    '<svg onload="window.ran = 1"></svg>',
    `<iframe src="${counting.url}frame" srcdoc="<script>parent.ran = 1</script>"></iframe>`,
    '<details open ontoggle="window.ran = 1"><summary>x</summary></details>',
    `<link rel="stylesheet" href="${counting.url}style.css"><style>@import url(${counting.url}import.css)</style>`,
    '<a href="javascript:window.ran = 1">click me</a>',
    'Inline <b onclick="window.ran = 1">bold</b> and <input autofocus onfocus="window.ran = 1">.',
    '`` `<script>window.ran = 1</script>` ``',
    '```html\n<script>window.ran = 1</script>\n```',
  ].join('\n\n');
  const server = await saying({ go: hostile });
  const { page } = await open({ settings: modelAt(server) });
  const panel = panelOf(page);
  await panel.ask('go');
  await panel.ended();
  await expect(panel.lastTurn).toContainText('<script>window.ran = 1</script>');
  await expect(panel.lastTurn).toContainText(`image: a picture (${counting.url}markdown.png)`);
  await panel.lastTurn.getByText('click me').click();
  const made = 'img, script, iframe, a, link, style, object, embed, b, input, form';
  await expect(panel.lastTurn.locator(made)).toHaveCount(0);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(counting.requests).toEqual([]);
  expect(server.requests.map(({ path }) => path).filter((path) => !/^\/v1\/(models|chat)/.test(path))).toEqual([]);
  await server.close();
  await counting.close();
});

function inProject(target: LinkTarget, project: string): LinkTarget {
  if (!('path' in target)) return target;
  return { ...target, path: target.path.replace(/^\/(p|Users\/joel\/Work\/banjo)\//, `${project}/`) };
}
