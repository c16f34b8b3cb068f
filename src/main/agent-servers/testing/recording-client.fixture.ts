import type { AgentQuestion } from '../../../shared/contract/agent-servers/agent-item.ts';
import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';
import type { ElicitationAnswer } from '../../../shared/contract/agent-servers/elicitation.ts';
import { type Failure, FailureError } from '../../../shared/contract/errors.ts';
import { type Deadlines, patient, usualDeadlines } from '../../deadlines.ts';
import type { AgentClient, TerminalCommand } from '../connection/agent-connection.ts';

/** For tests about other matters. */
export const patientLimits: Deadlines['agents'] = patient(usualDeadlines, 4).agents;

/** A client that keeps what it is told, and answers as it is told to. */
export function recordingClient() {
  const updates: { sessionId: string; update: AgentUpdate }[] = [];
  const asked: { sessionId: string; callId: string; question: AgentQuestion }[] = [];
  const lines: string[] = [];
  const failures: Failure[] = [];
  const files = new Map<string, string>();
  const ran: TerminalCommand[] = [];
  const answers = {
    ask: async (_question: AgentQuestion, _signal: AbortSignal): Promise<string | null> => 'once',
    elicit: async (): Promise<ElicitationAnswer> => ({ type: 'declined' }),
  };
  const client: AgentClient = {
    updated(sessionId, told) {
      updates.push(...told.map((update) => ({ sessionId, update })));
    },
    ask(sessionId, callId, question, signal) {
      asked.push({ sessionId, callId, question });
      return answers.ask(question, signal);
    },
    async readText(_, { path }) {
      const text = files.get(path);
      if (text === undefined) throw new FailureError({ code: 'file-not-found', message: `There is no ${path}.` });
      return text;
    },
    async writeText(_, { path, text }) {
      files.set(path, text);
    },
    terminals: {
      async create(_, command) {
        ran.push(command);
        return `terminal-${ran.length}`;
      },
      output: () => ({ output: 'ran', isCut: false, exit: { code: 0, signal: null } }),
      ended: async () => ({ code: 0, signal: null }),
      kill: async () => {},
      release: async () => {},
    },
    elicit: () => answers.elicit(),
    logged: (line) => void lines.push(line),
    gone: (failure) => void failures.push(failure),
  };
  return {
    client,
    updates,
    asked,
    lines,
    failures,
    files,
    ran,
    answers,
    /** Text of the messages of the agent, in the order in which it came. */
    said: () =>
      updates.map(({ update }) => (update.type === 'message' && update.by === 'agent' ? update.text : '')).join(''),
  };
}
