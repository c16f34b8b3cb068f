import type { Page } from '@playwright/test';
import { createTwoFilesPatch } from 'diff';
import type { ThreadEntry } from '../../src/shared/contract/thread.ts';
import type { ShownChange, ToolEffect, ToolRunState } from '../../src/shared/contract/tool.ts';
import { expect, test } from '../fixtures.ts';
import { expectAccessible, inEachTheme, rulesOfTheme } from '../support/views/accessible.ts';
import { panelOf } from '../support/views/panel.ts';
import { takeOverEvents } from '../support/views/tell-window.ts';

const tool = { extensionId: 'workspace-tools', extensionName: 'Workspace tools', id: 'edit-file', isReadOnly: false };
const numbered = (count: number, word = 'line') =>
  Array.from({ length: count }, (_, at) => `const ${word}${at} = ${at};`);

function changeOf(path: string, before: string, after: string): ShownChange {
  const patch = createTwoFilesPatch('a', 'b', before, after).split('\n').slice(3).join('\n');
  const count = (sign: string) => patch.split('\n').filter((line) => line.startsWith(sign)).length;
  const kind = before === '' ? 'create' : after === '' ? 'delete' : 'edit';
  return { kind, path, patch, isCut: false, added: count('+'), removed: count('-') };
}

const long = numbered(120).join('\n');
const edited = long
  .replace('const line7 = 7;', 'const seven = "7"; // a longer line that has to wrap in a narrow panel, to its end')
  .replace('const line90 = 90;\n', '');
const edit: ToolEffect = { type: 'change', changes: [changeOf('src/numbers.ts', long, edited)] };
const several: ToolEffect = {
  type: 'change',
  changes: [
    changeOf('src/deeply/nested/folder/with/a/long/path/new-file.ts', '', `${numbered(60, 'fresh').join('\n')}\n`),
    changeOf('notes.md', '# Notes\n\nOld text\n', ''),
    { kind: 'move', path: 'a.ts', to: 'lib/b.ts', patch: '', isCut: false, added: 0, removed: 0 },
  ],
};
const command: ToolEffect = {
  type: 'command',
  line: 'npm test -- --reporter=dot && rm -rf "$(cat list.txt)"',
  cwd: 'packages/core',
  parts: ['npm test -- --reporter=dot', 'rm -rf'],
  warning: 'No rule can allow this line: it runs what another command puts out.',
};
const fetched: ToolEffect = { type: 'fetch', url: 'https://docs.example.com:8443/guide/start?version=2#first' };

interface Call {
  readonly id: string;
  readonly state: ToolRunState | null;
  readonly input?: string;
  readonly isOpen?: boolean;
  readonly live?: string;
}

function turnOf(promptId: string, text: string, calls: readonly Call[]): ThreadEntry[] {
  const answerId = `answer-${promptId}`;
  return [
    { kind: 'prompt', id: promptId, at: 1, text },
    {
      kind: 'answer-started',
      id: answerId,
      at: 2,
      promptId,
      model: 'test-provider:sample/sample',
      modelName: 'Sample',
    },
    { kind: 'answer-text', answerId, text: 'I look at this first.' },
    ...calls.flatMap(({ id, state, input = '{"path":"src/numbers.ts"}', isOpen, live }): ThreadEntry[] => [
      { kind: 'answer-tool-use', answerId, toolUse: { id, name: 'edit_file', input, isInputComplete: !isOpen } },
      ...(state && state.type !== 'waiting'
        ? [{ kind: 'tool-run', answerId, toolUseId: id, at: 1000, tool, state: { type: 'running' } } as const]
        : []),
      ...(live ? [{ kind: 'tool-output', answerId, toolUseId: id, text: live } as const] : []),
      ...(state ? [{ kind: 'tool-run', answerId, toolUseId: id, at: 13_400, tool, state } as const] : []),
    ]),
  ];
}

/** Shows entries in a thread that main does not know. */
async function panelWith(page: Page) {
  const panel = panelOf(page);
  await expect(panel.model).toHaveAccessibleName(/Model: sample/i);
  const threadId = await page.evaluate(async () => (await window.outrigger.agent.thread()).id);
  const tell = await takeOverEvents(page);
  let from = 0;
  return {
    panel,
    threadId,
    tell,
    async add(entries: readonly ThreadEntry[]) {
      await tell([{ type: 'thread-entries', threadId, entries, from }]);
      from += entries.length;
    },
  };
}

/** Checks accessibility in both themes, and takes a picture. */
const look = (page: Page, name: string, part = '#agent-panel'): Promise<void> =>
  test.step(name, () =>
    inEachTheme(page, async (theme) => {
      // Endless animations are stopped.
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) animation.cancel();
      });
      await page.screenshot({ path: test.info().outputPath(`${name}-${theme}.png`) });
      await expectAccessible(page, part, rulesOfTheme[theme]);
    }),
  );

const waiting = (effect: ToolEffect, patterns: string[]): ToolRunState => ({ type: 'waiting', effect, patterns });

test('every state of a call can be seen by everybody', { tag: '@soak' }, async ({ open }) => {
  test.slow();
  const { app, page } = await open();
  const setWidth = async (width: number) => {
    await app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setContentSize(to, 900), width);
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
  };
  await setWidth(1280);
  const { panel, tell, threadId, add } = await panelWith(page);

  await add(turnOf('p1', 'Change the numbers', [{ id: 'edit', state: waiting(edit, ['src/numbers.ts', 'src/**']) }]));
  await expect(panel.lastTurn.getByRole('group', { name: 'May Workspace tools edit this file?' })).toBeVisible();
  await look(page, 'question-edit');
  await panel.lastTurn.getByRole('button', { name: 'More', exact: true }).click();
  await panel.lastTurn.getByRole('button', { name: 'Never allow' }).scrollIntoViewIfNeeded();
  await look(page, 'question-rules');

  await add(turnOf('p2', 'And several files', [{ id: 'several', state: waiting(several, ['**']) }]));
  await look(page, 'question-several');
  await add(
    turnOf('p3', 'Run it', [
      { id: 'command', state: waiting(command, ['npm test *']) },
      { id: 'fetch', state: waiting(fetched, ['docs.example.com']) },
    ]),
  );
  await look(page, 'question-command');

  const output = Array.from({ length: 4000 }, (_, at) => `\u001b[32mok\u001b[0m ${at} - a test that passes`).join('\n');
  await add(
    turnOf('p4', 'All at once', [
      {
        id: 'running',
        state: { type: 'running', effect: { ...command, warning: undefined } as ToolEffect },
        live: output,
      },
      { id: 'done-edit', state: { type: 'done', output: 'Edited.', isError: false, effect: edit } },
      { id: 'done-command', state: { type: 'done', output, isError: false, effect: command } },
      { id: 'error', state: { type: 'done', output: 'There is no “line7” in src/numbers.ts.', isError: true } },
      { id: 'denied', state: { type: 'denied', reason: 'A rule does not allow changes of .env files.' } },
      { id: 'no', state: { type: 'denied' } },
      { id: 'failed', state: { type: 'failed', reason: 'It was stopped.' } },
      { id: 'never', state: null },
      {
        id: 'growing',
        state: null,
        isOpen: true,
        input: JSON.stringify({ path: 'src/new.ts', text: long }).slice(0, 1500),
      },
    ]),
  );
  await look(page, 'states');
  await panel.lastTurn.getByText('Edited src/numbers.ts').click();
  await panel.lastTurn.getByText('Edited src/numbers.ts').scrollIntoViewIfNeeded();
  await look(page, 'done-edit');
  await panel.lastTurn.getByText(/^Ran npm test/).click();
  await look(page, 'done-command');

  for (const [name, reason] of [
    ['limit', { type: 'limit', limit: { tokens: 50_000 }, spent: { tokens: 52_000, cost: 0.02 } }],
    ['repeat', { type: 'repeat', toolName: 'read-file', times: 3 }],
  ] as const) {
    await tell([
      { type: 'answer-activity', threadId, activity: { type: 'paused', since: reason.type.length, reason } },
    ]);
    await expect(panel.root.getByRole('button', { name: 'Stop here' })).toBeVisible();
    await panel.root.getByRole('button', { name: 'Stop here' }).scrollIntoViewIfNeeded();
    await look(page, `pause-${name}`);
  }
  await tell([
    { type: 'context-use', threadId, context: { tokens: 171_000, limit: 200_000, source: 'usage' } },
    { type: 'answer-activity', threadId, activity: null },
  ]);
  await panel.root.getByRole('button', { name: /^Context: / }).click();
  await look(page, 'context', '#agent-panel [role="dialog"]');

  await setWidth(800);
  await expect(panel.root).toBeHidden();
  await page.keyboard.press('ControlOrMeta+L');
  const last = panel.lastTurn.getByText('Edited src/numbers.ts');
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  await look(page, 'narrow');
});
