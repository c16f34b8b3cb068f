import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { testFolder } from '../support/hosts/extension-folder.ts';
import { loadable } from '../support/processes/components.ts';
import { answerDialog, extensionsViewOf } from '../support/views/extensions-view.ts';

/** An installation of a component, which is compiled for it. */

const sample = join(import.meta.dirname, '../../docs/extensions/samples/chat-component');

/** Stops the compiler's process as soon as there is one, so that it can be looked at. @returns its pid */
const holdCompiler = (app: ElectronApplication): Promise<number> =>
  app.evaluate(async ({ app: electron }) => {
    for (;;) {
      const found = electron.getAppMetrics().find(({ name }) => name === 'Outrigger compiler of components');
      if (found) {
        process.kill(found.pid, 'SIGSTOP');
        return found.pid;
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });

test('a component is compiled before it is installed, as is shown where one may cancel it', async ({ launch }) => {
  const folder = testFolder();
  cpSync(loadable(sample), join(folder, 'chat'), { recursive: true });
  cpSync(join(folder, 'chat', 'extension.toml'), join(folder, 'core', 'extension.toml'), { recursive: true });
  writeFileSync(join(folder, 'core', 'component.wasm'), Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
  const { app, page, userData } = await launch({ project: { 'a.txt': '' } });
  const view = extensionsViewOf(page);
  await view.open();

  await test.step('cancelled, it leaves nothing', async () => {
    await answerDialog(app, join(folder, 'chat'));
    const held = holdCompiler(app);
    await view.button('Install folder…').click();
    await expect(view.root.getByRole('progressbar', { name: 'Compiling Chat component' })).toBeVisible();
    await held;
    await view.button('Cancel: Compiling Chat component').click();
    await expect(view.root.getByRole('progressbar')).toHaveCount(0);
    await expect(view.consent).toHaveCount(0);
    await expect.poll(() => readdirSync(join(userData, 'extensions'))).toEqual([]);
  });
  await test.step('compiled, it asks, and it is there', async () => {
    await view.button('Install folder…').click();
    await expect(view.consent).toContainText('Install Chat component?');
    await view.consent.getByRole('button', { name: 'Install' }).click();
    await expect(view.item('Chat component')).toContainText('installed by you, sandboxed');
    expect(readdirSync(join(userData, 'components'))).toHaveLength(1);
  });
  await test.step('what is no component is refused by what it is, and the old version stays', async () => {
    await answerDialog(app, join(folder, 'core'));
    await view.button('Install folder…').click();
    await expect(view.outcome).toContainText('cannot be compiled: it is a core module of WebAssembly, not a component');
    await expect(view.item('Chat component')).toContainText('1.0.0');
    expect(readdirSync(join(userData, 'extensions'))).toEqual(['chat-component']);
  });
});
