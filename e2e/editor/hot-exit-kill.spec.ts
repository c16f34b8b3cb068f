import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { randomOf } from '../../src/shared/testing/random.ts';
import { lengthOf } from '../../src/shared/testing/soak.ts';
import { expect, type Outrigger, test } from '../fixtures.ts';
import { editorOf } from '../support/views/editor.ts';

/** A soak repeats the test three times, each with other draws. */
const kills = lengthOf(3, 70);
const names = ['a.txt', 'b.txt', 'c.txt'];
/** Milliseconds of typing that may be lost. */
const mayBeMissing = 1_000;
/** Limit for a file's lines, so that all of them are drawn, since the drawn text is compared. */
const maxLines = 20;

/** Text of a file at some time, in the window and on the disk. */
interface Seen {
  readonly at: number;
  readonly text: string;
}

test('whenever the app is killed while somebody types, saves, undoes and switches, no file is torn and at most a second is missing', {
  tag: '@soak',
}, async ({ launch }) => {
  const random = randomOf(`kills while somebody edits ${test.info().repeatEachIndex}`);
  test.setTimeout(lengthOf(600_000, 3_600_000));
  const upTo = (most: number) => Math.floor(random() * most);
  let now: Outrigger = await launch({ project: Object.fromEntries(names.map((name) => [name, `${name}\n`])) });
  for (const name of names) await editorOf(now.page).open(name);
  const shown = new Map<string, Seen[]>(names.map((name) => [name, [{ at: 0, text: `${name}\n` }]]));
  /** Texts allowed on the disk: complete texts that were shown. */
  const saved = new Map<string, Set<string>>(names.map((name) => [name, new Set([`${name}\n`])]));

  /** All texts that were shown, and so can be reached by undo. */
  const ever = new Set<string>();
  let underWay = null as { readonly name: string; readonly isUndo: boolean } | null;
  let torn = 0;
  /** For each kill, milliseconds of typing that are missing. */
  const missing: number[] = [];

  for (let run = 0; run < kills; run += 1) {
    const killAt = Date.now() + 500 + upTo(3_000);
    const acting = act(now, killAt);
    await delay(killAt - Date.now());
    const relaunching = now.relaunch({ isKilled: true, isBare: true });
    await acting.catch(() => undefined);
    now = await relaunching;
    await expect(editorOf(now.page).tabs).toHaveCount(names.length);
    let longest = 0;
    for (const name of names) {
      const onDisk = await readFile(join(now.project, name), 'utf8');
      if (!saved.get(name)?.has(onDisk)) torn += 1;
      const text = await textOf(now, name);
      const history = shown.get(name) ?? [];
      // The action during the kill may be done or not, and its result was not seen.
      const isItsOwn = underWay?.name === name;
      const isNext =
        isItsOwn && (underWay?.isUndo ? ever.has(text) : isOneLetterMore(history.at(-1)?.text ?? '', text));
      const kept = history.findLastIndex((one) => one.text === text);
      expect(kept >= 0 || isNext, `${name} in the window after kill ${run} was never shown: ${text}`).toBe(true);
      const lost = kept >= 0 ? history[kept + 1] : undefined;
      if (lost && !isNext) longest = Math.max(longest, killAt - lost.at);
      shown.set(name, [{ at: 0, text }]);
      saved.set(name, new Set([onDisk, text]));
      ever.add(text);
    }
    missing.push(longest);
  }
  const nothingMissing = missing.filter((ms) => ms === 0).length;
  console.log('kills', {
    count: missing.length,
    torn,
    nothingMissing,
    msMissing: { median: median(missing), most: Math.max(...missing) },
  });
  expect(torn, 'files on the disk that are no text that was ever shown').toBe(0);
  expect(Math.max(...missing)).toBeLessThanOrEqual(mayBeMissing);

  async function act({ page }: Outrigger, until: number): Promise<void> {
    const editor = editorOf(page);
    let name = names[upTo(names.length)] ?? '';
    await editor.tabs.filter({ hasText: name }).click();
    while (Date.now() < until) {
      const what = upTo(20);
      underWay = { name, isUndo: what === 2 };
      if (what === 0) await page.keyboard.press('ControlOrMeta+S');
      else if (what === 1) {
        name = names[upTo(names.length)] ?? '';
        await editor.tabs.filter({ hasText: name }).click();
      } else if (what === 2) await page.keyboard.press('ControlOrMeta+Z');
      else if (what === 3) await page.keyboard.press('ControlOrMeta+End');
      else if (what === 4 && linesOf(shown.get(name)?.at(-1)?.text) < maxLines) await page.keyboard.type('\n');
      else await page.keyboard.type(String.fromCharCode(97 + upTo(26)));
      const at = Date.now();
      const text = await present(page);
      shown.get(name)?.push({ at, text });
      saved.get(name)?.add(text);
      ever.add(text);
      underWay = null;
    }
  }
});

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const isOneLetterMore = (before: string, text: string): boolean => {
  let same = 0;
  while (same < before.length && before[same] === text[same]) same += 1;
  return text.length === before.length + 1 && text.slice(same + 1) === before.slice(same);
};

const linesOf = (text = ''): number => text.split('\n').length;

/** The whole text of the active file. */
const present = (page: Outrigger['page']): Promise<string> =>
  page.evaluate(() => {
    if (document.querySelector('main .cm-gap')) throw new Error('Not all of the file is drawn.');
    return [...document.querySelectorAll('main .cm-line')].map((line) => line.textContent).join('\n');
  });

async function textOf({ page }: Outrigger, name: string): Promise<string> {
  const editor = editorOf(page);
  await editor.tabs.filter({ hasText: name }).click();
  await expect(editor.text(name)).toBeFocused();
  return present(page);
}
