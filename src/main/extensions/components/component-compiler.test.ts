import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from '@bytecodealliance/jco-transpile/wasm-tools';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { compilerVersion } from '../../../shared/extensions/component-compiler.ts';
import { buildComponent } from '../../../shared/testing/components/build-component.ts';
import type { Compilation } from './compilation.ts';
import { forkedCompiler } from './test-support/forked-compiler.ts';
import { isRunning } from './test-support/forked-compilers.ts';

const sources = join(import.meta.dirname, '../../../../docs/extensions/samples/chat-component');
const owner = { extensionId: 'chat', extensionName: 'Chat' };
/** As an author builds one; it takes a second to compile. */
let whole: Buffer;
/** For what is the same with any component. */
let small: Buffer;

beforeAll(async () => {
  whole = readFileSync(join(await buildComponent(sources), 'component.wasm'));
  const lift = '(func (export "run") (canon lift (core func $i "run")))';
  small = Buffer.from(
    await parse(`(component (core module $m (func (export "run"))) (core instance $i (instantiate $m)) ${lift})`),
  );
});

/** As of one kind of bytes, and not thousands of numbers when they differ. */
const digested = ({ glue, component: { modules, imports, exports } }: Compilation) => ({
  glue: createHash('sha256').update(glue).digest('hex'),
  modules: Object.entries(modules).map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')]),
  imports,
  exports,
});

/** A compiler. `at` is its folder, with the component as `main.wasm`. */
function setUp(component = small, options: Parameters<typeof forkedCompiler>[1] = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'outrigger-compiler-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const at = (...names: string[]) => join(folder, ...names);
  writeFileSync(at('main.wasm'), component);
  const open = () => {
    const { compile, ...compiler } = forkedCompiler(at('data'), options);
    return { ...compiler, compile: (path = at('main.wasm')) => compile(path, owner) };
  };
  return { at, cacheFolder: at('data', 'components'), open, ...open() };
}

test('a component becomes core modules, and a module that instantiates it with what it imports', async () => {
  const { compile, cacheFolder, shown } = setUp(whole);
  const compiling = compile();
  await vi.waitFor(() => expect(shown()).toHaveLength(1));
  expect(shown()[0]).toMatchObject({ asker: owner, title: 'Compiling Chat', isCancellable: true });
  const { component: made, glue } = await compiling;
  await vi.waitFor(() => expect(shown()).toEqual([]));

  expect(made.imports).toEqual(expect.arrayContaining(['outrigger:extension/http-client', 'llm-get-credential']));
  expect(made.exports).toEqual(expect.arrayContaining(['llmProviders', 'llmStreamCompletionStart']));
  const { instantiate } = await import(`data:text/javascript;base64,${Buffer.from(glue).toString('base64')}`);
  const asked: string[] = [];
  const getCoreModule = (name: string) => {
    asked.push(name);
    return WebAssembly.compile(made.modules[name] as Uint8Array<ArrayBuffer>);
  };
  // Whatever it imports is there, and does nothing.
  const anything = new Proxy({}, { get: () => class {} });
  const instance = await instantiate(getCoreModule, new Proxy({}, { get: () => anything }));
  expect(Object.keys(made.modules).sort()).toEqual(asked.sort());
  for (const name of made.exports) expect(instance[name]).toBeTypeOf('function');

  const [file = ''] = readdirSync(cacheFolder);
  expect(file).toMatch(/^[\da-f]{64}$/);
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect([modeOf(cacheFolder), modeOf(join(cacheFolder, file))]).toEqual(['700', '600']);
});

test('is compiled once, wherever it lies, and again when its bytes are others', async () => {
  const { compile, open, at, pids } = setUp();
  const first = await compile();
  writeFileSync(at('copy.wasm'), small);
  expect(digested(await compile(at('copy.wasm')))).toEqual(digested(first));
  const restarted = open();
  expect(digested(await restarted.compile())).toEqual(digested(first));
  expect([pids.length, restarted.pids.length]).toEqual([1, 0]);
  // A custom section, which changes nothing but the bytes.
  writeFileSync(at('main.wasm'), Buffer.concat([small, Buffer.from([0, 2, 1, 0x78])]));
  await compile();
  expect(pids.length).toBe(2);
});

test('what is kept and damaged, cut off or empty is compiled again', async () => {
  const { compile, cacheFolder, pids, problems } = setUp();
  const first = await compile();
  const file = join(cacheFolder, readdirSync(cacheFolder)[0] ?? '');
  const whole = readFileSync(file);
  const spoilt = [
    Buffer.from(whole).fill(0x20, whole.length - 100),
    whole.subarray(0, whole.length >> 1),
    Buffer.alloc(0),
  ];
  for (const [index, bytes] of spoilt.entries()) {
    writeFileSync(file, bytes);
    expect(digested(await compile())).toEqual(digested(first));
    expect(problems).toHaveLength(index + 1);
    expect(problems.at(-1)).toBe('A compiled component was not used (it is damaged): it is compiled again.');
    await compile();
    expect(pids).toHaveLength(index + 2);
  }
});

test('those that were used last are kept', async () => {
  const { compile, at, cacheFolder, pids } = setUp(small, { kept: 2 });
  for (const name of ['a', 'b', 'c']) {
    writeFileSync(at(name), Buffer.concat([small, Buffer.from([0, 2, 1, name.charCodeAt(0)])]));
  }
  await compile(at('a'));
  await compile(at('b'));
  await compile(at('a'));
  await compile(at('c'));
  expect(readdirSync(cacheFolder)).toHaveLength(2);
  await compile(at('a'));
  expect(pids.length).toBe(3);
});

test('where nothing can be kept it is compiled all the same', async () => {
  const { compile, at, problems } = setUp();
  writeFileSync(at('data'), 'a file in the way');
  expect((await compile()).glue).toContain('instantiate');
  expect(problems.at(-1)).toMatch(
    /^A compiled component was not kept \(.*\): it is compiled again at the next start\.$/,
  );
});

test.each([
  ['nothing', Buffer.alloc(0), 'it is empty'],
  ['something else', Buffer.from('export function activate() {}'), 'it is no WebAssembly. Name under [runtime]'],
  ['text', Buffer.from('\n(component)'), 'it is WebAssembly as text. Make it binary'],
  [
    'a core module',
    Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]),
    'it is a core module of WebAssembly, not a component',
  ],
  ['a draft of a component', Buffer.from([0, 0x61, 0x73, 0x6d, 10, 0, 1, 0]), 'it has version 10 of the format'],
])('%s is told as what it is, without a process', async (_what, bytes, reason) => {
  const { compile, at, pids } = setUp();
  writeFileSync(at('main.wasm'), bytes);
  await expect(compile()).rejects.toThrow(reason);
  expect(pids).toEqual([]);
});

test('half a component, and one with other bytes in it, are told as that', async () => {
  const { compile, at } = setUp();
  writeFileSync(at('main.wasm'), whole.subarray(0, whole.length >> 1));
  await expect(compile()).rejects.toThrow(/^it is cut off \(unexpected end-of-file.*\)\. Build or copy it again$/);
  writeFileSync(
    at('main.wasm'),
    whole.map((byte, index) => (index >> 10 === 1 ? byte ^ 0x55 : byte)),
  );
  await expect(compile()).rejects.toThrow(/^it is damaged, or made for another version .*\. Build it again$/);
});

test('one of more than 64 MB, and a folder, are refused', async () => {
  const { compile, at } = setUp();
  writeFileSync(at('main.wasm'), Buffer.alloc(64 * 1024 * 1024 + 1));
  await expect(compile()).rejects.toThrow('it is larger than 64 MB');
  mkdirSync(at('folder'));
  await expect(compile(at('folder'))).rejects.toThrow('it is not a file');
});

test('one whose types make a module of more than ten megabytes is refused, before main gets that', async () => {
  const { at, compile } = setUp();
  // Each type has the one before twice, and each function has code of its own for all of it.
  const types = Array.from({ length: 12 }, (_, depth) => `(type $t${depth + 1} (tuple $t${depth} $t${depth}))`);
  const functions = Array.from('abcdefgh', (letter) => {
    const lift = `(canon lift (core func $m "run") (memory (core memory $m "memory")))`;
    return `(func $${letter} (result $t12) ${lift}) (export "run-${letter}" (func $${letter}))`;
  });
  const module = '(core module $m (memory (export "memory") 1) (func (export "run") (result i32) i32.const 0))';
  const wat = `(component (type $t0 (list u8)) ${types.join('')} ${module} (core instance $m (instantiate $m)) ${functions.join('')})`;
  writeFileSync(at('types.wasm'), await parse(wat));
  await expect(compile(at('types.wasm'))).rejects.toThrow(/^what is made of its types has \d\d MB; 8 MB is the most$/);
});

test('one that takes too long is ended', async () => {
  const { compile, pids } = setUp(whole, { timeMs: 10 });
  await expect(compile()).rejects.toThrow('it took longer than 0.01 s');
  await vi.waitFor(() => expect(pids.map(isRunning)).toEqual([false]));
});

// The memory of a plain process is read where Linux tells it.
test.skipIf(process.platform !== 'linux')('one that takes too much memory is ended', async () => {
  const { compile, pids } = setUp(whole, { memoryBytes: 20 * 1024 ** 2 });
  await expect(compile()).rejects.toThrow('it took more than 20 MB of memory');
  await vi.waitFor(() => expect(pids.map(isRunning)).toEqual([false]));
});

test('a compiler that is killed is told, and the next one works', async () => {
  const { compile, at, pids } = setUp(whole);
  const compiling = compile();
  await vi.waitFor(() => expect(pids).toHaveLength(1));
  process.kill(pids[0] ?? 0, 'SIGKILL');
  await expect(compiling).rejects.toThrow('its compiler stopped: it was ended by SIGKILL');
  writeFileSync(at('other.wasm'), small);
  expect((await compile(at('other.wasm'))).glue).toContain('instantiate');
});

test('one is compiled at a time, and the person may cancel one that runs and one that waits', async () => {
  const { compile, at, pids, shown, cancel } = setUp(whole);
  writeFileSync(at('other.wasm'), small);
  const first = compile();
  // The other one is read in less time, and would be first.
  await vi.waitFor(() => expect(pids).toHaveLength(1));
  const second = compile(at('other.wasm'));
  await vi.waitFor(() => expect(shown()).toHaveLength(2));
  expect(pids.filter(isRunning)).toHaveLength(1);
  for (const { id } of shown()) cancel(id);
  for (const one of [first, second]) {
    await expect(one).rejects.toMatchObject({
      failure: { code: 'cancelled', message: 'Compiling the component of Chat was cancelled.' },
    });
  }
  await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]));
  expect(pids).toHaveLength(1);
  expect((await compile(at('other.wasm'))).component.exports).toEqual(['run']);
});

test('the version of the compiler is the installed one', () => {
  const [name] = compilerVersion.split(' ');
  const main = createRequire(import.meta.url).resolve(`${name}/component`);
  const { version } = JSON.parse(readFileSync(join(main, '../../package.json'), 'utf8'));
  expect(compilerVersion).toBe(`${name} ${version}`);
});
