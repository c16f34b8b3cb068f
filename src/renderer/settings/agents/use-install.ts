import { useState } from 'react';
import type { AgentInstallPlan } from '../../../shared/contract/agent-servers/agent-server.ts';
import { api } from '../../bridge.ts';
import { type Action, useAction } from '../use-action.ts';

export interface Install {
  /** What would come, while a person is asked; null: nobody is. */
  readonly plan: AgentInstallPlan | null;
  /** Also of what else is done with it. */
  readonly action: Action;
  look(): Promise<void>;
  /** @returns whether it is there now */
  install(): Promise<boolean>;
  cancel(): void;
}

/**
 * The steps of an installation: looked up, asked, done.
 * @param ref of an agent, or `appNodeRef`
 * @param refocus called when the button that had the focus goes away
 */
export function useInstall(ref: string, refocus: () => void): Install {
  const [plan, setPlan] = useState<AgentInstallPlan | null>(null);
  const action = useAction();
  return {
    plan,
    action,
    async look() {
      setPlan((await action.run('plan', () => api.agents.plan(ref))) ?? null);
      refocus();
    },
    async install() {
      setPlan(null);
      refocus();
      return (await action.run('install', () => api.agents.install(ref))) !== undefined;
    },
    cancel() {
      setPlan(null);
      refocus();
      void api.agents.cancelInstall(ref);
    },
  };
}
