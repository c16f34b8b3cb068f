import { contentMarkdown, isContent } from '../content/content-kinds.ts';
import { contained, fenced, quoted, wordOf } from '../content/markdown-text.ts';
import type { ShellRunView } from '../contract/shell-run.ts';
import { type AnswerEnd, declined } from '../contract/thread.ts';
import type { AnswerView, ThreadView, TurnView } from '../contract/thread-view.ts';
import { asidesAfter } from './asides.ts';
import { shellEnding, shellOutput } from './shell-runs.ts';
import { standingParts } from './standing-parts.ts';

/**
 * A thread as a Markdown document: messages with their authors, results of tools, labels and notes. Only the shown
 * branch, without the thoughts of models.
 */
export function threadMarkdown(view: ThreadView, title: string): string {
  const sections = [`# ${wordOf(title)}`, ...asideSections(view, null)];
  for (const turn of view.turns) {
    sections.push(...turnSections(turn, view), ...compactionsAfter(view, turn.promptId));
    sections.push(...asideSections(view, turn.promptId));
  }
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

const asideSections = (view: ThreadView, promptId: string | null): string[] =>
  asidesAfter(view, promptId).flatMap((aside) => {
    if (aside.type === 'shell-run') return shellSections(aside.of);
    if (aside.type === 'unprompted') return answerSections(aside.of, view);
    const { command, extensionName, text } = aside.of;
    return [`## ${wordOf(extensionName)}`, quoted(command), contained(text)];
  });

function shellSections(run: ShellRunView): string[] {
  const output = shellOutput(run);
  const ending = shellEnding(run);
  return ['## You ran', fenced(run.command, 'sh'), output && fenced(output), ending && `*${wordOf(ending)}*`];
}

const compactionsAfter = ({ compactions }: ThreadView, promptId: string): string[] =>
  compactions
    .filter((compaction) => compaction.promptId === promptId)
    .flatMap(({ modelName, text }) => [`## Summary by ${wordOf(modelName)}`, contained(text)]);

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
  const said = standingParts(parts).map((part) => (isContent(part) ? contentMarkdown(part) : ''));
  const note = end && endNote(end);
  return [`## ${wordOf(modelName)}`, ...said, note ? `*${wordOf(note)}*` : '', ...annotationsOf(id, view)];
}

function annotationsOf(id: string, { notes, labels }: ThreadView): string[] {
  const note = Object.hasOwn(notes, id) ? notes[id] : undefined;
  const own = Object.hasOwn(labels, id) ? labels[id] : undefined;
  return [own ? `*Labels: ${wordOf(own.join(', '))}*` : '', ...(note ? ['*Note:*', quoted(note.text)] : [])];
}

function endNote(end: AnswerEnd): string {
  switch (end.type) {
    case 'stopped-by-person':
      return end.failure ? `${end.failure.message} Stopped.` : 'Stopped.';
    case 'step-limit':
      return `Ended after ${end.steps} steps.`;
    case 'failed':
      return end.failure.message;
    case 'stop':
      if (end.reason === 'max-tokens') return 'Cut short: the answer came to its limit.';
      return end.reason === 'refusal' ? declined('to answer', end.explanation) : '';
  }
}
