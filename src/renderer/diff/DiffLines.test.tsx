import { createTwoFilesPatch } from 'diff';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DiffLines } from './DiffLines.tsx';
import { patchHunks } from './patch-hunks.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n');

test('a diff shows what goes and comes; a long one is folded and says how long it is', () => {
  const patchOf = (before: string, after: string) =>
    createTwoFilesPatch('a', 'b', before, after).split('\n').slice(3).join('\n');
  const draw = (patch: string, isCut = false) =>
    renderToStaticMarkup(<DiffLines hunks={patchHunks(patch)} path="a.ts" isCut={isCut} />);
  const short = draw(patchOf('one\n', 'two\n'), true);
  expect(/<del.*?<\/del>/s.exec(short)?.[0]).toContain('one');
  expect(/<ins.*?<\/ins>/s.exec(short)?.[0]).toContain('two');
  expect(short).toContain('Only the beginning is shown');
  expect(draw(patchOf('one\n', 'one'))).toMatch(/<\/ins><span[^>]*>No newline at end of file/);
  expect(draw(patchOf('one\n', 'two\n'))).not.toContain('No newline');
  const long = draw(patchOf('', numbered(5000)));
  expect(long).toContain('Show more of 5,000 lines');
  expect(draw(patchOf('', numbered(1500)))).toContain('Show all 1,500 lines');
  expect(long.match(/<ins/g)?.length).toBeLessThan(100);
  expect(draw('')).toBe('');
  // Too long a line leaves nothing, or no more than where it was.
  expect(draw('', true)).toContain('Not shown');
  expect(draw('@@ -1,1 +1,1 @@\n', true)).toContain('Not shown');
});
