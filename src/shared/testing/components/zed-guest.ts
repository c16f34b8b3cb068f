import { componentEmbed, componentNew, parse } from '@bytecodealliance/jco-transpile/wasm-tools';
import type { ApiVersion } from '../../contract/extensions/compiled-component.ts';
import { withApiVersion } from './with-api-version.ts';

/**
 * A component of Zed's world, written by hand, as the compiler of the other tests has no resources of a world. Its slash
 * command does with the worktree what the first letter of its argument says:
 * - `i`: tells its id; `r`: its root path; `e`: the first value of its environment
 * - `t<path>`: reads a file; `w<name>`: looks for a program
 * - `g<url>`: downloads a file, as `downloaded`
 * - `d`: drops it and uses it; `k`: keeps it and tells its root path
 */

/** How an interface has what `run-slash-command` gets besides the command, and how core WebAssembly does. */
const inputs = {
  /** Version 0.0.7. */
  'text, folder': {
    wit: 'argument: option<string>, worktree: borrow<worktree>',
    params: '(param $isText i32) (param $text i32) (param $length i32) (param $tree i32)',
    lets: '(local.set $has (i32.const 1))',
  },
  /** Version 0.1. */
  'text, folder or none': {
    wit: 'argument: option<string>, worktree: option<borrow<worktree>>',
    params: '(param $isText i32) (param $text i32) (param $length i32) (param $isLent i32) (param $tree i32)',
    lets: '(local.set $has (local.get $isLent))',
  },
  /** Since version 0.2. */
  'words, folder or none': {
    wit: 'args: list<string>, worktree: option<borrow<worktree>>',
    params: '(param $words i32) (param $count i32) (param $isLent i32) (param $tree i32)',
    lets: `
      (local.set $has (local.get $isLent))
      (local.set $text (i32.load (local.get $words)))
      (local.set $length (i32.load offset=4 (local.get $words)))`,
  },
} as const;

const world = (input: string) => `
package zed:extension;

world extension {
  record slash-command { name: string, description: string, tooltip-text: string, requires-argument: bool }
  record range { start: u32, end: u32 }
  record slash-command-output-section { range: range, label: string }
  record slash-command-output { text: string, sections: list<slash-command-output-section> }

  enum downloaded-file-type { gzip, gzip-tar, zip, uncompressed }
  import download-file: func(url: string, file-path: string, file-type: downloaded-file-type) -> result<_, string>;

  resource worktree {
    id: func() -> u64;
    root-path: func() -> string;
    read-text-file: func(path: string) -> result<string, string>;
    which: func(binary-name: string) -> option<string>;
    shell-env: func() -> list<tuple<string, string>>;
  }

  export init-extension: func();
  export run-slash-command: func(command: slash-command, ${input}) -> result<slash-command-output, string>;
}`;

const call = (letter: string, body: string) =>
  `(if (i32.eq (local.get $letter) (i32.const ${letter.charCodeAt(0)})) (then ${body}))`;
/** Gives a text that an import has put at 32, after so many bytes. */
const given = (offset: number) =>
  `(call $reply (i32.load offset=${32 + offset} (i32.const 0)) (i32.load offset=${36 + offset} (i32.const 0)))`;
const afterLetter = '(i32.add (local.get $text) (i32.const 1)) (i32.sub (local.get $length) (i32.const 1))';

const guest = (params: string, lets: string) => `
(module
  (import "$root" "[method]worktree.id" (func $id (param i32) (result i64)))
  (import "$root" "[method]worktree.root-path" (func $root-path (param i32 i32)))
  (import "$root" "[method]worktree.read-text-file" (func $read (param i32 i32 i32 i32)))
  (import "$root" "[method]worktree.which" (func $which (param i32 i32 i32 i32)))
  (import "$root" "[method]worktree.shell-env" (func $env (param i32 i32)))
  (import "$root" "download-file" (func $download (param i32 i32 i32 i32 i32 i32)))
  (import "$root" "[resource-drop]worktree" (func $drop (param i32)))
  (memory (export "memory") 2)
  (data (i32.const 128) "none")
  (data (i32.const 136) "downloaded")
  (global $top (mut i32) (i32.const 4096))
  (func (export "cabi_realloc") (param i32 i32 i32) (param $size i32) (result i32)
    (local $at i32)
    (local.set $at (i32.and (i32.add (global.get $top) (i32.const 7)) (i32.const -8)))
    (global.set $top (i32.add (local.get $at) (local.get $size)))
    (local.get $at))
  (func $reply (param $text i32) (param $length i32)
    (i32.store offset=4 (i32.const 0) (local.get $text))
    (i32.store offset=8 (i32.const 0) (local.get $length)))
  (func (export "init-extension"))
  (func (export "run-slash-command") (param i32 i32 i32 i32 i32 i32 i32) ${params} (result i32)
    (local $has i32) (local $letter i32) ${params.includes('$text') ? '' : '(local $text i32) (local $length i32)'}
    ${lets}
    (local.set $letter (i32.load8_u (local.get $text)))
    (memory.fill (i32.const 0) (i32.const 0) (i32.const 64))
    (if (i32.eqz (local.get $has)) (then (call $reply (i32.const 128) (i32.const 4)) (return (i32.const 0))))
    ${call('i', `(i64.store8 (i32.const 64) (i64.add (i64.const 48) (call $id (local.get $tree)))) (call $reply (i32.const 64) (i32.const 1))`)}
    ${call('r', `(call $root-path (local.get $tree) (i32.const 32)) ${given(0)}`)}
    ${call('k', `(call $root-path (local.get $tree) (i32.const 32)) ${given(0)} (return (i32.const 0))`)}
    ${call('d', `(call $drop (local.get $tree)) (call $root-path (local.get $tree) (i32.const 32))`)}
    ${call('t', `(call $read (local.get $tree) ${afterLetter} (i32.const 32)) (i32.store8 (i32.const 0) (i32.load8_u (i32.const 32))) ${given(4)}`)}
    ${call(
      'g',
      `(call $download ${afterLetter} (i32.const 136) (i32.const 10) (i32.const 3) (i32.const 32))
       (i32.store8 (i32.const 0) (i32.load8_u (i32.const 32)))
       (if (i32.load8_u (i32.const 32)) (then ${given(4)}) (else (call $reply (i32.const 136) (i32.const 10))))`,
    )}
    ${call(
      'w',
      `(call $which (local.get $tree) ${afterLetter} (i32.const 32))
       (if (i32.load8_u (i32.const 32)) (then ${given(4)}) (else (call $reply (i32.const 128) (i32.const 4))))`,
    )}
    ${call(
      'e',
      `(call $env (local.get $tree) (i32.const 32))
       (call $reply (i32.load offset=8 (i32.load (i32.const 32))) (i32.load offset=12 (i32.load (i32.const 32))))`,
    )}
    (call $drop (local.get $tree))
    (i32.const 0)))`;

export type GuestInput = keyof typeof inputs;

/** @param apiVersion that it says it was built for */
export async function zedGuest(input: GuestInput, apiVersion: ApiVersion): Promise<Buffer> {
  const { wit, params, lets } = inputs[input];
  const binary = await componentEmbed({ binary: await parse(guest(params, lets)), witSource: world(wit) });
  return withApiVersion(await componentNew(binary, []), apiVersion);
}
