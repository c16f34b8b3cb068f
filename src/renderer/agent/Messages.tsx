import { ArrowDown, ChevronRight } from 'lucide-react';
import { Fragment, memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AnswerActivity, CommandReplyView, TurnView } from '../../shared/contract/thread.ts';
import { classNames } from '../app/class-names.ts';
import { Button } from '../app/controls/Button.tsx';
import { ActivityLine } from './ActivityLine.tsx';
import { Answer } from './Answer.tsx';
import { type AnswerPhase, isRunning } from './agent-state.ts';
import { CommandReply } from './CommandReply.tsx';
import styles from './Messages.module.css';
import { PromptImages } from './PromptImages.tsx';
import { keepScrollPlace, scrollPlaceOf } from './scroll-places.ts';

export interface MessagesProps {
  /** null until main has told the thread. */
  readonly threadId: string | null;
  readonly turns: readonly TurnView[];
  readonly replies: readonly CommandReplyView[];
  readonly phase: AnswerPhase;
  readonly activity: AnswerActivity | null;
  readonly isSending: boolean;
  onRetry(): void;
  onRetryNow(): void;
  onStop(): void;
}

/** Nearer than this to the end, a person reads along. Pixels. */
const nearEnd = 32;

/** The conversation. It follows what streams only while its end is in view. */
export function Messages({ threadId, turns, replies, phase, activity, isSending, ...on }: MessagesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  /** Where the thread was left; undefined: at its end. */
  const [left] = useState(() => scrollPlaceOf(threadId));
  const isFollowing = useRef(left === undefined);
  const [isAway, setAway] = useState(false);

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    isFollowing.current = true;
    setAway(false);
    element.scrollTop = element.scrollHeight;
  }, []);
  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    isFollowing.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd;
    setAway(!isFollowing.current);
    keepScrollPlace(threadId, isFollowing.current ? undefined : element.scrollTop);
  };
  const count = useRef(turns.length + replies.length);
  useLayoutEffect(() => {
    if (left === undefined) toEnd();
    else if (scroller.current) scroller.current.scrollTop = left;
  }, [left, toEnd]);
  // A prompt of one's own is always shown.
  useLayoutEffect(() => {
    if (count.current !== turns.length + replies.length) toEnd();
    count.current = turns.length + replies.length;
  }, [turns.length, replies.length, toEnd]);
  useEffect(() => {
    const [element, inner] = [scroller.current, content.current];
    if (!element || !inner) return;
    const follow = new ResizeObserver(() => {
      if (isFollowing.current) element.scrollTop = element.scrollHeight;
    });
    follow.observe(inner);
    follow.observe(element);
    return () => follow.disconnect();
  }, []);

  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard */}
      <section ref={scroller} className={styles.scroller} aria-label="Conversation" tabIndex={0} onScroll={onScroll}>
        <div ref={content} className={styles.content}>
          <Replies replies={replies} turnCount={0} />
          {turns.map((turn, index) => (
            <Fragment key={turn.promptId}>
              <Turn
                turn={turn}
                phase={index === turns.length - 1 ? phase : undefined}
                activity={index === turns.length - 1 ? activity : null}
                {...on}
              />
              <Replies replies={replies} turnCount={index + 1} />
            </Fragment>
          ))}
          {isSending && !isRunning(phase) && <p className={styles.quiet}>Sending…</p>}
        </div>
      </section>
      {isAway && (
        <Button className={styles.jump} onClick={toEnd}>
          <ArrowDown size={16} aria-hidden />
          Jump to latest
        </Button>
      )}
    </div>
  );
}

interface RepliesProps {
  readonly replies: readonly CommandReplyView[];
  readonly turnCount: number;
}

/** The replies that came when there were so many turns. */
const Replies = ({ replies, turnCount }: RepliesProps) =>
  replies.map((reply) => reply.turnCount === turnCount && <CommandReply key={reply.id} reply={reply} />);

interface TurnProps {
  readonly turn: TurnView;
  /** Of the last turn only. */
  readonly phase: AnswerPhase | undefined;
  readonly activity: AnswerActivity | null;
  onRetry(): void;
  onRetryNow(): void;
  onStop(): void;
}

const Turn = memo(
  function Turn({ turn, phase, activity, onRetry, onRetryNow, onStop }: TurnProps) {
    const earlier = turn.answers.slice(0, -1).filter(({ parts }) => parts.length > 0);
    const current = turn.answers.at(-1);
    const isStarting = phase?.type === 'starting';
    return (
      <article className={styles.turn}>
        <h3 className={styles.hidden}>You asked</h3>
        <div className={styles.prompt}>
          {turn.text !== '' && <p>{turn.text}</p>}
          {turn.images && <PromptImages images={turn.images} />}
        </div>
        {earlier.map((answer) => (
          <details key={answer.id} className={classNames(styles.fold, styles.earlier)}>
            <summary className={styles.foldHead}>
              <ChevronRight size={14} className={styles.chevron} aria-hidden />
              Earlier answer of {answer.modelName}
            </summary>
            <Answer answer={answer} />
          </details>
        ))}
        {current && (
          <Answer
            key={current.id}
            answer={current}
            isHeldUp={activity !== null}
            onRetry={phase?.type === 'idle' ? onRetry : undefined}
          />
        )}
        {activity && <ActivityLine activity={activity} onRetryNow={onRetryNow} onCancel={onStop} />}
        {isStarting && !activity && <p className={styles.waiting}>Starting…</p>}
        {phase?.type === 'unanswered' && (
          <p className={styles.ended}>
            This was not answered.
            <Button onClick={onRetry}>Retry</Button>
          </p>
        )}
      </article>
    );
  },
  // The phase of a running answer changes with the answer, which is part of the turn.
  (before, after) =>
    before.turn === after.turn && before.phase?.type === after.phase?.type && before.activity === after.activity,
);
