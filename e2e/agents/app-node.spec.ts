import { chmod, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../fixtures.ts';
import { panelOf } from '../support/views/panel.ts';
import { settingsOf } from '../support/views/settings.ts';

const agentFile = fileURLToPath(new URL('../../src/main/agent-servers/testing/agent/main.ts', import.meta.url));

// It asks the registry of npm for some 160 MB.
test('without Node.js an agent is installed and run by the app’s own', { tag: '@soak' }, async ({ launch }) => {
  test.setTimeout(600_000);
  const programs = await mkdtemp(join(tmpdir(), 'outrigger-no-node-'));
  for (const name of ['sh', 'env']) await symlink(`/bin/${name}`, join(programs, name));
  const scripts = {
    bird: `#!/bin/sh\nexec '${process.execPath}' '${agentFile}'\n`,
    // The profile of this person is all that knows these programs, and what is in the PATH of the test is not there.
    shell: `#!/bin/sh\necho Welcome\nPATH='${programs}'\nfor line; do :; done\neval "$line"\n`,
  };
  for (const [name, text] of Object.entries(scripts)) {
    await writeFile(join(programs, name), text);
    await chmod(join(programs, name), 0o755);
  }
  const { page } = await launch({
    env: { PATH: '/nowhere', SHELL: join(programs, 'shell') },
    settings: { agent_servers: { Bird: { command: 'bird' } } },
  });
  const panel = panelOf(page);
  await test.step('one of the PATH of a terminal is found', async () => {
    await panel.choose('Bird');
    await panel.ask('say Hello from the path');
    await expect(panel.said('Hello from the path')).toBeVisible();
  });

  const settings = settingsOf(page);
  await settings.open('External agents');
  const own = settings.page.getByRole('list', { name: 'Node.js', exact: true }).getByRole('listitem');
  await expect(own).toContainText('There is none in your PATH.');

  const row = settings.page.getByRole('listitem', { name: 'Gemini CLI' });
  await row.getByRole('button', { name: 'Install Gemini CLI…' }).click();
  await expect(row.getByRole('alert')).toContainText('needs Node.js, which was not found in your PATH.');
  const first = row.getByRole('region', { name: 'Install Node.js?' });
  await expect(first).toContainText(/^Downloads .* MB from /);
  await first.getByRole('button', { name: 'Install' }).click();
  await row
    .getByRole('region', { name: 'Install Gemini CLI?' })
    .getByRole('button', { name: 'Install' })
    .click({ timeout: 240_000 });
  const mine = settings.page.getByRole('list', { name: 'Your agents' }).getByRole('listitem', { name: 'Gemini CLI' });
  await expect(mine).toBeVisible({ timeout: 240_000 });
  await settings.close();

  await panel.choose('gemini');
  await panel.composer.click();
  await expect(panel.root.getByText('Gemini CLI wants you to sign in')).toBeVisible({ timeout: 120_000 });

  await settings.open('External agents');
  await own.getByRole('button', { name: 'Remove Node.js of the app' }).click();
  await expect(own).toContainText('not installed');
});
