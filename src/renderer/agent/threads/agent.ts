import { useStore } from 'zustand';
import type { DraftedPrompt } from '../../../shared/contract/methods/agent-methods.ts';
import { bootState } from '../../base/boot.ts';
import { useContributions } from '../../base/contributions-store.ts';
import { api, onMainEvents } from '../../bridge.ts';
import { offerToSave } from '../agent-servers/offer-to-save.ts';
import { composerCommands } from '../composer/composer-commands.ts';
import { draftAsSent } from '../composer/draft-as-sent.ts';
import { platform } from '../composer/platform.ts';
import { readImage } from '../images/read-image.ts';
import { queueEditing } from '../queue/queue-edits.ts';
import { type AgentState, shownThread, type ThreadSession } from './agent-state.ts';
import { createAgent } from './create-agent.ts';

/** A hidden window gets no frames: entries are then folded by a timer. */
function schedule(task: () => void): void {
  if (document.hidden) setTimeout(task, 100);
  else requestAnimationFrame(task);
}

/** Runs a task after the frames that draw the thread, when the window is idle. */
const whenDrawn = (task: () => void): void =>
  void requestIdleCallback(() => requestIdleCallback(task, { timeout: 2000 }), { timeout: 2000 });

function asSent(draft: DraftedPrompt): DraftedPrompt {
  const { slashCommands, templates } = useContributions.getState();
  return draftAsSent(draft, composerCommands(slashCommands, templates), platform);
}

const boot = await bootState;

/** The agent of this window. */
export const agent = createAgent(
  {
    api: api.agent,
    threads: api.threads,
    agents: api.agents,
    onEvents: onMainEvents,
    schedule,
    whenDrawn,
    newId: () => crypto.randomUUID(),
    readImage,
    queueEditing,
    asSent,
    mayPrompt: offerToSave,
    mayBeHeldBack: () => useContributions.getState().isAskedBeforeSwitch,
  },
  boot.state.model,
);
agent.connect();

export const useAgent = <T>(select: (state: AgentState) => T): T => useStore(agent.store, select);

/** Selects from the thread on the screen. */
export const useThread = <T>(select: (thread: ThreadSession) => T): T =>
  useAgent((state) => select(shownThread(state)));
