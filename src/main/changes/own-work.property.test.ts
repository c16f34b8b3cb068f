/** @module-tag search */

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FailureError } from '../../shared/contract/errors.ts';
import type { FileChange } from '../../shared/contract/extension-api/extension-tool-call.ts';
import { lengthOf } from '../../shared/testing/soak.ts';
import { createWorld, treeOf, type World } from './changes-world.fixture.ts';

/** Models of two threads and a person work in the same files. */

const names = ['a', 'b', 'd/a'];
const path = fc.constantFrom(...names);
const place = fc.constantFrom(...names, 'd', 'e');
const thread = fc.constantFrom('one', 'one', 'two');
const edit = fc.constantFrom('append' as const, 'prepend' as const, 'cut' as const);
const pick = fc.nat(5);
const edits = fc.record({ type: fc.constant('edit' as const), thread, path, edit });
const ofModel = [
  edits,
  fc.record({ type: fc.constant('delete' as const), thread, path: place }),
  fc.record({ type: fc.constant('move' as const), thread, path: place, to: place }),
  fc.record({
    type: fc.constant('command' as const),
    thread,
    path,
    to: place,
    deed: fc.constantFrom('edit', 'remove', 'move'),
  }),
];
const ofEditor = [fc.record({ type: fc.constant('open' as const), path }), fc.constant({ type: 'restart' as const })];
const ofPerson = [
  fc.record({ type: fc.constant('type' as const), path, edit }),
  fc.record({ type: fc.constant('save' as const), path }),
  fc.record({ type: fc.constant('outside' as const), path, edit }),
];
const ofReview = [
  fc.record({ type: fc.constantFrom('accept', 'reject', 'reject-part', 'restore'), thread, pick }),
  fc.record({ type: fc.constantFrom('accept-all', 'reject-all', 'undo'), thread, pick }),
];
const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.oneof({ weight: 3, arbitrary: edits }, ...ofModel) },
  { weight: 1, arbitrary: fc.oneof(...ofEditor) },
  { weight: 3, arbitrary: fc.oneof(...ofPerson) },
  { weight: 4, arbitrary: fc.oneof(...ofReview) },
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;
type Decision = Extract<Step, { pick: number }>;

let count = 0;
/** A line is told apart from all others; one of the person begins with "P". */
function edited(text: string, how: 'append' | 'prepend' | 'cut', who: 'M' | 'P'): string {
  count += 1;
  if (how === 'cut') return text.slice(text.indexOf('\n') + 1);
  return how === 'append' ? `${text}${who}${count}\n` : `${who}${count}\n${text}`;
}

async function filesOf(world: World): Promise<Record<string, string>> {
  const tree = Object.entries(await treeOf(world.root));
  return Object.fromEntries(tree.filter(([, file]) => !file.startsWith('directory')));
}
const diskOf = (world: World, name: string) => readFile(world.path(name), 'utf8').catch(() => null);
const editorOf = (world: World) =>
  [...world.window.documents].map(([one, document]) => [one, { ...document }] as const);
const stateOf = async (world: World) => ({ files: await filesOf(world), editor: editorOf(world) });
/** The lines of the person that are in a file, or in the editor. */
const ownLines = async (world: World): Promise<string[]> => JSON.stringify(await stateOf(world)).match(/P\d+/g) ?? [];

async function runModel(
  world: World,
  step: Extract<Step, { thread: string; path: string }>,
  promptId: string,
): Promise<void> {
  if (step.type === 'command') {
    const { done } = await world.service.beforeCommand({ threadId: step.thread, promptId });
    const from = world.path(step.path);
    if (step.deed === 'remove') await rm(from, { recursive: true }).catch(() => undefined);
    else if (step.deed === 'move') {
      await mkdir(dirname(world.path(step.to)), { recursive: true }).catch(() => undefined);
      await rename(from, world.path(step.to)).catch(() => undefined);
    } else {
      const text = await diskOf(world, step.path);
      if (text !== null) await writeFile(from, edited(text, 'append', 'M'));
    }
    await done();
    return;
  }
  let change: FileChange;
  if (step.type === 'edit') {
    const text = await world.service.readText(world.path(step.path)).catch(() => null);
    if (text === null) change = { type: 'create', path: step.path, text: edited('', 'append', 'M') };
    else change = { type: 'write', path: step.path, text: edited(text, step.edit, 'M'), expected: text };
  } else if (step.type === 'move') change = { type: 'move', path: step.path, to: step.to };
  else change = { type: 'delete', path: step.path };
  await world.change(promptId, [change], step.thread).catch((error) => {
    if (!(error instanceof FailureError)) throw error;
  });
}

/** As the watcher of documents does: what is open without edits follows the disk. */
async function followDisk(world: World): Promise<void> {
  for (const [one, document] of world.window.documents) {
    const text = await readFile(one, 'utf8').catch(() => null);
    if (text !== null && !document.isEdited) document.text = text;
  }
}

async function work(world: World, step: Extract<Step, { type: 'type' | 'save' | 'outside' | 'open' }>): Promise<void> {
  if (step.type === 'type' && !world.window.documents.has(world.path(step.path)))
    await world.open(step.path).catch(() => undefined);
  const document = world.window.documents.get(world.path(step.path));
  const onDisk = await diskOf(world, step.path);
  if (step.type === 'open') {
    if (!document) await world.open(step.path).catch(() => undefined);
  } else if (step.type === 'outside') {
    if (onDisk !== null) await world.write(step.path, edited(onDisk, step.edit, 'P'));
  } else if (document && onDisk !== null) {
    if (step.type === 'type') {
      document.text = edited(document.text, step.edit, 'P');
      document.isEdited = true;
    } else {
      await world.write(step.path, document.text);
      document.isEdited = false;
    }
  }
}

async function decide(world: World, { type, thread: id, pick: at }: Decision): Promise<void> {
  const { review } = world.service;
  const { files, checkpoints } = await review.review(id);
  const file = files[at % Math.max(files.length, 1)];
  const decided = type.endsWith('-all') ? null : (file?.path ?? null);
  if (decided === null && !type.endsWith('-all') && type !== 'undo' && type !== 'restore') return;
  if (type.startsWith('accept')) await review.accept(id, decided);
  else if (type === 'undo') await review.undoRestore(id);
  else if (type === 'reject-part') await rejectPart(world, id, decided ?? '');
  else {
    const before = await stateOf(world);
    const promptId = checkpoints[at % Math.max(checkpoints.length, 1)]?.promptId ?? '';
    const result =
      type === 'restore' ? await review.restore(id, promptId, false) : await review.reject(id, decided, false);
    if (!result.ok || result.value.type === 'changed-since') {
      // Somebody is asked first, or it cannot be done.
      expect(await stateOf(world)).toEqual(before);
      return;
    }
  }
  const left = (await review.review(id)).files.map((one) => one.path);
  if (type === 'accept' || type === 'reject') expect(left).not.toContain(decided);
  if (type.endsWith('-all')) expect(left).toEqual([]);
}

/** Takes the first line out that is the model's. */
async function rejectPart(world: World, id: string, file: string): Promise<void> {
  const texts = await world.service.review.texts(id, file);
  if (!texts.ok || texts.value.before === null || texts.value.after === null) return;
  const { before, after } = texts.value;
  const line = after.split('\n').find((one) => one.startsWith('M') && !before.includes(one));
  if (line !== undefined) await world.service.review.rejectPart(id, file, after, after.replace(`${line}\n`, ''));
}

async function newWorld(): Promise<World> {
  count = 0;
  const world = await createWorld();
  for (const name of ['a', 'd/a']) await world.write(name, `${name}-1\n${name}-2\n`);
  return world;
}

async function take(world: World, step: Step, promptId: string): Promise<World> {
  if (step.type === 'restart') return world.restart();
  if ('pick' in step) await decide(world, step);
  else if ('thread' in step) await runModel(world, step, promptId);
  else await work(world, step);
  await followDisk(world);
  return world;
}

test('no decision about changes takes away what the person wrote without a question', {
  timeout: lengthOf(300_000, 900_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 14 }), async (steps) => {
      let world = await newWorld();
      for (const [at, step] of steps.entries()) {
        // An undo may take away again what a restore brought back.
        const before = 'pick' in step && step.type !== 'undo' ? await ownLines(world) : [];
        world = await take(world, step, `p${at}`);
        const after = await ownLines(world);
        expect(
          before.filter((line) => !after.includes(line)),
          JSON.stringify(step),
        ).toEqual([]);
        expect(world.problems).toEqual([]);
      }
    }),
    { numRuns: lengthOf(6, 400) },
  );
});

/** A folder went to where a file was that went elsewhere. */
const folderIntoPlace: Step[] = [
  { type: 'move', thread: 'one', path: 'a', to: 'b' },
  { type: 'move', thread: 'one', path: 'd', to: 'a' },
];

test('what only one model changed is as before when all is rejected, and nothing is left to review', {
  timeout: lengthOf(300_000, 900_000),
}, async () => {
  const steps = fc.array(fc.oneof(...ofModel, ...ofEditor), { minLength: 2, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      let world = await newWorld();
      const before = await filesOf(world);
      for (const [at, step] of all.entries())
        world = await take(world, 'thread' in step ? { ...step, thread: 'one' } : step, `p${at}`);
      const changed = await filesOf(world);
      const result = await world.service.review.reject('one', null, false);
      if (!result.ok) {
        // A file cannot go back where the model made a folder: then nothing is done, and a restore can still do it.
        expect(await filesOf(world)).toEqual(changed);
        const { checkpoints } = await world.service.review.review('one');
        await world.service.review.restore('one', checkpoints[0]?.promptId ?? '', true);
        expect(await filesOf(world)).toEqual(before);
        return;
      }
      expect(result).toMatchObject({ value: { type: 'rejected' } });
      expect(await filesOf(world)).toEqual(before);
      expect((await world.service.review.review('one')).files).toEqual([]);
      // From now on, writes there are the person's.
      for (const name of names) await world.write(name, 'mine\n').catch(() => undefined);
      expect((await (await world.restart()).service.review.review('one')).files).toEqual([]);
    }),
    { numRuns: lengthOf(4, 200), examples: [[folderIntoPlace]] },
  );
});
