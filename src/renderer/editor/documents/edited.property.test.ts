/** @module-tag search */

import { redo, undo } from '@codemirror/commands';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BufferRequest } from '../../../shared/contract/change.ts';
import type { SavedDocument, SaveRequest, WholeDocument } from '../../../shared/contract/documents/document.ts';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { stubWindow } from '../../base/window.fixture.ts';
import { openedDocument } from './documents.fixture.ts';

// The disk and main are faked; the editor's own parts are real, and need no page.
interface World {
  /** Content of the files, by path. */
  readonly files: Map<string, string>;
  /** Content of the document's file that the editor was told last; `undefined`: it was told that there is none. */
  told: string | undefined;
  /** The file that main was asked for last, and watches. */
  watched: string;
  /** Saves that main has not answered yet. */
  readonly saves: { readonly request: SaveRequest; answer(result: Result<SavedDocument>): void }[];
  /** The same for moves, of which the tree begins one at a time. */
  readonly moves: { readonly from: string; readonly to: string; answer(result: Result<string>): void }[];
  isMoving: boolean;
  /** Saves that were requested and have not ended. */
  running: number;
  /** The person has saved since the move began: that must reach the file wherever it is then. */
  isSaveDue: boolean;
}
const names = ['a.txt', 'A.txt', 'b.txt'];
const folders = ['/p', '/q'];
const bom = '\uFEFF';
let world: World;
const gone = fail('file-not-found', 'The file is gone.');

function read(path: string): Result<WholeDocument> {
  const bytes = world.files.get(path);
  world.told = bytes;
  if (bytes === undefined) return gone;
  const hasBom = bytes.startsWith(bom);
  const text = bytes.slice(hasBom ? 1 : 0);
  // The content serves as its own revision.
  return ok(openedDocument(path, text, { revision: bytes, lineEnding: lineEndingOf(text) ?? 'lf', hasBom }));
}

const bytesOf = ({ text, hasBom }: Pick<SaveRequest, 'text' | 'hasBom'>): string => `${hasBom ? bom : ''}${text}`;

stubWindow({
  changes: { answerBuffer: async () => {} },
  documents: {
    rules: async () => ({}),
    open: async (path: string) => {
      world.watched = path;
      return read(path);
    },
    save: (request: SaveRequest) =>
      new Promise<Result<SavedDocument>>((answer) => world.saves.push({ request, answer })),
  },
  files: {
    move: (from: string, to: string) => new Promise<Result<string>>((answer) => world.moves.push({ from, to, answer })),
  },
});
const { answerBufferRequest } = await import('../buffers/buffer-requests.ts');
const { keepMine, loadFromDisk, reportDisk } = await import('./disk/disk-changes.ts');
const { isDirty, openedState, versionOf } = await import('./document-state.ts');
const { findDocument, putTab, useDocuments } = await import('./documents-store.ts');
const { moveOpenFiles } = await import('./moving/move-files.ts');
const { lineEndingOf, toFileText } = await import('./line-endings.ts');
const { saveDocument } = await import('./saving/save-document.ts');
const { createSession, currentText, endSession, sessionPaths, stateOf, updateSession } = await import('../sessions.ts');
const { useQuestions } = await import('../../dialogs/ask.ts');
const { useNotices } = await import('../../base/notices/notices-store.ts');

/** Lets pending promises run; there are no timers here. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await null;
}

async function open(text: string): Promise<void> {
  for (const path of sessionPaths()) endSession(path);
  useDocuments.setState(useDocuments.getInitialState(), true);
  const path = '/p/a.txt';
  world = {
    files: new Map([[path, text]]),
    told: undefined,
    watched: path,
    saves: [],
    moves: [],
    isMoving: false,
    running: 0,
    isSaveDue: false,
  };
  const opened = read(path);
  if (!opened.ok) throw new Error('There is a file.');
  const version = versionOf(opened.value);
  createSession(path, version);
  putTab({ kind: 'document', path, document: openedState(path, version) });
}

/** Ends what is under way, so that nothing of it reaches into the next run. */
async function close(): Promise<void> {
  for (let turn = 0; world.running > 0 || world.isMoving; turn += 1) {
    if (turn > 100) throw new Error('A save or a move does not end.');
    world.saves.shift()?.answer(fail('file-failed', 'The disk is full.'));
    world.moves.shift()?.answer(fail('file-failed', 'The disk is gone.'));
    useQuestions.getState().questions[0]?.answer(null);
    await settled();
  }
  useNotices.setState(useNotices.getInitialState());
}

function history(command: typeof undo): void {
  const path = key();
  const state = stateOf(path);
  if (state) command({ state, dispatch: (transaction) => updateSession(path, transaction) });
}

/** Content of the file if it was saved now. */
function shownFile(): string {
  const document = present();
  const text = currentText(document.path)?.toString();
  if (text === undefined) throw new Error('It is closed.');
  return bytesOf({ text: toFileText(text, document.lineEnding), hasBom: document.hasBom });
}

/** Main handles a save: it writes the file, or reports that it has changed. */
async function answerSave(isEchoed: boolean): Promise<void> {
  const save = world.saves.shift();
  if (!save) return;
  const { path, baseRevision } = save.request;
  // Otherwise the file would be back under its old name.
  expect(path).toBe(key());
  const present = world.files.get(path);
  if (baseRevision !== null && baseRevision !== present) {
    save.answer(present === undefined ? gone : fail('file-changed', 'It was changed.'));
  } else {
    const bytes = bytesOf(save.request);
    world.files.set(path, bytes);
    // The file watcher may be faster than the answer.
    if (isEchoed) reportDisk(path, read(path));
    save.answer(ok({ revision: bytes }));
    world.told = bytes;
  }
  await settled();
}

function save(): void {
  if (world.isMoving) world.isSaveDue = true;
  world.running += 1;
  void saveDocument(key()).finally(() => {
    world.running -= 1;
  });
}

/** The person moves the file, or its folder, in the tree, which shows no second move before the first is done. */
function move(name: string, folder: string): void {
  const path = key();
  const isOfFolder = !path.startsWith(folder);
  const [from, to] = isOfFolder ? [path.slice(0, 2), folder] : [path, `${folder}/${name}`];
  if (world.isMoving || from === to) return;
  world.isMoving = true;
  void moveOpenFiles(from, to).finally(() => {
    world.isMoving = false;
  });
}

/** Main moves a file or folder, or reports that it cannot. */
async function answerMove(isEchoed: boolean): Promise<void> {
  const move = world.moves.shift();
  if (!move) return;
  const { from, to } = move;
  const path = key();
  const target = to + path.slice(from.length);
  const bytes = world.files.get(path);
  if (bytes === undefined) move.answer(gone);
  else if (world.files.has(target)) move.answer(fail('file-failed', 'There is one of that name.'));
  else {
    world.files.delete(path);
    world.files.set(target, bytes);
    const before = currentText(path)?.toString();
    const { isEdited } = present();
    if (isEchoed) reportDisk(path, read(path));
    move.answer(ok(to));
    await settled();
    expect(useDocuments.getState().tabs.map((tab) => tab.path)).toEqual([target]);
    expect(world.watched).toBe(target);
    if (isEdited) expect(currentText(target)?.toString()).toBe(before);
  }
  await settled();
  if (world.isSaveDue) expect(world.saves).toHaveLength(1);
  world.isSaveDue = false;
}

async function applyOfModel(text: string): Promise<void> {
  const path = key();
  const wasDirty = isDirty(present());
  const base = toFileText(currentText(path)?.toString() ?? '', present().lineEnding);
  const request: BufferRequest = { type: 'apply', path, base, text };
  await answerBufferRequest({ type: 'buffer-request', requestId: '1', request, until: Date.now() + 60_000 });
  // Main does not write over unsaved edits.
  if (wasDirty) return;
  const bytes = bytesOf({ text, hasBom: present().hasBom });
  world.files.set(path, bytes);
  world.told = bytes;
}

/** The document's key, which changes as its file is moved. */
const key = (): string => {
  const [tab, ...others] = useDocuments.getState().tabs;
  if (!tab || others.length > 0) throw new Error('There is not one tab.');
  return tab.path;
};
const present = () => {
  const document = findDocument(key());
  if (!document) throw new Error('It is closed.');
  return document;
};

const content = fc.constantFrom('', 'a', 'b', 'a\n', 'a\r\n', 'a\nb\n', 'a\r\nb\r\n', 'a\r\nb\n', `${bom}a\n`);
const plain = content.filter((text) => !text.startsWith(bom));
const act = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom('a', 'b', '\n'), fc.nat(4)).map(typing) },
  { weight: 2, arbitrary: fc.nat(4).map(deleting) },
  { weight: 3, arbitrary: fc.constant(step('undo', () => history(undo))) },
  { weight: 2, arbitrary: fc.constant(step('redo', () => history(redo))) },
  { weight: 2, arbitrary: fc.constant(step('save', save)) },
  { weight: 3, arbitrary: fc.boolean().map((isEchoed) => step('main saves', () => answerSave(isEchoed))) },
  { weight: 3, arbitrary: content.map(writing) },
  { weight: 1, arbitrary: fc.constant(writing(null)) },
  { weight: 3, arbitrary: fc.constant(step('tell', () => reportDisk(key(), read(key())))) },
  { weight: 2, arbitrary: fc.constant(step('keep mine', () => void (asks() && keepMine(key())))) },
  { weight: 2, arbitrary: fc.constant(step('take theirs', () => loadFromDisk(key()))) },
  { weight: 2, arbitrary: fc.constantFrom('cancel', 'load', 'overwrite').map(answering) },
  { weight: 1, arbitrary: plain.map(changingByModel) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...names), fc.constantFrom(...folders)).map(moving) },
  { weight: 2, arbitrary: fc.boolean().map((isEchoed) => step('main moves', () => answerMove(isEchoed))) },
);

interface Step {
  readonly name: string;
  run(): void | Promise<void>;
  readonly [fc.toStringMethod]: () => string;
}
function step(name: string, run: Step['run']): Step {
  return { name, run, [fc.toStringMethod]: () => name };
}
function typing([insert, at]: readonly [string, number]): Step {
  return step(`type ${JSON.stringify(insert)} at ${at}`, () => {
    updateSession(key(), { changes: { from: Math.min(at, currentText(key())?.length ?? 0), insert } });
  });
}
function deleting(at: number): Step {
  return step(`delete at ${at}`, () => {
    const length = currentText(key())?.length ?? 0;
    if (length > 0) updateSession(key(), { changes: { from: at % length, to: (at % length) + 1 } });
  });
}
function writing(bytes: string | null): Step {
  return step(`another program writes ${JSON.stringify(bytes)}`, () => {
    if (bytes === null) world.files.delete(key());
    else world.files.set(key(), bytes);
  });
}
function moving([name, folder]: readonly [string, string]): Step {
  return step(`move to ${name}, ${folder}`, () => move(name, folder));
}
function changingByModel(text: string): Step {
  return step(`a model writes ${JSON.stringify(text)}`, () => {
    // Main first checks that the file is the one the editor has.
    if (world.files.get(key()) !== world.told || isBusy()) return;
    return applyOfModel(text);
  });
}
function answering(answer: string): Step {
  return step(answer, () => useQuestions.getState().questions[0]?.answer(answer));
}
const isBusy = (): boolean => world.isMoving || world.saves.length + useQuestions.getState().questions.length > 0;
const asks = (): boolean => present().disk.kind !== 'same';

test('a document is shown as clean exactly when its text is what the disk holds, as last known', async () => {
  await fc.assert(
    fc.asyncProperty(content, fc.array(act, { maxLength: 40, size: 'max' }), async (text, steps) => {
      await open(text);
      try {
        for (const [place, { run, name }] of steps.entries()) {
          await run();
          await settled();
          const document = present();
          // During a save the content of the disk is not known.
          if (document.isSaving) continue;
          const isClean = !isDirty(document);
          const seen = `${steps.slice(0, place + 1).map((each) => each.name)}: ${name}`;
          expect([seen, isClean]).toEqual([seen, shownFile() === world.told]);
        }
      } finally {
        await close();
      }
    }),
    { numRuns: lengthOf(50, 400) },
  );
});
