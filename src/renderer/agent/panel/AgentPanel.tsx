import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useAgentServers } from '../../base/agent-servers-store.ts';
import { useAppState } from '../../base/app-state-store.ts';
import { takeDroppedImages } from '../../base/image-drop.ts';
import { openSettings } from '../../base/overlay-store.ts';
import { ApplyHost } from '../../editor/apply/ApplyHost.tsx';
import { applyToFile, insertAtCursor } from '../../editor/insert-text.ts';
import { HandoverBar } from '../agent-servers/handover/HandoverBar.tsx';
import { PlanBar } from '../agent-servers/plan/PlanBar.tsx';
import { SessionBar } from '../agent-servers/session/SessionBar.tsx';
import { ChangesBar } from '../changes/ChangesBar.tsx';
import { Composer } from '../composer/Composer.tsx';
import { focusComposer } from '../composer/focus.ts';
import { type CodeActions, CodeActionsContext } from '../markdown/code-actions.ts';
import { LinkContext } from '../markdown/link-environment.ts';
import { awaitedAnswer } from '../messages/silence/silence.ts';
import { AgentButton } from '../models/AgentButton.tsx';
import { ModelButton } from '../models/ModelButton.tsx';
import { ModelPicker } from '../models/ModelPicker.tsx';
import { modelsWanted, refreshModels, setFavourite } from '../models/model-requests.ts';
import { Queue } from '../queue/Queue.tsx';
import { ParentLine } from '../tasks/ParentLine.tsx';
import { agent, useAgent, useThread } from '../threads/agent.ts';
import { isBusy, shownAnswerer } from '../threads/agent-state.ts';
import styles from './AgentPanel.module.css';
import { Announcer } from './Announcer.tsx';
import { appLinks, useProjectRoot } from './app-links.ts';
import { OtherAsks } from './OtherAsks.tsx';
import { PanelHistory } from './PanelHistory.tsx';
import { ProblemLine } from './ProblemLine.tsx';
import { showPopover, togglePopover, usePanelView } from './panel-view.ts';
import { ThreadHeader } from './ThreadHeader.tsx';
import { ThreadView } from './ThreadView.tsx';
import { useAskingTold } from './use-asking-told.ts';
import { useOtherThreads } from './use-other-threads.ts';
import { usePhase } from './use-phase.ts';

const codeActions: CodeActions = { insert: insertAtCursor, apply: applyToFile };

/** The agent panel. Its parts select their own state from the store, so that each renders for its own changes only. */
export default function AgentPanel() {
  const threadId = useThread((thread) => thread.threadId);
  const busy = useThread(isBusy);
  const root = useProjectRoot();
  const links = useMemo(() => appLinks(root), [root]);
  const popover = usePanelView((state) => state.popover);
  const pickerButton = useRef<HTMLButtonElement>(null);
  const historyButton = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const others = useOtherThreads(threadId);
  useAskingTold();

  useEffect(
    () =>
      panel.current
        ? takeDroppedImages({ element: panel.current, add: (files) => void agent.images.add(files) })
        : undefined,
    [],
  );
  useEffect(() => {
    const element = panel.current;
    if (!element || !busy) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (!(event.target instanceof Node && element.contains(event.target))) return;
      event.preventDefault();
      void agent.stop();
    };
    // Above React's own listeners, so that an open list handles Esc first.
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [busy]);

  return (
    <LinkContext value={links}>
      <CodeActionsContext value={codeActions}>
        <div ref={panel} className={styles.panel}>
          <ThreadHeader historyButton={historyButton} isElsewhereBusy={others.isBusy} />
          {popover === 'history' && (
            <PanelHistory button={historyButton} onOpened={() => focusComposer()} onClose={() => showPopover(null)} />
          )}
          <ParentLine />
          <ThreadView />
          <OtherAsks asking={others.asking} onShow={(id) => void agent.openThread(id)} />
          <PlanBar key={`plan ${threadId}`} />
          <ChangesBar threadId={threadId} />
          <Problem />
          <Queue />
          <SessionBar key={`session ${threadId}`} />
          <HandoverBar />
          <div className={styles.asking}>
            {popover === 'models' && <PanelModels button={pickerButton} />}
            <Composer
              choices={
                <>
                  <ModelButton
                    ref={pickerButton}
                    isOpen={popover === 'models'}
                    onToggle={() => togglePopover('models')}
                  />
                  <AgentButton />
                </>
              }
              onPickModel={() => showPopover('models')}
            />
          </div>
          <ApplyHost />
          <ThreadAnnouncer key={`announcer ${threadId}`} />
        </div>
      </CodeActionsContext>
    </LinkContext>
  );
}

function PanelModels({ button }: { readonly button: RefObject<HTMLButtonElement | null> }) {
  const providers = useAgent((state) => state.providers);
  const agentServers = useAgentServers((state) => state.agentServers);
  const model = useAgent(shownAnswerer);
  useEffect(modelsWanted, []);
  const favourites = useAppState((state) => state.favouriteModels);
  const close = (refocuses: boolean) => {
    showPopover(null);
    if (refocuses) button.current?.focus();
  };
  return (
    <ModelPicker
      providers={providers}
      agentServers={agentServers}
      model={model}
      favourites={favourites}
      button={button}
      onChoose={(chosen) => {
        close(true);
        void agent.chooseModel(chosen);
      }}
      onFavourite={(which, isFavourite) => void setFavourite(which, isFavourite)}
      onRefresh={refreshModels}
      onSettings={(providerKey) => {
        close(false);
        openSettings(providerKey);
      }}
      onClose={close}
    />
  );
}

function Problem() {
  const problem = useThread((thread) => thread.problem);
  return problem && <ProblemLine problem={problem} onDismiss={agent.dismissProblem} />;
}

function ThreadAnnouncer() {
  const view = useThread((thread) => thread.view);
  const activity = useThread((thread) => thread.activity);
  const awaited = awaitedAnswer(usePhase(), { activity });
  const heardAt = useThread((thread) => thread.heardAt);
  return <Announcer view={view} activity={activity} awaited={awaited} heardAt={heardAt} />;
}
