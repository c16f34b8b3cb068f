import { expect, test } from 'vitest';
import { paceLog } from './log-pace.ts';

test('of a flood some lines a second are logged, and how many were left out', () => {
  const lines: string[] = [];
  let now = 0;
  const log = paceLog(
    (line) => void lines.push(line),
    () => now,
  );
  for (let each = 0; each < 1_500; each++) log.add('flood');
  expect(lines).toHaveLength(200);
  now = 1_000;
  log.add('later');
  expect(lines.slice(200)).toEqual(['1,300 lines were left out here.', 'later']);
  for (let each = 0; each < 200; each++) log.add('flood');
  log.end();
  expect(lines.at(-1)).toBe('1 lines were left out here.');
});
