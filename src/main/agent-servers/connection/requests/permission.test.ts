import { expect, test } from 'vitest';
import { exactAskOf } from '../../../../shared/content/exact-ask.ts';
import { v2Diff } from '../updates/v2-updates.ts';
import { readPermission } from './permission.ts';

const askOf = (subject: object) => {
  const options = [{ optionId: 'once', name: 'Allow', kind: 'allow_once' }];
  const read = readPermission({ sessionId: 's', title: 'Run it?', subject, options }, v2Diff('/p'));
  return read && exactAskOf({ ...read.call, questions: [] }, read.asked.question);
};

test('a command is asked about with where it would run: allowed in one folder, it is not in another', () => {
  const command = { type: 'command', command: 'rm -rf build', toolCallId: 'c' };
  expect(askOf({ ...command, cwd: '/p' })).toMatchObject({ command: 'rm -rf build', cwd: '/p' });
  expect(askOf({ ...command, cwd: '/home/me' })).not.toEqual(askOf({ ...command, cwd: '/p' }));
});
