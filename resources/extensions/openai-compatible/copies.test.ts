import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** An extension's folder is complete, so what several need each of them has. */
it.each([
  ['key-origin.js', ['openai-responses', 'ollama']],
  ['waits.js', ['openai-responses']],
])('%s is the same in each extension that has it', (name, others) => {
  const own = readFileSync(new URL(name, import.meta.url), 'utf8');
  for (const other of others) expect(readFileSync(new URL(`../${other}/${name}`, import.meta.url), 'utf8')).toBe(own);
});
