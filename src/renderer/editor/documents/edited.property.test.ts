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
  /** Content of the file; null: there is none. */
  disk: string | null;
  /** Content that the editor was told last; `undefined`: it was told of no change. */
  told: string | undefined;
  /** Saves that main has not answered yet. */
  readonly saves: { readonly request: SaveRequest; answer(result: Result<SavedDocument>): void }[];
}
const path = '/p/a.txt';
const bom = '\uFEFF';
let world: World;
const gone = fail('file-not-found', 'a.txt is gone.');

function read(): Result<WholeDocument> {
  world.told = world.disk ?? undefined;
  if (world.disk === null) return gone;
  const hasBom = world.disk.startsWith(bom);
  const text = world.disk.slice(hasBom ? 1 : 0);
  // The content serves as its own revision.
  return ok(openedDocument(path, text, { revision: world.disk, lineEnding: lineEndingOf(text) ?? 'lf', hasBom }));
}

const bytesOf = ({ text, hasBom }: Pick<SaveRequest, 'text' | 'hasBom'>): string => `${hasBom ? bom : ''}${text}`;

stubWindow({
  changes: { answerBuffer: async () => {} },
  documents: {
    rules: async () => ({}),
    open: async () => read(),
    save: (request: SaveRequest) =>
      new Promise<Result<SavedDocument>>((answer) => world.saves.push({ request, answer })),
  },
});
const { answerBufferRequest } = await import('../buffers/buffer-requests.ts');
const { keepMine, loadFromDisk, reportDisk } = await import('./disk-changes.ts');
const { isDirty, openedState, versionOf } = await import('./document-state.ts');
const { findDocument, putTab, useDocuments } = await import('./documents-store.ts');
const { lineEndingOf, toFileText } = await import('./line-endings.ts');
const { saveDocument } = await import('./saving/save-document.ts');
const { createSession, currentText, endSession, stateOf, updateSession } = await import('../sessions.ts');
const { useQuestions } = await import('../../dialogs/ask.ts');
const { useNotices } = await import('../../base/notices/notices-store.ts');

/** Lets pending promises run; there are no timers here. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await null;
}

async function open(text: string): Promise<void> {
  endSession(path);
  useDocuments.setState(useDocuments.getInitialState(), true);
  world = { disk: text, told: undefined, saves: [] };
  const opened = read();
  if (!opened.ok) throw new Error('There is a file.');
  const version = versionOf(opened.value);
  createSession(path, version);
  putTab({ kind: 'document', path, document: openedState(path, version) });
}

/** Closes the document, and answers its pending saves and questions first. */
async function close(): Promise<void> {
  while (world.saves.length + useQuestions.getState().questions.length > 0) {
    world.saves.shift()?.answer(fail('file-failed', 'The disk is full.'));
    useQuestions.getState().questions[0]?.answer(null);
    await settled();
  }
  useNotices.setState(useNotices.getInitialState());
}

function history(command: typeof undo): void {
  const state = stateOf(path);
  if (state) command({ state, dispatch: (transaction) => updateSession(path, transaction) });
}

/** Content of the file if it was saved now. */
function shownFile(): string {
  const document = findDocument(path);
  const text = currentText(path)?.toString();
  if (!document || text === undefined) throw new Error('It is closed.');
  return bytesOf({ text: toFileText(text, document.lineEnding), hasBom: document.hasBom });
}

/** Main handles a save: it writes the file, or reports that it has changed. */
async function answerSave(isEchoed: boolean): Promise<void> {
  const save = world.saves.shift();
  if (!save) return;
  const { baseRevision } = save.request;
  if (baseRevision !== null && baseRevision !== world.disk) save.answer(fail('file-changed', 'It was changed.'));
  else {
    const bytes = bytesOf(save.request);
    world.disk = bytes;
    // The file watcher may be faster than the answer.
    if (isEchoed) reportDisk(path, read());
    save.answer(ok({ revision: bytes }));
    world.told = bytes;
  }
  await settled();
}

async function applyOfModel(text: string): Promise<void> {
  const wasDirty = isDirty(present());
  const base = toFileText(currentText(path)?.toString() ?? '', present().lineEnding);
  const request: BufferRequest = { type: 'apply', path, base, text };
  await answerBufferRequest({ type: 'buffer-request', requestId: '1', request, until: Date.now() + 60_000 });
  // Main does not write over unsaved edits.
  if (wasDirty) return;
  world.disk = bytesOf({ text, hasBom: present().hasBom });
  world.told = world.disk;
}

const present = () => {
  const document = findDocument(path);
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
  { weight: 2, arbitrary: fc.constant(step('save', () => void saveDocument(path))) },
  { weight: 3, arbitrary: fc.boolean().map((isEchoed) => step('main saves', () => answerSave(isEchoed))) },
  { weight: 3, arbitrary: content.map(writing) },
  { weight: 1, arbitrary: fc.constant(writing(null)) },
  { weight: 3, arbitrary: fc.constant(step('tell', () => reportDisk(path, read()))) },
  { weight: 2, arbitrary: fc.constant(step('keep mine', () => void (asks() && keepMine(path)))) },
  { weight: 2, arbitrary: fc.constant(step('take theirs', () => loadFromDisk(path))) },
  { weight: 2, arbitrary: fc.constantFrom('cancel', 'load', 'overwrite').map(answering) },
  { weight: 1, arbitrary: plain.map(changingByModel) },
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
    updateSession(path, { changes: { from: Math.min(at, currentText(path)?.length ?? 0), insert } });
  });
}
function deleting(at: number): Step {
  return step(`delete at ${at}`, () => {
    const length = currentText(path)?.length ?? 0;
    if (length > 0) updateSession(path, { changes: { from: at % length, to: (at % length) + 1 } });
  });
}
function writing(bytes: string | null): Step {
  return step(`another program writes ${JSON.stringify(bytes)}`, () => {
    world.disk = bytes;
  });
}
function changingByModel(text: string): Step {
  return step(`a model writes ${JSON.stringify(text)}`, () => {
    // Main first checks that the file is the one the editor has.
    if (world.disk !== world.told || isSaving()) return;
    return applyOfModel(text);
  });
}
function answering(answer: string): Step {
  return step(answer, () => useQuestions.getState().questions[0]?.answer(answer));
}
const isSaving = (): boolean => world.saves.length + useQuestions.getState().questions.length > 0;
const asks = (): boolean => present().disk.kind !== 'same';

test('a document is shown as clean exactly when its text is what the disk holds, as last known', async () => {
  await fc.assert(
    fc.asyncProperty(content, fc.array(act, { maxLength: 40, size: 'max' }), async (text, steps) => {
      await open(text);
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
      await close();
    }),
    { numRuns: lengthOf(50, 400) },
  );
});
