import { expect, test } from 'vitest';
import type { ApiVersion } from '../../../../shared/contract/extensions/compiled-component.ts';
import { type GuestInput, zedGuest } from '../../../../shared/testing/components/zed-guest.ts';
import { componentOf } from '../../../test-support/built-component.ts';
import { loadComponent } from '../../../test-support/load-component.ts';

/** Main reads its version. */
async function guestOf(input: GuestInput, apiVersion: ApiVersion) {
  const { component, mainPath } = await componentOf(await zedGuest(input, apiVersion));
  return { component: { ...component, apiVersion }, mainPath };
}

const signal = new AbortController().signal;
const folder = { name: 'project', path: '/home/ann/project' };

/** A component of Zed's world, whose slash command is run with an argument. */
async function withFolder(
  given = guestOf('words, folder or none', [0, 2, 0]),
  open: () => typeof folder | null = () => folder,
) {
  const its = await loadComponent(await given, {
    answers: {
      'workspace.folder': open,
      'workspace.readFile': ({ path }) => {
        if (path === 'no') throw new Error('There is no file “no”.');
        return new TextEncoder().encode(`text of ${path}`);
      },
      'system.which': ({ name }) => (name === 'node' ? '/usr/bin/node' : null),
      'system.environment': () => ({ PATH: '/usr/bin' }),
    },
  });
  return async (argument: string) => {
    const { reply } = (await its.api.slashCommands.run({ id: 's', argument, threadId: 't' }, signal)) as {
      reply: string;
    };
    return reply;
  };
}

test.each([
  ['text, folder', [0, 0, 7]],
  ['text, folder or none', [0, 1, 0]],
  ['words, folder or none', [0, 2, 0]],
  ['words, folder or none', [0, 8, 0]],
] as const)('run-slash-command of %s, version %s, has the open folder', async (input, version) => {
  const run = await withFolder(guestOf(input, version));
  expect(await run('i')).toBe('1');
  expect(await run('r')).toBe('/home/ann/project');
  expect(await run(' tone  two ')).toBe(input.startsWith('words') ? 'text of one' : 'text of one  two');
});

test('without a folder there is none; a version that cannot do without one is told so', async () => {
  expect(await (await withFolder(guestOf('text, folder or none', [0, 1, 0]), () => null))('r')).toBe('none');
  const run = await withFolder(guestOf('text, folder', [0, 0, 7]), () => null);
  await expect(run('r')).rejects.toThrow('This command needs a folder. Open one, then try again.');
});

test('a component that completes no arguments is not asked for any', async () => {
  const { api } = await loadComponent(await guestOf('words, folder or none', [0, 2, 0]));
  expect(await api.slashCommands.complete({ id: 's', argument: '' }, signal)).toBeNull();
});

test('what a worktree tells is of the app', async () => {
  const run = await withFolder();
  expect(await run('tREADME.md')).toBe('text of README.md');
  await expect(run('tno')).rejects.toThrow('There is no file “no”.');
  expect(await run('wnode')).toBe('/usr/bin/node');
  expect(await run('wnowhere')).toBe('none');
  expect(await run('e')).toBe('/usr/bin');
});

test('each call has a worktree of its own, also of another folder, and one that was kept harms nobody', async () => {
  const folders = ['/one', '/two', '/three'].map((path) => ({ name: 'n', path }));
  const run = await withFolder(undefined, () => folders.shift() ?? null);
  expect([await run('k'), await run('r'), await run('k')]).toEqual(['/one', '/two', '/three']);
});

test('a worktree that was dropped is a trap, which ends that instance alone', async () => {
  const run = await withFolder();
  await expect(run('d')).rejects.toThrow('failed in run-slash-command: unknown handle');
  expect(await run('r')).toBe('/home/ann/project');
});
