import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** An extension's folder must be self-contained, so that shared files are copied into each. */
it.each([['reading.js', 'anthropic', ['gemini']]])(
  '%s is the same in each extension that has it',
  (name, first, others) => {
    const textIn = (extension: string) => readFileSync(new URL(`${extension}/${name}`, import.meta.url), 'utf8');
    for (const other of others) expect(textIn(other)).toBe(textIn(first));
  },
);
