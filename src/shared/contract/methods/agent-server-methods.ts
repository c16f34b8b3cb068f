import { z } from 'zod/mini';
import { seenQuestionSchema } from '../agent-servers/agent-item.ts';
import { type AgentPermission, permissionReachSchema } from '../agent-servers/agent-permission.ts';
import type { AgentInstallPlan } from '../agent-servers/agent-server.ts';
import type { AgentSessionState, KeptSessionPage } from '../agent-servers/agent-session.ts';
import type { FoundNode } from '../agent-servers/app-node.ts';
import { elicitationAnswerSchema } from '../agent-servers/elicitation.ts';
import type { Result } from '../errors.ts';
import { variableName } from '../extensions/manifest.ts';
import type { ThreadSnapshot } from '../thread.ts';
import { itemId, line, model, type RendererMethodTable, takes, text, threadId } from './method.ts';

/** An agent reference. */
const agentRef = model;
const secret = z.string().check(z.maxLength(65_536));

/** An id that an agent has made. */
const agentId = z.string().check(z.maxLength(100_000));

/** The calls of the panel to main about agent servers: a group of `RendererApi`. */
export const agentServerMethods = {
  agents: {
    /** Looks up what would be installed, an agent or `appNodeRef`; nothing is put into place. Another plan of it ends. */
    plan: takes(agentRef).gives<Result<AgentInstallPlan>>(),
    /** Installs what was planned last. Progress comes with the event `agent-servers`. */
    install: takes(agentRef).gives<Result<null>>(),
    /** Ends a plan or an installation; nothing is left of it. */
    cancelInstall: takes(agentRef).gives<void>(),
    uninstall: takes(agentRef).gives<Result<null>>(),
    /** Keeps a secret for a variable of the agent's environment. Returns where: in memory without a keychain. */
    setKey: takes(agentRef, variableName, secret).gives<Result<'keychain' | 'session'>>(),
    removeKey: takes(agentRef, variableName).gives<Result<null>>(),
    /** The Node.js in the PATH, which runs agents of npm; null: there is none. */
    findNode: takes().gives<FoundNode | null>(),
    /** Asks the public address for the list of agents. */
    fetchList: takes().gives<Result<null>>(),
    showLog: takes().gives<void>(),
    /** Starts the agent by which a thread is answered, and its session; the event `agent-session` tells of it. */
    prepare: takes(threadId).gives<Result<null>>(),
    /** The session of a thread with its agent; null: it has none. */
    session: takes(threadId).gives<AgentSessionState | null>(),
    /**
     * (thread, question as it was seen, the id of one of its options; null: it is cancelled): refused where the agent asks
     * something else by now.
     */
    answerQuestion: takes(threadId, seenQuestionSchema, z.nullable(agentId)).gives<Result<null>>(),
    /**
     * Allows what a question asks once, by the agent's own option, and answers the same by it from now on.
     * (thread, question as it was seen, for how long): refused as `answerQuestion` is.
     */
    allowFromNowOn: takes(threadId, seenQuestionSchema, permissionReachSchema).gives<Result<null>>(),
    /** What agents are allowed from now on: in threads, then in folders, each the last one first. */
    permissions: takes().gives<readonly AgentPermission[]>(),
    forgetPermission: takes(itemId).gives<void>(),
    setOption: takes(threadId, agentId, z.union([agentId, z.boolean()])).gives<Result<null>>(),
    /** The thread goes on in a new session of the agent, which is given what was said with the next prompt. */
    newSession: takes(threadId).gives<Result<null>>(),
    /** (thread, isWanted): whether the agent that answers there gets what it has not seen of it, with the next prompt. */
    handOver: takes(threadId, z.boolean()).gives<Result<null>>(),
    /** (thread, id of one of the ways to sign in). Goes on with the session then. */
    signIn: takes(threadId, line).gives<Result<null>>(),
    signOut: takes(threadId).gives<Result<null>>(),
    /** Sessions of the open folder that an agent has kept, from where the page before ended; null: the first. (agent, cursor) */
    sessions: takes(agentRef, z.nullable(agentId)).gives<Result<KeptSessionPage>>(),
    /**
     * Shows a new thread with what was said in a session, which it goes on with, or the thread that goes on with it already.
     * (agent, session, its title)
     */
    openSession: takes(agentRef, agentId, text).gives<Result<ThreadSnapshot>>(),
    /** (form, answer): one that the form does not take is refused, and the form stays. */
    answerForm: takes(itemId, elicitationAnswerSchema).gives<void>(),
  },
} satisfies RendererMethodTable;
