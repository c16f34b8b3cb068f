import { useEffect, useRef } from 'react';
import type { Result } from '../../../shared/contract/errors.ts';
import type { ContextUse } from '../../../shared/contract/provider.ts';
import { spentOf } from '../../../shared/thread/cost.ts';
import { agentName } from '../../base/agent-servers-store.ts';
import { Button } from '../../base/controls/Button.tsx';
import { dismissOverlays } from '../../base/layout/layout-store.ts';
import { api } from '../../bridge.ts';
import { answeringAgent, useAgentSession } from '../agent-servers/session/sessions-store.ts';
import { agent, useAgent, useThread } from '../threads/agent.ts';
import { isBusy } from '../threads/agent-state.ts';
import { failureOf } from '../threads/failure-of.ts';
import { ContextBar } from './ContextBar.tsx';
import styles from './ContextMeter.module.css';
import { fillOf, formatContext, formatSpent } from './format-context.ts';
import { formatMoney } from './format-money.ts';
import { LimitForm } from './LimitForm.tsx';

export interface ContextDetailsProps {
  readonly context: ContextUse;
  onClose(refocuses: boolean): void;
}

/** Context and tokens that the thread uses, with its limit and ways to reduce them. */
export function ContextDetails({ context, onClose }: ContextDetailsProps) {
  const threadId = useThread((state) => state.threadId);
  const view = useThread((state) => state.view);
  const busy = useThread(isBusy);
  const agentRef = useAgent(answeringAgent);
  const cost = useAgentSession()?.usage?.cost;
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const fill = fillOf(context);
  const spent = spentOf(view);
  const last = spentOf({ turns: view.turns.slice(-1), branches: [], unprompted: [], compactions: [], tasks: [] });

  const run = async (act: (threadId: string) => Promise<Result<null>>) => {
    onClose(true);
    await agent.ask(act);
  };
  return (
    <>
      <section>
        <h3 className={styles.heading}>Context</h3>
        {fill && <ContextBar share={fill.percent} />}
        <p data-level={fill?.level} className={styles.words}>
          {formatContext(context, agentRef !== null)}
        </p>
        {agentRef !== null && (
          <p className={styles.quiet}>{agentName(agentRef)} decides what its model sees, and when it sums up.</p>
        )}
        <div className={styles.buttons}>
          <Button
            ref={first}
            onClick={() => {
              dismissOverlays();
              void agent.showRequest();
            }}
          >
            {agentRef === null ? 'What the model sees' : `What ${agentName(agentRef)} is given`}
          </Button>
          {agentRef === null && (
            <Button
              aria-disabled={busy || view.turns.length === 0}
              title="Summarizes the thread so far. From then on the model sees the summary instead."
              onClick={() => {
                if (!busy && view.turns.length > 0) void run((id) => api.agent.compact(id, ''));
              }}
            >
              Compact
            </Button>
          )}
        </div>
      </section>
      <section>
        <h3 className={styles.heading}>Used</h3>
        <dl className={styles.used}>
          <dt>This thread</dt>
          <dd>{formatSpent(spent)}</dd>
          <dt>Last turn</dt>
          <dd>{last.tokens === 0 ? 'nothing yet' : formatSpent(last)}</dd>
          {cost && (
            <>
              <dt>Cost, as the agent tells</dt>
              <dd>{formatMoney(cost.amount, cost.currency)}</dd>
            </>
          )}
        </dl>
        {spent.tokens > 0 && spent.currency === undefined && !cost && (
          <p className={styles.quiet}>No cost: this model has no known prices.</p>
        )}
      </section>
      <section>
        <h3 className={styles.heading}>Budget for this thread</h3>
        {agentRef !== null && (
          <p className={styles.quiet}>
            Agents are not paused at a budget: the app does not see what they ask of models.
          </p>
        )}
        {threadId !== null && agentRef === null && (
          <LimitForm
            limit={view.limit ?? {}}
            currency={spent.currency}
            onSet={async (limit) => {
              const isNone = limit.tokens === undefined && limit.cost === undefined;
              return failureOf(() => api.agent.setLimit(threadId, isNone ? null : limit));
            }}
          />
        )}
      </section>
    </>
  );
}
