import { expect, test } from '../fixtures.ts';
import { chatCompletions } from '../servers/chat-completions-wire.ts';
import { startProviderServer } from '../servers/provider-server.ts';
import { panelOf } from '../support/views/panel.ts';

const tiny = 'openai-compatible:openai-compatible/tiny';
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="3136" height="100"><rect width="9" height="9"/></svg>';

test('images come by clipboard, by drop and by file, go with the prompt and stay in the thread', async ({ open }) => {
  const server = await startProviderServer(chatCompletions, {});
  const { page } = await open({
    settings: { model: tiny, extensions: { 'openai-compatible': { base_url: server.url } } },
  });
  const panel = panelOf(page);
  const added = panel.root.getByRole('list', { name: 'Images of the message' }).getByRole('img');

  await test.step('by clipboard; an image of a web page that comes without a file is passed over', async () => {
    await panel.composer.evaluate(async (field) => {
      const paste = (fill: (data: DataTransfer) => void) => {
        const clipboardData = new DataTransfer();
        fill(clipboardData);
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      };
      const canvas = new OffscreenCanvas(40, 30);
      canvas.getContext('2d')?.fillRect(0, 0, 20, 30);
      const image = await canvas.convertToBlob();
      paste((data) => data.setData('text/html', '<img src="http://127.0.0.1:9/a.png">'));
      paste((data) => data.items.add(new File([image], 'image.png', { type: image.type })));
    });
    await expect(added).toHaveCount(1);
    await expect(added).toHaveAccessibleName('Image 40 × 30 pixels');
  });
  await test.step('by file: made small enough, and what is none is named', async () => {
    await panel.root.getByLabel('Images to add').setInputFiles([
      { name: 'wide.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') },
    ]);
    await expect(added).toHaveCount(2);
    await expect(added.last()).toHaveAccessibleName('Image 2 of 2, 1568 × 50 pixels');
    await expect(panel.root.getByText('“notes.txt” is not an image that Outrigger can read.')).toBeVisible();
  });
  await test.step('by drop; the file beside it is opened', async () => {
    await panel.composer.evaluate((target, text) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([text], 'dropped.svg', { type: 'image/svg+xml' }));
      const how = { dataTransfer: dropped, bubbles: true, cancelable: true };
      target.dispatchEvent(new DragEvent('dragover', how));
      target.dispatchEvent(new DragEvent('drop', how));
    }, svg);
    await expect(added).toHaveCount(3);
    await panel.root.getByRole('button', { name: 'Remove image 3' }).click();
    await expect(added).toHaveCount(2);
  });
  await test.step('they are there again when the window is loaded anew', async () => {
    await panel.composer.fill('What is ');
    await page.reload();
    await panel.expectDraft('What is ');
    await expect(added).toHaveCount(2);
    await expect(added.last()).toHaveAccessibleName('Image 2 of 2, 1568 × 50 pixels');
  });
  await test.step('they go with the prompt', async () => {
    await panel.ask('What is this?');
    await panel.ended();
    await expect(added).toHaveCount(0);
    expect(server.completions().map(({ images }) => images)).toEqual([2]);
    await page.reload();
    await expect(panel.lastTurn.getByRole('img')).toHaveCount(2);
  });
  await test.step('one is shown large, until Esc', async () => {
    await panel.lastTurn.getByRole('button', { name: 'Image 2 of 2, 1568 × 50 pixels' }).click();
    const large = page.getByRole('dialog', { name: 'Image 2 of 2, 1568 × 50 pixels' });
    await expect(large).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(large).toBeHidden();
  });
  await server.close();
});

test('a model that takes no images is named before anything is sent', async ({ open }) => {
  const { page } = await open();
  const panel = panelOf(page);
  await expect(panel.model).toHaveAccessibleName('Model: Sample');
  await panel.root
    .getByLabel('Images to add')
    .setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
  await expect(panel.root.getByText('Sample does not accept images.')).toBeVisible();
  await panel.composer.fill('What is this?');
  await panel.composer.press('Enter');
  await expect(panel.root.getByRole('alert')).toContainText('does not accept images');
  await panel.expectDraft('What is this?');
  await panel.root.getByRole('button', { name: 'Remove image 1' }).click();
  await panel.composer.press('Enter');
  await expect(panel.lastTurn).toContainText('Hello, world!');
});
