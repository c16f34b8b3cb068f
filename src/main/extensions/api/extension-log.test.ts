import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createLogFile } from '../../platform/log-file.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createExtensionLog } from './extension-log.ts';

afterEach(() => void vi.useRealTimers());

async function setUp() {
  const file = createLogFile({ path: join(await temporaryFolder(), 'extensions.log') });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return { file, log: createExtensionLog({ file }) };
}

test('a line is in the log of its extension and in the file, without keys', async () => {
  const { file, log } = await setUp();
  log.write('a', 'warn', 'the password: hunter2-and-more\nsecond line');
  log.write('b', 'info', 'of b');
  expect(log.logTail('a')).toMatch(/^\S+Z warn {2}the password: \[removed\]\n {4}second line$/);
  expect(log.logTail('b')).toMatch(/of b$/);
  expect(log.logTail('c')).toBe('');
  expect(await file.tail()).toMatch(/warn {2}a: the password: \[removed\]\n {4}second line\n.* info {2}b: of b\n$/);
});

test('of a flood two hundred lines a second are kept, and the rest is counted in one line', async () => {
  const { file, log } = await setUp();
  for (let n = 0; n < 100_000; n++) log.write('a', 'info', `line ${n}`);
  log.write('b', 'info', 'of b');
  vi.advanceTimersByTime(1000);
  const lines = String(log.logTail('a')).split('\n');
  expect(lines).toHaveLength(201);
  expect(lines.at(-2)).toMatch(/line 199$/);
  expect(lines.at(-1)).toMatch(/ warn {2}… 99,800 lines were dropped$/);
  expect((await file.tail()).trim().split('\n')).toHaveLength(202);
  log.write('a', 'info', 'afterwards');
  expect(log.logTail('a')).toMatch(/afterwards$/);
});

test('why an extension was ended is in its log, however much it wrote before', async () => {
  const { log } = await setUp();
  for (let n = 0; n < 1_000; n++) log.write('a', 'error', `line ${n}`);
  log.write('a', 'error', 'stopped: it was ended', true);
  vi.advanceTimersByTime(1000);
  expect(String(log.logTail('a')).split('\n').slice(-2)).toEqual([
    expect.stringMatching(/error stopped: it was ended$/),
    expect.stringMatching(/warn {2}… 800 lines were dropped$/),
  ]);
});

test('the last five hundred lines are kept, and long ones are cut', async () => {
  const { log } = await setUp();
  for (let second = 0; second < 20; second++) {
    for (let n = 0; n < 100; n++) log.write('a', 'info', `${second * 100 + n}`);
    vi.advanceTimersByTime(1000);
  }
  const lines = String(log.logTail('a')).split('\n');
  expect([lines.length, lines.at(0)?.slice(-4), lines.at(-1)?.slice(-4)]).toEqual([500, '1500', '1999']);
  log.write('a', 'info', 'x'.repeat(100_000_000));
  expect(String(log.logTail('a')).split('\n').at(-1)).toHaveLength(1002);
});
