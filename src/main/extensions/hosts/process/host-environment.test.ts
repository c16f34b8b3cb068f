import { describe, expect, test } from 'vitest';
import { hostEnvironment } from './host-environment.ts';

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
