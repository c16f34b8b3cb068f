import type { ThreadEntry } from '../../../../shared/contract/thread.ts';

const usage = { inputTokens: 1, outputTokens: 2, cacheReadInputTokens: 3 };
const prices = { currency: 'USD', input: 1, output: 2, cacheRead: 0.1 };
const images = [{ mediaType: 'image/png' as const, data: 'AAAA', width: 1, height: 2 }];
const at = 5;

/** A new kind without its entry here does not compile. */
export const entryOfEachKind: { readonly [K in ThreadEntry['kind']]: Extract<ThreadEntry, { kind: K }> } = {
  prompt: {
    kind: 'prompt',
    id: 'p',
    at,
    text: 'hi',
    images,
    replaces: 'o',
    context: [{ kind: 'page', label: 'x', href: 'https://x', text: '', problem: 'It is gone.' }],
    typed: { text: 'h', by: ['E'] },
  },
  'branch-shown': { kind: 'branch-shown', at, promptId: 'p' },
  'answer-started': { kind: 'answer-started', id: 'a', at, promptId: 'p', model: 'm', modelName: 'M', prices },
  'answer-text': { kind: 'answer-text', answerId: 'a', text: 'x' },
  'answer-thinking': { kind: 'answer-thinking', answerId: 'a', text: 'x' },
  'answer-tool-use': {
    kind: 'answer-tool-use',
    answerId: 'a',
    toolUse: { id: 't', name: 'n', input: '{}', isInputComplete: true },
  },
  'tool-run': {
    kind: 'tool-run',
    answerId: 'a',
    toolUseId: 't',
    at,
    tool: { extensionId: 'e', extensionName: 'E', id: 'i', isReadOnly: true },
    state: {
      type: 'running',
      effect: { type: 'command', line: 'ls', cwd: '.', parts: ['ls'], warning: 'It cannot be told.' },
    },
    changedBy: ['E'],
    input: '{}',
  },
  'tool-output': { kind: 'tool-output', answerId: 'a', toolUseId: 't', text: 'x' },
  'answer-step': { kind: 'answer-step', answerId: 'a' },
  'answer-retry': { kind: 'answer-retry', answerId: 'a', at, failure: { code: 'network', message: 'Gone.' } },
  'command-reply': { kind: 'command-reply', id: 'r', at, command: '/x', extensionName: 'X', text: 'y' },
  'shell-run': { kind: 'shell-run', id: 's', at, command: 'ls -a', isTold: true, typed: 'ls', changedBy: ['X'] },
  'shell-output': { kind: 'shell-output', id: 's', text: 'x' },
  'shell-ended': { kind: 'shell-ended', id: 's', at, end: { type: 'handled', by: 'X', output: 'x' } },
  'title-usage': { kind: 'title-usage', at, usage, prices },
  title: { kind: 'title', at, text: 'T', by: 'person' },
  archived: { kind: 'archived', at, isArchived: true },
  'queue-added': { kind: 'queue-added', id: 'q', at, text: 'x', images },
  'queue-edited': { kind: 'queue-edited', id: 'q', text: 'x', images },
  'queue-order': { kind: 'queue-order', ids: ['q'] },
  note: { kind: 'note', at, on: 'p', text: 'x' },
  labels: { kind: 'labels', at, on: 'p', labels: ['x'] },
  compaction: { kind: 'compaction', id: 'c', at, promptId: 'p', modelName: 'M', text: 'x', usage, prices },
  limit: { kind: 'limit', at, tokens: 1, cost: 0.5 },
  setup: { kind: 'setup', at, agent: 'reviewer', model: 'fast', tools: ['read_file'], instructions: 'Be brief.' },
  origin: { kind: 'origin', at, extensionId: 'e', extensionName: 'E', parentId: 't', depth: 1 },
  task: {
    kind: 'task',
    at,
    threadId: 't',
    title: 'T',
    extensionName: 'E',
    toolUseId: 'u',
    spent: { tokens: 1, cost: 0.5, currency: 'USD', isEstimated: true },
  },
  'answer-usage': { kind: 'answer-usage', answerId: 'a', usage },
  'answer-ended': {
    kind: 'answer-ended',
    answerId: 'a',
    at,
    end: { type: 'stop', reason: 'refusal', explanation: 'No.' },
  },
};
