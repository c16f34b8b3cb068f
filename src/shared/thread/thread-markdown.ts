import type { AnswerEnd, AnswerPart, AnswerView, ThreadView, TurnView } from '../contract/thread.ts';
import type { ToolRunState } from '../contract/tool.ts';
import { oneLine } from './one-line.ts';
import { standingParts } from './standing-parts.ts';

/** A thread as a document of Markdown: what was said, by whom, and what the tools came to. What a model thought is left out. */
export function threadMarkdown(view: ThreadView, title: string): string {
  const repliesAt = (turnCount: number) => view.replies.filter((reply) => reply.turnCount === turnCount);
  const sections = [`# ${asText(title)}`];
  for (let index = 0; index <= view.turns.length; index += 1) {
    for (const { command, extensionName, text } of repliesAt(index)) {
      sections.push(`## ${asText(extensionName)}`, quoted(command), contained(text));
    }
    const turn = view.turns[index];
    if (turn) sections.push(...turnSections(turn));
  }
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function turnSections({ text, images = [], answers }: TurnView): string[] {
  const notes = images.map(
    ({ mediaType, width, height }) => `*Image: ${mediaType.replace('image/', '')}, ${width} × ${height}*`,
  );
  return ['## You', quoted(text), ...notes, ...answers.flatMap(answerSections)];
}

function answerSections({ modelName, parts, end }: AnswerView): string[] {
  const said = standingParts(parts).map(partSection);
  const note = end && endNote(end);
  return [`## ${asText(modelName)}`, ...said, note ? `*${asText(note)}*` : ''];
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
    case 'round-limit':
      return `Ended after ${end.rounds} rounds.`;
    case 'failed':
      return end.failure.message;
    case 'stop':
      if (end.reason === 'max-tokens') return 'Cut short: the answer came to its limit.';
      return end.reason === 'refusal' ? 'The model declined to answer.' : '';
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
