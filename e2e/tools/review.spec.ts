import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/views/accessible.ts';
import { askedOf } from '../support/views/asked.ts';
import { editorOf } from '../support/views/editor.ts';
import { panelOf } from '../support/views/panel.ts';

const rules = [{ effect: 'change', pattern: '**', decision: 'allow', folder: '*' }];
const settings = { toolRules: rules } as const;
const lines = Array.from({ length: 40 }, (_, at) => `const number${at + 1} = ${at + 1};`);
const project = { 'a.ts': `${lines.join('\n')}\n`, 'b.ts': 'export const b = 1;\n', 'gone.ts': 'gone\n' } as const;
const edit = (path: string, ...pairs: readonly (readonly [old: string, to: string])[]) => ({
  tool: 'edit-file',
  input: { path, edits: pairs.map(([old, to]) => ({ old, new: to })) },
});
const twoEdits = edit('a.ts', ['number2 = 2', 'number2 = "two"'], ['number30 = 30', 'number30 = "thirty"']);
const edited = project['a.ts'].replace('= 2;', '= "two";').replace('= 30;', '= "thirty";');

/** null: no such file. */
const diskOf = (folder: string) => (name: string) => readFile(join(folder, name), 'utf8').catch(() => null);

/** Page object for undecided changes. */
function reviewOf(page: Page) {
  const bar = page.getByRole('region', { name: 'Changes to review' });
  const file = (name: string) => bar.getByRole('listitem').filter({ hasText: name });
  const inEditor = page.getByTestId('editor');
  return {
    bar,
    file,
    toggle: bar.getByRole('button', { name: /changed/ }),
    press: (name: string) => bar.getByRole('button', { name, exact: true }).click(),
    /** The bar above the text. */
    editorBar: (name: string) =>
      page.getByRole('group', { name: `Changes of ${name}` }).filter({ hasText: 'Accept file' }),
    accepts: inEditor.getByRole('button', { name: 'Accept this change' }),
    rejects: inEditor.getByRole('button', { name: 'Reject this change' }),
  };
}

test('changes are reviewed in the editor, one by one and as a whole', async ({ open }) => {
  test.slow();
  const { page, project: folder } = await open({ isTrusted: true, settings, project, file: 'a.ts' });
  const panel = panelOf(page);
  const review = reviewOf(page);
  const onDisk = diskOf(folder);
  await askedOf(page).play('Change it', { calls: [twoEdits, edit('b.ts', ['1', '2'])] });
  await panel.ended();

  await test.step('they are marked in the text', async () => {
    await expect(review.toggle).toHaveAccessibleName(/2 files changed/);
    await expect(review.accepts).toHaveCount(2);
    await expect(review.editorBar('a.ts')).toContainText('2 changes');
    await expect(review.editorBar('a.ts')).toContainText('File 1 of 2');
    await expectAccessible(page, 'main');
  });
  await test.step('the keyboard goes from one to the next and rejects it', async () => {
    await editorOf(page).text('a.ts').focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('F7');
    await editorOf(page).expectCursor('Ln 2, Col 1');
    await page.keyboard.press('F7');
    await editorOf(page).expectCursor('Ln 30, Col 1');
    await expect(review.editorBar('a.ts')).toContainText('Change 2 of 2');
    await page.keyboard.press('ControlOrMeta+Shift+F7');
    await expect(review.accepts).toHaveCount(1);
    await expect.poll(() => onDisk('a.ts')).toBe(edited.replace('"thirty"', '30'));
  });
  await test.step('what is typed meanwhile stays', async () => {
    await expect(editorOf(page).text('a.ts')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Home');
    // Inserted at once, as one step of undo.
    await page.keyboard.insertText('// mine\n');
    await expect(review.accepts).toHaveCount(2);
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(review.accepts).toHaveCount(1);
  });
  await test.step('one that is accepted is no change any more', async () => {
    await review.accepts.click();
    await expect(review.accepts).toHaveCount(0);
    await expect(review.editorBar('a.ts')).toHaveCount(0);
    await expect(review.toggle).toHaveAccessibleName(/1 file changed/);
  });
  await test.step('a file with what was typed over it is asked about, then goes back on the disk as well', async () => {
    await editorOf(page).open('b.ts');
    await editorOf(page).typeAtStart('// mine\n');
    const reject = review.editorBar('b.ts').getByRole('button', { name: 'Reject all changes of b.ts' });
    await reject.click();
    await expect(editorOf(page).question).toContainText('b.ts');
    await editorOf(page).answer('Cancel');
    expect([await onDisk('b.ts'), await editorOf(page).text('b.ts').innerText()]).toEqual([
      'export const b = 2;\n',
      expect.stringContaining('// mine'),
    ]);
    await reject.click();
    await editorOf(page).answer('Reject anyway');
    await expect.poll(() => onDisk('b.ts')).toBe(project['b.ts']);
    await expect(review.bar).toHaveCount(0);
    await expect(editorOf(page).text('b.ts')).not.toContainText('// mine');
    await expect(editorOf(page).tab('b.ts')).toBeVisible();
    await expect(page.getByText('changed on disk')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => onDisk('b.ts')).toBe('// mine\nexport const b = 2;\n');
  });
  await test.step('the rest at once', async () => {
    await review.press('Reject all');
    await editorOf(page).question.getByRole('button', { name: 'Reject all', exact: true }).click();
    await editorOf(page).answer('Reject anyway');
    await expect(review.bar).toHaveCount(0);
    await expect.poll(() => onDisk('b.ts')).toBe(project['b.ts']);
    expect(await onDisk('a.ts')).toBe(edited.replace('"thirty"', '30'));
  });
});

test('who steps through changes has each in the middle of the view, and the arrows under the pointer', async ({
  open,
}) => {
  const long = `${Array.from({ length: 300 }, (_, at) => `const number${at + 1} = ${at + 1};`).join('\n')}\n`;
  const changed = (line: number) => [`number${line} = ${line};`, `number${line} = "changed";`] as const;
  const places = Array.from({ length: 6 }, (_, at) => 40 + 40 * at);
  const { page } = await open({ isTrusted: true, settings, project: { 'a.ts': long, 'b.ts': long }, file: 'a.ts' });
  const review = reviewOf(page);
  const calls = [edit('a.ts', ...places.map(changed)), edit('b.ts', changed(150))];
  await askedOf(page).play('Change it', { calls });
  await panelOf(page).ended();
  const bar = review.editorBar('a.ts');
  const arrows = ['Previous change', 'Next change'] as const;
  const boxes = () => Promise.all(arrows.map((name) => bar.getByRole('button', { name }).boundingBox()));
  const button = page.getByTestId('editor').locator('.cm-deletedChunk:has(+ .cm-activeLine)');
  const scroller = page.getByTestId('editor').locator('.cm-scroller');

  /** Distance in lines of the change with the cursor from the middle of the view, which divides it in halves. */
  async function offMiddle(): Promise<number | null> {
    const [view, above] = [await scroller.boundingBox(), await button.boundingBox()];
    // The removed lines and the buttons, then the one line that is there now.
    return view && above && Math.abs(view.y + view.height / 2 - above.y - above.height) / above.height;
  }
  async function expectAt(index: number): Promise<void> {
    await editorOf(page).expectCursor(`Ln ${places[index]}, Col 1`);
    await expect(bar).toContainText(`Change ${index + 1} of 6`);
    await expect.poll(offMiddle).toBeLessThan(1);
    await expect(button.getByRole('button', { name: 'Accept this change' })).toBeInViewport({ ratio: 1 });
  }

  await expect(bar).toContainText('6 changes');
  const before = await boxes();
  const middles = before.map((box) => box && ([box.x + box.width / 2, box.y + box.height / 2] as const));
  const [up, down] = middles.map((middle) => () => page.mouse.click(...(middle ?? [0, 0])));
  await test.step('down, and round to the first', async () => {
    for (const index of [...places.keys(), 0]) {
      await down?.();
      await expectAt(index);
      expect(await boxes()).toEqual(before);
    }
  });
  await test.step('up, by the keyboard as well', async () => {
    for (const index of [5, 4, 3]) {
      await up?.();
      await expectAt(index);
      expect(await boxes()).toEqual(before);
    }
    await page.keyboard.press('Shift+F7');
    await expectAt(2);
    await page.keyboard.press('F7');
    await expectAt(3);
  });
  await test.step('on to the next file, which begins at its first change', async () => {
    await bar.getByRole('button', { name: 'Next file: b.ts' }).click();
    await editorOf(page).expectCursor('Ln 150, Col 1');
    await expect.poll(offMiddle).toBeLessThan(1);
    await expect(review.editorBar('b.ts')).toContainText('Change 1 of 1');
  });
});

test('a file that is gone comes back in the panel, and a new one goes', async ({ open }) => {
  const { page, project: folder } = await open({ isTrusted: true, settings, project });
  const panel = panelOf(page);
  const review = reviewOf(page);
  const onDisk = diskOf(folder);
  await askedOf(page).play('Change it', {
    calls: [
      { tool: 'delete', input: { path: 'gone.ts' } },
      { tool: 'create-file', input: { path: 'src/new.ts', text: 'new\n' } },
    ],
  });
  await panel.ended();
  await review.toggle.click();

  await review.press('Review gone.ts');
  await expect(review.file('gone.ts')).toContainText('deleted');
  await review.press('Reject the changes of gone.ts');
  await expect.poll(() => onDisk('gone.ts')).toBe('gone\n');
  await review.press('Reject the changes of new.ts');
  await expect(review.bar).toHaveCount(0);
  await expect.poll(() => onDisk('src/new.ts')).toBeNull();
});

test('files go back to what they were before a message, after a question, and forth again', async ({ open }) => {
  const { page, project: folder } = await open({ isTrusted: true, settings, project });
  const panel = panelOf(page);
  const asked = askedOf(page);
  const onDisk = diskOf(folder);
  await asked.play('First', { calls: [edit('b.ts', ['1', '2'])] });
  await panel.ended();
  await asked.play('Second', {
    calls: [edit('b.ts', ['2', '3']), { tool: 'create-file', input: { path: 'c.ts', text: 'c\n' } }],
  });
  await panel.ended();
  const restore = (at: number) =>
    panel.turns.nth(at).getByRole('button', { name: 'Restore files to before this message' }).click();

  /** Does not wait for the question to close, as another may follow. */
  const answer = (label: string) => editorOf(page).question.getByRole('button', { name: label, exact: true }).click();

  await test.step('the question names how many', async () => {
    await restore(1);
    await expect(editorOf(page).question).toContainText('Restore 2 files?');
    await editorOf(page).answer('Cancel');
    expect(await onDisk('b.ts')).toBe('export const b = 3;\n');
  });
  await test.step('what somebody changed since is asked about', async () => {
    await writeFile(join(folder, 'b.ts'), 'mine\n');
    await restore(0);
    await answer('Restore');
    await expect(editorOf(page).question).toContainText('b.ts');
    await editorOf(page).answer('Cancel');
    expect(await onDisk('b.ts')).toBe('mine\n');
  });
  await test.step('all the same, and undone', async () => {
    await restore(0);
    await answer('Restore');
    await answer('Restore anyway');
    await expect.poll(() => onDisk('b.ts')).toBe(project['b.ts']);
    await expect.poll(() => onDisk('c.ts')).toBeNull();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => onDisk('b.ts')).toBe('mine\n');
    await expect.poll(() => onDisk('c.ts')).toBe('c\n');
  });
});
