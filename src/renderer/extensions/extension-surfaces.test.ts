import { expect, test } from 'vitest';
import type { Question } from '../../shared/contract/question.ts';
import { nextSurfaces } from './extension-surfaces.ts';

const asker = { extensionId: 'x', extensionName: 'X' };
const question = (id: string): Question => ({ id, asker, title: 'Name', type: 'confirm', text: '' });
const none = { question: null, statusItems: [], progress: [] };

test('the end of an earlier question leaves the present one', () => {
  const asked = nextSurfaces(none, { type: 'question', question: question('2') });
  expect(nextSurfaces(asked, { type: 'question-ended', questionId: '1' }).question?.id).toBe('2');
  expect(nextSurfaces(asked, { type: 'question-ended', questionId: '2' }).question).toBeNull();
});

test('status items and progress are replaced as a whole', () => {
  const items = [{ asker, id: 'a', text: 'A', tooltip: '' }];
  const shown = nextSurfaces(none, { type: 'status-items', items });
  expect(shown.statusItems).toEqual(items);
  expect(nextSurfaces(shown, { type: 'status-items', items: [] })).toEqual(none);
});
