import { z } from 'zod/mini';
import type { AgentInstallPlan } from '../agent-servers/agent-server.ts';
import { elicitationAnswerSchema } from '../agent-servers/elicitation.ts';
import type { Result } from '../errors.ts';
import { variableName } from '../extensions/manifest.ts';
import { itemId, model, type RendererMethodTable, takes } from './method.ts';

/** An agent reference. */
const agentRef = model;
const secret = z.string().check(z.maxLength(65_536));

/** What the renderer asks of agent servers, and answers to them. */
export const agentServerMethods = {
  agents: {
    /** Looks up what would be installed; nothing is put into place. Another plan of the agent ends. */
    plan: takes(agentRef).gives<Result<AgentInstallPlan>>(),
    /** Installs what was planned last. Progress comes with the event `agent-servers`. */
    install: takes(agentRef).gives<Result<null>>(),
    /** Ends a plan or an installation; nothing is left of it. */
    cancelInstall: takes(agentRef).gives<void>(),
    uninstall: takes(agentRef).gives<Result<null>>(),
    /** Keeps a secret for a variable of the agent's environment. Returns where: in memory without a keychain. */
    setKey: takes(agentRef, variableName, secret).gives<Result<'keychain' | 'session'>>(),
    removeKey: takes(agentRef, variableName).gives<Result<null>>(),
    /** Asks the public address for the list of agents. */
    fetchList: takes().gives<Result<null>>(),
    showLog: takes().gives<void>(),
    /** (form, answer): one that the form does not take is refused, and the form stays. */
    answerForm: takes(itemId, elicitationAnswerSchema).gives<void>(),
  },
} satisfies RendererMethodTable;
