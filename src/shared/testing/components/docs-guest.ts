import { componentEmbed, componentNew, parse } from '@bytecodealliance/jco-transpile/wasm-tools';
import { withApiVersion } from './with-api-version.ts';

/**
 * A component of Zed's world, written by hand, that indexes documentation. It suggests the packages `oak` and `elm`, and
 * `pak` in place of `oak` when it is asked again. What `index-docs` does, the first letter of the package says:
 * - `n`: nothing; `f`: inserts an entry, and fails with the name; `m`: inserts a million entries of 1 MB, whatever it is told
 * - `w`: inserts an entry, and downloads something
 * - `k`: keeps the store, and inserts an entry; `u`: inserts one into the store that was kept
 * - `l`: inserts a key of 2000 characters, and fails with what it is told
 * - others: inserts its name, `__proto__` and `Router`
 */
const world = `
package zed:extension;

world extension {
  enum downloaded-file-type { gzip, gzip-tar, zip, uncompressed }
  import download-file: func(url: string, file-path: string, file-type: downloaded-file-type) -> result<_, string>;

  resource key-value-store {
    insert: func(key: string, value: string) -> result<_, string>;
  }

  export init-extension: func();
  export suggest-docs-packages: func(provider-name: string) -> result<list<string>, string>;
  export index-docs: func(provider-name: string, package-name: string, database: borrow<key-value-store>) -> result<_, string>;
}`;

const on = (letter: string, body: string) =>
  `(if (i32.eq (local.get $letter) (i32.const ${letter.charCodeAt(0)})) (then ${body} (return (i32.const 0))))`;
const name = '(local.get $name) (local.get $length)';
const text = (at: number, length: number) => `(i32.const ${at}) (i32.const ${length})`;
/** What it is told is at 32. */
const insert = (key: string, value: string, store = '(local.get $store)') =>
  `(call $insert ${store} ${key} ${value} (i32.const 32))`;
/** Its result is the error that an import was answered with. */
const asTold = `
  (i32.store8 (i32.const 0) (i32.load8_u (i32.const 32)))
  (i32.store offset=4 (i32.const 0) (i32.load offset=36 (i32.const 0)))
  (i32.store offset=8 (i32.const 0) (i32.load offset=40 (i32.const 0)))`;
const digit = (place: number) =>
  `(i32.store8 offset=${64 + place} (i32.const 0)
    (i32.add (i32.const 97) (i32.and (i32.const 15) (i32.shr_u (local.get $count) (i32.const ${4 * place})))))`;

const guest = `
(module
  (import "$root" "[method]key-value-store.insert" (func $insert (param i32 i32 i32 i32 i32 i32)))
  (import "$root" "[resource-drop]key-value-store" (func $drop (param i32)))
  (import "$root" "download-file" (func $download (param i32 i32 i32 i32 i32 i32)))
  (memory (export "memory") 18)
  (data (i32.const 128) "__proto__")
  (data (i32.const 144) "Router")
  (data (i32.const 160) "a text")
  (data (i32.const 176) "nakelm")
  (global $top (mut i32) (i32.const 8192))
  (global $kept (mut i32) (i32.const 0))
  (func (export "cabi_realloc") (param i32 i32 i32) (param $size i32) (result i32)
    (local $at i32)
    (local.set $at (i32.and (i32.add (global.get $top) (i32.const 7)) (i32.const -8)))
    (global.set $top (i32.add (local.get $at) (local.get $size)))
    (local.get $at))
  (func (export "init-extension"))
  (func (export "suggest-docs-packages") (param i32 i32) (result i32)
    (memory.fill (i32.const 0) (i32.const 0) (i32.const 16))
    (i32.store8 (i32.const 176) (i32.add (i32.load8_u (i32.const 176)) (i32.const 1)))
    (i32.store (i32.const 256) (i32.const 176)) (i32.store (i32.const 260) (i32.const 3))
    (i32.store (i32.const 264) (i32.const 179)) (i32.store (i32.const 268) (i32.const 3))
    (i32.store (i32.const 4) (i32.const 256)) (i32.store (i32.const 8) (i32.const 2))
    (i32.const 0))
  (func (export "index-docs") (param i32 i32) (param $name i32) (param $length i32) (param $store i32) (result i32)
    (local $letter i32) (local $count i32)
    (local.set $letter (i32.load8_u (local.get $name)))
    (memory.fill (i32.const 0) (i32.const 0) (i32.const 64))
    ${on('n', '(call $drop (local.get $store))')}
    ${on(
      'f',
      `${insert(name, text(160, 6))} (call $drop (local.get $store))
       (i32.store8 (i32.const 0) (i32.const 1))
       (i32.store offset=4 (i32.const 0) (local.get $name))
       (i32.store offset=8 (i32.const 0) (local.get $length))`,
    )}
    ${on(
      'm',
      `(loop $next
         ${[0, 1, 2, 3, 4].map(digit).join('')}
         ${insert(text(64, 5), text(131_072, 1_048_576))}
         (global.set $top (i32.const 8192))
         (local.set $count (i32.add (local.get $count) (i32.const 1)))
         (br_if $next (i32.lt_u (local.get $count) (i32.const 1000000))))
       (call $drop (local.get $store))`,
    )}
    ${on(
      'w',
      `${insert(name, text(160, 6))}
       (call $download ${name} ${name} (i32.const 3) (i32.const 32))
       (call $drop (local.get $store))`,
    )}
    ${on('k', `(global.set $kept (local.get $store)) ${insert(name, text(160, 6))}`)}
    ${on('u', `${insert(name, text(160, 6), '(global.get $kept)')} (call $drop (local.get $store)) ${asTold}`)}
    ${on('l', `${insert(text(4096, 2000), text(160, 6))} (call $drop (local.get $store)) ${asTold}`)}
    ${insert(name, text(160, 6))}
    ${insert(text(128, 9), text(160, 6))}
    ${insert(text(144, 6), text(128, 9))}
    (call $drop (local.get $store))
    (i32.const 0)))`;

/** It says that it was built for version 0.2 of Zed's interface. */
export async function docsGuest(): Promise<Buffer> {
  const binary = await componentEmbed({ binary: await parse(guest), witSource: world });
  return withApiVersion(await componentNew(binary, []), [0, 2, 0]);
}
