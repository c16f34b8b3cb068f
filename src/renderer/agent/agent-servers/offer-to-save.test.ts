// Before there is a window without a page, which it would look at.
import '@codemirror/view';
import { beforeEach, expect, test } from 'vitest';
import { fail, ok } from '../../../shared/contract/errors.ts';
import { stubWindow } from '../../base/window.fixture.ts';
import { openedDocument } from '../../editor/documents/documents.fixture.ts';

// Main's answers are faked.
const saved: string[] = [];
let isRefused = false;
stubWindow({
  documentMirror: { report: async () => [] },
  documents: {
    close: async () => {},
    rules: async () => ({}),
    async save({ path }: { path: string }) {
      saved.push(path);
      return isRefused ? fail('file-denied', 'You may not write it.') : ok({ revision: 'r2' });
    },
  },
});
const { offerToSave } = await import('./offer-to-save.ts');
const { useQuestions } = await import('../../dialogs/ask.ts');
const { useDocuments } = await import('../../editor/documents/documents-store.ts');
const { showOpenedDocument } = await import('../../editor/documents/open-document.ts');
const { endSession, sessionPaths, updateSession } = await import('../../editor/sessions.ts');

const own = 'agent/settings/mine';

beforeEach(async () => {
  for (const path of sessionPaths()) endSession(path);
  useDocuments.setState(useDocuments.getInitialState(), true);
  useQuestions.setState({ questions: [] });
  saved.length = 0;
  isRefused = false;
  await showOpenedDocument(ok(openedDocument('/p/a.txt', 'a')));
  updateSession('/p/a.txt', { changes: { from: 0, insert: 'my ' }, userEvent: 'input' });
});

async function answered(action: string | null): Promise<boolean> {
  const offered = offerToSave(own);
  const [question] = useQuestions.getState().questions;
  expect(question?.title).toBe('Save a.txt first?');
  question?.answer(action);
  return offered;
}

test('Cancel and Esc send nothing and save nothing; without saving it can be sent', async () => {
  expect(await answered('cancel')).toBe(false);
  expect(await answered(null)).toBe(false);
  expect(await answered('send')).toBe(true);
  expect(saved).toEqual([]);
});

test('nothing is sent when a file could not be saved', async () => {
  isRefused = true;
  expect(await answered('save')).toBe(false);
  expect(saved).toEqual(['/p/a.txt']);
});

test('a model is no agent: it gets unsaved text from the editor, and nobody is asked', async () => {
  expect(await offerToSave('sample:models/one')).toBe(true);
});
