import type { AgentCall } from '../../../../shared/content/agent-items.ts';
import type { AgentQuestion, agentCallKinds } from '../../../../shared/contract/agent-servers/agent-item.ts';
import { visibleText } from '../../../../shared/visible-text.ts';

type CallKind = (typeof agentCallKinds)[number];

/** A call that has no title yet. */
const kindWords: Readonly<Record<CallKind, string>> = {
  read: 'Read',
  edit: 'Edit',
  delete: 'Delete',
  move: 'Move',
  search: 'Search',
  execute: 'Run a command',
  think: 'Think',
  fetch: 'Fetch',
  switch_mode: 'Switch the mode',
  other: 'Tool call',
};

export const callTitle = ({ title, kind }: Pick<AgentCall, 'title' | 'kind'>): string =>
  visibleText(title?.trim() || kindWords[kind ?? 'other']);

/** A stretch of a title; `isCode`: it stood between backticks. */
export interface TitlePart {
  readonly text: string;
  readonly isCode: boolean;
}

/** Titles are plain text, in which agents set names and commands in backticks. */
export function titleParts(title: string): readonly TitlePart[] {
  const parts: TitlePart[] = [];
  let at = 0;
  for (const { 0: whole, 1: code = '', index } of title.matchAll(/`([^`]+)`/g)) {
    if (index > at) parts.push({ text: title.slice(at, index), isCode: false });
    parts.push({ text: code, isCode: true });
    at = index + whole.length;
  }
  if (at < title.length) parts.push({ text: title.slice(at), isCode: false });
  return parts;
}

/** Lines that the diffs of a call add and remove together. */
export function callCounts({ content = [] }: Pick<AgentCall, 'content'>): { added: number; removed: number } {
  const counts = { added: 0, removed: 0 };
  for (const part of content) {
    if (part.type !== 'diff') continue;
    counts.added += part.change.added;
    counts.removed += part.change.removed;
  }
  return counts;
}

/** How a call stands. `unknown`: its answer is over, and the agent did not say how it ended. */
export type CallStanding = 'asks' | 'runs' | 'paused' | 'done' | 'failed' | 'cancelled' | 'unknown';

export function standingOf(call: Pick<AgentCall, 'state' | 'questions'>, isOver: boolean): CallStanding {
  if (openQuestion(call)) return 'asks';
  const isOpen = call.state !== 'completed' && call.state !== 'failed';
  if (isOver && isOpen && call.questions.at(-1)?.answer === null) return 'cancelled';
  switch (call.state) {
    case 'completed':
      return 'done';
    case 'failed':
      return 'failed';
    case 'cancelled':
      return 'cancelled';
    case 'paused':
      return isOver ? 'unknown' : 'paused';
    case 'pending':
    case 'in_progress':
    case undefined:
      return isOver ? 'unknown' : 'runs';
  }
}

export const standingWords: Readonly<Record<CallStanding, string>> = {
  asks: 'Waiting for your answer',
  runs: 'Running',
  paused: 'Paused',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  unknown: 'The agent did not say how it ended',
};

/** The question of a call that waits; the last one, should there be several. */
export const openQuestion = ({ questions = [] }: Pick<AgentCall, 'questions'>): AgentQuestion | undefined =>
  questions.findLast(({ answer }) => answer === undefined);

/** What a person answered, in a sentence. */
export function formatAnswered({ options, answer, title, allowsIn, allowedIn }: AgentQuestion): string {
  const asked = title ? `${visibleText(title.trim())} ` : '';
  if (answer === null) return `${asked}Not answered: it was stopped.`;
  const option = options.find(({ id }) => id === answer);
  const chosen = `“${visibleText(option?.name ?? String(answer))}”`;
  if (allowedIn) return `${asked}Answered ${chosen} without asking: you allowed exactly this in this ${allowedIn}.`;
  return `${asked}You chose ${chosen}${allowsIn ? `, and for exactly this from then on in this ${allowsIn}` : ''}.`;
}

/** Whether the person was not asked, as they had allowed the same before. */
export const isAllowedBefore = ({ questions }: Pick<AgentCall, 'questions'>): boolean =>
  questions.some(({ allowedIn }) => allowedIn !== undefined);

type Option = AgentQuestion['options'][number];

const kindHints: Readonly<Record<Option['kind'], string>> = {
  allow_once: 'Allows it this time',
  allow_always: 'Allows it from now on; for how long and for what is up to the agent',
  reject_once: 'Does not allow it this time',
  reject_always: 'Does not allow it from now on; for how long and for what is up to the agent',
  other: 'An answer of the agent’s own',
};

export interface ShownOption extends Option {
  /** On its button: the agent's name of it, with what sets it apart where another has the same. */
  readonly label: string;
  /** What it means, in our words. */
  readonly hint: string;
  /** What most people want. */
  readonly isPrimary: boolean;
}

/** The options of a question as buttons, in the agent's order. */
export function shownOptions(options: readonly Option[]): readonly ShownOption[] {
  const nameOf = ({ name, id }: Option) => visibleText(name.trim() || id);
  const first = options.findIndex(({ kind }) => kind === 'allow_once');
  return options.map((option, index) => {
    const alike = options.filter((other) => nameOf(other) === nameOf(option));
    const apart = new Set(alike.map(({ kind }) => kind)).size === alike.length ? kindNames[option.kind] : option.id;
    const label = alike.length > 1 ? `${nameOf(option)} (${visibleText(apart)})` : nameOf(option);
    return { ...option, label, hint: kindHints[option.kind], isPrimary: index === first };
  });
}

/** How far the app knows the answers of a question to reach. */
export function formatReach(options: readonly Option[]): string {
  const lasting = shownOptions(options)
    .filter(({ kind }) => kind === 'allow_always' || kind === 'reject_always')
    .map(({ label }) => `“${label}”`);
  const reach =
    lasting.length === 0 ? '' : ` So is how far ${lasting.join(' and ')} ${lasting.length > 1 ? 'reach' : 'reaches'}.`;
  return `These answers are the agent’s own. Whether it keeps to them is up to the agent.${reach}`;
}

const kindNames: Readonly<Record<Option['kind'], string>> = {
  allow_once: 'once',
  allow_always: 'always',
  reject_once: 'not this time',
  reject_always: 'never',
  other: 'other',
};
