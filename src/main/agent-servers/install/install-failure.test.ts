import { expect, test } from 'vitest';
import { installFailure } from './install-failure.ts';

test('a full disk is told as such, and not as an error of the app', () => {
  const full = { code: 'ENOSPC', syscall: 'write' };
  expect(
    installFailure(Object.assign(new Error('ENOSPC: no space left on device, write'), full), '/user/agents'),
  ).toEqual({
    code: 'install-failed',
    message: '“agents” could not be saved: the disk is full. Nothing was installed.',
    detail: 'ENOSPC: no space left on device, write',
  });
});
