import { expect, test } from 'vitest';
import type { AgentQuestion } from '../../../../shared/contract/agent-servers/agent-item.ts';
import { claimOf } from './call-claims.ts';

const options: AgentQuestion['options'] = [
  { id: 'once', name: 'Allow', kind: 'allow_once' },
  { id: 'no', name: 'Reject', kind: 'reject_once' },
  { id: 'later', name: 'Later', kind: 'other' },
];
const answered = (answer?: string | null) =>
  claimOf({ id: 'c', question: { id: 'q', options, ...(answer !== undefined && { answer }) } }, '/f').isMade;

test('a call names the files of its diffs, and where it edits, deletes or moves; not where it reads', () => {
  const diff = {
    type: 'diff',
    change: { kind: 'move', path: 'a', to: '/g/b', patch: '', isCut: false, added: 0, removed: 0 },
  } as const;
  expect(claimOf({ id: 'c', kind: 'move', content: [diff], locations: [{ path: 'd' }] }, '/f')).toEqual({
    call: 'c',
    paths: ['/f/a', '/g/b', '/f/d'],
  });
  expect(claimOf({ id: 'c', kind: 'read', locations: [{ path: 'd' }] }, '/f').paths).toEqual([]);
});

test('it is taken back when it failed, or was refused or cancelled; that it was completed after that does not count', () => {
  expect(
    ['failed', 'cancelled', 'completed', 'in_progress'].map(
      (state) => claimOf({ id: 'c', state } as never, '/f').isMade,
    ),
  ).toEqual([false, false, undefined, undefined]);
  expect([answered('once'), answered('no'), answered(null), answered('later'), answered()]).toEqual([
    true,
    false,
    false,
    undefined,
    undefined,
  ]);
});
