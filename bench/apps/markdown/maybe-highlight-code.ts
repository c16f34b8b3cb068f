import type { CodeSpan } from '../../../src/renderer/agent/markdown/highlight-code.ts';

/** Stands before the highlighter, so that the same component can be measured without it. */
export async function highlightCode(code: string, language: string): Promise<CodeSpan[] | null> {
  if (!location.hash.includes('highlight')) return null;
  const highlighter = await import('../../../src/renderer/agent/markdown/highlight-code.ts');
  return highlighter.highlightCode(code, language);
}
