import { expect, test } from 'vitest';
import { describeGone } from './worker-host-exit.ts';

test.each([
  ['killed', 9, 'linux', 'it was ended by SIGKILL'],
  ['crashed', 11, 'darwin', 'it was ended by SIGSEGV'],
  ['crashed', 5, 'linux', 'it ran out of memory'],
  ['crashed', 5, 'win32', 'it ended with code 5'],
  ['oom', -536870904, 'win32', 'it ran out of memory'],
  ['clean-exit', 0, 'linux', 'it ended by itself'],
  ['launch-failed', 18, 'linux', 'it could not be started'],
  ['crashed', -1073741819, 'win32', 'it crashed (access violation)'],
] as const)('a host that is gone as %s with %i on %s is told as: %s', (reason, exitCode, platform, sentence) => {
  expect(describeGone({ reason, exitCode }, platform)).toBe(sentence);
});
