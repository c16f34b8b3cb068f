import {
  type AnswerEnd,
  type AnswerPart,
  type AnswerView,
  declined,
  type ThreadView,
  type TurnView,
} from '../contract/thread.ts';
import type { ToolRunState } from '../contract/tool.ts';
import { oneLine } from './one-line.ts';
import { standingParts } from './standing-parts.ts';

/**
 * A thread as a document of Markdown: what was said, by whom, what the tools came to, and what the person wrote beside
 * it. It holds what is shown; what a model thought is left out.
 */
export function threadMarkdown(view: ThreadView, title: string): string {
  const sections = [`# ${asText(title)}`, ...repliesAfter(view, null)];
  for (const turn of view.turns) {
    sections.push(...turnSections(turn, view), ...compactionsAfter(view, turn.promptId));
    sections.push(...repliesAfter(view, turn.promptId));
  }
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

const repliesAfter = ({ replies }: ThreadView, promptId: string | null): string[] =>
  replies
    .filter(({ afterPromptId }) => afterPromptId === promptId)
    .flatMap(({ command, extensionName, text }) => [`## ${asText(extensionName)}`, quoted(command), contained(text)]);

const compactionsAfter = ({ compactions }: ThreadView, promptId: string): string[] =>
  compactions
    .filter((compaction) => compaction.promptId === promptId)
    .flatMap(({ modelName, text }) => [`## Summary by ${asText(modelName)}`, contained(text)]);

function turnSections({ promptId, text, images = [], versions, answers }: TurnView, view: ThreadView): string[] {
  const shown = images.map(
    ({ mediaType, width, height }) => `*Image: ${mediaType.replace('image/', '')}, ${width} × ${height}*`,
  );
  const place = versions.indexOf(promptId) + 1;
  const version = versions.length > 1 ? `*Version ${place} of ${versions.length}; the others are not shown here.*` : '';
  const said = answers.flatMap((answer) => answerSections(answer, view));
  return ['## You', quoted(text), ...shown, version, ...annotationsOf(promptId, view), ...said];
}

function answerSections({ id, modelName, parts, end }: AnswerView, view: ThreadView): string[] {
  const said = standingParts(parts).map(partSection);
  const note = end && endNote(end);
  return [`## ${asText(modelName)}`, ...said, note ? `*${asText(note)}*` : '', ...annotationsOf(id, view)];
}

function annotationsOf(id: string, { notes, labels }: ThreadView): string[] {
  const note = Object.hasOwn(notes, id) ? notes[id] : undefined;
  const own = Object.hasOwn(labels, id) ? labels[id] : undefined;
  return [own ? `*Labels: ${asText(own.join(', '))}*` : '', ...(note ? ['*Note:*', quoted(note.text)] : [])];
}

function partSection(part: AnswerPart): string {
  if (part.type === 'text') return contained(part.text);
  if (part.type !== 'tool-use') return '';
  const { toolUse, run } = part;
  const of = run?.tool ? ` of ${asText(run.tool.extensionName)}` : '';
  const line = `- Tool ${codeSpan(toolUse.name)}${of} ${codeSpan(toolUse.input)}: ${stateWords(run?.state)}`;
  return run?.state.type === 'done' && run.state.output !== '' ? `${line}\n\n${fenced(run.state.output)}` : line;
}

function stateWords(state: ToolRunState | undefined): string {
  switch (state?.type) {
    case 'done':
      return state.isError ? 'failed' : 'done';
    case 'denied':
      return 'not allowed';
    case 'failed':
      return asText(state.reason);
    case 'waiting':
      return 'waits for permission';
    case 'running':
      return 'is running';
    case undefined:
      return 'not run';
  }
}

function endNote(end: AnswerEnd): string {
  switch (end.type) {
    case 'stopped-by-person':
      return 'Stopped.';
    case 'step-limit':
      return `Ended after ${end.steps} steps.`;
    case 'failed':
      return end.failure.message;
    case 'stop':
      if (end.reason === 'max-tokens') return 'Cut short: the answer came to its limit.';
      return end.reason === 'refusal' ? declined('to answer', end.explanation) : '';
  }
}

const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);

/** A prompt is text of a person, which may hold half of anything; a quotation ends with its lines. */
const quoted = (text: string): string =>
  text === ''
    ? ''
    : linesOf(text)
        .map((line) => (line === '' ? '>' : `> ${line}`))
        .join('\n');

/** Words of ours amid Markdown: one line in which nothing is a mark. */
const asText = (text: string): string => oneLine(text, 500).replace(/[\\`*_[\]<>#&~|]/g, '\\$&');

const longestRun = (text: string): number =>
  Array.from(text.matchAll(/`+/g)).reduce((longest, [ticks]) => Math.max(longest, ticks.length), 0);

function codeSpan(text: string): string {
  const line = oneLine(text, 200) || ' ';
  const ticks = '`'.repeat(longestRun(line) + 1);
  return ticks.length > 1 ? `${ticks} ${line} ${ticks}` : `${ticks}${line}${ticks}`;
}

/** No line of the text can end the fence: it is longer than any row of ticks there is. */
function fenced(text: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}text\n${text}${text.endsWith('\n') ? '' : '\n'}${ticks}`;
}

/** Markdown of a model, which may end in the middle of a code block: what it left open is closed. */
function contained(text: string): string {
  let open: { mark: string; length: number } | null = null;
  for (const line of linesOf(text)) {
    const [, marks = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    const mark = marks.charAt(0);
    if (marks === '') continue;
    if (!open) open = mark === '`' && rest.includes('`') ? null : { mark, length: marks.length };
    else if (mark === open.mark && marks.length >= open.length && rest.trim() === '') open = null;
  }
  const body = text.replace(/^(?:[ \t]*\r?\n)+|\s+$/g, '');
  if (open) return `${body}\n${open.mark.repeat(open.length)}`;
  return body.lastIndexOf('<!--') > body.lastIndexOf('-->') ? `${body}\n-->` : body;
}
