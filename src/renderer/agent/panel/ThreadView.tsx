import { asMessageDraft } from '../../../shared/typed-shell.ts';
import { focusComposer } from '../composer/focus.ts';
import { Messages } from '../messages/Messages.tsx';
import { agent, useThread } from '../threads/agent.ts';
import { isBlank, threadTitle } from '../threads/agent-state.ts';
import { EmptyThread } from './EmptyThread.tsx';
import { usePhase } from './use-phase.ts';

/** The button that had the keyboard goes away. */
const retry = () => {
  focusComposer();
  void agent.retry();
};
const retryNow = () => void agent.retryNow();
const stop = () => void agent.stop();

/** The messages of the shown thread, or suggestions. */
export function ThreadView() {
  const threadId = useThread((thread) => thread.threadId);
  const isEmpty = useThread(
    (thread) => thread.threadId !== null && isBlank(thread.view) && thread.sending.length === 0,
  );
  if (!isEmpty) return <ShownMessages key={threadId} threadId={threadId} />;
  return (
    <EmptyThread
      onTry={(text) => {
        const draft = asMessageDraft(text);
        agent.setDraft(draft);
        void agent.send(draft);
      }}
    />
  );
}

/** Renders with each frame of an answer, but not with typing. */
function ShownMessages({ threadId }: { readonly threadId: string | null }) {
  const view = useThread((thread) => thread.view);
  const activity = useThread((thread) => thread.activity);
  const sending = useThread((thread) => thread.sending);
  const phase = usePhase();
  return (
    <Messages
      threadId={threadId}
      view={view}
      title={threadTitle(view)}
      phase={phase}
      activity={activity}
      sending={sending}
      onRetry={retry}
      onRetryNow={retryNow}
      onStop={stop}
    />
  );
}
