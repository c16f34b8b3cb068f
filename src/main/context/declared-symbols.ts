import type { DeclaredName } from '../../shared/contract/methods/agent-methods.ts';
import { runRipgrep } from '../workspace/ripgrep/run-ripgrep.ts';

/**
 * Patterns of declarations, in the languages that most projects are written in; the group is the name. By lines and by
 * rule of thumb, for no language is parsed. For ripgrep, whose expressions take time in proportion to the text; by bytes,
 * which is several times faster: those above 127 are parts of letters.
 */
const name = String.raw`([A-Za-z_$\x80-\xFF][0-9A-Za-z_$\x80-\xFF]*)`;
const declarations = [
  // Words that declare a kind of thing.
  String.raw`\b(?:class|struct|enum|union|trait|interface|protocol|module|namespace|package|object|record|type|typedef|mixin|extension|actor|service|message|defmodule|contract)\s+${name}\s*(?:[<({:=;,]|\bextends\b|\bimplements\b|\bdo\b|\bis\b|\bwhere\b|$)`,
  String.raw`^type\s+${name}\s+[\w*\[]`,
  // Functions.
  String.raw`\b(?:function\s*\*?|func|fn|def|defp|fun|sub|proc|defn-?|defmacro|defun)\s+(?:\([^)]{0,80}\)\s*)?(?:self\.|[A-Z]\w{0,60}\.)?${name}`,
  // A function of C and its kin.
  String.raw`^[A-Za-z_][\w:<>,&*\s]{0,100}[\s*&]${name}\s*\([^;]{0,300}$`,
  // Declarations at the top of a file, not inside of a function.
  String.raw`^(?:export\s+)?(?:default\s+)?(?:pub(?:\([a-z]+\))?\s+)?(?:const|let|var|val|static|final)\s+(?:mut\s+)?${name}`,
  // A method: its body begins on the same line.
  String.raw`^\s+(?:(?:public|private|protected|internal|static|async|override|readonly|abstract|get|set|final|virtual|inline)\s+){0,5}(?:[A-Za-z_][\w.<>\[\],?]{0,60}\s+)?(?:\*\s*|#)?${name}(?:<[^>]{0,80}>)?\([^;]{0,200}\)[^;=]{0,80}\{\s*$`,
  String.raw`^#define\s+${name}`,
  // Names that Python declares at the beginning of a line.
  String.raw`^${name}\s*(?::\s*[\w.\[\], |]{1,80})?=\s*[^=\s]`,
];
const groups = declarations.map((_, index) => `\${${index + 1}}`).join('');

/** Words that are no names, though a line that begins with one may look like a declaration. */
const noNames: ReadonlySet<string> = new Set(
  'if for while switch catch return function class const let var async await with else do in of new delete throw try super this'.split(
    ' ',
  ),
);

/**
 * The names that the files below a folder declare, in no order.
 * @throws {FailureError} `cancelled` when the signal aborts
 */
export async function declaredSymbols(
  {
    root,
    paths = ['./'],
    limit,
  }: { readonly root: string; readonly paths?: readonly string[]; readonly limit: number },
  signal: AbortSignal,
): Promise<DeclaredName[]> {
  const found: DeclaredName[] = [];
  const expressions = `(?-u)${declarations.map((one) => `(?:${one})`).join('|')}`;
  const output = [
    '--only-matching',
    `--replace=${groups}`,
    '--null',
    '--line-number',
    '--with-filename',
    '--no-heading',
  ];
  await runRipgrep({
    cwd: root,
    args: [
      ...output,
      '--color=never',
      '--sort=none',
      '--max-columns=300',
      '--max-filesize=1M',
      '-e',
      expressions,
      '--',
      ...paths,
    ],
    end: '\n',
    signal,
    onPart(part) {
      const [, path = '', line, own = ''] = /^(.+)\0(\d+):(.*)$/.exec(part) ?? [];
      if (/^[\p{L}\p{N}_$]{1,100}$/u.test(own) && !noNames.has(own)) {
        found.push({ path: path.replace(/^\.\//, ''), name: own, line: Number(line) });
      }
      return found.length < limit;
    },
  });
  return found;
}
