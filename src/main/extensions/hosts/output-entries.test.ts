import { expect, test } from 'vitest';
import { gatherEntries, withoutOwnFrames } from './output-entries.ts';

test('a stack is one entry with the line before it, and what nobody caught is an error', async () => {
  const entries: string[][] = [];
  const add = gatherEntries((text, level) => entries.push([level, text]));
  const thrown = ['Uncaught exception in an extension: Error: no', '    at go (main.js:3:1)', 'caused by Error: disk'];
  for (const line of ['ready', ...thrown, 'Unhandled rejection in an extension: 7', 'on']) add(line);
  await null;
  add('    indented');
  await null;
  expect(entries).toEqual([
    ['info', 'ready'],
    ['error', thrown.join('\n')],
    ['error', 'Unhandled rejection in an extension: 7'],
    ['info', 'on'],
    ['info', '    indented'],
  ]);
});

test('frames of the host itself are left out', () => {
  const own = ['outrigger-extension://sample/1/main.js:3:9', '/extensions/main/tool.js:4:1'];
  const hosts = [
    'outrigger-host://host/worker.js:1:2',
    '/app/out/main/exthost.cjs:7:3',
    'C:\\app\\out\\main\\exthost.cjs:7:3',
  ];
  const frames = (places: string[]) => ['Error: no', ...places.map((place) => `    at go (${place})`)].join('\n');
  expect(withoutOwnFrames(frames([...own, ...hosts]))).toBe(frames(own));
});
