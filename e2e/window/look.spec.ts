import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible, fadedIn, inEachTheme, rulesOfTheme } from '../support/views/accessible.ts';
import { editorOf } from '../support/views/editor.ts';
import '../support/views/page-api.ts';
import { panelOf } from '../support/views/panel.ts';
import { settingsOf } from '../support/views/settings.ts';

/** Takes a picture of the page, for people. */
async function picture(page: Page, name: string): Promise<void> {
  await fadedIn(page);
  await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
}

interface Inspection {
  /** Selector of the part to check; by default the whole page. */
  readonly part?: string | undefined;
  /** Only these rules are applied. */
  readonly rules?: readonly string[] | undefined;
}

/** Takes a picture, and checks that axe finds nothing serious. */
const inspect = (page: Page, name: string, { part = 'html', rules }: Inspection = {}): Promise<void> =>
  test.step(name, async () => {
    await picture(page, name);
    await expectAccessible(page, part, rules);
  });

/** Pages of Settings, with a text of each. */
const settingsPages = [
  ['Appearance', 'Theme'],
  [/^OpenAI-compatible/, 'Base URL'],
  ['Keys', 'API key'],
] as const;

test('nobody is shut out of the empty app, and it has the colours of the theme that is set', { tag: '@soak' }, async ({
  launch,
}) => {
  const { page } = await launch({ project: null, settings: { recentFolders: ['/home/someone/a-project'] } });
  await expect(panelOf(page).model).toHaveAccessibleName('Model: Sample');
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => window.outrigger.settings.change({ theme: name }), theme);
    const surface = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const brightness = async () => Math.max(...((await surface()).match(/\d+/g) ?? []).map(Number));
    await expect.poll(async () => ((await brightness()) > 128 ? 'light' : 'dark')).toBe(theme);
    await inspect(page, `empty-${theme}`, { rules: rulesOfTheme[theme] });
  }
});

test('nobody is shut out of editor, thread and dialogs', { tag: '@soak' }, async ({ launch }) => {
  test.slow();
  const { page } = await launch({
    file: 'src/parser.ts:42:7',
    extensions: ['asking'],
    settings: { model: 'test-provider:sample/sample' },
  });
  const look = (name: string, part?: string) =>
    inEachTheme(page, (theme) => inspect(page, `${name}-${theme}`, { part, rules: rulesOfTheme[theme] }));
  const panel = panelOf(page);
  await editorOf(page).open('lexer.ts');
  await page.keyboard.type('new ');
  await panel.ask('Show me some markdown');
  await panel.ended();
  await panel.ask('Think, then use a tool');
  await panel.ended();
  await panel.ask('error auth');
  await panel.ended();
  await look('project');

  await page.keyboard.press('ControlOrMeta+P');
  await page.keyboard.type('pars');
  await expect(page.getByRole('option', { name: /parser/ })).toBeVisible();
  await look('go-to-file', 'dialog[open]');
  await page.keyboard.press('Escape');

  await panel.model.click();
  await expect(page.getByRole('dialog', { name: 'Choose a model' })).toBeVisible();
  await look('models', '#agent-panel');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Extensions: / }).click();
  await expect(page.getByRole('dialog', { name: 'Extensions' })).toBeVisible();
  await look('extensions', 'dialog[open]');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const settings = settingsOf(page);
  for (const [name, text] of settingsPages) {
    await settings.open(name);
    await expect(settings.page.getByText(text).first()).toBeVisible();
    await look(`settings-${text}`, 'dialog[open]');
  }
  await page.keyboard.press('Escape');

  await editorOf(page).text('lexer.ts').click();
  await page.keyboard.press('ControlOrMeta+F');
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
  await look('find', '.cm-panels');
  await page.keyboard.press('Escape');

  await page.keyboard.press('ControlOrMeta+W');
  await expect(editorOf(page).question).toBeVisible();
  await look('question', 'dialog[open]');
  await page.keyboard.press('Escape');

  await panel.choose('asking');
  await expect(panel.model).toHaveAccessibleName('Model: Asking');
  await panel.ask('anything');
  await expect(page.getByRole('dialog', { name: /needs a key/ })).toBeVisible();
  await look('credential', 'dialog[open]');
  await page.keyboard.press('Escape');
  await panel.ended();
});

test('a narrow window keeps everything in reach: the tree and the panel lie over the editor', async ({ open }) => {
  test.slow();
  const { app, page } = await open({
    file: 'src/parser.ts',
    settings: { model: 'test-provider:sample/sample' },
  });
  const panel = panelOf(page);
  const editor = editorOf(page);
  await panel.ask('Show me some markdown');
  await panel.ended();
  const textWidth = async () => (await editor.text('parser.ts').locator('xpath=ancestor::main').boundingBox())?.width;

  for (const [width, height] of [
    [800, 600],
    [640, 420],
  ] as const) {
    await test.step(`${width} × ${height}`, async () => {
      await resize(app, page, width, height);
      await expect(editor.tree).toBeHidden();
      await expect(panel.root).toBeHidden();
      await expect.poll(textWidth).toBe(width);
      await expectNothingCutOff(page);
      await picture(page, `narrow-${width}`);

      await page.keyboard.press('ControlOrMeta+L');
      await expect(panel.composer).toBeFocused();
      await expect.poll(textWidth).toBe(width);
      // The panel slides in.
      await expect.poll(() => rightEdge(panel.root)).toBe(width);
      await expectNothingCutOff(page);
      await inspect(page, `narrow-${width}-panel`, { part: '#agent-panel' });
      await panel.ask('Greet me');
      await panel.ended();
      await page.mouse.click(20, height / 2);
      await expect(panel.root).toBeHidden();

      await page.keyboard.press('ControlOrMeta+B');
      await expect(editor.tree).toBeVisible();
      await expectNothingCutOff(page);
      await picture(page, `narrow-${width}-tree`);
      await page.mouse.click(width - 20, height / 2);
      await expect(editor.tree).toBeHidden();

      await page.keyboard.press('ControlOrMeta+L');
      await expect(panel.composer).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(panel.root).toBeHidden();
      await expect(editor.text('parser.ts')).toBeFocused();

      await page.getByRole('button', { name: 'Settings', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
      await expectNothingCutOff(page);
      await picture(page, `narrow-${width}-settings`);
      await page.keyboard.press('Escape');
    });
  }
  await test.step('it cannot be made smaller', async () => {
    const least = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getMinimumSize());
    expect(least).toEqual([640, 420]);
  });
  await test.step('a wide window has its panes back', async () => {
    await resize(app, page, 1280, 800);
    await expect(editor.tree).toBeVisible();
    await expect(panel.root).toBeVisible();
  });
});

async function rightEdge(part: Locator): Promise<number> {
  const box = await part.boundingBox();
  return box ? box.x + box.width : Number.NaN;
}

async function resize(app: ElectronApplication, page: Page, width: number, height: number): Promise<void> {
  await app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size), [
    width,
    height,
  ] as [number, number]);
  await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
}

/** Checks that nothing scrolls sideways, and that every control is within the window or can be scrolled to. */
const expectNothingCutOff = (page: Page): Promise<void> =>
  expect.poll(() => cutOff(page)).toEqual({ overflow: 0, cutOff: [] });

const cutOff = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflow) || scrolls(element.parentElement));
    const isOut = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
    };
    const controls = [...document.querySelectorAll('button, input, [role="textbox"], [role="dialog"], dialog[open]')];
    return {
      overflow: Math.max(0, (document.scrollingElement?.scrollWidth ?? 0) - innerWidth),
      cutOff: controls
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && isOut(one) && !scrolls(one.parentElement))
        .map((one) => one.getAttribute('aria-label') ?? one.textContent),
    };
  });
