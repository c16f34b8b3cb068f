import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openWithThreads, turnOf } from '../support/seeded-threads.ts';
import { expectAccessible } from '../support/views/accessible.ts';
import { askedOf } from '../support/views/asked.ts';
import { panelOf } from '../support/views/panel.ts';

const table = `| Name | Kind | Description | Default value | Since | Platforms | Notes |
|---|---|---|---|---|---|---|
| \`maximumNumber\` | boolean | Whether the parser keeps what it has read | undefined | 1.2.0 | Linux, macOS | ${'long'.repeat(60)} |`;
const lists = `1000. a thousand
1001. and one

- [ ] a task
  1. within it
- [x] done`;
const rightToLeft = `# عنوان باللغة العربية

هذا نص باللغة العربية مع \`const a = 1\` في الوسط.

- عنصر أول في القائمة
- \`a.ts\` عنصر ثان

> ציטוט בעברית

| שם | ערך |
|---|---|
| אחד | שתיים |

In English again.`;
const paths = ['src/parser.ts', 'src/lexer.ts', 'README.md'];

test('what an answer holds is laid out so that it can be read', async ({ open }) => {
  test.slow();
  const { page } = await openWithThreads(
    open,
    [
      [
        ...turnOf('table', 'A table', { kind: 'answer-text', text: table }),
        ...turnOf('lists', 'Lists', { kind: 'answer-text', text: lists }),
        ...turnOf('rtl', 'اكتب لي قائمة', { kind: 'answer-text', text: rightToLeft }),
      ],
    ],
    { project: Object.fromEntries(paths.map((path) => [path, 'text\n'])) },
  );
  const panel = panelOf(page);
  const asked = askedOf(page);
  await expect(panel.turns).toHaveCount(3);
  const show = (turn: number) => panel.turns.nth(turn).evaluate((element) => element.scrollIntoView());

  await test.step('a wide table keeps its words whole and scrolls, by keyboard as well', async () => {
    const scroller = panel.turns.nth(0).getByRole('group', { name: 'Table' });
    await expect(scroller).toBeAttached();
    await show(0);
    for (const word of ['Since', 'undefined', 'maximumNumber', 'Platforms']) expect(await linesOf(page, word)).toBe(1);
    expect(await linesOf(page, 'long'.repeat(60))).toBeGreaterThan(3);
    expect(await scroller.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeGreaterThan(50);
    await expectAccessible(page, '#agent-panel');
    await scroller.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => scroller.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  });
  await test.step('long numbers have room, and a list within a task is indented', async () => {
    await show(1);
    const left = (words: string) => panel.turns.nth(1).getByText(words).evaluate(textLeft);
    expect((await left('a thousand')) - (await left('done'))).toBeGreaterThan(10);
    expect((await left('within it')) - (await left('done'))).toBeGreaterThan(15);
  });
  await test.step('text from right to left stands at the right; code does not', async () => {
    await show(2);
    const turn = panel.turns.nth(2);
    for (const words of ['عنوان', 'هذا نص', 'عنصر أول', 'عنصر ثان', 'ציטוט', 'اكتب']) {
      expect(await turn.getByText(words).evaluate(isAtRight), words).toBe(true);
    }
    expect(await turn.getByText('In English').evaluate(isAtRight)).toBe(false);
    await expect(turn.getByText('const a')).toHaveCSS('direction', 'ltr');
    for (const item of await turn.getByRole('listitem').all()) await expect(item).toHaveCSS('direction', 'rtl');
    await expect(turn.getByRole('table')).toHaveCSS('direction', 'rtl');
  });
  await test.step('nothing moves when code in a text turns out to name a file', async () => {
    const names = paths.map((path) => `\`${path}\``).join(' and ');
    await asked.play('Name files', { text: `In ${names}, also ${names}, then ${names} and ${names}.` });
    await panel.ended();
    const said = panel.said('In ');
    await expect(said.getByRole('link')).toHaveCount(12);
    await show(3);
    await said.getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'parser.ts' })).toBeVisible();
    const { linked, plain } = await said.evaluate(placesOfCode);
    expect(linked).toEqual(plain);
  });
  await test.step('what comes at once is drawn in the frame in which it comes', async () => {
    await page.getByRole('region', { name: 'Messages' }).evaluate(countEmptyPieces);
    await asked.play('At once', { text: Array.from({ length: 6 }, () => 'Words. '.repeat(100)).join('\n\n') });
    await panel.ended();
    expect(await page.evaluate(() => (window as unknown as { empty: number }).empty)).toBe(0);
  });
  await test.step('in forced colours the meter, the dot and the border of a prompt are there', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const meter = panel.root.getByRole('button', { name: /^Context: / }).locator('span > span');
    const dot = page.getByRole('button', { name: /^Extensions: / }).locator('[data-health]');
    const colours = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('p'));
      const { color, backgroundColor } =
        Object.assign(probe, { style: 'color: CanvasText; background: Canvas' }) && getComputedStyle(probe);
      return { text: color, surface: backgroundColor };
    });
    await expect(meter).toHaveCSS('background-color', colours.text);
    await expect(dot).toHaveCSS('border-top-style', 'solid');
    await expect(dot).not.toHaveCSS('background-color', colours.surface);
    await expect(panel.turns.nth(0).locator('[data-find]').first()).toHaveCSS('outline-color', colours.text);
    await page.emulateMedia({ forcedColors: 'none' });
  });
  await test.step('a line that is opened at the end of the thread stays under the pointer, also when it is folded again', async () => {
    const thinking = Array.from({ length: 60 }, (_, index) => `thought ${index}`).join('\n\n');
    await asked.play('Think', { thinking, text: 'This is what came of it.' });
    await panel.ended();
    const line = panel.lastTurn.locator('summary').first();
    const top = () => line.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    const before = await top();
    await line.click();
    const jump = panel.root.getByRole('button', { name: 'Jump to latest' });
    await expect(jump).toBeVisible();
    expect(await top()).toBe(before);
    await line.click();
    await expect(jump).toHaveCount(0);
    expect(await top()).toBe(before);
  });
  await test.step('the ring around a question is whole', async () => {
    await asked.play('Run', { calls: [{ tool: 'run-command', input: { line: 'npm test' } }] });
    const question = asked.question(/command/);
    await expect(question).toBeVisible();
    await question.evaluate((element: HTMLElement) => element.focus({ focusVisible: true } as FocusOptions));
    expect(await question.evaluate(ringBeyondView)).toBeLessThanOrEqual(0);
    await asked.deny(/command/);
    await panel.ended();
  });
});

/** Counts pieces in view that are drawn later than in the frame in which the view grew. */
function countEmptyPieces(scroller: Element): void {
  const counted = Object.assign(window, { empty: 0 });
  const look = () => {
    const view = scroller.getBoundingClientRect();
    for (const piece of scroller.querySelectorAll('[data-piece]:empty')) {
      const { top, bottom } = piece.getBoundingClientRect();
      if (bottom > view.top && top < view.bottom) counted.empty += 1;
    }
  };
  for (const content of scroller.children) new ResizeObserver(look).observe(content);
}

/** Lines that a word of the first table occupies. */
const linesOf = (page: Page, word: string) =>
  page.evaluate((text) => {
    const words = document.createTreeWalker(document.querySelector('#agent-panel table') as Element, 4);
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const at = node.textContent?.indexOf(text) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + text.length);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    }
    return 0;
  }, word);

function textLeft(element: Element): number {
  const words = document.createTreeWalker(element, 4);
  const range = document.createRange();
  do range.selectNodeContents(words.nextNode() as Text);
  while (range.toString().trim() === '');
  return range.getBoundingClientRect().left;
}

function isAtRight(element: Element): boolean {
  const range = document.createRange();
  range.selectNodeContents(element);
  const text = range.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  return box.right - text.right < text.left - box.left;
}

/** Positions of the code in a paragraph, as links and as plain code. */
function placesOfCode(paragraph: Element): { linked: number[]; plain: number[] } {
  const places = () => {
    const { top } = paragraph.getBoundingClientRect();
    return [...paragraph.querySelectorAll('code')].flatMap((code) => {
      const box = code.getBoundingClientRect();
      return [box.left, box.top - top, box.width];
    });
  };
  const linked = places();
  for (const link of paragraph.querySelectorAll('[role="link"]')) link.replaceWith(link.querySelector('code') ?? '');
  return { linked, plain: places() };
}

function ringBeyondView(element: Element): number {
  const { outlineWidth, outlineOffset } = getComputedStyle(element);
  const content = element.closest('section')?.firstElementChild as Element;
  return (
    element.getBoundingClientRect().right +
    Number.parseFloat(outlineWidth) +
    Number.parseFloat(outlineOffset) -
    content.getBoundingClientRect().right
  );
}
