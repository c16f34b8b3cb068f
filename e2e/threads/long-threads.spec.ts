import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { entriesOf, lastWords, messagesOf } from '../../bench/long-thread.ts';
import { expect, test } from '../fixtures.ts';
import { messagesIn, openWithThreads, turnOf } from '../support/seeded-threads.ts';
import { askedOf } from '../support/views/asked.ts';
import { panelOf } from '../support/views/panel.ts';
import { threadsOf } from '../support/views/threads.ts';

const long = entriesOf(messagesOf(250, 2_000_000));
/** With messages as long as those of the long thread, but faster to open. */
const middling = entriesOf(messagesOf(60, 480_000));
const short = turnOf('short', 'A short one', { kind: 'answer-text', text: 'Yes.' });

const distanceToEnd = (page: Page) =>
  messagesIn(page).evaluate((view) => view.scrollHeight - view.scrollTop - view.clientHeight);

/** Resolves when a measured value is stable, after scrolling and drawing. @returns the value */
async function atRest<T>(measure: () => Promise<T>): Promise<T> {
  let last = await measure();
  let same = 0;
  const howOften = async () => {
    const now = await measure();
    same = now === last ? same + 1 : 0;
    last = now;
    return same;
  };
  await expect.poll(howOften, { intervals: [200] }).toBeGreaterThanOrEqual(3);
  return last;
}

/** Scrolls to a fraction of the height, after a wheel event: other moves from the end are undone by the app. */
const scrollAway = (view: Locator, part: number): Promise<void> =>
  view.evaluate((element, to) => {
    element.dispatchEvent(new WheelEvent('wheel', { deltaY: -1 }));
    element.scrollTo(0, element.scrollHeight * to);
  }, part);

test('a thread of 500 messages shows its end, and draws only what is near the view', async ({ open }) => {
  const { page } = await openWithThreads(open, [long, short]);
  const panel = panelOf(page);
  const view = messagesIn(page);
  await expect(panel.turns).toHaveCount(250);
  await expect(panel.root.getByText(lastWords)).toBeInViewport();
  const drawn = () => page.locator('#agent-panel *').count();
  await expect.poll(drawn).toBeLessThan(4000);

  await test.step('Home, Page Down and End go where they say', async () => {
    await view.focus();
    await page.keyboard.press('Home');
    await expect(view.getByText('Question 1:')).toBeInViewport();
    await expect(panel.root.getByText(lastWords)).toHaveCount(0);
    await expect(panel.root.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
    const top = () => view.evaluate((element) => element.scrollTop);
    // Messages that are drawn for the first time may be a few pixels higher than estimated.
    await expect.poll(top).toBeLessThan(16);
    await page.keyboard.press('PageDown');
    await expect.poll(top).toBeGreaterThan(300);
    await page.keyboard.press('End');
    await expect(panel.root.getByText(lastWords)).toBeInViewport();
    await expect.poll(drawn).toBeLessThan(4000);
  });
  await test.step('what is drawn has the right order, in the middle as well', async () => {
    await scrollAway(view, 1 / 3);
    await expect.poll(() => headingsInView(page)).not.toHaveLength(0);
    const shown = await headingsInView(page);
    expect(shown).toEqual([...shown].sort((a, b) => a - b));
  });
});

test('the end of a long thread is there before all of it has its place, and the rest follows', async ({ open }) => {
  const { page } = await openWithThreads(open, [short, long]);
  const panel = panelOf(page);
  const threads = threadsOf(page);
  await expect(panel.lastTurn).toContainText('Yes.');
  const first = page.evaluate(
    (words) =>
      new Promise<number>((resolve) => {
        const thread = document.querySelector('#agent-panel') as HTMLElement;
        const look = () => {
          const turns = thread.querySelectorAll('article');
          if (turns.length > 1 && thread.textContent?.includes(words)) resolve(turns.length);
        };
        new MutationObserver(look).observe(thread, { subtree: true, childList: true });
      }),
    lastWords,
  );
  await threads.open();
  await threads.rows.filter({ hasText: 'Question 1' }).getByRole('button').first().click();
  expect(await first).toBeLessThan(100);
  await expect(panel.turns).toHaveCount(250);
  await expect(panel.root.getByText(lastWords)).toBeInViewport();
});

const resize = (app: ElectronApplication, width: number) =>
  app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setContentSize(to, 800), width);

/** Two frames: one that draws a change, and one for its effects. */
const frames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/**
 * The first letter of the first visible line.
 * @returns its text, index and position as JSON; null if no text is drawn
 */
const letterAtTop = (view: Locator) =>
  view.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect();
    for (let y = 8; y < 200; y += 8) {
      const block = document.elementFromPoint(left + 40, top + y)?.closest('p, li, pre, td');
      const caret = block && document.caretRangeFromPoint(block.getBoundingClientRect().left + 2, top + y);
      if (!caret || caret.startOffset >= (caret.startContainer.textContent?.length ?? 0)) continue;
      const { startContainer, startOffset } = caret;
      caret.setEnd(startContainer, startOffset + 1);
      const at = Math.round(caret.getBoundingClientRect().top - top);
      return JSON.stringify({ text: startContainer.textContent, letter: startOffset, at });
    }
    return null;
  });

/**
 * @param read result of `letterAtTop`
 * @returns the letter's distance from that position in pixels; infinite if not drawn
 */
const offOf = (view: Locator, read: string | null): Promise<number> =>
  view.evaluate(
    (element, { text, letter, at }: { text: string; letter: number; at: number }) => {
      const { top } = element.getBoundingClientRect();
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let least = Number.POSITIVE_INFINITY;
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (node.textContent !== text) continue;
        const range = document.createRange();
        range.setStart(node, letter);
        range.setEnd(node, letter + 1);
        least = Math.min(least, Math.abs(range.getBoundingClientRect().top - top - at));
      }
      return Math.round(least);
    },
    JSON.parse(read ?? 'null'),
  );

/** Numbers of the questions that are drawn. */
const headingsInView = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#agent-panel article')].flatMap(({ textContent }) => {
      const found = /Question (\d+):/.exec(textContent ?? '');
      return found ? [Number(found[1])] : [];
    }),
  );

test('nothing in view moves but by the wheel while what is above is drawn for the first time', {
  tag: '@soak',
}, async ({ open }) => {
  test.slow();
  const { page } = await openWithThreads(open, [long]);
  await expect(panelOf(page).root.getByText(lastWords)).toBeInViewport();
  const box = await messagesIn(page).boundingBox();
  if (!box) throw new Error('there is no thread');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const moved: number[] = [];
  for (let step = 0; step < 60; step++) {
    // The element in the middle of the view, observed until the layout around it is stable.
    await page.evaluate(() => {
      const view = document.querySelector('#agent-panel section[aria-label="Messages"]') as HTMLElement;
      const { left, top, width, height } = view.getBoundingClientRect();
      const element = document.elementFromPoint(left + width / 2, top + height / 2) as HTMLElement;
      Object.assign(window, { followed: { element, from: element.getBoundingClientRect().top, view } });
    });
    await page.mouse.wheel(0, -180);
    moved.push(
      await page.evaluate(async () => {
        const { followed } = window as unknown as { followed: { element: HTMLElement; from: number } };
        const place = () => followed.element.getBoundingClientRect().top;
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        for (let last = Number.NaN, still = 0; still < 4; ) {
          await frame();
          still = place() === last && place() !== followed.from ? still + 1 : 0;
          last = place();
        }
        return place() - followed.from;
      }),
    );
  }
  expect(moved.filter((by) => Math.abs(by - 180) > 1.5)).toEqual([]);
});

test('the end is followed while it is in view; otherwise nothing moves, and a button leads to what is new', {
  tag: '@soak',
}, async ({ open }) => {
  test.slow();
  const { page } = await openWithThreads(open, [long]);
  const panel = panelOf(page);
  const view = messagesIn(page);
  // An answer of several minutes, unless it is stopped.
  const words = Array.from({ length: 3000 }, (_, index) => `word${index} and more.`).join('\n\n');
  await askedOf(page).play('Write on', { text: words, growMs: 40 });
  await expect(panel.said('word20 and')).toBeInViewport();
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(40);
  const box = await view.boundingBox();
  if (!box) throw new Error('there is no thread');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -700);
  const jump = panel.root.getByRole('button', { name: 'Jump to latest, new text' });
  await expect(jump).toBeVisible();
  const place = () => view.evaluate((element) => element.scrollTop);
  const before = await atRest(place);
  const seen = (await panel.lastTurn.textContent())?.length ?? 0;
  await expect.poll(async () => (await panel.lastTurn.textContent())?.length ?? 0).toBeGreaterThan(seen + 400);
  expect(Math.abs((await place()) - before)).toBeLessThan(1.5);
  await jump.click();
  await expect(jump).toHaveCount(0);
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(40);

  await test.step('a slow wheel leaves the end as well, and leads back to it', async () => {
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(1);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    for (let step = 0; step < 12; step++) {
      await page.mouse.wheel(0, -8);
      await frames(page);
    }
    await expect(panel.root.getByRole('button', { name: /^Jump to latest/ })).toBeVisible();
    const left = await atRest(place);
    const said = (await panel.lastTurn.textContent())?.length ?? 0;
    await expect.poll(async () => (await panel.lastTurn.textContent())?.length ?? 0).toBeGreaterThan(said + 100);
    expect(Math.abs((await place()) - left)).toBeLessThan(1.5);
    await page.mouse.wheel(0, 10_000);
    await expect(panel.root.getByRole('button', { name: /^Jump to latest/ })).toHaveCount(0);
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(40);
  });
  await panel.stop.click();
  await panel.ended();

  await test.step('also when the view shrinks just after a question has taken the keyboard', async () => {
    await view.evaluate((element) => {
      element.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
      element.style.maxHeight = `${element.clientHeight - 200}px`;
      // As the browser does: first the event of an earlier scroll, then that of the new size.
      element.dispatchEvent(new Event('scroll'));
    });
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(40);
    await expect(panel.root.getByRole('button', { name: /^Jump to latest/ })).toHaveCount(0);
  });
});

test('each thread is shown again where it was left, and so is the panel', async ({ open }) => {
  const { app, page } = await openWithThreads(open, [middling, short]);
  const panel = panelOf(page);
  const threads = threadsOf(page);
  const view = messagesIn(page);
  await expect(panel.root.getByText(lastWords)).toBeInViewport();
  await expect(panel.turns).toHaveCount(60);
  await view.hover();
  await page.mouse.wheel(0, -40_000);
  await expect.poll(() => letterAtTop(view)).not.toBeNull();
  const read = await atRest(() => letterAtTop(view));
  /** Each time the panel is shown, a fraction of a pixel is rounded. */
  const fewPixels = 4;
  const aLine = 24;
  const off = () => offOf(view, read);
  await test.step('hidden by its button, and by a window that gets narrow', async () => {
    const button = page.getByRole('button', { name: 'Agent panel' });
    const isAway = panel.root.getByRole('button', { name: 'Jump to latest' });
    await expect(isAway).toBeVisible();
    await button.click();
    await expect(panel.root).toBeHidden();
    await frames(page);
    await button.click();
    await expect.poll(off).toBeLessThan(fewPixels);
    await expect(isAway).toBeVisible();
    await resize(app, 700);
    await expect(panel.root).toBeHidden();
    await frames(page);
    await button.click();
    await expect(isAway).toBeVisible();
    // The panel is wider there, so that visible lines above may wrap differently.
    await expect.poll(off).toBeLessThan(aLine);
    await resize(app, 1280);
    await expect.poll(off).toBeLessThan(fewPixels);
  });
  await test.step('hidden before scrolling has come to rest', async () => {
    await atRest(off);
    await view.evaluate(async (element) => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      element.dispatchEvent(new WheelEvent('wheel', { deltaY: -2 }));
      element.scrollTop -= 2;
      await nextFrame();
      await nextFrame();
      document.querySelector<HTMLElement>('button[aria-label="Agent panel"]')?.click();
    });
    await expect(panel.root).toBeHidden();
    await resize(app, 700);
    // It was left open in a narrow window.
    await expect(panel.root).toBeVisible();
    await expect.poll(off).toBeLessThan(aLine);
    await resize(app, 1280);
    await expect(panel.root).toBeHidden();
    await page.getByRole('button', { name: 'Agent panel' }).click();
    await expect.poll(off).toBeLessThan(aLine);
  });
  await test.step('hidden and shown again in another width between two frames', async () => {
    await atRest(off);
    await view.evaluate(async (element) => {
      const button = document.querySelector<HTMLElement>('button[aria-label="Agent panel"]');
      button?.click();
      // React renders the effect of the click in a microtask.
      await null;
      if (element.clientHeight > 0) throw new Error('The panel is not hidden.');
      element.style.width = '250px';
      button?.click();
    });
    await expect.poll(off).toBeLessThan(aLine);
    expect(await atRest(off)).toBeLessThan(aLine);
    await view.evaluate((element) => element.style.removeProperty('width'));
    await expect.poll(off).toBeLessThan(aLine);
  });
  await threads.show('A short one');
  await expect(panel.lastTurn).toContainText('Yes.');
  await expect(panel.root.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);
  await threads.open();
  await threads.rows.filter({ hasText: 'Question 1' }).getByRole('button').first().click();
  await expect.poll(off).toBeLessThan(fewPixels);
});

test('what a script has scrolled to, the middle of a paragraph, is read again when the panel has another width', async ({
  open,
}) => {
  const { app, page } = await openWithThreads(open, [middling]);
  const panel = panelOf(page);
  const view = messagesIn(page);
  const button = page.getByRole('button', { name: 'Agent panel' });
  await expect(panel.root.getByText(lastWords)).toBeInViewport();
  await scrollAway(view, 0.6);
  /** Scrolls so that one of the last lines of a long paragraph is at the top. @returns its first letter */
  const intoParagraph = async () => {
    const isThere = await view.evaluate((element) => {
      const { top } = element.getBoundingClientRect();
      const paragraph = [...element.querySelectorAll('p')].find((each) => {
        const box = each.getBoundingClientRect();
        return box.height > 80 && box.bottom > top;
      });
      if (!paragraph) return false;
      element.scrollTop += paragraph.getBoundingClientRect().bottom - 40 - top;
      return true;
    });
    return isThere ? letterAtTop(view) : null;
  };
  await expect.poll(intoParagraph).not.toBeNull();
  const read = await atRest(intoParagraph);
  const fewPixels = 4;
  const fromTop = () => offOf(view, read);
  expect(await fromTop()).toBeLessThan(fewPixels);
  const width = () => view.evaluate((element) => element.clientWidth);
  const before = await width();
  await resize(app, 700);
  await expect(panel.root).toBeHidden();
  await frames(page);
  await button.click();
  await expect.poll(width).not.toBe(before);
  await expect.poll(fromTop).toBeLessThan(fewPixels);
});

test('a selection over far messages is copied as text, and all of it as Markdown', async ({ open }) => {
  const { app, page } = await openWithThreads(open, [middling]);
  const panel = panelOf(page);
  const view = messagesIn(page);
  await expect(panel.root.getByText(lastWords)).toBeInViewport();
  const box = await view.boundingBox();
  if (!box) throw new Error('there is no thread');
  const board = () => app.evaluate(({ clipboard }) => clipboard.readText());

  await test.step('by the mouse, while the wheel goes on', async () => {
    await scrollAway(view, 0);
    const first = view.getByText('Question 1:');
    await expect(first).toBeInViewport();
    await atRest(() => view.evaluate((element) => element.scrollHeight));
    const from = await first.boundingBox();
    if (!from) throw new Error('there is no first question');
    await page.mouse.move(from.x + 2, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 4 });
    for (let step = 0; step < 60; step++) await page.mouse.wheel(0, 500);
    await expect.poll(() => view.evaluate((element) => element.scrollTop)).toBeGreaterThan(25_000);
    await page.mouse.move(box.x + 90, box.y + box.height / 2 + 20, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.press('ControlOrMeta+C');
    await expect.poll(board).toContain('Question 4:');
    const copied = await board();
    for (const number of [1, 2, 3, 4]) expect(copied).toContain(`Question ${number}:`);
    expect(copied).not.toContain('Question 50:');
    expect(copied.length).toBeGreaterThan(20_000);
    // The start of the selection is still there.
    expect(await page.evaluate(() => getSelection()?.anchorNode?.textContent)).toContain('Question 1:');
  });
  await test.step('all of it by the key', async () => {
    await page.mouse.click(box.x + 30, box.y + 30);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
    await expect.poll(async () => (await board()).slice(0, 20)).toMatch(/^# Question 1: /);
    const copied = await board();
    expect(copied.match(/^## You$/gm)).toHaveLength(60);
    expect(copied).toContain(lastWords);
    expect(copied).toContain('```ts');
    expect(copied.length).toBeGreaterThan(450_000);
  });
  await test.step('in the composer the same key selects what is written there', async () => {
    await panel.composer.click();
    await page.keyboard.type('mine alone');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
    await expect.poll(board).toBe('mine alone');
  });
});
