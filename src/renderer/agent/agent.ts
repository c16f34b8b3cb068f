import { useStore } from 'zustand';
import { bootState } from '../app/boot.ts';
import { api, onMainEvent } from '../bridge.ts';
import type { AgentState } from './agent-state.ts';
import { createAgent } from './create-agent.ts';
import { readImage } from './read-image.ts';

/** A window that is hidden gets no frames; what streams meanwhile is folded now and then. */
function schedule(task: () => void): void {
  if (document.hidden) setTimeout(task, 100);
  else requestAnimationFrame(task);
}

const boot = await bootState;

/** The agent of this window. */
export const agent = createAgent(
  { api: api.agent, threads: api.threads, onEvent: onMainEvent, schedule, readImage },
  boot.settings.model,
);
agent.connect();

export const useAgent = <T>(select: (state: AgentState) => T): T => useStore(agent.store, select);
