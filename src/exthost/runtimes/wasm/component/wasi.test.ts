import { parse } from '@bytecodealliance/jco-transpile/wasm-tools';
import { expect, test } from 'vitest';
import { componentOf } from '../../../test-support/built-component.ts';
import { loadComponent } from '../../../test-support/load-component.ts';
import { createAnswerMemory } from '../answer-memory.ts';
import { HostAsker } from './host-asker.ts';
import { createWasi } from './wasi.ts';

/** A component whose command sleeps, as a standard library does: by the clock, and a list of one to poll. */
const sleeper = (milliseconds: number) => `
  (component
    (import "wasi:io/poll@0.2.3" (instance $poll
      (export "pollable" (type $pollable (sub resource)))
      (export "poll" (func (param "in" (list (borrow $pollable))) (result (list u32))))
      (export "[method]pollable.block" (func (param "self" (borrow $pollable))))))
    (alias export $poll "pollable" (type $pollable))
    (import "wasi:clocks/monotonic-clock@0.2.3" (instance $clock
      (alias outer 1 $pollable (type $outer))
      (export "pollable" (type $pollable (eq $outer)))
      (export "now" (func (result u64)))
      (export "subscribe-duration" (func (param "when" u64) (result (own $pollable))))))
    (core module $memory
      (memory (export "memory") 1)
      (func (export "realloc") (param i32 i32 i32 i32) (result i32) (i32.const 1024)))
    (core instance $m (instantiate $memory))
    (core func $subscribe (canon lower (func $clock "subscribe-duration")))
    (core func $now (canon lower (func $clock "now")))
    (core func $block (canon lower (func $poll "[method]pollable.block")))
    (core func $poll (canon lower (func $poll "poll") (memory (core memory $m "memory")) (realloc (core func $m "realloc"))))
    (core module $program
      (import "app" "subscribe" (func $subscribe (param i64) (result i32)))
      (import "app" "now" (func $now (result i64)))
      (import "app" "block" (func $block (param i32)))
      (import "app" "poll" (func $poll (param i32 i32 i32)))
      (import "app" "memory" (memory 1))
      (func (export "run") (param i32 i32) (result i32)
        (local $until i64)
        (local.set $until (i64.add (call $now) (i64.const ${milliseconds * 1_000_000})))
        (i32.store (i32.const 64) (call $subscribe (i64.const ${(milliseconds * 1_000_000) / 2})))
        (call $poll (i32.const 64) (i32.const 1) (i32.const 80))
        (call $block (call $subscribe (i64.const ${(milliseconds * 1_000_000) / 2})))
        (i64.lt_s (call $now) (local.get $until))
        (if (then unreachable))
        (i32.store (i32.const 0) (i32.const 0))
        (i32.const 0)))
    (core instance $p (instantiate $program (with "app" (instance
      (export "subscribe" (func $subscribe)) (export "now" (func $now)) (export "block" (func $block))
      (export "poll" (func $poll)) (export "memory" (memory $m "memory"))))))
    (func (export "run-command") (param "id" string) (result (result (error string)))
      (canon lift (core func $p "run") (memory (core memory $m "memory")) (realloc (core func $m "realloc")))))`;

test('a component sleeps by its clock, which costs no running time', async () => {
  const { api } = await loadComponent(await componentOf(await parse(sleeper(2400))), { limits: { runMs: 1200 } });
  await api.commands.run({ id: 'c' }, new AbortController().signal);
});

test('a stop wakes it', async () => {
  const built = await componentOf(await parse(sleeper(3_600_000)));
  const { api } = await loadComponent(built);
  const abort = new AbortController();
  const running = api.commands.run({ id: 'c' }, abort.signal);
  setTimeout(() => abort.abort(), 50);
  // It traps, as it was woken too early.
  await expect(running).rejects.toThrow('failed in run-command: wasm trap');
});

interface Descriptor {
  openAt(pathFlags: object, path: string, openFlags: object, flags: object): Descriptor;
  write(bytes: Uint8Array, offset: bigint): bigint;
  read(length: bigint, offset: bigint): [Uint8Array, boolean];
  createDirectoryAt(path: string): void;
}

interface Written {
  blockingWriteAndFlush(bytes: Uint8Array): void;
}
type Part = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/** The parts of WASI of one instance, and what it has written. */
function wasi() {
  const heard: string[][] = [];
  const host = new HostAsker(() => expect.unreachable('the host is asked'), createAnswerMemory(100), 1000);
  const served: Readonly<Record<string, unknown>> = createWasi(host, (from, line) => heard.push([from, line]));
  const ask = <T>(part: string, name: string, ...args: unknown[]): T =>
    (served[`wasi:${part}`] as Part)[name]?.(...args) as T;
  const folders = () => ask<[Descriptor, string][]>('filesystem/preopens', 'getDirectories');
  return { heard, served, ask, folders, folder: () => folders()[0]?.[0] as Descriptor };
}

test('it has a folder of its own, which PWD names: empty, writable, and forgotten with the instance', () => {
  const { ask, folders, folder: own } = wasi();
  const [[name, path] = []] = ask<[string, string][]>('cli/environment', 'getEnvironment');
  expect([name, path]).toEqual(['PWD', folders()[0]?.[1]]);
  expect(folders().map(([, at]) => at)).toEqual([path, '.']);
  const [folder, other] = [own(), wasi().folder()];
  const file = folder.openAt({}, 'notes.txt', { create: true }, { write: true, read: true });
  file.write(new TextEncoder().encode('hello'), 0n);
  const again = folder.openAt({}, 'notes.txt', {}, { read: true });
  expect(new TextDecoder().decode(again.read(100n, 0n)[0])).toBe('hello');
  const opened = (at: Descriptor, file: string) => () => at.openAt({}, file, {}, { read: true });
  expect(opened(other, 'notes.txt')).toThrow('no-entry');
  for (const outside of ['../x', '/etc/passwd', 'notes.txt/../../x']) expect(opened(folder, outside)).toThrow();
});

test('names of files are no names of objects', () => {
  const before = Reflect.ownKeys(Object.prototype);
  const folder = wasi().folder();
  for (const name of ['__proto__', 'constructor', 'toString']) {
    try {
      const file = folder.openAt({}, name, { create: true }, { write: true, read: true });
      file.write(new Uint8Array([1]), 0n);
      folder.createDirectoryAt(`${name}/inner`);
    } catch {
      // Refused.
    }
  }
  expect(Reflect.ownKeys(Object.prototype)).toEqual(before);
  expect(({} as Record<string, unknown>).source).toBe(undefined);
});

test('what it writes is heard line by line, also without an end and in pieces of letters', () => {
  const { heard, ask } = wasi();
  const bytes = new TextEncoder().encode('one\r\ntwo ä\n\nthree');
  const stream = ask<Written>('cli/stdout', 'getStdout');
  for (const byte of bytes) stream.blockingWriteAndFlush(Uint8Array.of(byte));
  expect(heard).toEqual([['one'], ['two ä'], ['']].map(([line]) => ['stdout', line]));
  const error = ask<Written>('cli/stderr', 'getStderr');
  for (let piece = 0; piece < 5; piece += 1) error.blockingWriteAndFlush(new Uint8Array(4000).fill(120));
  expect(heard.at(-1)).toEqual(['stderr', 'x'.repeat(20_000)]);
});

test('it has neither network nor files of the machine', () => {
  expect(Object.keys(wasi().served).filter((name) => /sockets|http/.test(name))).toEqual([]);
});

test.each([
  ['random', 'getRandomBytes'],
  ['insecure', 'getInsecureRandomBytes'],
])('%s bytes are no way round the limit of memory', (part, name) => {
  const bytes = (count: bigint) => wasi().ask(`random/${part}`, name, count);
  expect(bytes(1_048_576n)).toHaveLength(1_048_576);
  expect(() => bytes(1_048_577n)).toThrow('1048577 random bytes are more than there are at once');
});
