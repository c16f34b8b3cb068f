import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isSensitivePath } from '../../documents/sensitive-paths.ts';
import { type Ask, toolSetting } from '../called-tool.fixture.ts';

test.each([
  '.env',
  'a/.env.local',
  '.ENV',
  '.envrc',
  'prod.env',
  'id_rsa',
  'keys/id_ed25519',
  'server.key',
  'cert/server.PEM',
  'store.p12',
  '.npmrc',
  '.netrc',
  '.git-credentials',
  '.git/config',
  'sub/.git/config',
  '.git/modules/x/config',
  '.ssh/known_hosts',
  '/home/me/.aws/credentials',
  '.docker/config.json',
  'credentials.json',
  'secrets.yml',
  'service-account-prod.json',
  'terraform.tfstate',
  'prod.tfvars',
  '.bash_history',
  '.npmrc.bak',
  '.npmrc~',
  'server.key.old',
  'prod.env.bak',
  'prod.env.local',
  '.git-credentials.1',
  '.dev.vars',
  '.envs/.production/.postgres',
  'kubeconfig',
  'app-secrets.json',
  'local.settings.json',
  'ssh_host_ed25519_key',
  'deploy_key',
  '.aws/credentials',
])('%s holds secrets', (path) => expect(isSensitivePath(path)).toBe(true));

test.each([
  'src/a.ts',
  'environment.ts',
  'src/credentials/key.ts',
  'docs/secrets.md',
  'id_rsa.pub',
  '.git/HEAD',
  'keyboard.ts',
  'tokens.css',
  'config.json',
  'a.env.ts',
  '.env.example',
  'vite.env.d.ts',
  '.env.d.ts',
  '.docker/Dockerfile',
  '.aws/task-definition.json',
  'id_ed25519.pub.bak',
  'Makefile.bak',
])('%s is a file like any other', (path) => expect(isSensitivePath(path)).toBe(false));

describe('a file in the folder that holds secrets', () => {
  const files = {
    '.env': 'needle',
    'server.key': 'needle',
    '.git/config': 'needle',
    'src/a': 'needle',
    '.npmrc': 'needle',
  };
  const reads = (path: string) => (ask: Ask) => ask('call.readText', { path });

  test('is asked for before it is read, by whatever name, and each time', async () => {
    const its = await toolSetting(files);
    await symlink('.env', join(its.root, 'plain.txt'));
    await mkdir(join(its.root, '.ssh'));
    for (const path of ['.env', 'server.key', '.git/config', '.npmrc', 'src/../.env', 'plain.txt']) {
      const call = its.start(reads(path));
      expect((await call.asked()).effect, path).toMatchObject({ type: 'read' });
      call.decide('allow-thread');
      expect(await call.done).toMatchObject({ type: 'done', output: 'needle' });
    }
    expect(await its.once(reads('src/a'))).toMatchObject({ type: 'done' });
    its.rule('read', 'allow', '**', '*.key');
    const still = its.start(reads('server.key'));
    await still.asked();
    still.decide('deny');
    await still.done;
    its.rule('read', 'allow', 'server.key');
    expect(await its.once(reads('server.key'))).toMatchObject({ type: 'done' });
  });

  test('is in no search, and its name is in listings', async () => {
    const its = await toolSetting(files);
    const told = async (script: (ask: Ask) => Promise<unknown>) => {
      const state = await its.once(async (ask) => JSON.stringify(await script(ask)));
      return state.type === 'done' ? state.output : JSON.stringify(state);
    };
    const found = await told((ask) => ask('call.search', { query: { text: 'needle', glob: '**' } }));
    expect(found).toContain('src/a');
    for (const name of ['.env', 'server.key', '.git']) expect(found).not.toContain(name);
    expect(await told((ask) => ask('call.list', { path: '' }))).toContain('.env');
    expect(await told((ask) => ask('call.find', { glob: '*.key', limit: 10 }))).toContain('server.key');
  });

  test('is asked for before it gets another name', async () => {
    const its = await toolSetting(files);
    its.rule('change', 'allow', '**');
    const call = its.start((ask) =>
      ask('call.change', { changes: [{ type: 'move', path: '.env', to: 'a.txt' }] }).then(String),
    );
    await call.asked();
    call.decide('deny');
    await call.done;
  });

  test('is asked for when a command names it, also where every command was allowed for the thread', async () => {
    const its = await toolSetting(files);
    const exec = (line: string) => (ask: Ask) => ask('call.exec', { command: line }).then(({ output }) => output);
    const first = its.start(exec('cat src/a'));
    await first.asked();
    first.decide('allow-thread');
    await first.done;
    expect(await its.once(exec('cat -n src/a'))).toMatchObject({ type: 'done' });
    for (const line of ['cat .env', 'cp server.key a.txt', 'tar cf a.tar --file=.npmrc', "sh -c 'true' ./.env"]) {
      const call = its.start(exec(line));
      await call.asked();
      call.decide('deny');
      await call.done;
    }
  });
});

test('what others are let in by is changed by a rule that names it and by no wider one', async () => {
  const its = await toolSetting({ '.env': '', 'src/a': '' });
  const writes = (path: string) => (ask: Ask) =>
    ask('call.change', { changes: [{ type: 'write', path, text: 'new' }] }).then(String);
  its.rule('change', 'allow', '**', '/**');
  expect(await its.once(writes('src/a'))).toMatchObject({ type: 'done' });
  for (const path of ['.env', '.npmrc']) {
    const call = its.start(writes(path));
    await call.asked();
    call.decide('deny');
    await call.done;
  }
  its.rule('change', 'allow', '.env');
  expect(await its.once(writes('.env'))).toMatchObject({ type: 'done' });
});
