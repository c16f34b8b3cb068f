import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { _electron, expect, type Page } from '@playwright/test';
import { resolveRuntime } from './setup/electron-runtime.mjs';

/** Drives the app through its main job. Each step is checked before the next: on the screen, and finally on disk. */

const [pictures = '', workplace = ''] = process.argv.slice(2);
const root = join(import.meta.dirname, '..');
const project = join(workplace, 'sample-project');
const file = join(project, 'src', 'parser.ts');
const note = '/* seen by the demo */ ';

type Step = readonly [name: string, work: (page: Page) => Promise<void>];

const steps: readonly Step[] = [
  [
    'the app opens the sample project',
    async (page) => {
      await page.waitForFunction(() => document.documentElement.dataset.editable === 'true');
      await expect(page.getByRole('tab', { name: 'README.md' })).toBeVisible();
    },
  ],
  [
    'the sample model is chosen',
    async (page) => {
      await page.getByRole('button', { name: /^Model:/ }).click();
      await page.getByRole('option', { name: 'Sample' }).click();
      await expect(page.getByRole('button', { name: 'Model: Sample' })).toBeVisible();
    },
  ],
  [
    'the model answers with a link',
    async (page) => {
      await page.getByRole('textbox', { name: 'Message' }).fill('Where does the parser start?');
      await page.getByRole('button', { name: 'Send' }).click();
      const thread = page.getByRole('region', { name: 'Messages', exact: true });
      await expect(thread.getByText('It reads one token at a time.')).toBeVisible();
      await expect(thread.getByRole('link', { name: /parser\.ts/ })).toBeVisible();
    },
  ],
  [
    'the link opens the file at line 42, column 7',
    async (page) => {
      await page.getByRole('link', { name: /parser\.ts/ }).click();
      await expect(page.getByRole('tab', { name: 'parser.ts', selected: true })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toContainText('Ln 42, Col 7');
    },
  ],
  [
    'typing changes the file, which is unsaved',
    async (page) => {
      await expect(page.getByRole('textbox', { name: /^Text of .*parser\.ts/ })).toBeFocused();
      await page.keyboard.type(note);
      await expect(page.getByRole('tab', { name: 'parser.ts, unsaved' })).toBeVisible();
      if (readFileSync(file, 'utf8').includes(note)) throw new Error('The file changed on disk before it was saved.');
    },
  ],
  [
    'saving writes it to disk',
    async (page) => {
      await page.keyboard.press('ControlOrMeta+s');
      await expect(page.getByRole('tab', { name: 'parser.ts', exact: true })).toBeVisible();
      const line = readFileSync(file, 'utf8').split('\n')[41] ?? '';
      if (line.slice(6, 6 + note.length) !== note) throw new Error(`Line 42 on disk is: ${line}`);
    },
  ],
];

cpSync(join(root, 'resources', 'sample-project'), project, { recursive: true });
// With an explicit executable Playwright sometimes misses the first page; a runtime found by this variable is held
// back.
process.env.ELECTRON_OVERRIDE_DIST_PATH = resolveRuntime().dist;
const app = await _electron.launch({
  args: [
    root,
    ...(process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    `--user-data-dir=${join(workplace, 'user-data')}`,
    project,
    join(project, 'README.md'),
  ],
});
let current = 'the window appears';
try {
  const page = await app.firstWindow();
  for (const [index, [name, work]] of steps.entries()) {
    current = name;
    await work(page);
    const picture = join(pictures, `${index + 1}-${name.replaceAll(/[^a-z0-9]+/g, '-')}.png`);
    await page.screenshot({ path: picture });
    process.stdout.write(`${index + 1}. ${name}: ${picture}\n`);
  }
} catch (error) {
  process.stdout.write(`This failed: ${current}.\n${error instanceof Error ? error.message : error}\n`);
  await app
    .windows()[0]
    ?.screenshot({ path: join(pictures, 'failed.png') })
    .catch(() => undefined);
  process.exitCode = 1;
}
await app.evaluate(({ app: electron }) => electron.exit(0)).catch(() => undefined);
