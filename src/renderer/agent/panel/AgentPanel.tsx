import { useEffect, useMemo, useRef } from 'react';
import { keyOf, requestCommand } from '../../app/commands/commands.ts';
import { formatKey } from '../../app/commands/keys.ts';
import { isMac } from '../../app/environment.ts';
import { takeDroppedImages } from '../../app/file-drop.ts';
import { openSettings } from '../../app/overlay-store.ts';
import { useSettings } from '../../app/settings-store.ts';
import { ApplyHost } from '../../editor/apply/ApplyHost.tsx';
import { applyToFile, insertAtCursor } from '../../editor/insert-text.ts';
import { ChangesBar } from '../changes/ChangesBar.tsx';
import { Composer } from '../composer/Composer.tsx';
import { focusComposer } from '../composer/focus.ts';
import { type CodeActions, CodeActionsContext } from '../markdown/code-actions.ts';
import { LinkContext } from '../markdown/link-environment.ts';
import { Messages } from '../messages/Messages.tsx';
import { ModelPicker } from '../models/ModelPicker.tsx';
import { refreshModels, setFavourite } from '../models/model-requests.ts';
import { Queue } from '../queue/Queue.tsx';
import { agent, useAgent } from '../threads/agent.ts';
import { isBlank, isBusy, phaseOf, threadTitle } from '../threads/agent-state.ts';
import { threads } from '../threads/threads.ts';
import styles from './AgentPanel.module.css';
import { Announcer } from './Announcer.tsx';
import { appLinks, useProjectRoot } from './app-links.ts';
import { EmptyThread } from './EmptyThread.tsx';
import { OtherAsks } from './OtherAsks.tsx';
import { PanelHistory } from './PanelHistory.tsx';
import { ProblemLine } from './ProblemLine.tsx';
import { setRenaming, showPopover, togglePopover, usePanelView } from './panel-view.ts';
import { ThreadHeader } from './ThreadHeader.tsx';
import { useOtherThreads } from './use-other-threads.ts';

const retry = () => void agent.retry();
const retryNow = () => void agent.retryNow();
const stop = () => void agent.stop();

const codeActions: CodeActions = { insert: insertAtCursor, apply: applyToFile };

/** The conversation with a model. */
export default function AgentPanel() {
  const state = useAgent((present) => present);
  const phase = phaseOf(state);
  const isEmpty = state.threadId !== null && isBlank(state.view) && state.sending === null;
  const root = useProjectRoot();
  const links = useMemo(() => appLinks(root), [root]);
  const { popover, renaming } = usePanelView();
  const isRenaming = renaming !== null && renaming === state.threadId;
  const pickerButton = useRef<HTMLButtonElement>(null);
  const historyButton = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const closePicker = (refocuses: boolean) => {
    showPopover(null);
    if (refocuses) pickerButton.current?.focus();
  };
  const toComposer = focusComposer;
  const others = useOtherThreads(state.threadId);
  const busy = isBusy(state);
  const favourites = useSettings(({ settings }) => settings.favouriteModels);

  useEffect(
    () =>
      panel.current
        ? takeDroppedImages({ element: panel.current, add: (files) => void agent.images.add(files) })
        : undefined,
    [],
  );
  const isUntitled = isBlank(state.view);
  useEffect(() => {
    // Asked for by the palette while there is nothing to name.
    if (isRenaming && isUntitled) setRenaming(null);
  }, [isRenaming, isUntitled]);
  useEffect(() => {
    const element = panel.current;
    if (!element || !busy) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (!(event.target instanceof Node && element.contains(event.target))) return;
      event.preventDefault();
      void agent.stop();
    };
    // Above React's own listeners, so that a list that is open has Esc to itself.
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [busy]);

  return (
    <LinkContext value={links}>
      <CodeActionsContext value={codeActions}>
        <div ref={panel} className={styles.panel}>
          <ThreadHeader
            view={state.view}
            isRenaming={isRenaming}
            context={state.context}
            providers={state.providers}
            model={state.model}
            choosing={state.choosing}
            popover={popover}
            pickerButton={pickerButton}
            historyButton={historyButton}
            isElsewhereBusy={others.isBusy}
            historyKey={keyOf('agent.history')}
            newThreadKey={formatKey('Mod+N', isMac)}
            onToggle={togglePopover}
            onNewThread={() => requestCommand('agent.newThread')}
            onStartRenaming={() => setRenaming(state.threadId)}
            onRename={(title) => state.threadId !== null && void threads.rename(state.threadId, title)}
            onRenamed={(byKey) => {
              setRenaming(null);
              if (byKey) toComposer();
            }}
          />
          {popover === 'history' && (
            <PanelHistory button={historyButton} onOpened={toComposer} onClose={() => showPopover(null)} />
          )}
          {popover === 'models' && (
            <ModelPicker
              providers={state.providers}
              model={state.model}
              favourites={favourites}
              button={pickerButton}
              onChoose={(model) => {
                closePicker(true);
                void agent.chooseModel(model);
              }}
              onFavourite={(model, isFavourite) => void setFavourite(model, isFavourite)}
              onRefresh={refreshModels}
              onSettings={(providerKey) => {
                closePicker(false);
                openSettings(providerKey);
              }}
              onClose={closePicker}
            />
          )}
          {isEmpty ? (
            <EmptyThread
              onTry={(text) => {
                agent.setDraft(text);
                void agent.send(text);
              }}
            />
          ) : (
            <Messages
              key={state.threadId}
              threadId={state.threadId}
              view={state.view}
              title={threadTitle(state.view)}
              phase={phase}
              activity={state.activity}
              isSending={state.sending !== null}
              onRetry={retry}
              onRetryNow={retryNow}
              onStop={stop}
            />
          )}
          <OtherAsks asking={others.asking} onShow={(threadId) => void agent.openThread(threadId)} />
          <ChangesBar threadId={state.threadId} />
          {state.problem && <ProblemLine failure={state.problem} onDismiss={agent.dismissProblem} />}
          <Queue />
          <Composer state={state} phase={phase} onPickModel={() => showPopover('models')} />
          <ApplyHost />
          <Announcer key={`announcer ${state.threadId}`} turns={state.view.turns} activity={state.activity} />
        </div>
      </CodeActionsContext>
    </LinkContext>
  );
}
