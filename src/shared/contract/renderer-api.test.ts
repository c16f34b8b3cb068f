import { expect, test } from 'vitest';
import { appCommands } from './app-commands.ts';
import { apiName, eventPortMessage } from './renderer-api.ts';

test('every command is named once, as group.action', () => {
  expect(new Set(appCommands).size).toBe(appCommands.length);
  for (const command of appCommands) expect(command).toMatch(/^[a-z]+\.[a-zA-Z]+$/);
});

test('the names that the preload and the page agree on', () => {
  expect([apiName, eventPortMessage]).toEqual(['outrigger', 'outrigger:event-port']);
});
