import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const megabyte = 1024 ** 2;
const program = join(import.meta.dirname, 'test-support', 'long-stream.ts');

describe('a long stream at a consumer that pauses', () => {
  test.each([
    ['text', 100, megabyte],
    ['wideText', 100, megabyte],
    ['text', 1600, 65_536],
    ['bytes', 1600, 65_536],
    ['text', 2_000_000, 50],
  ])(
    'as %s in %d items of %d bytes takes under 8 MB at both ends together',
    { tags: ['soak'] },
    async (form, count, length) => {
      const run = promisify(execFile);
      const { stdout } = await run(process.execPath, ['--expose-gc', program, form, `${count}`, `${length}`]);
      const { pauses, taken } = JSON.parse(stdout) as {
        pauses: { taken: number; produced: number; held: number }[];
        taken: number;
      };
      expect(pauses).toHaveLength(3);
      for (const pause of pauses) {
        expect(pause.held).toBeLessThan(8 * megabyte);
        // The producer is ahead of the consumer, but not at the end.
        expect(pause.produced).toBeGreaterThan(pause.taken);
        expect(pause.produced).toBeLessThan(count);
      }
      expect(taken).toBe(count);
    },
  );
});
