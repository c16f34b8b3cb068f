import { expect, test } from 'vitest';
import type { ShownChange, ToolEffect } from '../../../shared/contract/tool.ts';
import { argumentHint } from './arguments/argument-hint.ts';
import { formatEffect, formatForThread, formatQuestion } from './format-effect.ts';

const tool = { extensionId: 'workspace-tools', extensionName: 'Workspace tools', id: 'edit-file', isReadOnly: false };
const change = (kind: ShownChange['kind'], path: string, added = 0, removed = 0, to?: string): ShownChange => ({
  kind,
  path,
  patch: '',
  isCut: false,
  added,
  removed,
  ...(to !== undefined && { to }),
});
const changes = (...all: ShownChange[]): ToolEffect => ({ type: 'change', changes: all });

test('a call says in words what it does', () => {
  const line = (effect: ToolEffect | undefined) => {
    const found = formatEffect(effect, 'past');
    return found && [found.verb, found.code, found.rest].filter(Boolean).join(' ');
  };
  expect(line(changes(change('edit', 'a.ts', 3, 1)))).toBe('Edited a.ts');
  expect(line(changes(change('move', 'a.ts', 0, 0, 'b.ts')))).toBe('Moved a.ts to b.ts');
  expect(formatEffect(changes(change('edit', 'a', 3, 1), change('create', 'b', 4)), 'now')).toEqual({
    verb: 'Changes',
    code: '',
    rest: '2 files',
    added: 7,
    removed: 1,
  });
  expect(line({ type: 'command', line: 'npm test\u202e', cwd: '.', parts: [] })).toBe('Ran npm test⟨U+202E⟩');
  expect(line({ type: 'read', path: 'a\u202etxt.exe' })).toBe('Read a⟨U+202E⟩txt.exe');
  expect(line(changes(change('move', 'a\u200b.ts', 0, 0, 'b\u202e.ts')))).toBe('Moved a⟨U+200B⟩.ts to b⟨U+202E⟩.ts');
  expect(line({ type: 'run' })).toBeNull();
  expect(line(undefined)).toBeNull();
});

test('the question names whose tool it is and what it would do', () => {
  expect(formatQuestion(tool, undefined)).toBe('May the tool edit-file of Workspace tools run?');
  expect(formatQuestion(tool, changes(change('edit', 'a')))).toBe('May Workspace tools edit this file?');
  expect(formatQuestion(tool, changes(change('create-directory', 'a')))).toBe(
    'May Workspace tools create this folder?',
  );
  expect(formatQuestion(tool, changes(change('edit', 'a'), change('delete', 'b')))).toBe(
    'May Workspace tools change 2 files?',
  );
});

test('what is allowed for the thread is said', () => {
  expect(formatForThread(tool, { type: 'read', path: '/etc/hosts' })).toContain(
    'every later file that it reads, also outside the folder',
  );
  expect(formatForThread(tool, undefined)).toContain('every later call of edit-file.');
});

test('a call of which only the arguments are known is told by the first of them that is short', () => {
  expect(argumentHint('{"path":"src/a.ts","text":"one')).toBe('src/a.ts');
  expect(argumentHint('{"text":"one\\ntwo","query":"needle"}')).toBe('needle');
  expect(argumentHint('{"count":3}')).toBe('');
  expect(argumentHint('{"path":"src/a')).toBe('src/a');
  expect(argumentHint('')).toBe('');
});
