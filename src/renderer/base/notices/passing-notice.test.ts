import { expect, test } from 'vitest';
import type { Notice } from '../../../shared/contract/extensions/host-state.ts';
import { isPassing } from './passing-notice.ts';

test.each<[Notice['severity'], string[], number | undefined, boolean]>([
  ['info', [], undefined, true],
  ['info', ['Undo', 'Show log'], undefined, true],
  ['warning', ['Open the file'], undefined, true],
  ['warning', ['Restart', 'Show log'], 1, false],
  ['error', [], undefined, true],
  ['error', ['Show log'], undefined, true],
  ['error', ['Retry', 'Show log'], undefined, false],
])('%s with %j since %s may leave by itself: %s', (severity, labels, since, expected) => {
  const actions = labels.map((label) => ({ id: label, label }));
  expect(isPassing({ severity, actions, since })).toBe(expected);
});
