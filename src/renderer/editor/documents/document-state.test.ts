import { describe, expect, it } from 'vitest';
import type { OpenedDocument } from '../../../shared/contract/document.ts';
import { fail, ok } from '../../../shared/contract/errors.ts';
import {
  answerToDisk,
  type DocumentTransition,
  isDirty,
  nextDocumentState,
  openedState,
  saveBase,
} from './document-state.ts';

const onDisk = (revision: string): OpenedDocument => ({
  path: '/project/a.ts',
  text: revision,
  revision,
  lineEnding: 'lf',
  hasBom: false,
  isReadOnly: false,
});

const stateAfter = (...events: DocumentTransition[]) => events.reduce(nextDocumentState, openedState(onDisk('r1')));
const edited: DocumentTransition = { type: 'edited', isEdited: true };
const changed: DocumentTransition = { type: 'disk-reported', document: ok(onDisk('r2')) };
const deleted: DocumentTransition = { type: 'disk-reported', document: fail('file-not-found', 'a.ts was deleted.') };

describe('an open document', () => {
  it('is dirty by edits, and clean again when they are undone', () => {
    expect(isDirty(stateAfter())).toBe(false);
    expect(isDirty(stateAfter(edited))).toBe(true);
    expect(isDirty(stateAfter(edited, { type: 'edited', isEdited: false }))).toBe(false);
  });

  it('stays dirty by what was typed while it was being saved', () => {
    const state = stateAfter(edited, { type: 'save-started' }, { type: 'saved', revision: 'r2', isEdited: true });
    expect(state).toMatchObject({ revision: 'r2', isSaving: false });
    expect(isDirty(state)).toBe(true);
  });

  it('stays dirty when the save failed, on the revision it had', () => {
    const state = stateAfter(edited, { type: 'save-started' }, { type: 'save-failed' });
    expect(state).toMatchObject({ revision: 'r1', isSaving: false, isEdited: true });
  });

  it('takes a change on disk at once when clean, and asks when edited', () => {
    expect(answerToDisk(stateAfter(changed))).toBe('reload');
    expect(answerToDisk(stateAfter(edited, changed))).toBe('ask');
  });

  it('is saved over a file that is gone, and not unasked over one that became something else', () => {
    const became: DocumentTransition = {
      type: 'disk-reported',
      document: fail('file-binary', 'a.ts is a binary file.'),
    };
    expect(saveBase(stateAfter())).toBe('r1');
    expect(saveBase(stateAfter(deleted))).toBeNull();
    expect(saveBase(stateAfter(edited, became))).toBe('r1');
    expect(saveBase(stateAfter(edited, became, { type: 'kept' }))).toBeNull();
  });

  it('takes no notice of a report of the revision that it has', () => {
    const state = stateAfter({ type: 'disk-reported', document: ok(onDisk('r1')) });
    expect(answerToDisk(state)).toBe('nothing');
    expect(answerToDisk(stateAfter(edited, changed, { type: 'disk-reported', document: ok(onDisk('r1')) }))).toBe(
      'nothing',
    );
  });

  it('does not answer the echo of its own save', () => {
    const saving = stateAfter(edited, { type: 'save-started' }, changed);
    expect(answerToDisk(saving)).toBe('nothing');
    const saved = nextDocumentState(saving, { type: 'saved', revision: 'r2', isEdited: false });
    expect(answerToDisk(saved)).toBe('nothing');
    expect(isDirty(saved)).toBe(false);
  });

  it('that was deleted is dirty, asks, and when kept writes whatever is there', () => {
    expect(isDirty(stateAfter(deleted))).toBe(true);
    expect(answerToDisk(stateAfter(deleted))).toBe('ask');
    const kept = nextDocumentState(stateAfter(deleted), { type: 'kept' });
    expect(kept).toMatchObject({ revision: null, disk: { kind: 'same' } });
    expect(isDirty(kept)).toBe(true);
  });

  it('whose edits are kept is based on the newer file', () => {
    const kept = nextDocumentState(stateAfter(edited, changed), { type: 'kept' });
    expect(kept).toMatchObject({ revision: 'r2', isEdited: true, disk: { kind: 'same' } });
  });

  it('loaded from disk is clean', () => {
    const loaded = nextDocumentState(stateAfter(edited, changed), { type: 'loaded', document: onDisk('r2') });
    expect(loaded).toEqual(openedState(onDisk('r2')));
  });
});
