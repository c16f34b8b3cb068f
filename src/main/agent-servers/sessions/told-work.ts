import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';

/** Of each that go on at once; more say nothing else. */
const most = 10_000;

/** Commands and calls of a session that go on, as far as the agent tells: they would end with it. */
export function createToldWork() {
  const terminals = new Set<string>();
  const calls = new Set<string>();

  return {
    take(update: AgentUpdate): void {
      if (update.type === 'terminal') {
        const { id, exit } = update.terminal;
        if (exit) terminals.delete(id);
        else if (terminals.size < most) terminals.add(id);
      }
      if (update.type !== 'call' || update.call.state === undefined) return;
      const { id, state } = update.call;
      if (state !== 'in_progress') calls.delete(id);
      else if (calls.size < most) calls.add(id);
    },
    hasCall: (id: string): boolean => calls.has(id),
    isGoing: (): boolean => terminals.size + calls.size > 0,
    /** A turn was cut short: of its calls the end is often not told. */
    cutShort: (): void => calls.clear(),
    /** The session is over. */
    end(): void {
      terminals.clear();
      calls.clear();
    },
  };
}
