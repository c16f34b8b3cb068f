import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { client, ndJsonStream } from '@agentclientprotocol/sdk';
import type { AgentLaunch } from '../../../src/main/agent-servers/agent-launch.ts';
import type { AgentClient } from '../../../src/main/agent-servers/connection/agent-connection.ts';
import { connectAgent } from '../../../src/main/agent-servers/connection/connect-agent.ts';
import { usualDeadlines } from '../../../src/main/deadlines.ts';
import type { ThreadEntry } from '../../../src/shared/contract/thread.ts';
import { appendEntries, foldThread } from '../../../src/shared/thread/fold-thread.ts';

/** A client that has a session with the agent. */
export interface Contender {
  /** @param onWord called for each piece of a message. @returns resolves at the end of the turn */
  prompt(text: string, onWord: () => void): Promise<void>;
  close(): Promise<void>;
}

export type ContenderName = 'the app' | 'the SDK';

export const contenders: Record<ContenderName, (launch: AgentLaunch, folder: string) => Promise<Contender>> = {
  /** The connection, with its updates put together as a thread. */
  async 'the app'(launch, folder) {
    const signal = new AbortController().signal;
    let onWord = () => {};
    let answers = 0;
    let thread = foldThread([]);
    const told: AgentClient = {
      ...unasked,
      updated(_, updates) {
        const entries = updates.flatMap((one): ThreadEntry[] => {
          if (one.type !== 'message' || one.id === null) return [];
          const { text, id: itemId, isWhole } = one;
          return [{ kind: 'answer-text', answerId: `answer ${answers}`, text, itemId, isWhole }];
        });
        thread = appendEntries(thread, entries);
        for (const _one of entries) onWord();
      },
    };
    const connection = await connectAgent(
      launch,
      told,
      { folder, version: '0.0.0', limits: usualDeadlines.agents, scrub: (text: string) => text },
      signal,
    );
    const { id } = await connection.newSession(folder, signal);
    return {
      async prompt(text, heard) {
        onWord = heard;
        const answer = ++answers;
        const begun: ThreadEntry[] = [
          { kind: 'prompt', id: `prompt ${answer}`, at: 0, text },
          {
            kind: 'answer-started',
            id: `answer ${answer}`,
            at: 0,
            promptId: `prompt ${answer}`,
            model: 'm',
            modelName: 'M',
          },
        ];
        thread = appendEntries(thread, begun);
        await connection.prompt(id, [{ type: 'text', text }], signal);
      },
      close: () => connection.close(),
    };
  },

  async 'the SDK'({ command, args, environment }, cwd) {
    const stdio: ['pipe', 'pipe', 'ignore'] = ['pipe', 'pipe', 'ignore'];
    const child: ChildProcessByStdio<Writable, Readable, null> = spawn(command, args, { cwd, env: environment, stdio });
    const input = Readable.toWeb(child.stdout) as unknown as ReadableStream<Uint8Array>;
    const output = Writable.toWeb(child.stdin) as WritableStream<Uint8Array>;
    let onWord = () => {};
    const { agent } = client()
      .onNotification('session/update', ({ params }) => {
        if (params.update.sessionUpdate === 'agent_message_chunk') onWord();
      })
      .connect(ndJsonStream(output, input));
    await agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
    const { sessionId } = await agent.request('session/new', { cwd, mcpServers: [] });
    return {
      async prompt(text, heard) {
        onWord = heard;
        await agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
      },
      async close() {
        child.kill();
      },
    };
  },
};

const never = async (): Promise<never> => {
  throw new Error('nothing is asked');
};
const unasked: Omit<AgentClient, 'updated'> = {
  ask: never,
  readText: never,
  writeText: never,
  elicit: never,
  terminals: {
    create: never,
    output: () => ({ output: '', isCut: false, exit: null }),
    ended: never,
    kill: never,
    release: never,
  },
  logged: () => {},
  gone: () => {},
};
