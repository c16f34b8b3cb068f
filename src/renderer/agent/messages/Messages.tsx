import { ArrowDown } from 'lucide-react';
import { Fragment, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AnswerActivity } from '../../../shared/contract/thread.ts';
import type { ThreadView } from '../../../shared/contract/thread-view.ts';
import { type Aside, asidesAfter, asidesOf } from '../../../shared/thread/asides.ts';
import { Button } from '../../base/controls/Button.tsx';
import { HandedOver } from '../agent-servers/handover/HandedOver.tsx';
import { type HandoverLine, handoverLines } from '../agent-servers/handover/handover-lines.ts';
import { usePanelView } from '../panel/panel-view.ts';
import { type AnswerPhase, isRunning, type OutgoingPrompt } from '../threads/agent-state.ts';
import { QuestionOutOfSight } from '../tools/questions/QuestionOutOfSight.tsx';
import { useCopying } from './answer/use-copying.ts';
import { CommandReply } from './CommandReply.tsx';
import { Compaction } from './Compaction.tsx';
import { FindBar } from './find/FindBar.tsx';
import styles from './Messages.module.css';
import { createMessageWindow } from './message-window.ts';
import { WindowContext } from './Piece.tsx';
import { SendingPrompt } from './prompt/SendingPrompt.tsx';
import { ShellRun } from './ShellRun.tsx';
import { Turn, turnKey } from './Turn.tsx';
import { Unprompted } from './Unprompted.tsx';
import { useEarlierTurns } from './use-earlier-turns.ts';
import { useEndFollowing } from './use-end-following.ts';

export interface MessagesProps {
  /** null until main has told the thread. */
  readonly threadId: string | null;
  readonly view: ThreadView;
  readonly title: string;
  readonly phase: AnswerPhase;
  readonly activity: AnswerActivity | null;
  readonly sending: readonly OutgoingPrompt[];
  onRetry(): void;
  onRetryNow(): void;
  onStop(): void;
}

/** The messages of a thread. Follows streaming text only while its end is in view. */
export function Messages({ threadId, view, title, phase, activity, sending, ...on }: MessagesProps) {
  const { turns, replies, shellRuns } = view;
  const last = turns.at(-1);
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [window] = useState(() => createMessageWindow({ flush: flushSync }));
  const { isAway, toEnd, settleNew, onScroll } = useEndFollowing(scroller, content, window, threadId);
  const from = useEarlierTurns(turns, scroller);
  const isFinding = usePanelView((state) => state.isFinding);
  const copying = useCopying({ content, view, title, window });
  const hasNews = useNews(view, isAway);
  const after = useMemo(() => followUps(view), [view]);
  const handed = useMemo(() => handoverLines(view), [view]);

  const known = useRef<ReadonlySet<string>>(null);
  // A prompt just sent is scrolled into view; another version of an earlier one stays where that stood.
  useLayoutEffect(() => {
    const before = known.current;
    const fresh = sending.filter(({ replaces }) => replaces === null);
    known.current = new Set(
      [...turns, ...view.branches].map(turnKey).concat([...replies, ...shellRuns, ...fresh].map(({ id }) => id)),
    );
    if (before && [...known.current].some((id) => !before.has(id))) toEnd();
  }, [turns, view.branches, replies, shellRuns, sending, toEnd]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: pieces come with a view
  useLayoutEffect(settleNew, [view]);

  const drawAfter = (promptId: string | null) => {
    const found = after.get(promptId);
    return (
      found && (
        <>
          {found.asides.map((aside) => (
            <Beside key={aside.of.id} aside={aside} />
          ))}
          {found.compactions.map((compaction) => (
            <Compaction key={compaction.id} compaction={compaction} />
          ))}
        </>
      )
    );
  };
  return (
    <WindowContext value={window}>
      <div className={styles.frame}>
        {isFinding && <FindBar view={view} window={window} scroller={scroller} />}
        <section
          ref={scroller}
          className={styles.scroller}
          aria-label="Messages"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard
          tabIndex={0}
          onScroll={onScroll}
          {...copying}
        >
          <div ref={content} className={styles.content}>
            {from === 0 && drawAfter(null)}
            {turns.slice(from).map((turn) => (
              <Fragment key={turnKey(turn)}>
                <HandedTo line={handed.get(turn.promptId)} promptId={turn.promptId} />
                <Turn
                  turn={turn}
                  phase={turn === last ? phase : undefined}
                  activity={turn === last && activity && !isTold(activity) ? activity : null}
                  {...on}
                />
                {drawAfter(turn.promptId)}
              </Fragment>
            ))}
            {!isRunning(phase) && sending.map((prompt) => <SendingPrompt key={prompt.id} prompt={prompt} />)}
          </div>
        </section>
        <QuestionOutOfSight />
        {isAway && (
          <Button
            variant="floating"
            className={styles.jump}
            onClick={toEnd}
            aria-label={hasNews ? 'Jump to latest, new text' : undefined}
          >
            <ArrowDown size={16} aria-hidden />
            Jump to latest
            {hasNews && <span className={styles.news} aria-hidden />}
          </Button>
        )}
      </div>
    </WindowContext>
  );
}

function HandedTo({ line, promptId }: { readonly line: HandoverLine | undefined; readonly promptId: string }) {
  return line && <HandedOver promptId={promptId} {...line} />;
}

function Beside({ aside: { type, of } }: { readonly aside: Aside }) {
  switch (type) {
    case 'reply':
      return <CommandReply reply={of} />;
    case 'shell-run':
      return <ShellRun run={of} />;
    case 'unprompted':
      return <Unprompted answer={of} />;
  }
}

/** At the message field, as it need not be about the last turn. */
const isTold = ({ type }: AnswerActivity): boolean => type === 'reading' || type === 'extension';

/** Whether there are new messages since the end went out of view. */
function useNews(view: ThreadView, isAway: boolean): boolean {
  const [hasNews, setNews] = useState(false);
  const seen = useRef<unknown>(undefined);
  const last = view.turns.at(-1);
  const newest = last?.answers.at(-1)?.parts ?? last;
  const said = asidesAfter(view, last?.promptId ?? null).at(-1)?.of ?? newest;
  useEffect(() => {
    const isNew = seen.current !== undefined && seen.current !== said;
    seen.current = said;
    setNews((had) => isAway && (had || isNew));
  }, [said, isAway]);
  return hasNews;
}

interface FollowUps {
  readonly asides: Aside[];
  readonly compactions: ThreadView['compactions'][number][];
}

/** What is shown below each turn, by its prompt. */
function followUps(view: ThreadView): ReadonlyMap<string | null, FollowUps> {
  const after = new Map<string | null, FollowUps>();
  const at = (promptId: string | null) => {
    const found = after.get(promptId) ?? { asides: [], compactions: [] };
    after.set(promptId, found);
    return found;
  };
  for (const aside of asidesOf(view)) at(aside.of.afterPromptId).asides.push(aside);
  for (const compaction of view.compactions) at(compaction.promptId).compactions.push(compaction);
  return after;
}
