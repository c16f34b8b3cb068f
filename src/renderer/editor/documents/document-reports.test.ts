import { Text } from '@codemirror/state';
// Loaded before there is half of a page, which it would ask for more.
import '@codemirror/view';
import { afterEach, expect, test } from 'vitest';
import type { DocumentEvent } from '../../../shared/contract/documents/document-events.ts';
import { stubWindow } from '../../base/window.fixture.ts';

const told: DocumentEvent[] = [];
stubWindow({
  documentMirror: {
    report: async (events: readonly DocumentEvent[]) => {
      told.push(...events);
      return [];
    },
  },
});
const { useEditorFacts } = await import('../facts-store.ts');
const { createSession, updateSession, endSession } = await import('../sessions.ts');
const { reportDocuments } = await import('./document-reports.ts');

const path = '/p/a.quux';
const give = (language: string) => useEditorFacts.setState({ languages: { [path]: language } });

afterEach(() => {
  reportDocuments(false);
  endSession(path);
});

test('a document whose language comes with an extension is told of again, after what was typed until then', async () => {
  createSession(path, { text: Text.of(['a']), isReadOnly: false });
  give('Plain text');
  reportDocuments(true);
  await expect.poll(() => told).toHaveLength(1);
  updateSession(path, { changes: { from: 1, insert: 'b' } });
  give('Quux');
  await expect.poll(() => told).toHaveLength(3);
  expect(told).toMatchObject([
    { type: 'opened', languageId: 'plaintext', version: 1, text: 'a' },
    { type: 'changed', version: 2 },
    { type: 'opened', languageId: 'quux', version: 1, text: 'ab' },
  ]);
});
