import type { AgentOption } from '../../../../shared/contract/agent-servers/agent-session.ts';
import { toFailure } from '../../../../shared/contract/errors.ts';
import type { AgentConnection } from '../../connection/agent-connection.ts';

/**
 * What was chosen in a session is chosen anew where the agent, going on with it, begins with its usual values.
 * @param had as it was chosen
 * @param present the options that the agent has by now: one may change with another
 * @returns what it did not take, in words
 */
export async function chooseAgain(
  { setOption }: Pick<AgentConnection, 'setOption'>,
  sessionId: string,
  had: readonly AgentOption[],
  present: () => readonly AgentOption[],
): Promise<string[]> {
  const left: string[] = [];
  let isSilent = false;
  for (const { id, name, value, values } of had) {
    const now = present().find((option) => option.id === id);
    if (now?.value === value) continue;
    const isOffered = typeof value === 'boolean' || now?.values.some((one) => one.value === value);
    try {
      if (isSilent || !now || !isOffered) throw new Error('It does not take that.');
      await setOption(sessionId, id, value);
    } catch (thrown) {
      // A prompt waits: it is not asked for each of many.
      isSilent ||= toFailure(thrown).code === 'timeout';
      const chosen =
        typeof value === 'boolean' ? (value ? 'on' : 'off') : values.find((one) => one.value === value)?.name;
      left.push(`${name}: ${chosen ?? value}`);
    }
  }
  return left;
}
