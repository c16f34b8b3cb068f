import { expect, test } from 'vitest';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import type { ToolRunState } from '../../../shared/contract/tool.ts';
import { createEmitter } from '../../../shared/emitter.ts';
import { whenFilesCome } from './files-may-come.ts';

function mayBringFiles(event: MainEvent): boolean {
  let told = false;
  const { on, emit } = createEmitter<MainEvent>(() => {});
  on(
    whenFilesCome(() => {
      told = true;
    }),
  );
  emit(event);
  return told;
}
const entries = (...all: ThreadEntry[]) => mayBringFiles({ type: 'thread-entries', threadId: 't', entries: all });
const run = (state: ToolRunState): ThreadEntry => ({ kind: 'tool-run', answerId: 'a', toolUseId: 'u', at: 1, state });

test('a tool that is done and an answer that ended may bring files, and so does what changes in the tree', () => {
  expect(entries(run({ type: 'done', output: '', isError: false }))).toBe(true);
  expect(entries({ kind: 'answer-ended', answerId: 'a', at: 1, end: { type: 'stopped-by-person' } })).toBe(true);
  expect(mayBringFiles({ type: 'tree-changed', directories: ['/p'] })).toBe(true);
});

test('what streams brings none', () => {
  expect(entries({ kind: 'answer-text', answerId: 'a', text: 'b' }, run({ type: 'running' }))).toBe(false);
  expect(mayBringFiles({ type: 'threads', threads: [] })).toBe(false);
});
