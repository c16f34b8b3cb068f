import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';
import { sizeLimitsOf } from '../../../shared/contract/size-limits.ts';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import { openThread } from '../../agent/threads/open-thread.ts';
import type { AgentConnection, PromptEnd } from '../connection/agent-connection.ts';
import { noAgents } from '../no-agents.fixture.ts';
import type { AgentLink, SessionListener } from './running-agent.ts';
import { createThreadSession, type ThreadSessionDeps } from './thread-session.ts';

/** The reference of that agent. */
export const agent = 'agent/settings/one';

/** A session with an agent that says what it is told to say here. */
export function saying(
  entries: readonly ThreadEntry[],
  replayed: readonly AgentUpdate[] = [],
  limits = sizeLimitsOf({}),
  more: Partial<ThreadSessionDeps> = {},
) {
  const thread = openThread(
    {
      ...{ id: 't', workspace: '/project', path: '', size: 0, isCut: false, unreadable: 0, entries: [...entries] },
      writer: {
        append: (added: unknown) => JSON.stringify(added).length,
        flush: async () => {},
        close: async () => true,
      },
    } as never,
    () => {},
  );
  let listener: SessionListener | undefined;
  let turn = Promise.withResolvers<PromptEnd>();
  const opened = { id: 's', options: [], commands: [], replayed };
  const connection: Partial<AgentConnection> = {
    can: { images: true, contents: true, load: true, resume: false, list: false, close: false, logout: false },
    signIn: [],
    newSession: async () => opened,
    loadSession: async () => opened,
    closeSession: async () => {},
    leaveSession() {},
    prompt: () => turn.promise,
    cancel() {},
  };
  const link: AgentLink = {
    connection: connection as AgentConnection,
    program: 'bird',
    begin: () => ({ end() {}, giveUp: async () => true }),
    endCommands: async () => {},
    retire() {},
    attach(_id, _cwd, its) {
      listener = its;
      return () => {};
    },
  };
  const session = createThreadSession({
    ...noAgents,
    ...{ agent, name: 'One', thread, limits: { graceMs: 60_000, quietMs: 60_000 } },
    sizeLimits: () => limits,
    elicit: async () => ({ type: 'cancelled' }),
    onAsking() {},
    onDone() {},
    onLost() {},
    publish() {},
    link: async () => link,
    ...more,
  });
  return {
    ...{ thread, session, connection },
    end: (how: PromptEnd) => turn.resolve(how),
    /** The turn of the next prompt ends by itself. */
    nextTurn() {
      turn = Promise.withResolvers();
    },
    listener: () => listener as SessionListener,
  };
}
