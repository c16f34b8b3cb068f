import { expect, test } from 'vitest';
import { judgeSandbox, sandboxAdvice } from './sandbox.mjs';

const person = { platform: 'linux', uid: 1000, userNamespaces: false, helperReady: false };

test('root on Linux gets no sandbox', () => {
  expect(judgeSandbox({ ...person, uid: 0, userNamespaces: true })).toBe('off-as-root');
});

test('user namespaces or the helper are enough, and one of them is needed', () => {
  expect(judgeSandbox({ ...person, userNamespaces: true })).toBe('on');
  expect(judgeSandbox({ ...person, helperReady: true })).toBe('on');
  expect(judgeSandbox(person)).toBe('impossible');
});

test('elsewhere nothing is asked', () => {
  expect(judgeSandbox({ ...person, platform: 'darwin' })).toBe('on');
  expect(judgeSandbox({ ...person, platform: 'win32', uid: undefined })).toBe('on');
});

test('the advice is one line with both commands', () => {
  const advice = sandboxAdvice('/opt/electron');
  expect(advice).toContain("sudo chown root:root '/opt/electron/chrome-sandbox'");
  expect(advice).toContain("sudo chmod 4755 '/opt/electron/chrome-sandbox'");
  expect(advice).not.toContain('\n');
});
