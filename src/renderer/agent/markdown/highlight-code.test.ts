import { expect, test } from 'vitest';
import { highlightCode } from './highlight-code.ts';

const code = 'const a: number = 1; // one\nfoo("x");\n';

test('code is coloured by the name, the alias or the extension of its language, and loses nothing', async () => {
  for (const language of ['TypeScript', 'ts', 'typescript']) {
    const spans = (await highlightCode(code, language)) ?? [];
    expect(spans.map((span) => span.text).join('')).toBe(code);
    expect(spans.find((span) => span.text === 'const')?.colour).toBe('keyword');
    expect(spans.find((span) => span.text === '// one')?.colour).toBe('comment');
    expect(spans.find((span) => span.text === 'foo')?.colour).toBe('function');
    expect(spans.find((span) => span.text === '"x"')?.colour).toBe('string');
  }
});

test('a language that is not known gives no colours', async () => {
  expect(await highlightCode(code, 'nosuchlanguage')).toBeNull();
  expect(await highlightCode(code, '../../etc')).toBeNull();
});
