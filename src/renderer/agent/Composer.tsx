import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { Button } from '../app/controls/Button.tsx';
import { agent } from './agent.ts';
import { type AgentState, type AnswerPhase, isRunning } from './agent-state.ts';
import styles from './Composer.module.css';
import { formatSeconds, useNow } from './use-now.ts';

export interface ComposerProps {
  readonly state: AgentState;
  readonly phase: AnswerPhase;
  onPickModel(): void;
}

/** Where a prompt is written. What is typed stays until main has it, whatever happens in between. */
export function Composer({ state, phase, onPickModel }: ComposerProps) {
  const { draft, model, sending, threadId } = state;
  const field = useRef<HTMLTextAreaElement>(null);
  const isBusy = isRunning(phase) || sending !== null;
  const send = () => {
    if (!isBusy) void agent.send(draft);
    field.current?.focus();
  };
  const stop = () => {
    void agent.stop();
    // The button goes away with the answer.
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <div className={styles.composer}>
      <div className={styles.box}>
        <textarea
          ref={field}
          className={styles.field}
          value={draft}
          rows={2}
          placeholder="Ask a question"
          aria-label="Message"
          aria-describedby="composer-status"
          onChange={({ currentTarget }) => agent.setDraft(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div className={styles.foot}>
          <div id="composer-status" className={styles.status}>
            {model === undefined && threadId !== null ? (
              <>
                {sending === null ? 'No model is chosen.' : 'Sent when a model is chosen.'}{' '}
                <button type="button" className={styles.choose} onClick={onPickModel}>
                  Choose one
                </button>
              </>
            ) : (
              <PhaseWords phase={phase} isSending={sending !== null} />
            )}
          </div>
          {isBusy ? (
            <Button className={styles.send} title="Stop (Esc)" onClick={stop}>
              <Square size={12} fill="currentcolor" aria-hidden />
              Stop
            </Button>
          ) : (
            <Button
              className={styles.send}
              variant="primary"
              title="Send (Enter)"
              disabled={draft.trim() === ''}
              onClick={send}
            >
              <ArrowUp size={16} aria-hidden />
              Send
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

function PhaseWords({ phase, isSending }: { readonly phase: AnswerPhase; readonly isSending: boolean }) {
  const now = useNow(isRunning(phase));
  const seconds = 'since' in phase ? formatSeconds(now - phase.since) : '';
  switch (phase.type) {
    case 'starting':
      return `Starting ${seconds}`;
    case 'waiting':
      return `Waiting ${seconds}`;
    case 'thinking':
      return `Thinking ${seconds}`;
    case 'streaming':
      return `Answering ${seconds}`;
    case 'idle':
    case 'unanswered':
      return isSending ? 'Sending' : 'Shift+Enter for a new line';
  }
}
