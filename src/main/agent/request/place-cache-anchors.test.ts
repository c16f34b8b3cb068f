import { describe, expect, test } from 'vitest';
import type { CompletionRequest, RequestMessage } from '../../../shared/contract/provider.ts';
import { placeCacheAnchors } from './place-cache-anchors.ts';

/** A letter for each message: system, user, assistant; a capital is marked. */
const request = (letters: string, tools = 0): CompletionRequest => ({
  messages: [...letters].map((letter) => ({ role: roles[letter] ?? 'user', content: [], cache: false })),
  tools: Array.from({ length: tools }, (_, n) => ({ name: `t${n}`, description: '', inputSchema: '{}' })),
  stopSequences: [],
  thinkingAllowed: false,
});
const roles: Record<string, RequestMessage['role']> = { s: 'system', u: 'user', a: 'assistant' };
const letters = ({ messages }: CompletionRequest): string =>
  messages.map(({ role, cache }) => (cache ? role.charAt(0).toUpperCase() : role.charAt(0))).join('');
const configuration = { maxCacheAnchors: 4, shouldCacheToolDefinitions: true, minTotalTokenCount: 100 };

describe('cache anchors', () => {
  test('are on the tools, the last system message and the newest user messages, as many as there may be', () => {
    const placed = placeCacheAnchors(request('ssuauau', 2), configuration, 100);
    expect(letters(placed)).toBe('sSuaUaU');
    expect(placed.cacheTools).toBe(true);
  });

  test('without tools, or with tools that are not to be cached, leave more for messages', () => {
    for (const [tools, shouldCacheToolDefinitions] of [[0, true] as const, [2, false] as const]) {
      const placed = placeCacheAnchors(
        request('suauauau', tools),
        { ...configuration, shouldCacheToolDefinitions },
        999,
      );
      expect(letters(placed)).toBe('SuaUaUaU');
      expect(placed).not.toHaveProperty('cacheTools');
    }
  });

  test('are where the request before had its newest, so that its part is found again', () => {
    const two = { ...configuration, maxCacheAnchors: 2, shouldCacheToolDefinitions: false };
    const before = placeCacheAnchors(request('uau'), two, 999);
    expect(letters(before)).toBe('UaU');
    const after = placeCacheAnchors({ ...before, messages: [...before.messages, ...request('au').messages] }, two, 999);
    expect(letters(after)).toBe('uaUaU');
  });

  test('are not there in a short request, without a configuration, or where none may be', () => {
    const plain = request('suau', 1);
    expect(placeCacheAnchors(plain, configuration, 99)).toBe(plain);
    expect(placeCacheAnchors(plain, null, 999)).toBe(plain);
    expect(placeCacheAnchors(plain, { ...configuration, maxCacheAnchors: 0 }, 999)).toBe(plain);
    const one = placeCacheAnchors(plain, { ...configuration, maxCacheAnchors: 1 }, 999);
    expect([letters(one), one.cacheTools]).toEqual(['suau', true]);
  });
});
