import { useEffect, useMemo, useRef, useState } from 'react';
import { requestCommand } from '../app/commands.ts';
import { isMac } from '../app/environment.ts';
import { formatKey } from '../app/keys.ts';
import styles from './AgentPanel.module.css';
import { Announcer } from './Announcer.tsx';
import { agent, useAgent } from './agent.ts';
import { isRunning, phaseOf } from './agent-state.ts';
import { appLinks, useProjectRoot } from './app-links.ts';
import { Composer } from './Composer.tsx';
import { EmptyThread } from './EmptyThread.tsx';
import { Messages } from './Messages.tsx';
import { ModelPicker } from './ModelPicker.tsx';
import { LinkContext } from './markdown/link-environment.ts';
import { ProblemLine } from './ProblemLine.tsx';
import { ThreadHeader } from './ThreadHeader.tsx';

/** The conversation with a model. */
export default function AgentPanel() {
  const state = useAgent((present) => present);
  const phase = phaseOf(state);
  const root = useProjectRoot();
  const links = useMemo(() => appLinks(root), [root]);
  const [isPicking, setPicking] = useState(false);
  const pickerButton = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const closePicker = (refocuses: boolean) => {
    setPicking(false);
    if (refocuses) pickerButton.current?.focus();
  };
  const isBusy = isRunning(phase) || state.sending !== null;

  useEffect(() => {
    const element = panel.current;
    if (!element || !isBusy) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      event.preventDefault();
      void agent.stop();
    };
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, [isBusy]);

  return (
    <LinkContext value={links}>
      <div ref={panel} className={styles.panel}>
        <ThreadHeader
          turns={state.view.turns}
          providers={state.providers}
          model={state.model}
          choosing={state.choosing}
          isPicking={isPicking}
          pickerButton={pickerButton}
          newThreadKey={formatKey('Mod+N', isMac)}
          onPick={() => setPicking(!isPicking)}
          onNewThread={() => requestCommand('agent.newThread')}
        />
        {isPicking && (
          <ModelPicker
            providers={state.providers}
            model={state.model}
            button={pickerButton}
            onChoose={(model) => {
              closePicker(true);
              void agent.chooseModel(model);
            }}
            onClose={closePicker}
          />
        )}
        {state.threadId !== null && state.view.turns.length === 0 && state.sending === null ? (
          <EmptyThread
            onTry={(text) => {
              agent.setDraft(text);
              void agent.send(text);
            }}
          />
        ) : (
          <Messages
            key={state.threadId}
            turns={state.view.turns}
            phase={phase}
            isSending={state.sending !== null}
            onRetry={() => void agent.retry()}
          />
        )}
        {state.problem && <ProblemLine failure={state.problem} onDismiss={agent.dismissProblem} />}
        <Composer state={state} phase={phase} onPickModel={() => setPicking(true)} />
        <Announcer turns={state.view.turns} />
      </div>
    </LinkContext>
  );
}
