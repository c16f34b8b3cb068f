import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const source = join(import.meta.dirname, '../..');

/** Vendors, their headers, and terms of their wire formats, which only extensions may contain. */
const foreign = [
  /open[-_ ]?ai/i,
  /anthropic/i,
  /\bclaude\b/i,
  /gemini/i,
  /mistral/i,
  /ollama/i,
  /\bgroq\b/i,
  /deepseek/i,
  /cohere/i,
  /open[-_]?router/i,
  /bedrock/i,
  /\bazure\b/i,
  /\bgpt-/i,
  /\bllama/i,
  /\bx-(api-key|goog|stainless|ratelimit)/i,
  /\bauthorization['"`]?\s*:/i,
  /\bbearer\b/i,
  /event-stream/i,
  /EventSource/,
  /\[DONE\]/,
  /chat\/completions/,
  /finish_reason/,
  /content_block/,
  /thought_signature/,
];

/** The patterns for secrets in logs; they use general terms, of no vendor. */
const exempt = [join('main', 'platform', 'redact.ts')];

const files = ['main', 'renderer', 'shared', 'exthost', 'preload']
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,css,html}`, { cwd: source }))
  .filter((file) => !file.includes('.test.') && !exempt.includes(file));

const findForeign = (text: string): string[] =>
  text.split('\n').flatMap((line, index) => {
    const found = foreign.find((word) => word.test(line));
    return found ? [`line ${index + 1}: ${line.trim()}`] : [];
  });

describe('the app knows no vendor', () => {
  test('the search covers every folder of the app', () => {
    for (const folder of ['main', 'renderer', 'shared', 'exthost', 'preload']) {
      expect(files.some((file) => file.startsWith(folder))).toBe(true);
    }
  });

  test('the search finds what it looks for', () => {
    expect(findForeign("fetch(url, { headers: { 'Authorization': key } })")).toHaveLength(1);
    expect(findForeign('if (data === "[DONE]") return;')).toHaveLength(1);
  });

  test('no vendor, header or wire format is named in the code of any of them', () => {
    const found = files.flatMap((file) =>
      findForeign(readFileSync(join(source, file), 'utf8')).map((place) => `${file}, ${place}`),
    );
    expect(found).toEqual([]);
  });
});
