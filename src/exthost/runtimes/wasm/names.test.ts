import { parse } from '@bytecodealliance/jco-transpile/wasm-tools';
import { describe, expect, test } from 'vitest';
import { componentOf } from '../../test-support/built-component.ts';
import { loadComponent } from '../../test-support/load-component.ts';
import { compileModules } from './compile-modules.ts';
import { expectPlainNames } from './component/plain-names.ts';

/** A component of one export; `name` is that of a core module, in quotes. */
const exporting = (name: string) => `
  (component
    (core module $m (func (export ${name})))
    (core instance $i (instantiate $m))
    (func (export "run-command") (canon lift (core func $i ${name}))))`;
const importing = (name: string) => `
  (component
    (core module $one (func (export ${name})))
    (core instance $one (instantiate $one))
    (core module $two (import ${name} ${name} (func)) (func (export "run")))
    (core instance $two (instantiate $two (with ${name} (instance $one))))
    (func (export "run-command") (canon lift (core func $two "run"))))`;

/** Instantiates a component that the host would run. @throws if it would not */
async function run(wat: string): Promise<void> {
  const { component, mainPath } = await componentOf(await parse(wat));
  const { modules } = await compileModules(component, mainPath, 2 ** 20);
  for (const module of Object.values(modules)) expectPlainNames(module);
  const { instantiate } = await import(mainPath);
  const instance = (module: WebAssembly.Module, imports: WebAssembly.Imports) =>
    new WebAssembly.Instance(module, imports);
  (await instantiate((file: string) => modules[file], {}, instance)).runCommand();
}

// The compiler writes such names into the code that it makes.
describe.each([
  ['exports', exporting],
  ['imports', importing],
])('a name that a core module %s', (_what, component) => {
  test.each([
    `"a'];globalThis.escaped=1;//"`,
    `"a'"`,
    String.raw`"a\\"`,
    String.raw`"a\"];globalThis.escaped=1;//"`,
    '"`+(globalThis.escaped=1)+`"',
    String.raw`"a\nglobalThis.escaped=1//"`,
    String.raw`"\e2\80\a8globalThis.escaped=1//"`,
    '"ä"',
  ])('is refused if it could be code: %s', async (name) => {
    await expect(run(component(name))).rejects.toThrow('which is refused: names are of printable ASCII');
    expect(Object.hasOwn(globalThis, 'escaped')).toBe(false);
  });

  test.each([
    '"outrigger:extension/log@0.1.0#write"',
    '"[method]output-stream.blocking-write-and-flush"',
    '"_ZN4core3fmt9Formatter$u20$new17h0E"',
    '"*/globalThis.escaped=1/*"',
    '"$'.concat('{globalThis.escaped=1}"'),
    '"__proto__"',
    '"constructor"',
  ])('is a name: %s', async (name) => {
    await run(component(name));
    expect(Object.hasOwn(globalThis, 'escaped')).toBe(false);
  });
});

test('a component with such a name is not loaded', async () => {
  const wat = exporting(`"a'];globalThis.escaped=1;//"`);
  await expect(loadComponent(await componentOf(await parse(wat)))).rejects.toThrow('which is refused');
});
