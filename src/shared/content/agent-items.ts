import type {
  AgentCallPatch,
  AgentNote,
  AgentPlan,
  AgentQuestion,
  AgentTerminalPatch,
} from '../contract/agent-servers/agent-item.ts';
import { oneLine, wellFormed } from '../thread/one-line.ts';
import { nameOfImage } from './agent-images.ts';
import { codeSpan, contained, fenced, wordOf } from './markdown-text.ts';

/**
 * What an agent server tells of its calls, terminals, plans and notes, put together: `merge…` adds a record to what is known,
 * `join…` makes one record of two that say the same as both. Merging a joined record equals merging one after the other.
 */

/** All that is known of a call. */
export type AgentCall = Omit<AgentCallPatch, 'added' | 'question'> & {
  /** In the order in which they were first asked. */
  readonly questions: readonly AgentQuestion[];
};
export type AgentTerminal = Omit<AgentTerminalPatch, 'added'>;

export function mergeCall(known: AgentCall | undefined, patch: AgentCallPatch): AgentCall {
  const { added = [], question, ...told } = patch;
  const merged = { questions: [], ...known, ...told };
  const content = added.length > 0 ? [...(merged.content ?? []), ...added] : merged.content;
  return {
    ...merged,
    ...(content && { content }),
    ...(question && { questions: withQuestion(merged.questions, question) }),
  };
}

function withQuestion(questions: readonly AgentQuestion[], question: AgentQuestion): AgentQuestion[] {
  const place = questions.findIndex(({ id }) => id === question.id);
  return place < 0 ? [...questions, question] : questions.with(place, question);
}

/** Questions that wait when their answer ends: nobody can answer them any more. Only a quit app leaves such. */
export function endQuestions(parts: { type: string; call?: AgentCall }[]): void {
  for (const [place, part] of parts.entries()) {
    if (!part.call?.questions.some(({ answer }) => answer === undefined)) continue;
    const questions = part.call.questions.map((question) => ({ answer: null, ...question }));
    parts[place] = { ...part, call: { ...part.call, questions } };
  }
}

/** @returns null when they are of two calls, or ask two questions */
export function joinCalls(last: AgentCallPatch, next: AgentCallPatch): AgentCallPatch | null {
  if (last.id !== next.id) return null;
  if (last.question && next.question && last.question.id !== next.question.id) return null;
  if (next.content) {
    const { added: _replaced, ...kept } = last;
    return { ...kept, ...next };
  }
  const added = [...(last.added ?? []), ...(next.added ?? [])];
  return { ...last, ...next, ...(added.length > 0 && { added }) };
}

/** Limit for the output of a terminal in characters; its end is kept. */
const longestOutput = 100_000;

export function mergeTerminal(known: AgentTerminal | undefined, patch: AgentTerminalPatch): AgentTerminal {
  const { added = '', ...told } = patch;
  const merged = { ...known, ...told };
  if (merged.output === undefined && added === '') return merged;
  const output = (merged.output ?? '') + added;
  if (output.length <= longestOutput) return { ...merged, output };
  return { ...merged, output: output.slice(-longestOutput), isCut: true };
}

export function joinTerminals(last: AgentTerminalPatch, next: AgentTerminalPatch): AgentTerminalPatch | null {
  if (last.id !== next.id) return null;
  if (next.output !== undefined) {
    const { added: _replaced, ...kept } = last;
    return { ...kept, ...next };
  }
  const added = (last.added ?? '') + (next.added ?? '');
  // What the first had cut by its length must not come to be whole by the second.
  if (next.isCut === false && (last.output ?? '').length + added.length > longestOutput) return null;
  return { ...last, ...next, ...(added !== '' && { added }) };
}

export const isRemoved = ({ entries, text }: AgentPlan): boolean => entries.length === 0 && text === undefined;

/** A plan that comes again after it was removed has another place. */
export const joinPlans = (last: AgentPlan, next: AgentPlan): AgentPlan | null =>
  last.id === next.id && (!isRemoved(last) || isRemoved(next)) ? next : null;

export const joinNotes = (last: AgentNote, next: AgentNote): AgentNote | null => (last.id === next.id ? next : null);

const marks = { completed: 'x', cancelled: '-', pending: ' ', in_progress: ' ' } as const;

export function planMarkdown({ entries, text = '' }: AgentPlan): string {
  const list = entries.map(({ content, state }) => `- [${marks[state]}] ${wordOf(content)}`).join('\n');
  return [list, text && contained(text)].filter((part) => part !== '').join('\n\n');
}

export const noteMarkdown = ({ title, text = '' }: AgentNote): string =>
  [`*${wordOf(title)}*`, text && contained(text)].filter((part) => part !== '').join('\n\n');

export function callMarkdown({ id, title = id, state, content = [] }: AgentCall): string {
  const said = content.map((part) => {
    if (part.type === 'text') return contained(part.text);
    if (part.type === 'image') return `*${wordOf(nameOfImage(part.name, part.facts))}*`;
    return part.type === 'diff' && part.change.patch !== '' ? fenced(part.change.patch, 'diff') : '';
  });
  const line = `- ${wordOf(title)}${state ? `: ${state.replace('_', ' ')}` : ''}`;
  return [line, ...said.filter((part) => part !== '')].join('\n\n');
}

export function terminalMarkdown({ command = '', output = '', exit }: AgentTerminal): string {
  const ended = exit && exit.code !== null && exit.code !== 0 ? `*Exit code ${exit.code}.*` : '';
  return [command && `- Ran ${codeSpan(command)}`, output && fenced(wellFormed(output)), ended]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Characters of a line that says what was done. */
const longestLine = 500;

/** For one who goes on with the thread: what was called, how it ended and which files it changed. */
export function callLine({ id, title = id, state = 'pending', content = [] }: AgentCall): string {
  const changes = content.flatMap((part) => (part.type === 'diff' ? [part.change] : []));
  const changed = changes.map(({ path, added, removed }) => `${path} (+${added} -${removed})`).join(', ');
  const images = content.filter(({ type }) => type === 'image').length;
  const shown = images === 0 ? '' : `; showed ${images === 1 ? 'an image' : `${images} images`}`;
  return oneLine(`${title}: ${state.replace('_', ' ')}${shown}${changed && `; changed ${changed}`}`, longestLine);
}

export function terminalLine({ command = '', exit }: AgentTerminal): string {
  if (command === '') return '';
  return oneLine(`Ran ${command}${exit && exit.code !== null ? `: exit code ${exit.code}` : ''}`, longestLine);
}

export const planLine = ({ entries }: AgentPlan): string =>
  entries.length === 0
    ? ''
    : oneLine(
        `Plan: ${entries.map(({ content, state }) => `${content} (${state.replace('_', ' ')})`).join('; ')}`,
        2_000,
      );
