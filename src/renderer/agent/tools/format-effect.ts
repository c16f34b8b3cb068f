import type { CalledTool, ShownChange, ToolEffect } from '../../../shared/contract/tool.ts';
import { visibleText } from '../../../shared/visible-text.ts';

/** An effect as a line: `code` is set in monospace, and `added` and `removed` count lines. */
export interface EffectLine {
  readonly verb: string;
  readonly code: string;
  readonly rest?: string;
  readonly added?: number;
  readonly removed?: number;
}

type Tense = 'ask' | 'now' | 'past';

const verbs = {
  edit: { ask: 'Edit', now: 'Edits', past: 'Edited' },
  create: { ask: 'Create', now: 'Creates', past: 'Created' },
  'create-directory': { ask: 'Create the folder', now: 'Creates the folder', past: 'Created the folder' },
  delete: { ask: 'Delete', now: 'Deletes', past: 'Deleted' },
  move: { ask: 'Move', now: 'Moves', past: 'Moved' },
  several: { ask: 'Change', now: 'Changes', past: 'Changed' },
  read: { ask: 'Read', now: 'Reads', past: 'Read' },
  command: { ask: 'Run', now: 'Runs', past: 'Ran' },
  fetch: { ask: 'Fetch', now: 'Fetches', past: 'Fetched' },
} as const;

const sum = (changes: readonly ShownChange[], count: 'added' | 'removed'): number =>
  changes.reduce((total, change) => total + change[count], 0);

/** The effect of a call as a line. null: it is only known that the tool runs. */
export function formatEffect(effect: ToolEffect | undefined, tense: Tense): EffectLine | null {
  switch (effect?.type) {
    case undefined:
    case 'run':
      return null;
    case 'read':
      return { verb: verbs.read[tense], code: visibleText(effect.path) };
    case 'command':
      return { verb: verbs.command[tense], code: visibleText(effect.line) };
    case 'fetch':
      return { verb: verbs.fetch[tense], code: visibleText(effect.url) };
    case 'change': {
      const { changes } = effect;
      const [first] = changes;
      const counts = { added: sum(changes, 'added'), removed: sum(changes, 'removed') };
      if (!first || changes.length > 1) {
        return { verb: verbs.several[tense], code: '', rest: `${changes.length} files`, ...counts };
      }
      const rest = first.to === undefined ? '' : `to ${visibleText(first.to)}`;
      return { verb: verbs[first.kind][tense], code: visibleText(first.path), rest, ...counts };
    }
  }
}

/** The question about a call, in a sentence that names the extension of the tool. */
export function formatQuestion({ id, extensionName }: CalledTool, effect: ToolEffect | undefined): string {
  switch (effect?.type) {
    case undefined:
    case 'run':
      return `May the tool ${id} of ${extensionName} run?`;
    case 'read':
      return `May ${extensionName} read this file?`;
    case 'command':
      return `May ${extensionName} run this command?`;
    case 'fetch':
      return `May ${extensionName} fetch this address?`;
    case 'change': {
      const [first] = effect.changes;
      if (!first || effect.changes.length > 1) return `May ${extensionName} change ${effect.changes.length} files?`;
      if (first.kind === 'create-directory') return `May ${extensionName} create this folder?`;
      return `May ${extensionName} ${verbs[first.kind].ask.toLowerCase()} this file?`;
    }
  }
}

/** Explains the further calls that “Allow in this thread” covers. */
export function formatForThread({ id }: CalledTool, effect: ToolEffect | undefined): string {
  const later = {
    run: `later call of ${id}`,
    read: 'later file that it reads, also outside the folder, except files that hold secrets',
    change: 'later edit in this thread',
    command: 'later command that a rule could allow',
    fetch: 'later address that it fetches',
  } as const satisfies Record<ToolEffect['type'], string>;
  return `“Allow in this thread” also allows every ${later[effect?.type ?? 'run']}.`;
}

/** The kind of change, in words beside the path. */
export function formatChange({ kind, to }: ShownChange): string {
  const past = { edit: '', create: 'new', 'create-directory': 'new folder', delete: 'deleted', move: 'moved' }[kind];
  return kind === 'move' && to !== undefined ? `moves to ${visibleText(to)}` : past;
}
