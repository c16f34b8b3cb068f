import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ChildOutput } from './child-output.ts';

function output() {
  const source = new PassThrough();
  const lines: string[] = [];
  return { source, lines, output: new ChildOutput(source, (line) => lines.push(line)) };
}

test('what is still in the pipe when Electron lets go of it is told before the end', async () => {
  const { source, lines, output: child } = output();
  source.write('first\nsec');
  await expect.poll(() => lines).toEqual(['first']);
  // Electron does so right after its exit event.
  const ended = child.end(30_000);
  source.removeAllListeners();
  await new Promise(setImmediate);
  source.write('ond\nlast');
  source.end();
  await ended;
  expect(lines).toEqual(['first', 'second', 'last']);
});

test('a pipe that a child of the child keeps open holds nothing up for long', async () => {
  const { source, lines, output: child } = output();
  source.write('last');
  await child.end(50);
  expect(lines).toEqual(['last']);
  expect(source.destroyed).toBe(true);
});

test('a pipe that ended or broke before the exit is no obstacle', async () => {
  const early = output();
  early.source.end('all of it');
  await early.output.end(30_000);
  expect(early.lines).toEqual(['all of it']);

  const broken = output();
  broken.source.write('until here\n');
  await expect.poll(() => broken.lines).toEqual(['until here']);
  broken.source.destroy(new Error('EIO'));
  await broken.output.end(30_000);
  expect(broken.lines).toEqual(['until here']);
});
