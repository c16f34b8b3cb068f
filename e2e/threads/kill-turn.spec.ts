import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { randomOf } from '../../src/shared/testing/random.ts';
import { lengthOf } from '../../src/shared/testing/soak.ts';
import { expect, type Outrigger, test } from '../fixtures.ts';
import '../support/views/page-api.ts';
import { panelOf } from '../support/views/panel.ts';

/** Number of kills during turns that edit, create, move and delete files, at random times. */
const kills = lengthOf(1, 15);
/** Milliseconds of a turn in which the kill happens. */
const longestTurn = 1500;
const lines = 1000;
const rounds = 30;
const edited = ['one.txt', 'two.txt'];

const textOf = (name: string, round: number): string => `${name} after ${round}\n`.repeat(lines);
const original = {
  ...Object.fromEntries(edited.map((name) => [name, textOf(name, 0)])),
  'here.txt': textOf('moving', 0),
  'doomed.txt': textOf('doomed', 0),
};

/** Script of the model for one turn, round by round. */
function turn(): string {
  const script = Array.from({ length: rounds }, (_, index) => {
    const round = index + 1;
    const [from, to] = round % 2 === 1 ? ['here.txt', 'there.txt'] : ['there.txt', 'here.txt'];
    const edits = edited.map((path) => ({
      tool: 'edit-file',
      input: { path, edits: [{ old: `after ${index}\n`, new: `after ${round}\n`, all: true }] },
    }));
    const gone = round === 2 ? [{ tool: 'delete', input: { path: 'doomed.txt' } }] : [];
    return {
      calls: [
        ...edits,
        ...gone,
        { tool: 'move', input: { from, to } },
        { tool: 'create-file', input: { path: `made/${round}.txt`, text: textOf('made', round) } },
      ],
    };
  });
  return `Do this.\n\`\`\`script\n${JSON.stringify([...script, { text: 'All done.' }])}\n\`\`\``;
}

/** All files of the folder by relative path. */
async function filesOf(project: string): Promise<Record<string, string>> {
  const found = await readdir(project, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map((path) => readFile(path, 'utf8')));
  return Object.fromEntries(files.map((path, index) => [path.slice(project.length + 1), texts[index] ?? '']));
}

/** Checks that every file is complete, as of some round. @returns the number of rounds with an effect */
function expectWhole(files: Record<string, string>): number {
  let latest = 0;
  for (const [path, text] of Object.entries(files)) {
    // A temporary file of an interrupted write, which the next start removes.
    if (path.endsWith('.outrigger-tmp')) continue;
    const [, round = '-1'] = /after (\d+)\n/.exec(text) ?? [];
    const name = path.startsWith('made/')
      ? 'made'
      : /^t?here\.txt$/.test(path)
        ? 'moving'
        : path.replace('doomed.txt', 'doomed');
    expect(text === textOf(name, Number(round)), `${path} is whole`).toBe(true);
    latest = Math.max(latest, Number(round));
  }
  for (const path of edited) expect(Object.keys(files)).toContain(path);
  expect([files['here.txt'], files['there.txt']].filter((text) => text !== undefined)).toHaveLength(1);
  return latest;
}

async function kill({ app }: Outrigger): Promise<void> {
  const child = app.process();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

test('killed in the middle of a turn, every thread opens, every file is whole, and the checkpoint brings all back', {
  tag: '@soak',
}, async ({ launch }) => {
  const random = randomOf(`kills of turns ${test.info().repeatEachIndex}`);
  test.setTimeout(240_000 + kills * 120_000);
  const toolRules = [{ effect: 'change', pattern: '**', decision: 'allow', folder: '*' }];
  let run = await launch({
    isTrusted: true,
    project: original,
    settings: { model: 'test-provider:sample/sample', toolRules },
  });
  const reached: number[] = [];
  for (let count = 0; count < kills; count += 1) {
    const panel = panelOf(run.page);
    await panel.composer.fill(turn());
    await panel.composer.press('Enter');
    await expect(panel.turns).toHaveCount(1);
    // At least once after some work was done.
    if (count === 0) {
      const first = () => existsSync(join(run.project, 'made', '1.txt'));
      await expect.poll(first, { intervals: [20], timeout: 60_000 }).toBe(true);
    }
    await delay(random() * longestTurn);
    await kill(run);
    reached.push(expectWhole(await filesOf(run.project)));

    run = await run.relaunch();
    const after = panelOf(run.page);
    await expect(after.turns).toHaveCount(1, { timeout: 60_000 });
    const thread = await run.page.evaluate(() => window.outrigger.agent.thread());
    const prompt = thread.entries.findLast(({ kind }) => kind === 'prompt');
    if (prompt?.kind !== 'prompt' || !prompt.text.startsWith('Do this.')) throw new Error('The prompt is lost.');
    const review = await run.page.evaluate((id) => window.outrigger.changes.review(id), thread.id);
    if (review.checkpoints.length > 0) {
      const restored = await run.page.evaluate(
        ({ threadId, promptId }) => window.outrigger.changes.restore(threadId, promptId, false),
        { threadId: thread.id, promptId: prompt.id },
      );
      expect(restored).toMatchObject({ ok: true, value: { type: 'restored' } });
    }
    await expect.poll(() => filesOf(run.project)).toEqual(original);
    await after.composer.press('ControlOrMeta+N');
    await expect(after.turns).toHaveCount(0);
  }
  // Some kills came after work had begun.
  expect(reached.filter((round) => round > 0).length).toBeGreaterThan(0);
});
