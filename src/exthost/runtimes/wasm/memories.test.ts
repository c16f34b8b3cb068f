import { parse } from '@bytecodealliance/jco-transpile/wasm-tools';
import { expect, test } from 'vitest';
import { componentOf } from '../../test-support/built-component.ts';
import { loadComponent } from '../../test-support/load-component.ts';

const limits = { memoryBytes: 32 * 1024 ** 2 };

/** Modules of which each has a memory that nobody sees, of 16 MB at least; it traps if it cannot grow to that. */
const memory = (count: number) =>
  `(memory 1) (func (export "f") (if (i32.eq (memory.grow (i32.const ${count})) (i32.const -1)) (then unreachable)))`;
const start = (instances: readonly string[]) => `
  (core module $all
    ${instances.map((name) => `(import "${name}" "f" (func $${name}))`).join(' ')}
    (func (export "run") ${instances.map((name) => `(call $${name})`).join(' ')}))
  (core instance $run (instantiate $all ${instances.map((name) => `(with "${name}" (instance $${name}))`).join(' ')}))
  (func $init (canon lift (core func $run "run")))
  (export "init-extension" (func $init))`;

const load = async (wat: string) => loadComponent(await componentOf(await parse(wat)), { limits });

test('the memories of an instance share its limit, though none of them can be seen', async () => {
  const two = (pages: number) => `(component
    (core module $a ${memory(pages)}) (core instance $one (instantiate $a))
    (core module $b ${memory(pages)}) (core instance $two (instantiate $b))
    ${start(['one', 'two'])})`;
  await load(two(255));
  await expect(load(two(256))).rejects.toThrow(/failed in init-extension: .*unreachable/);
});

test('a module that makes memories is instantiated once, another one as often as a component wants', async () => {
  const twice = (module: string) => `(component
    (core module $a ${module}) (core instance $one (instantiate $a)) (core instance $two (instantiate $a))
    ${start(['one', 'two'])})`;
  await load(twice('(func (export "f"))'));
  await expect(load(twice(memory(1)))).rejects.toThrow('The component makes the same memory or table twice');
});

/** A module with a table that nobody sees; it traps if that cannot grow by so many entries. */
const table = (more: number) => `(table $t 1 funcref) (func (export "f")
  (if (i32.eq (table.grow $t (ref.null func) (i32.const ${more})) (i32.const -1)) (then unreachable)))`;

test('the tables of an instance share a limit, too, and a module makes its own once', async () => {
  const two = (more: number) => `(component
    (core module $a ${table(more)}) (core instance $one (instantiate $a))
    (core module $b ${table(more)}) (core instance $two (instantiate $b))
    ${start(['one', 'two'])})`;
  await load(two(499_999));
  await expect(load(two(500_000))).rejects.toThrow(/failed in init-extension: .*unreachable/);
  const twice = `(component (core module $a ${table(1)})
    (core instance $one (instantiate $a)) (core instance $two (instantiate $a)) ${start(['one', 'two'])})`;
  await expect(load(twice)).rejects.toThrow('The component makes the same memory or table twice');
});
