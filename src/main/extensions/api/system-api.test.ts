import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSystemApi, type SystemApi } from './system-api.ts';
import { manifestOf } from './test-support/manifests.ts';

const reads = manifestOf('one', { capabilities: { workspace: 'read' } });
const context = { signal: new AbortController().signal } as Parameters<SystemApi['system.which']>[2];

test.skipIf(process.platform === 'win32')(
  'a program is looked for in the folders of PATH, by its name alone',
  async () => {
    const folder = await temporaryFolder({ 'one/text': 'x', 'two/run': '#!/bin/sh', 'two/text': 'x' });
    chmodSync(join(folder, 'two/run'), 0o755);
    mkdirSync(join(folder, 'one/run'));
    writeFileSync(join(folder, 'outside'), '#!/bin/sh', { mode: 0o755 });
    const PATH = [join(folder, 'one'), 'two', '', join(folder, 'two')].join(delimiter);
    const api = createSystemApi({ environment: async () => ({ PATH }), platform: 'linux', arch: 'x64' });
    const which = (name: string) => api['system.which'](reads, { name }, context);
    expect(await which('run')).toBe(join(folder, 'two/run'));
    for (const name of ['text', 'nothing', '../outside', join(folder, 'two/run'), '.', '..', 'a\0b', 'two/run']) {
      expect(await which(name)).toBeNull();
    }
  },
);

test('the environment has what holds no secrets', async () => {
  const environment = {
    PATH: '/bin',
    LANG: 'C',
    API_KEY: 'k',
    HTTPS_PROXY: 'http://ann:word@proxy',
    https_proxy: 'ann:word@proxy:8080',
    http_proxy: 'http://ann:w/ord@proxy',
    HTTP_PROXY: 'http://proxy',
  };
  const api = createSystemApi({ environment: async () => environment, platform: 'linux', arch: 'arm64' });
  expect(await api['system.environment'](reads, null, context)).toEqual({
    PATH: '/bin',
    LANG: 'C',
    HTTP_PROXY: 'http://proxy',
  });
  expect(api['system.platform'](reads, null, context)).toEqual({ os: 'linux', architecture: 'arm64' });
});

test('what a person has is told to those alone that may read their files', async () => {
  const api = createSystemApi({ environment: async () => ({ PATH: '/bin' }), platform: 'linux', arch: 'x64' });
  const none = manifestOf('two');
  await expect(api['system.which'](none, { name: 'sh' }, context)).rejects.toThrow('workspace = "read"');
  await expect(api['system.environment'](none, null, context)).rejects.toThrow('workspace = "read"');
});
