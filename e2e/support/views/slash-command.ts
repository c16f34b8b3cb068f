import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { panelOf } from './panel.ts';

/** Runs a slash command of an extension. @returns the code block of its reply, or the whole reply if it has none */
export async function runSlashCommand(page: Page, command: string): Promise<string> {
  const { composer, turns, lastTurn, commandsAreThere } = panelOf(page);
  await commandsAreThere(command.split(' ', 1)[0]);
  const before = await turns.count();
  await composer.fill(command);
  await composer.press('Enter');
  // The last turn may be that of another command.
  await expect(turns).toHaveCount(before + 1);
  await expect(lastTurn).toContainText('not sent to a model');
  const code = lastTurn.locator('code');
  return (await ((await code.count()) > 0 ? code : lastTurn).textContent()) ?? '';
}
