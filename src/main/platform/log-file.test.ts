import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createLogFile } from './log-file.ts';
import { createLogger } from './logger.ts';

describe('createLogFile', () => {
  it('writes entries in order, with time, level and source', async () => {
    const path = join(await temporaryFolder(), 'logs', 'main.log');
    const file = createLogFile({ path });
    for (let count = 0; count < 500; count++) file.write('info', 'test', `entry ${count}`);
    await file.flush();
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(500);
    expect(lines[7]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z info {2}test: entry 7$/);
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('stays within its size and keeps one older file', async () => {
    const folder = await temporaryFolder();
    const file = createLogFile({ path: join(folder, 'main.log'), maxBytes: 2000 });
    for (let count = 0; count < 200; count++) {
      file.write('info', 'test', `entry ${count}`);
      await file.flush();
    }
    expect((await readdir(folder)).sort()).toEqual(['main.log', 'main.log.1']);
    for (const name of await readdir(folder)) expect((await stat(join(folder, name))).size).toBeLessThanOrEqual(2000);
    expect(await readFile(join(folder, 'main.log'), 'utf8')).toContain('entry 199');
  });

  it('gives the last lines in full', async () => {
    const file = createLogFile({ path: join(await temporaryFolder(), 'main.log') });
    for (let count = 0; count < 50; count++) file.write('warn', 'test', `entry ${count}`);
    const lines = (await file.tail(200)).trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(/warn {2}test: entry 49$/);
    for (const line of lines) expect(line).toMatch(/^\d{4}-.* entry \d+$/);
    expect((await file.tail()).split('\n')).toHaveLength(51);
  });

  it('does not let a text pass for an entry of another source', async () => {
    const file = createLogFile({ path: join(await temporaryFolder(), 'main.log') });
    file.write('info', 'extension', 'a\n2026-01-01T00:00:00.000Z error main: forged\r\nb');
    expect((await file.tail()).split('\n').filter((line) => /^\d{4}-/.test(line))).toHaveLength(1);
  });

  it('cuts what is too long and takes keys out', async () => {
    const file = createLogFile({ path: join(await temporaryFolder(), 'main.log') });
    file.write('info', 'test', `Authorization: Bearer abcdefgh12345678 ${'x'.repeat(100_000)}`);
    const text = await file.tail();
    expect(text.length).toBeLessThan(17_000);
    expect(text).not.toContain('abcdefgh12345678');
  });

  it('does not fail when it cannot be written, and goes on when it can', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'logs'), 'in the way');
    const blocked = createLogFile({ path: join(folder, 'logs', 'main.log') });
    blocked.write('info', 'test', 'lost');
    await expect(blocked.flush()).resolves.toBeUndefined();
    const path = join(folder, 'taken');
    await mkdir(path);
    const taken = createLogFile({ path });
    taken.write('info', 'test', 'lost');
    await expect(taken.flush()).resolves.toBeUndefined();
  });
});

describe('createLogger', () => {
  it('writes errors with stack and cause, and whatever else is given', async () => {
    const file = createLogFile({ path: join(await temporaryFolder(), 'main.log') });
    const log = createLogger(file, 'module');
    log.error('it failed', new Error('outer', { cause: new TypeError('inner') }));
    log.debug('state', { a: 1 });
    const circle: { self?: unknown } = {};
    circle.self = circle;
    log.info('circle', circle);
    const text = await file.tail();
    for (const part of [
      'error module: it failed: Error: outer',
      'caused by TypeError: inner',
      'state: {"a":1}',
      'circle: [object',
    ]) {
      expect(text).toContain(part);
    }
  });
});
