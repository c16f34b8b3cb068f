import { expect, test } from 'vitest';
import type { Notice } from '../../../shared/contract/extensions/host-state.ts';
import { isPassing } from './passing-notice.ts';

test.each<[Notice['severity'], string[], boolean]>([
  ['info', [], true],
  ['info', ['Show log'], true],
  ['info', ['Copy address'], true],
  ['info', ['Left', 'Show log'], false],
  ['warning', [], false],
  ['error', ['Show log'], false],
])('%s with %j may leave by itself: %s', (severity, labels, expected) => {
  const actions = labels.map((label) => ({ id: label, label }));
  expect(isPassing({ severity, actions })).toBe(expected);
});
