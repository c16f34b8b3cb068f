import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { editorOf, untilKept } from '../support/views/editor.ts';

const name = 'large.js';

/** Both have more lines than are coloured, and go to the page in pieces. */
const sizes = [
  { megabytes: 10, pairs: 160_000, tag: [] },
  { megabytes: 24, pairs: 400_000, tag: ['@soak'] },
];

for (const { megabytes, pairs, tag } of sizes) {
  test(`a large file, of ${megabytes} MB, is edited, saved, followed and restored like others, and what is off for its size is said`, {
    tag,
  }, async ({ launch }) => {
    // Lines that no piece of a long text ends with.
    const large = Buffer.from('// eine Zeile, größer als die davor\r\n  let größe = "😀";\r\n'.repeat(pairs));
    const first = await launch({ project: { [name]: '' } });
    const { page, project } = first;
    const path = join(project, name);
    await writeFile(path, large);
    const editor = editorOf(page);
    await editor.open(name);
    await editor.text(name).press('ControlOrMeta+End');
    await expect(page.getByTestId('cursor-position')).toHaveText(`Ln ${2 * pairs + 1}, Col 1`);
    await expect(page.getByRole('contentinfo')).toContainText('CRLF');

    await test.step('what is off', async () => {
      await page.getByRole('button', { name: 'Large file' }).click();
      await expect(page.getByText('shown without colours, folding, guides and word suggestions')).toBeVisible();
      await expect(page.getByRole('contentinfo')).toContainText('JavaScript');
      await expect(page.locator('.cm-foldMark')).toHaveCount(0);
      await editor.text(name).press('ControlOrMeta+Alt+[');
      await expect(editor.text(name).locator('.cm-foldPlaceholder')).toHaveCount(0);
      await page.keyboard.press('ControlOrMeta+R');
      await expect(page.getByRole('combobox', { name: /^File name/ })).toBeFocused();
      await page.keyboard.type('größe');
      await expect(page.getByText('There are no symbols in a file of this size.')).toBeVisible();
      await page.keyboard.press('Escape');
    });

    await test.step('saving writes each byte', async () => {
      await editor.text(name).focus();
      await editor.typeAtStart('mine ');
      await editor.save(name);
      const saved = await readFile(path);
      expect(saved.equals(Buffer.concat([Buffer.from('mine '), large]))).toBe(true);
      // The grammar of its language would have been there by now.
      await expect(editor.text(name).locator('.cm-line span')).toHaveCount(0);
    });

    await test.step('a change by another program is shown', async () => {
      await editor.text(name).press('ControlOrMeta+End');
      await appendFile(path, 'theirs');
      await expect(editor.text(name)).toContainText('theirs');
    });

    await test.step('unsaved text is back after kill -9', async () => {
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.type(' and mine');
      await untilKept(page);
      const second = await first.relaunch({ isKilled: true, isBare: true });
      const again = editorOf(second.page);
      await expect(again.dirtyTab(name)).toBeVisible();
      await expect(again.text(name)).toContainText('theirs and mine');
      await second.page.keyboard.type('!');
      await again.save(name);
      const saved = await readFile(path);
      const expected = Buffer.concat([Buffer.from('mine '), large, Buffer.from('theirs and mine!')]);
      expect(saved.equals(expected)).toBe(true);
    });
  });
}
