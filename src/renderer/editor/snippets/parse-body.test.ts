import { expect, test } from 'vitest';
import { fillIn } from './fill-in.ts';
import { parseBody } from './parse-body.ts';

const values: Readonly<Record<string, string | null>> = { NAME: 'a.ts', NONE: null };

/** The snippet as it is inserted, its stops in brackets. */
const filled = (body: string): string =>
  fillIn(parseBody(body), (name) => values[name])
    .map(({ text, stop, choices }) =>
      stop === null ? text : `[${[stop, text, ...choices].filter((part) => part !== '').join(':')}]`,
    )
    .join('');

test.each([
  ['one', 'one[0]'],
  ['for $1 in ${2} { $0 }', 'for [1] in [2] { [0] }'],
  ['${1:name} = ${1}; $1', '[1:name] = [1:name]; [1:name][0]'],
  ['$1 ${1:name}', '[1:name] [1:name][0]'],
  ['${0:end}', '[0:end]'],
  ['${1|one,two\\, too,thr\\|ee|} $1', '[1:one:one:two, too:thr|ee] [1:one:one:two, too:thr|ee][0]'],
  ['\\$1 \\} \\\\ \\n $ ${ ${} ${1x} $é', '$1 } \\ \\n $ ${ ${} ${1x} $é[0]'],
  ['${1:{ a: \\} }', '[1:{ a: } ][0]'],
  // An editor has one level of stops.
  ['${1:call(${2:first}, $3)} $1', 'call([2:first], [3]) [1:call(first, )][0]'],
  ['${1:a $1 b}', '[1:a  b][0]'],
  ['$NAME ${NAME} ${NAME:other}', 'a.ts a.ts a.ts[0]'],
  ['$NONE|${NONE:other $1}|${MISSING:other}|$MISSING', '|other [1]|other|MISSING[0]'],
  ['${1:$NAME}', '[1:a.ts][0]'],
  ['${NAME/(.*)\\.\\w{2}$/${1:/upcase}-$1/gi}! ${1/a/b/} ${2:x}', 'a.ts! [1] [2:x][0]'],
  ['${NAME/[a', 'a.ts[0]'],
  ['${1:open', '[1:open][0]'],
  ['${1|a,b', '[1:a:a:b][0]'],
])('%s is filled in as %s', (body, expected) => expect(filled(body)).toBe(expected));

test('what is nested without end is text, and takes no time', () => {
  const deep = filled('${1:'.repeat(5000));
  expect(deep.length).toBeLessThan(25_000);
  const transforms = '${NAME/a/${1:x'.repeat(1400);
  expect(filled(transforms)).toContain('a.ts');
});

test('what is repeated without end has an end', () => {
  const first = 'x'.repeat(10_000);
  expect(filled(`\${1:${first}}${'$1'.repeat(4900)}`).length).toBeLessThan(200_000);
  const selected = 'y'.repeat(90_000);
  const value = (body: string) =>
    fillIn(parseBody(body), () => selected)
      .map(({ text }) => text)
      .join('');
  expect(value('($A) ($B) ($A) ($A)')).toBe(`(${selected}) (${selected}) (${selected}) ()`);
});
