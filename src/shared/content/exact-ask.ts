import type { AgentCallContent, AgentQuestion } from '../contract/agent-servers/agent-item.ts';
import { type ExactAsk, longestExactAsk } from '../contract/agent-servers/agent-permission.ts';
import { imageIdsIn } from './agent-images.ts';
import type { AgentCall } from './agent-items.ts';

/**
 * What a question asks, for an answer that holds more than once.
 * @returns null: it has no answer, or several, that allow it once; or it does not show all of what would be done
 */
export function exactAskOf(call: AgentCall, question: AgentQuestion): ExactAsk | null {
  const option = allowsOnce(question);
  if (!option || !showsExactly(call, question)) return null;
  const { isPartly: _, ...shown } = shownWork(call);
  const { title: asked, text, command, cwd } = question;
  const told = { ...shown, asked, text, command, cwd, option: option.name };
  // What is absent is left out, as in what was kept.
  const written = JSON.stringify(told);
  return written.length > longestExactAsk ? null : JSON.parse(written);
}

/** What a call shows of what is to be done, and not how that stands. */
export const shownWork = ({ title, kind, content, locations, input, isPartly }: AgentCall) => ({
  ...{ title, kind, content, locations, input, isPartly },
});

/** The answer that allows it this time and no longer; undefined if there is none, or more than one. */
export function allowsOnce({ options }: AgentQuestion): AgentQuestion['options'][number] | undefined {
  const [only, ...more] = options.filter(({ kind }) => kind === 'allow_once');
  return more.length === 0 ? only : undefined;
}

/** Whether an answer does not allow it. */
export const isRefusal = ({ kind }: AgentQuestion['options'][number]): boolean =>
  kind === 'reject_once' || kind === 'reject_always';

const hasImage = (part: AgentCallContent): boolean =>
  part.type === 'image' || (part.type === 'text' && imageIdsIn(part.text).length > 0);

const nothing: ReadonlySet<string> = new Set(['', '{}', '[]', 'null', '""']);

function showsExactly(call: AgentCall, question: AgentQuestion): boolean {
  const { kind, content = [], locations = [], input = '' } = call;
  if (call.isPartly || question.isPartly) return false;
  // A terminal is what became of it, and not what it would be. An image nobody compares to the letter, and it is not shown everywhere.
  if (content.some((part) => part.type === 'terminal' || hasImage(part))) return false;
  const isPathAll = (kind === 'read' || kind === 'delete') && locations.length > 0;
  const hasDiff = content.some(({ type }) => type === 'diff');
  return !nothing.has(input.trim()) || isPathAll || hasDiff || (question.command ?? '') !== '';
}
