import { describe, expect, test, vi } from 'vitest';
import {
  create,
  doing,
  failureOf,
  folders,
  good,
  handleOf,
  models,
  patience,
  pidOf,
  withRealHosts,
} from '../test-support/registry.ts';

withRealHosts();

const on = (...events: string[]) => `activation_events = ${JSON.stringify(events)}`;
const quiet = 'export const activate = () => {};';

describe('activation events', () => {
  test('load those that wait for one, and nothing else; who comes later is activated for what has happened', async () => {
    const { registry, hosts, heard } = create();
    const python = await folders.create('python', quiet, 'explicit', on('onStartup', 'onLanguage:python'));
    const latecomer = await folders.create('latecomer', quiet, 'explicit', on('onLanguage:python'));
    const rust = await folders.create('rust', quiet, 'explicit', on('onLanguage:rust'));
    registry.setExtensions([python, rust]);
    expect(registry.statusOf('python')).toEqual({ status: 'idle' });
    registry.activateFor('onLanguage:python');
    expect(registry.statusOf('python')).toEqual({ status: 'activating' });
    await vi.waitFor(() => expect(heard).toEqual(['activated python']), patience);
    registry.activateFor('onLanguage:python');
    registry.setExtensions([python, rust, latecomer]);
    await vi.waitFor(() => expect(heard).toEqual(['activated python', 'activated latecomer']), patience);
    expect(hosts.spawned).toEqual(['python', 'latecomer']);
    expect(registry.statusOf('python')).toEqual({ status: 'active' });
  });

  test('of a workspace: the files are searched when a folder opens, and for an extension that comes later', async () => {
    const asked: string[] = [];
    const workspaceContains = async (globs: readonly string[]) => {
      asked.push(...globs);
      return globs.includes('**/yes');
    };
    const { registry, heard } = create({}, { workspaceContains });
    const there = await folders.create('there', quiet, 'explicit', on('workspaceContains:**/yes'));
    const absent = await folders.create('absent', quiet, 'explicit', on('workspaceContains:**/no'));
    const later = await folders.create('later', quiet, 'explicit', on('workspaceContains:**/yes'));
    registry.setExtensions([there, absent]);
    expect(asked).toEqual([]);
    registry.workspaceOpened();
    await vi.waitFor(() => expect(heard).toEqual(['activated there']), patience);
    registry.setExtensions([there, absent, later]);
    await vi.waitFor(() => expect(heard).toEqual(['activated there', 'activated later']), patience);
    expect((await registry.running()).map(({ activationReason }) => activationReason)).toEqual([
      'workspaceContains:**/yes',
      'workspaceContains:**/yes',
    ]);
  });

  test('of a use are implied by what the manifest declares; two extensions may declare the same command', async () => {
    const source = (word: string) => `export const activate = (context) =>
      void context.commands.register('greet', () => context.log.info('${word}'));`;
    const said: unknown[] = [];
    const { registry } = create({ 'log.write': (params) => void said.push((params as { text: string }).text) });
    const manifest = `commands.greet = { title = "Greet" }`;
    registry.setExtensions([
      await folders.create('one-greets', source('one'), 'explicit', manifest),
      await folders.create('two-greets', source('two'), 'explicit', manifest),
    ]);
    await handleOf(registry, 'two-greets')?.call('command.run', { id: 'greet' });
    await vi.waitFor(() => expect(said).toEqual(['two']), patience);
    expect(await registry.running()).toMatchObject([
      { extensionId: 'two-greets', activationReason: 'onCommand:greet', calls: 2, errors: 0, hostStatus: 'running' },
    ]);
  });

  test('are replayed when a host that was killed is back, the first one first', async () => {
    const { registry, heard } = create();
    registry.setExtensions([await folders.create('replayed', good, 'explicit', on('onStartup'))]);
    registry.activateFor('onStartup');
    const before = await pidOf(registry, 'replayed');
    process.kill(before, 'SIGKILL');
    await vi.waitFor(() => expect(heard).toEqual(['activated replayed', 'gone replayed', 'activated replayed']), {
      ...patience,
    });
    const [running] = await registry.running();
    expect(running).toMatchObject({
      activationReason: 'onStartup',
      activationMs: expect.any(Number),
      memoryBytes: expect.any(Number),
      lastCrash: { at: expect.any(Number), reason: 'it was ended by SIGKILL' },
    });
    expect(running?.pid).not.toBe(before);
  });
});

describe('an activation that fails', () => {
  const failing = 'throw new Error("no such library");';

  test.each(['explicit', 'bundled'] as const)(
    'for an event (%s) is kept with its stack, and Retry really loads it again',
    async (source) => {
      const { registry, heard, shown, board } = create();
      const id = `broken-${source}`;
      registry.setExtensions([
        await folders.create(id, failing, source, on('onStartup')),
        await folders.create(`beside-${id}`, good, source),
      ]);
      const neighbour = await pidOf(registry, `beside-${id}`);
      registry.activateFor('onStartup');
      await vi.waitFor(() => expect(registry.statusOf(id).status).toBe('failed'), patience);
      expect(registry.statusOf(id)).toEqual({
        status: 'failed',
        reason: `Extension ${id} failed: no such library`,
        detail: expect.stringContaining('main.mjs:1'),
      });
      await vi.waitFor(() => expect(shown.get(`extension:${id}`)).toBeDefined(), patience);
      expect(shown.get(`extension:${id}`)).toMatchObject({
        severity: 'error',
        text: `Extension ${id} failed: no such library`,
        actions: [{ id: 'restart' }, { id: 'disable' }, { id: 'show-log' }],
      });
      // A repeated event does not activate it again.
      registry.activateFor('onStartup');
      expect(registry.statusOf(id).status).toBe('failed');

      await folders.create(id, good, source, on('onStartup'));
      board.act(`extension:${id}`, 'restart');
      await vi.waitFor(() => expect(heard).toContain(`activated ${id}`), patience);
      expect(registry.statusOf(id)).toEqual({ status: 'active' });
      expect(shown.size).toBe(0);
      expect(await pidOf(registry, `beside-${id}`)).toBe(neighbour);
    },
  );

  test('can be disabled from its notice', async () => {
    const { registry, heard, shown, board } = create();
    registry.setExtensions([await folders.create('unwanted', failing, 'explicit', on('onStartup'))]);
    registry.activateFor('onStartup');
    await vi.waitFor(() => expect(shown.has('extension:unwanted')).toBe(true), patience);
    board.act('extension:unwanted', 'show-log');
    board.act('extension:unwanted', 'disable');
    expect(heard).toEqual(['gone unwanted', 'log shown of unwanted', 'disable unwanted']);
    expect(shown.size).toBe(0);
  });
});

describe('an extension that tries to end its host', () => {
  /** A report as sent by a guarded host on its control port (src/exthost/process-guard.ts). */
  const attempt = doing(`
    const { stack } = new Error('refused');
    process.send([0, [0, 0, [1, 'exitAttempt', { call: 'process.exit(3)', stack }]]]);
    await new Promise(() => {});`);

  test('is off until a person retries, and its neighbours go on', async () => {
    const { registry, shown, board, log, heard } = create();
    registry.setExtensions([
      await folders.create('leaver', attempt, 'bundled'),
      await folders.create('stayer', good, 'bundled'),
    ]);
    const before = await pidOf(registry, 'stayer');
    const sentence = 'The extension Extension leaver called process.exit(3), which would end its host.';
    const failure = await failureOf(handleOf(registry, 'leaver')?.call('provider.models', models));
    expect(failure).toMatchObject({ code: 'extension-off', message: sentence, extensionId: 'leaver' });
    expect(registry.statusOf('leaver')).toMatchObject({
      status: 'failed',
      reason: sentence,
      detail: expect.stringContaining('leaver/main.mjs'),
    });
    expect(shown.get('extension:leaver')).toMatchObject({ text: `${sentence} It stays off until you restart it.` });
    expect(log.join('\n')).toContain('leaver: error: called process.exit(3), which was refused');
    expect(await failureOf(handleOf(registry, 'leaver')?.call('provider.models', models))).toMatchObject({
      message: sentence,
    });
    expect(heard.filter((text) => text === 'activated leaver')).toHaveLength(1);
    expect(await pidOf(registry, 'stayer')).toBe(before);

    await folders.create('leaver', good, 'bundled');
    board.act('extension:leaver', 'restart');
    await vi.waitFor(() => expect(registry.statusOf('leaver').status).toBe('active'), patience);
    expect(await pidOf(registry, 'leaver')).not.toBe(before);
    expect(shown.size).toBe(0);
  });

  test('is started again for a person who wants something of it, who is told what comes of that', async () => {
    const { registry, shown } = create();
    registry.setExtensions([await folders.create('leaver', attempt)]);
    const handle = handleOf(registry, 'leaver');
    expect(await failureOf(handle?.call('provider.models', models))).toMatchObject({ code: 'extension-off' });
    await folders.create('leaver', doing('throw new Error("Of this try.");'));

    registry.personActed('leaver');
    expect(shown.size).toBe(0);
    expect(await failureOf(handle?.call('provider.models', models))).toMatchObject({
      message: 'Extension leaver failed: Of this try.',
    });
    expect(await handle?.call('provider.isAuthenticated', models)).toBe(true);
  });
});
