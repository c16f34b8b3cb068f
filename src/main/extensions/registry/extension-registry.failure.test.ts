import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { hostLimits } from '../hosts/host-limits.ts';
import { soonSilent } from '../test-support/forked-hosts.ts';
import {
  completion,
  create,
  doing,
  failureOf,
  folders,
  good,
  handleOf,
  hang,
  models,
  patience,
  pidOf,
  withRealHosts,
} from '../test-support/registry.ts';

withRealHosts();

/** Without backoff; the real pauses are tested with a single supervised host. */
const atOnce = { restarts: { ...hostLimits.restarts, backoffMs: [0] } };

describe('a host that is killed', () => {
  test('in mid-answer: what was said stays, the failure names the extension, and it is back by itself', async () => {
    const { registry, heard, shown, running } = create();
    registry.setExtensions([await folders.create('mid', good)]);
    const handle = handleOf(registry, 'mid');
    const said: unknown[] = [];
    const answer = (async () => {
      for await (const event of handle?.stream('provider.completion', completion, new AbortController().signal) ?? []) {
        said.push(event);
        process.kill(registry.hosts[0]?.pid ?? 0, 'SIGKILL');
      }
    })();
    expect(await failureOf(answer)).toEqual({
      code: 'host-crashed',
      message:
        'The extension Extension mid stopped (it was ended by SIGKILL). Your message and the answer so far are kept.',
      extensionId: 'mid',
    });
    expect(said).toEqual([{ type: 'text', value: 'so far' }]);
    await running('mid');
    await vi.waitFor(() => expect(heard).toEqual(['activated mid', 'gone mid', 'activated mid']), patience);
    expect(shown.get('host:mid')).toMatchObject({ severity: 'info' });
    expect(shown.get('host:mid')?.text).toContain('It is running again.');
    expect(await pidOf(registry, 'mid')).toBeGreaterThan(0);
  });

  test('while it was shared: its extensions come back in hosts of their own, and those who wait are served', async () => {
    const { registry, heard, shown } = create();
    registry.setExtensions([
      await folders.create(
        'culprit',
        doing('setTimeout(() => process.exit(55), 20); await new Promise(() => {});'),
        'bundled',
      ),
      await folders.create('innocent', good, 'bundled'),
      await folders.create('latecomer', good, 'bundled'),
    ]);
    const before = await pidOf(registry, 'innocent');
    const failure = await failureOf(handleOf(registry, 'culprit')?.call('provider.models', models));
    expect(failure).toMatchObject({ code: 'host-crashed', extensionId: 'culprit' });
    const after = await pidOf(registry, 'innocent');
    expect(after).not.toBe(before);
    await vi.waitFor(
      () =>
        expect(registry.hosts.map(({ id, status }) => [id, status])).toEqual([
          ['innocent', 'running'],
          ['culprit', 'running'],
        ]),
      patience,
    );
    await vi.waitFor(() => expect(heard.filter((text) => text.startsWith('activated'))).toHaveLength(4), patience);
    expect(heard.filter((text) => text.startsWith('gone'))).toEqual(['gone innocent', 'gone culprit']);
    const [notice] = [...shown.values()];
    expect(notice?.text).toMatch(
      /^The extension Extension culprit stopped in provider\.models \(it ended with code 55\)/,
    );
    expect(notice?.text).toContain('It is running again.');

    // A bundled extension that was not in the crashed host shares one as before.
    expect(await pidOf(registry, 'latecomer')).not.toBe(after);
    expect(registry.hosts).toHaveLength(3);
  });

  test('while its extension was being activated: who waits gets the failure once, and it is activated again', async () => {
    const { registry, heard } = create();
    const marker = folders.write('crashed-once.txt', 'first');
    registry.setExtensions([
      await folders.create(
        'fragile',
        `import { readFileSync, writeFileSync } from 'node:fs';
         ${good.replace(
           '(context) => {',
           `(context) => {
              if (readFileSync(${JSON.stringify(marker)}, 'utf8') === 'first') {
                writeFileSync(${JSON.stringify(marker)}, 'second');
                process.kill(process.pid, 'SIGKILL');
              }`,
         )}`,
      ),
    ]);
    const failure = await failureOf(handleOf(registry, 'fragile')?.call('provider.models', models));
    expect(failure).toMatchObject({ code: 'host-crashed', extensionId: 'fragile' });
    expect(await pidOf(registry, 'fragile')).toBeGreaterThan(0);
    expect(heard).toEqual(['gone fragile', 'activated fragile']);
  });

  test('three times: it stays off, says so, and a person’s restart brings it back', async () => {
    const { registry, shown, statusOf, running } = create({}, { limits: atOnce });
    registry.setExtensions([
      await folders.create('doomed', doing('process.exit(44);')),
      await folders.create('spared', good),
    ]);
    const handle = handleOf(registry, 'doomed');
    for (const _ of [1, 2, 3]) {
      await failureOf(handle?.call('provider.models', models));
    }
    await vi.waitFor(() => expect(statusOf('doomed')).toBe('failed'), patience);
    expect(await failureOf(handle?.call('provider.models', models))).toMatchObject({ code: 'host-start-failed' });
    expect(shown.get('host:doomed')).toMatchObject({
      severity: 'error',
      text: 'The extension Extension doomed stopped 3 times in 5 minutes (it ended with code 44), the last time in provider.models, and stays off.',
      actions: [{ id: 'restart' }, { id: 'disable' }, { id: 'show-log' }],
    });
    expect(registry.hosts.find(({ id }) => id === 'doomed')?.failure?.message).toContain('Extension doomed');
    expect(await pidOf(registry, 'spared')).toBeGreaterThan(0);

    registry.hostControls.restart('doomed');
    await running('doomed');
    expect(registry.hosts.find(({ id }) => id === 'doomed')?.failure).toBeUndefined();
    expect(shown.has('host:doomed')).toBe(false);
    expect(await handle?.call('provider.isAuthenticated', models)).toBe(true);
  });

  test('three times: a person who wants something of its extension starts it again, and waits for no Restart', async () => {
    const { registry, shown, statusOf } = create({}, { limits: atOnce });
    registry.setExtensions([await folders.create('wanted', doing('process.exit(44);'))]);
    const handle = handleOf(registry, 'wanted');
    for (const _ of [1, 2, 3]) await failureOf(handle?.call('provider.models', models));
    await vi.waitFor(() => expect(statusOf('wanted')).toBe('failed'), patience);

    registry.personActed('wanted');
    expect(await handle?.call('provider.isAuthenticated', models)).toBe(true);
    expect(shown.size).toBe(0);
    expect(await failureOf(handle?.call('provider.models', models))).toMatchObject({ code: 'host-crashed' });
    await vi.waitFor(() => expect(statusOf('wanted')).toBe('running'), patience);
  });

  test('while it was shared and idle: nobody is named, and all are back', async () => {
    const { registry, heard, shown } = create();
    registry.setExtensions([
      await folders.create('idle-one', good, 'bundled'),
      await folders.create('idle-two', good, 'bundled'),
    ]);
    await pidOf(registry, 'idle-one');
    process.kill(await pidOf(registry, 'idle-two'), 'SIGKILL');
    await vi.waitFor(() => expect(heard.filter((text) => text.startsWith('activated'))).toHaveLength(4), patience);
    expect([...shown.values()].map(({ text }) => text)).toEqual([
      'The host of the bundled extensions stopped (it was ended by SIGKILL). What you typed and the answers so far are kept. It is running again.',
    ]);
  });

  test('and crashes twice more on its own: the crash of the shared host counts for the culprit, not for its neighbour', async () => {
    const { registry, statusOf, running } = create({}, { limits: atOnce });
    registry.setExtensions([
      await folders.create('shared-culprit', doing('process.exit(44);'), 'bundled'),
      await folders.create('shared-neighbour', good, 'bundled'),
    ]);
    const pid = await pidOf(registry, 'shared-neighbour');
    for (const _ of [1, 2, 3]) await failureOf(handleOf(registry, 'shared-culprit')?.call('provider.models', models));
    await vi.waitFor(() => expect(statusOf('shared-culprit')).toBe('failed'), patience);
    const own = await pidOf(registry, 'shared-neighbour');
    expect(own).not.toBe(pid);
    let last = own;
    for (const _ of [1, 2]) {
      process.kill(last, 'SIGKILL');
      await vi.waitFor(() => expect(statusOf('shared-neighbour')).not.toBe('running'), patience);
      await running('shared-neighbour');
      last = await pidOf(registry, 'shared-neighbour');
    }
    expect(last).not.toBe(own);
  });

  test('a third time with a newcomer in it: nobody is blamed for another’s crashes', async () => {
    const { registry, statusOf } = create({}, { limits: atOnce });
    registry.setExtensions([
      await folders.create('repeats', doing('process.exit(44);'), 'bundled'),
      await folders.create('newcomer', good, 'bundled'),
    ]);
    const handle = handleOf(registry, 'repeats');
    await failureOf(handle?.call('provider.models', models));
    await failureOf(handle?.call('provider.models', models));
    expect(await handle?.call('provider.isAuthenticated', models)).toBe(true);
    const before = await pidOf(registry, 'newcomer');
    await failureOf(handle?.call('provider.models', models));
    expect(await pidOf(registry, 'newcomer')).not.toBe(before);
    await vi.waitFor(
      () => expect([statusOf('repeats'), statusOf('newcomer')]).toEqual(['running', 'running']),
      patience,
    );
  });
});

describe('a host that hangs', () => {
  test('is named in a notice whose Restart works; a neighbour that asks meanwhile is not kept for ever', async () => {
    const { registry, heard, board, shown, statusOf } = create({}, { limits: soonSilent });
    registry.setExtensions([
      await folders.create('hanging', doing(hang), 'bundled'),
      await folders.create('neighbour', good, 'bundled'),
      await folders.create('elsewhere', good),
    ]);
    const before = await pidOf(registry, 'neighbour');
    const hung = failureOf(handleOf(registry, 'hanging')?.call('provider.models', models));
    await vi.waitFor(() => expect(shown.get('host:shared:bundled-process')?.text).toBeDefined(), patience);
    expect(shown.get('host:shared:bundled-process')).toMatchObject({
      severity: 'warning',
      text: 'The extension Extension hanging is not responding. The editor is not affected.',
      since: expect.any(Number),
      actions: [{ id: 'restart' }, { id: 'disable' }, { id: 'show-log' }],
    });
    expect(statusOf('shared:bundled-process')).toBe('unresponsive');
    expect(await pidOf(registry, 'elsewhere')).toBeGreaterThan(0);

    board.act('host:shared:bundled-process', 'show-log');
    expect(heard).toContain('log shown of hanging');
    board.act('host:shared:bundled-process', 'restart');
    expect(await hung).toMatchObject({ code: 'host-crashed', extensionId: 'hanging' });
    expect(await pidOf(registry, 'neighbour')).not.toBe(before);
    await vi.waitFor(() => expect(statusOf('hanging')).toBe('running'), patience);
    expect(registry.hosts.map(({ id }) => id).toSorted()).toEqual(['elsewhere', 'hanging', 'neighbour']);
    expect([...shown.keys()]).toEqual([]);
  });

  test('once more after a restart is told of from then on', async () => {
    const { registry, board, shown, statusOf } = create({}, { limits: soonSilent });
    registry.setExtensions([await folders.create('hanging', doing(hang))]);
    const hangs = async () => {
      const hung = failureOf(handleOf(registry, 'hanging')?.call('provider.models', models));
      await vi.waitFor(() => expect(shown.get('host:hanging')?.since).toBeDefined(), patience);
      const since = shown.get('host:hanging')?.since ?? 0;
      board.act('host:hanging', 'restart');
      await hung;
      await vi.waitFor(() => expect(statusOf('hanging')).toBe('running'), patience);
      return since;
    };
    const first = await hangs();
    expect(await hangs()).toBeGreaterThan(first);
  });

  test('serves an extension that asked for it meanwhile as soon as it turns again', async () => {
    const { registry, shown, statusOf } = create({}, { limits: soonSilent });
    const end = join(await temporaryFolder(), 'end');
    registry.setExtensions([
      await folders.create(
        'busy',
        doing(
          `const { existsSync } = await import('node:fs');
           const waiting = new Int32Array(new SharedArrayBuffer(4));
           while (!existsSync(${JSON.stringify(end)})) Atomics.wait(waiting, 0, 0, 20);
           return [];`,
        ),
        'bundled',
      ),
      await folders.create('asks-meanwhile', good, 'bundled'),
    ]);
    const busy = handleOf(registry, 'busy')?.call('provider.models', models);
    await vi.waitFor(() => expect(statusOf('shared:bundled-process')).toBe('unresponsive'), patience);
    const meanwhile = pidOf(registry, 'asks-meanwhile');
    writeFileSync(end, '');
    expect(await busy).toEqual([]);
    expect(await meanwhile).toBeGreaterThan(0);
    await vi.waitFor(() => expect(statusOf('shared:bundled-process')).toBe('running'), patience);
    expect(shown.size).toBe(0);
  });
});
