import { Text } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import type { WholeDocument } from '../../../shared/contract/documents/document.ts';
import { fail, ok } from '../../../shared/contract/errors.ts';
import {
  answerToDisk,
  comparedVersion,
  type DocumentTransition,
  isDirty,
  nextDocumentState,
  openedState,
  saveBase,
  versionOf,
} from './document-state.ts';
import { openedDocument } from './documents.fixture.ts';

const file = (revision: string, text = revision, more: Partial<WholeDocument> = {}) =>
  versionOf(openedDocument('/p/a.ts', text, { revision, ...more }));
const opened = openedState('/p/a.ts', file('r1'));

/** The state after some events, while the editor has this text. */
const stateAfter = (text: string, ...events: DocumentTransition[]) =>
  events.reduce((state, event) => nextDocumentState(state, event, Text.of(text.split('\n'))), opened);
const typed: DocumentTransition = { type: 'text-changed' };
const saving: DocumentTransition = { type: 'save-started' };
const saved: DocumentTransition = { type: 'saved', version: file('r2', 'mine') };
const reported = (...version: Parameters<typeof file>): DocumentTransition => ({
  type: 'disk-reported',
  report: ok(file(...version)),
});
const deleted: DocumentTransition = { type: 'disk-reported', report: fail('file-not-found', 'a.ts was deleted.') };
const kept: DocumentTransition = { type: 'kept' };

describe('an open document', () => {
  it('is dirty by edits, and clean again when they are undone', () => {
    expect(isDirty(opened)).toBe(false);
    const edited = stateAfter('mine', typed);
    expect(isDirty(edited)).toBe(true);
    expect(isDirty(nextDocumentState(edited, typed, Text.of(['r1'])))).toBe(false);
  });

  it('stays dirty by what was typed while it was being saved', () => {
    const state = stateAfter('mine and more', typed, saving, saved);
    expect(state).toMatchObject({ base: { revision: 'r2' }, isSaving: false, isEdited: true });
  });

  it('that was saved is edited again when its edits are undone', () => {
    const state = stateAfter('mine', typed, saving, saved);
    expect(isDirty(state)).toBe(false);
    expect(isDirty(nextDocumentState(state, typed, Text.of(['r1'])))).toBe(true);
  });

  it('stays dirty when the save failed, on the revision it had', () => {
    const state = stateAfter('mine', typed, saving, { type: 'save-failed' });
    expect(state).toMatchObject({ base: { revision: 'r1' }, isSaving: false, isEdited: true });
  });

  it('takes a change on disk at once when clean, and asks when edited', () => {
    expect(answerToDisk(stateAfter('r1', reported('r2')))).toBe('reload');
    expect(answerToDisk(stateAfter('mine', typed, reported('r2')))).toBe('ask');
  });

  it('is dirty as long as the disk holds another text, also with the text of before', () => {
    const asking = stateAfter('mine', typed, reported('r2'));
    expect(isDirty(nextDocumentState(asking, typed, Text.of(['r1'])))).toBe(true);
  });

  it('that comes to be what the disk holds asks no more', () => {
    const state = nextDocumentState(stateAfter('mine', typed, reported('r2')), typed, Text.of(['r2']));
    expect(state).toMatchObject({ base: { revision: 'r2' }, isEdited: false, disk: { kind: 'same' } });
  });

  it('is saved over a file that is gone, and not unasked over one that became something else', () => {
    const became: DocumentTransition = { type: 'disk-reported', report: fail('file-binary', 'a.ts is a binary file.') };
    expect(saveBase(opened)).toBe('r1');
    expect(saveBase(stateAfter('r1', deleted))).toBeNull();
    expect(saveBase(stateAfter('mine', typed, became))).toBe('r1');
    expect(saveBase(stateAfter('mine', typed, became, kept))).toBeNull();
  });

  it('takes no notice of a report of the revision that it has', () => {
    expect(answerToDisk(stateAfter('r1', reported('r1')))).toBe('nothing');
    expect(answerToDisk(stateAfter('mine', typed, reported('r2'), reported('r1')))).toBe('nothing');
  });

  it('goes on from another revision of the same text, with its line ends', () => {
    const state = stateAfter('mine', typed, reported('r2', 'r1', { lineEnding: 'crlf' }));
    expect(state).toMatchObject({ base: { revision: 'r2' }, lineEnding: 'crlf', disk: { kind: 'same' } });
  });

  it('does not answer the echo of its own save', () => {
    const echoed = stateAfter('mine', typed, saving, reported('r2', 'mine'));
    expect(answerToDisk(echoed)).toBe('nothing');
    const after = nextDocumentState(echoed, saved, Text.of(['mine']));
    expect(answerToDisk(after)).toBe('nothing');
    expect(isDirty(after)).toBe(false);
  });

  it('that was deleted is dirty, asks, and when kept writes whatever is there', () => {
    expect(isDirty(stateAfter('r1', deleted))).toBe(true);
    expect(answerToDisk(stateAfter('r1', deleted))).toBe('ask');
    const state = stateAfter('r1', deleted, kept);
    expect(state).toMatchObject({ base: null, disk: { kind: 'same' } });
    expect(isDirty(state)).toBe(true);
  });

  it('whose edits are kept is based on the newer file, and stays dirty when they are undone', () => {
    const state = stateAfter('mine', typed, reported('r2'), kept);
    expect(state).toMatchObject({ base: { revision: 'r2' }, isEdited: true, disk: { kind: 'same' } });
    expect(isDirty(nextDocumentState(state, typed, Text.of(['r1'])))).toBe(true);
    expect(isDirty(nextDocumentState(state, typed, Text.of(['r2'])))).toBe(false);
  });

  it('whose line ends are kept over others is edited, be the lines the same', () => {
    const state = stateAfter('r1', reported('r2', 'other\r\n', { lineEnding: 'crlf' }), kept);
    expect(isDirty(nextDocumentState(state, typed, Text.of(['other', ''])))).toBe(true);
  });

  it('is compared with what is on disk, also when that changes again, until the two agree', () => {
    const compared: DocumentTransition = { type: 'compared', isCompared: true };
    expect(comparedVersion(stateAfter('mine', typed, compared))).toBeNull();
    const state = stateAfter('mine', typed, reported('r2'), compared, reported('r3'));
    expect(comparedVersion(state)?.revision).toBe('r3');
    expect(comparedVersion(nextDocumentState(state, kept, Text.of(['mine'])))).toBeNull();
    expect(comparedVersion(nextDocumentState(state, typed, Text.of(['r3'])))).toBeNull();
    const later = nextDocumentState(state, { type: 'compared', isCompared: false }, Text.of(['mine']));
    expect(comparedVersion(later)).toBeNull();
    expect(answerToDisk(later)).toBe('ask');
  });

  it('loaded from disk is clean', () => {
    const state = stateAfter('mine', typed, reported('r2'));
    const version = file('r2');
    expect(nextDocumentState(state, { type: 'loaded', version }, version.text)).toEqual(
      openedState('/p/a.ts', version),
    );
  });

  it('shares what is equal with the text that is there, so that a comparison costs next to nothing', () => {
    const lines = Array.from({ length: 5000 }, (_, line) => `line ${line}`);
    const present = Text.of(lines);
    const version = file('r2', lines.with(4000, 'another').join('\n'));
    const like = versionOf({ ...version, path: '/p/a.ts', text: version.text.toString() }, present);
    expect(like.text.eq(version.text)).toBe(true);
    const shared = like.text.children?.filter((child) => present.children?.includes(child)).length ?? 0;
    expect(shared).toBeGreaterThan((present.children?.length ?? 0) - 3);
  });
});
