import { expect, test } from 'vitest';
import { type FileKind, fileKindOf } from './file-kind.ts';

test.each<[FileKind, string[]]>([
  ['script', ['a.ts', 'a.test.tsx', 'index.HTML', 'readme.js']],
  ['dynamic', ['a.py', 'a.rb']],
  ['compiled', ['a.rs', 'a.go', 'a.h']],
  ['style', ['a.module.css']],
  ['data', ['package.json', 'a.yml', '.gitignore', '.env', '.env.local']],
  ['prose', ['README', 'LICENSE-MIT.txt', 'Changelog.md', 'notice.old']],
  ['image', ['a.png', 'a.svg']],
  ['shell', ['a.sh', 'Makefile', 'Dockerfile.dev']],
  ['lock', ['package-lock.json', 'Cargo.lock', 'pnpm-lock.yaml']],
  ['binary', ['a.wasm', 'a.tar.gz']],
  ['other', ['', 'a', 'a.unheard-of', 'constructor', 'a.', '.']],
])('the kind %s is that of %j', (kind, names) => {
  for (const name of names) expect([name, fileKindOf(name)]).toEqual([name, kind]);
});
