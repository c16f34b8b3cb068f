import { describe, expect, test } from 'vitest';
import { describeExit, hostEnvironment } from './host-environment.ts';

const shell = {
  PATH: '/bin',
  HOME: '/home/someone',
  LANG: 'en_GB.UTF-8',
  OPENAI_API_KEY: 'secret',
  AWS_SECRET_ACCESS_KEY: 'secret',
  GITHUB_TOKEN: 'secret',
  NODE_OPTIONS: '--require evil.js',
  ELECTRON_RUN_AS_NODE: '1',
  LD_PRELOAD: 'evil.so',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus',
  HTTPS_PROXY: 'http://proxy:3128',
  XDG_RUNTIME_DIR: '/run/user/1',
  SystemRoot: 'C:\\Windows',
  EMPTY: undefined,
};

describe('the environment of an extension host', () => {
  test('is an allow-list: no key, no loader option and no keyring address gets through', () => {
    expect(hostEnvironment(shell, 'linux')).toEqual({
      OUTRIGGER_EXTENSION_HOST: '1',
      PATH: '/bin',
      HOME: '/home/someone',
      LANG: 'en_GB.UTF-8',
      HTTPS_PROXY: 'http://proxy:3128',
      XDG_RUNTIME_DIR: '/run/user/1',
    });
  });

  test('has what each platform needs', () => {
    expect(hostEnvironment(shell, 'win32')).toMatchObject({ SystemRoot: 'C:\\Windows', PATH: '/bin' });
    expect(hostEnvironment(shell, 'win32')).not.toHaveProperty('XDG_RUNTIME_DIR');
    expect(hostEnvironment(shell, 'darwin')).not.toHaveProperty('SystemRoot');
  });

  test('is never empty, and keeps a variable that is set to nothing', () => {
    expect(hostEnvironment({}, 'darwin')).toEqual({ OUTRIGGER_EXTENSION_HOST: '1' });
    expect(hostEnvironment({ TZ: '' }, 'linux')).toHaveProperty('TZ', '');
  });
});

describe('describeExit', () => {
  test.each([
    [0, 'linux', 'it ended by itself'],
    [1, 'linux', 'it ended with code 1'],
    [7, 'darwin', 'it ended with code 7'],
    [9, 'linux', 'it was ended by SIGKILL'],
    [11, 'linux', 'it was ended by SIGSEGV'],
    [134, 'linux', 'it was ended by SIGABRT'],
    [137, 'darwin', 'it was ended by SIGKILL'],
    [139, 'linux', 'it was ended by SIGSEGV'],
    [143, 'linux', 'it was ended by SIGTERM'],
    [255, 'linux', 'it ended with code 255'],
    [9, 'win32', 'it ended with code 9'],
    [3221225477, 'win32', 'it ended with code 3221225477'],
    [-1, 'linux', 'it ended with code -1'],
  ] as const)('%i on %s: %s', (code, platform, words) => {
    expect(describeExit(code, platform)).toBe(words);
  });
});
