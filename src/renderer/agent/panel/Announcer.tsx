import { useEffect, useRef, useState } from 'react';
import { contentWords, isContent } from '../../../shared/content/content-kinds.ts';
import type { AnswerActivity } from '../../../shared/contract/thread.ts';
import type { AnswerPart, AnswerView, ThreadView } from '../../../shared/contract/thread-view.ts';
import { agentQuestions, formatAsked } from '../agent-servers/calls/agent-questions.ts';
import { formatSilence, silentAfter } from '../messages/silence/silence.ts';
import { useSilence } from '../messages/silence/use-silence.ts';
import { formatQuestion } from '../tools/format-effect.ts';
import { pendingQuestions } from '../tools/questions/pending-questions.ts';
import styles from './AgentPanel.module.css';
import { announcedOf } from './format-activity.ts';
import { takeSentences } from './sentences.ts';

/** Milliseconds. */
const justEnded = 3000;

export interface AnnouncerProps {
  readonly view: Pick<ThreadView, 'turns' | 'unprompted'>;
  readonly activity: AnswerActivity | null;
  /** The answer that news are due from, and when the last came. */
  readonly awaited: AnswerView | null;
  readonly heardAt: number;
}

/** Announces the streaming text of a thread to a screen reader, politely and in whole sentences. */
export function Announcer({ view, activity, awaited, heardAt }: AnnouncerProps) {
  const { turns } = view;
  const answer = turns.at(-1)?.answers.at(-1);
  const place = useRef(endOf(answer));
  const [spoken, setSpoken] = useState('');

  useEffect(() => {
    if (!answer) return;
    const at = place.current;
    if (at.answerId !== answer.id) {
      // An earlier answer, which was loaded with its thread, is not read out.
      const isOld = answer.endedAt !== undefined && Date.now() - answer.endedAt > justEnded;
      Object.assign(at, { answerId: answer.id, part: isOld ? answer.parts.length : 0, next: 0 });
    }
    const said: string[] = [];
    while (at.part < answer.parts.length) {
      const part = answer.parts[at.part];
      const isDone = answer.end !== undefined || at.part < answer.parts.length - 1;
      const { spoken: words, next } = takeSentences(wordsOf(part), at.next, isDone);
      if (words) said.push(words);
      at.next = next;
      if (!isDone) break;
      at.part++;
      at.next = 0;
    }
    if (said.length > 0) setSpoken(said.join(' '));
  }, [answer]);

  const asked = questionIn(view);
  useEffect(() => {
    if (asked !== '') setSpoken(asked);
  }, [asked]);

  const isSilent = useSilence(awaited ? heardAt : null) !== null;
  const silence = awaited && isSilent ? formatSilence(awaited, silentAfter).what : '';

  return (
    <>
      <p className={styles.hidden} aria-live="polite">
        {spoken}
      </p>
      {/* Announced once for each wait: the countdown is only for the eye. */}
      <p className={styles.hidden} aria-live="polite">
        {announcedOf(activity) || silence}
      </p>
    </>
  );
}

/** Text that exists when a thread is shown is not read out. */
function endOf(answer: AnswerView | undefined) {
  const last = answer?.parts.at(-1);
  const part = Math.max((answer?.parts.length ?? 0) - 1, 0);
  return { answerId: answer?.id ?? '', part, next: wordsOf(last).length };
}

const wordsOf = (part: AnswerPart | undefined): string => (part && isContent(part) ? contentWords(part) : '');

/** The question being asked, in a sentence; "" for none. */
function questionIn(view: AnnouncerProps['view']): string {
  const ofAgents = agentQuestions(view);
  const latest = ofAgents.at(-1);
  if (latest)
    return [formatAsked(latest), ofAgents.length > 1 && `${ofAgents.length} questions wait.`].filter(Boolean).join(' ');
  const pending = pendingQuestions(view);
  const [first] = pending;
  if (!first) return '';
  const question = formatQuestion(first.tool, first.state.effect);
  return pending.length === 1 ? question : `${question} 1 of ${pending.length}.`;
}
