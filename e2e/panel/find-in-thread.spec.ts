import type { Page } from '@playwright/test';
import { entriesOf, messagesOf } from '../../bench/long-thread.ts';
import { expect, test } from '../fixtures.ts';
import { messagesIn, openWithThreads, turnOf } from '../support/seeded-threads.ts';
import { panelOf } from '../support/views/panel.ts';
import { threadsOf } from '../support/views/threads.ts';

const entries = [
  ...turnOf('first', 'Where is the Wünschelrute?', {
    kind: 'answer-text',
    text: 'The **wunschel**rute is [there](src/parser.ts).',
  }),
  ...turnOf(
    'folded',
    'Think',
    { kind: 'answer-thinking', text: 'I thought of a wunschelrute.' },
    {
      kind: 'answer-tool-use',
      toolUse: { id: 'call', name: 'test__look', input: '{"what":"wunschelrute"}', isInputComplete: true },
    },
    { kind: 'answer-text', text: 'Done.' },
  ),
  ...entriesOf(messagesOf(60, 200_000)),
];

/** Text of a highlight of the browser. */
const marked = (page: Page, name: string) =>
  page.evaluate(
    (which) =>
      [...(CSS.highlights.get(`thread-${which}`) ?? [])].map((found) => {
        const range = document.createRange();
        range.setStart(found.startContainer, found.startOffset);
        range.setEnd(found.endContainer, found.endOffset);
        const { top, height } = range.getBoundingClientRect();
        const view = document.querySelector('#agent-panel section[aria-label="Messages"]')?.getBoundingClientRect();
        const isInView = view !== undefined && height > 0 && top >= view.top && top < view.bottom;
        return { text: range.toString(), isInView };
      }),
    name,
  );

test('words are found in the whole thread, also where it is folded or not drawn', async ({ open }) => {
  test.slow();
  const { page } = await openWithThreads(open, [entries], { file: 'src/parser.ts' });
  const panel = panelOf(page);
  await expect(panel.turns).toHaveCount(62);
  await panel.composer.click();
  await page.keyboard.press('ControlOrMeta+F');
  const field = panel.root.getByRole('textbox', { name: 'Find in this thread' });
  const count = panel.root.getByRole('search').getByRole('status');
  await expect(field).toBeFocused();
  const before = await panel.root.locator('mark').count();
  await page.keyboard.type('WUNSCHELRUTE');
  await expect(count).toHaveText('1 of 4');
  const current = async () => (await marked(page, 'current-match'))[0];
  await expect.poll(current).toEqual({ text: 'Wünschelrute', isInView: true });

  await test.step('Enter goes to the next one, over what is in bold', async () => {
    await page.keyboard.press('Enter');
    await expect(count).toHaveText('2 of 4');
    await expect.poll(current).toEqual({ text: 'wunschelrute', isInView: true });
  });
  await test.step('what was thought is opened, and so are the arguments of a tool', async () => {
    await page.keyboard.press('F3');
    await expect(count).toHaveText('3 of 4');
    await expect(panel.root.getByText('I thought of a wunschelrute.')).toBeInViewport();
    await expect.poll(current).toEqual({ text: 'wunschelrute', isInView: true });
    await page.keyboard.press('Enter');
    await expect(count).toHaveText('4 of 4');
    await expect(messagesIn(page).locator('[data-fold="folded-answer/1"] details')).toHaveAttribute('open', '');
  });
  await test.step('it goes round, and back', async () => {
    await page.keyboard.press('Enter');
    await expect(count).toHaveText('1 of 4');
    await page.keyboard.press('Shift+Enter');
    await expect(count).toHaveText('4 of 4');
  });
  await test.step('a match far away is drawn and shown; nothing was added to the page', async () => {
    await field.fill('Question 45:');
    await expect(count).toHaveText('1 of 1');
    await expect.poll(current).toEqual({ text: 'Question 45:', isInView: true });
    expect(await panel.root.locator('mark').count()).toBe(before);
    await field.fill('no such words');
    await expect(count).toHaveText('None');
    await expect.poll(() => marked(page, 'match')).toEqual([]);
  });
  await test.step('Esc closes it, and the keyboard is where it was', async () => {
    await page.keyboard.press('Escape');
    await expect(field).toHaveCount(0);
    await expect(panel.composer).toBeFocused();
    await expect.poll(() => page.evaluate(() => CSS.highlights.size)).toBe(0);
  });
  await test.step('in the editor the same key finds in the file', async () => {
    await page.getByRole('textbox', { name: 'Text of parser.ts' }).click();
    await page.keyboard.press('ControlOrMeta+F');
    await expect(page.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused();
    await expect(field).toHaveCount(0);
  });
});

test('a thread that the history finds by what was said is shown there, also in another version', async ({ open }) => {
  const [first, ...rest] = turnOf('first', 'Tell me of zebras', { kind: 'answer-text', text: 'They have stripes.' });
  const deep = turnOf('deep', 'And then?', { kind: 'answer-text', text: 'A quokka smiles.' });
  const [instead, ...answer] = turnOf('other', 'Tell me of lions', { kind: 'answer-text', text: 'They have manes.' });
  if (first?.kind !== 'prompt' || instead?.kind !== 'prompt') throw new Error('a turn begins with its prompt');
  const versions = [
    first,
    ...rest,
    ...deep,
    ...entriesOf(messagesOf(60, 200_000)),
    { ...instead, replaces: 'first' },
    ...answer,
  ];
  const { page } = await openWithThreads(open, [
    turnOf('short', 'Hi', { kind: 'answer-text', text: 'Hello.' }),
    versions,
  ]);
  const panel = panelOf(page);
  const threads = threadsOf(page);
  const field = panel.root.getByRole('textbox', { name: 'Find in this thread' });
  const current = async () => (await marked(page, 'current-match'))[0];
  const openFound = async (words: string, excerpt: string) => {
    await threads.open();
    await page.keyboard.type(words);
    await expect(threads.root.getByRole('heading', { name: 'In messages' })).toBeVisible();
    await expect(threads.rows).toHaveCount(1);
    await expect(threads.rows).toContainText(excerpt);
    await page.keyboard.press('Enter');
    await expect(field).toBeFocused();
  };
  await expect(panel.lastTurn).toContainText('Hello.');

  await openFound('a Quokka', 'A quokka smiles.');
  await expect(field).toHaveValue('a Quokka');
  await expect.poll(current).toEqual({ text: 'A quokka', isInView: true });
  await expect(panel.turns).toHaveCount(62);
  await expect(panel.turns.first()).toContainText('Tell me of zebras');

  // A new search starts at the reading position.
  const view = messagesIn(page);
  await view.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
  await expect(panel.root.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);
  await field.fill('a');
  await expect.poll(current).toEqual({ text: 'a', isInView: true });
  expect(await view.evaluate((scroller) => scroller.scrollTop / scroller.scrollHeight)).toBeGreaterThan(0.5);

  await openFound('manes have', 'They have manes.');
  await expect(field).toHaveValue('manes');
  await expect.poll(current).toEqual({ text: 'manes', isInView: true });
  await expect(panel.turns).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(panel.composer).toBeFocused();
});
