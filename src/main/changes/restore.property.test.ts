/** @module-tag search */

import { chmod, lstat, mkdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FailureError } from '../../shared/contract/errors.ts';
import type { FileChange } from '../../shared/contract/extension-api/extension-tool-call.ts';
import { lengthOf } from '../../shared/testing/soak.ts';
import { createWorld, treeOf, type World } from './changes-world.fixture.ts';

const name = fc.constantFrom('a', 'b', 'd', 'd/a', 'd/b', 'd/e', 'd/e/c', 'f/g');
const text = fc.constantFrom('', 'one\n', 'one\r\ntwo\r\n', 'one\r\ntwo\n', 'three');
const change: fc.Arbitrary<FileChange> = fc.oneof(
  fc.record({ type: fc.constant('write' as const), path: name, text }),
  fc.record({ type: fc.constant('create' as const), path: name, text }),
  fc.record({ type: fc.constant('delete' as const), path: name }),
  fc.record({ type: fc.constant('move' as const), path: name, to: name }),
  fc.record({ type: fc.constant('create-directory' as const), path: name }),
);
/** Does the work of a command, except where the system refuses. */
const deed = fc.oneof(
  fc.record({ type: fc.constant('write' as const), path: name, text }),
  fc.record({ type: fc.constant('remove' as const), path: name }),
  fc.record({ type: fc.constant('move' as const), path: name, to: name }),
  fc.record({ type: fc.constant('mode' as const), path: name, mode: fc.constantFrom(0o600, 0o755) }),
  fc.record({ type: fc.constant('link' as const), path: name, to: name, isAbsolute: fc.boolean() }),
  // As when a folder goes elsewhere, and a link is left where it was.
  fc.record({ type: fc.constant('move-and-link' as const), path: name, to: name }),
);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('change' as const),
      changes: fc.array(change, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('command' as const),
      deeds: fc.array(deed, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('open' as const), path: name }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Deeds = Extract<Step, { type: 'command' }>['deeds'];
const command = (...deeds: Deeds): Step => ({ type: 'command', deeds });
const changes = (...made: FileChange[]): Step => ({ type: 'change', changes: made });

async function runCommand(world: World, deeds: Deeds, promptId: string): Promise<void> {
  const { done } = await world.service.beforeCommand({ threadId: 'thread', promptId });
  for (const one of deeds) {
    const path = world.path(one.path);
    const refused = (): undefined => undefined;
    await mkdir(dirname(path), { recursive: true }).catch(refused);
    if (one.type === 'write') await writeFile(path, one.text).catch(refused);
    else if (one.type === 'remove') await rm(path, { recursive: true }).catch(refused);
    else if (one.type === 'move') await rename(path, world.path(one.to)).catch(refused);
    else if (one.type === 'mode') {
      // As with git, directories have no mode to restore; and through a link another file would be changed.
      if ((await lstat(path).catch(refused))?.isFile()) await chmod(path, one.mode);
    } else if (one.type === 'link') await symlink(one.isAbsolute ? world.path(one.to) : one.to, path).catch(refused);
    else {
      await rename(path, world.path(one.to)).catch(refused);
      await symlink(world.path(one.to), path).catch(refused);
    }
  }
  await done();
}

async function take(world: World, one: Step, promptId: string): Promise<void> {
  if (one.type === 'command') return runCommand(world, one.deeds, promptId);
  if (one.type === 'open') return world.open(one.path).catch(() => undefined);
  try {
    await world.change(promptId, one.changes);
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
  }
}

/** Where a restore failed once. */
const found: [Step[][], number, boolean][] = [
  [[[command({ type: 'remove', path: 'd' }, { type: 'link', path: 'd', to: 'd', isAbsolute: false })]], 0, false],
  [
    [
      [changes({ type: 'delete', path: 'd/e' }, { type: 'move', path: 'd', to: 'b' })],
      [command({ type: 'move-and-link', path: 'd/e', to: 'a' })],
    ],
    0,
    false,
  ],
  [[[command({ type: 'write', path: 'd/e/c', text: '' }), { type: 'open', path: 'd/e/c' }]], 0, false],
  [
    [
      [
        command(
          { type: 'remove', path: 'd/e/c' },
          { type: 'link', path: 'd/e/c', to: 'd', isAbsolute: true },
          { type: 'link', path: 'd/b', to: 'd', isAbsolute: true },
        ),
      ],
    ],
    0,
    false,
  ],
];

test('whatever a model did, a restore gives back the exact tree', { timeout: lengthOf(300_000, 900_000) }, async () => {
  const turns = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(turns, fc.nat(), fc.boolean(), async (all, pick, isAgain) => {
      let world = await createWorld();
      await world.write('a', 'one\n', 0o640);
      await world.write('d/a', 'one\r\ntwo\n');
      await world.write('d/e/c', new Uint8Array([0, 255]), 0o755);
      const trees = [];
      for (const [index, steps] of all.entries()) {
        trees.push(await treeOf(world.root));
        for (const one of steps) await take(world, one, `p${index}`);
      }
      const last = await treeOf(world.root);
      if (isAgain) world = await world.restart();
      // The others are told by the watcher of documents, which is not part of this; one behind a link may go with its file.
      const inStep = new Set<object>();
      for (const [path, document] of world.window.documents) {
        const real = await realpath(path).catch(() => null);
        // A command may have put a folder in its place.
        const onDisk = await readFile(path, 'utf8').catch(() => null);
        if (real === path && onDisk === document.text) inStep.add(document);
      }
      const { checkpoints } = await world.service.review.review('thread');
      const chosen = checkpoints[pick % Math.max(checkpoints.length, 1)];
      if (!chosen) return;
      expect(await world.service.review.restore('thread', chosen.promptId, false)).toMatchObject({
        value: { type: 'restored' },
      });
      expect(await treeOf(world.root)).toEqual(trees[Number(chosen.promptId.slice(1))]);
      // Wherever it has gone with its file.
      for (const [path, document] of world.window.documents) {
        if (!inStep.has(document)) continue;
        const onDisk = await readFile(path, 'utf8').catch(() => null);
        if (onDisk !== null && !onDisk.includes('\0')) expect(document.text).toBe(onDisk);
      }
      if (!(await world.service.review.review('thread')).canUndoRestore) return;
      expect(await world.service.review.undoRestore('thread')).toMatchObject({ ok: true });
      expect(await treeOf(world.root)).toEqual(last);
      // And from the beginning once more, after the restore was undone.
      await world.service.review.restore('thread', checkpoints[0]?.promptId ?? '', false);
      expect(await treeOf(world.root)).toEqual(trees[Number(checkpoints[0]?.promptId.slice(1))]);
    }),
    { numRuns: lengthOf(6, 150), examples: found },
  );
});
