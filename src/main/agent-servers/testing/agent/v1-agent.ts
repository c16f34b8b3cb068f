import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { type AgentContext, agent, methods, RequestError } from '@agentclientprotocol/sdk';
import type { TestSession, TestSessions } from './sessions.ts';
import type { TestAgentSettings } from './settings.ts';
import { doSteps, wordsIn } from './steps.ts';
import type { Teller } from './teller.ts';

const modes = [
  { id: 'careful', name: 'Careful' },
  { id: 'quick', name: 'Quick', description: 'Asks less' },
];

export function v1Agent(sessions: TestSessions, settings: TestAgentSettings) {
  let isSignedOut = settings.isSignedOut;
  const opened = ({ mode, isBrave }: TestSession) => ({
    modes: { currentModeId: mode, availableModes: modes },
    configOptions: [{ id: 'brave', name: 'Brave', type: 'boolean' as const, currentValue: isBrave }],
  });
  const need = (id: string): TestSession => {
    const session = sessions.find(id);
    if (!session) throw RequestError.resourceNotFound(id);
    return session;
  };

  return agent({ name: 'test agent' })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: 1,
      agentInfo: { name: 'test-agent', title: 'Test Agent', version: '1.0.0' },
      agentCapabilities: {
        loadSession: settings.canLoad,
        promptCapabilities: { image: !settings.takesWordsAlone, embeddedContext: !settings.takesWordsAlone },
        sessionCapabilities: {
          list: {},
          ...(settings.canClose && { close: {} }),
          ...(settings.canResume && { resume: {} }),
        },
        auth: { logout: {} },
      },
      authMethods: [
        { id: 'browser', name: 'In the browser' },
        {
          type: 'terminal' as const,
          id: 'terminal',
          name: 'In a terminal',
          args: ['--login'],
          env: { MODE: 'sign in' },
        },
      ],
    }))
    .onRequest(methods.agent.authenticate, () => {
      isSignedOut = false;
      return {};
    })
    .onRequest(methods.agent.logout, () => {
      isSignedOut = true;
      return {};
    })
    .onRequest(methods.agent.session.new, async ({ params, client }) => {
      if (isSignedOut) throw RequestError.authRequired();
      const { crashMark } = settings;
      if (crashMark !== null && !existsSync(crashMark)) {
        writeFileSync(crashMark, '');
        process.exit(3);
      }
      const session = sessions.begin(params.cwd);
      // Before the answer that names the session, as some do.
      await tellerOf(client, session).raw(commandsUpdate);
      return { sessionId: session.id, ...opened(session) };
    })
    .onRequest(methods.agent.session.load, async ({ params, client }) => {
      const session = need(params.sessionId);
      const tell = tellerOf(client, session);
      const replay = async () => {
        for (const { by, id, text } of session.said) await tell.say(by, id, text);
      };
      if (settings.isLateWithHistory) setTimeout(replay, 20);
      else await replay();
      await tell.raw(commandsUpdate);
      return opened(session);
    })
    .onRequest(methods.agent.session.resume, ({ params }) => opened(need(params.sessionId)))
    .onRequest(methods.agent.session.list, ({ params }) => ({ sessions: sessions.list(params.cwd) }))
    .onRequest(methods.agent.session.close, ({ params }) => {
      sessions.close(params.sessionId);
      return {};
    })
    .onRequest(methods.agent.session.setMode, async ({ params, client }) => {
      const session = need(params.sessionId);
      session.mode = params.modeId;
      await tellerOf(client, session).raw({ sessionUpdate: 'current_mode_update', currentModeId: params.modeId });
      return {};
    })
    .onRequest(methods.agent.session.setConfigOption, ({ params }) => {
      const session = need(params.sessionId);
      session.isBrave = params.value === true;
      return { configOptions: opened(session).configOptions };
    })
    .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
      const session = need(params.sessionId);
      session.turn = new AbortController();
      const { text, told } = wordsIn(params.prompt);
      session.told = told;
      session.given = params.prompt;
      session.said.push({ by: 'person', id: `person-${crypto.randomUUID()}`, text });
      const end = await doSteps(text, session, tellerOf(client, session));
      sessions.keep(session);
      if ('error' in end) throw new RequestError(end.error.code, end.error.message, end.error.data);
      return {
        stopReason: end.stopReason as 'end_turn',
        usage: { totalTokens: 30, inputTokens: 10, outputTokens: 20 },
      };
    })
    .onNotification(methods.agent.session.cancel, ({ params }) => {
      sessions.find(params.sessionId)?.turn.abort();
    });
}

const commandsUpdate = {
  sessionUpdate: 'available_commands_update',
  availableCommands: [{ name: 'review', description: 'Looks at what changed', input: { hint: 'what' } }],
};

/** @param client of the request, or of the connection */
function tellerOf(client: AgentContext, session: TestSession): Teller {
  const sessionId = session.id;
  const raw = (update: unknown, id = sessionId) =>
    client.notify<unknown>('session/update' as string, { sessionId: id, update });
  return {
    version: 1,
    raw,
    say: (by, id, text) =>
      raw({
        sessionUpdate: { person: 'user_message_chunk', agent: 'agent_message_chunk', thought: 'agent_thought_chunk' }[
          by
        ],
        content: { type: 'text', text },
        ...(id !== null && { messageId: id }),
      }),
    call: ({ id, title, kind, status, text, diff, terminalId, path, input }) => {
      const content = [
        ...(text === undefined ? [] : [{ type: 'content', content: { type: 'text', text } }]),
        ...(diff ? [{ type: 'diff', path: diff.path, oldText: diff.before, newText: diff.after }] : []),
        ...(terminalId ? [{ type: 'terminal', terminalId }] : []),
      ];
      return raw({
        sessionUpdate: title === undefined ? 'tool_call_update' : 'tool_call',
        toolCallId: id,
        title,
        kind,
        status,
        rawInput: input,
        ...(content.length > 0 && { content }),
        ...(path && { locations: [{ path, line: 1 }] }),
      });
    },
    plan: (entries) => raw({ sessionUpdate: 'plan', entries: entries.map((one) => ({ ...one, priority: 'medium' })) }),
    async ask(callId, title, options) {
      const { outcome } = await client.request<{ outcome: { outcome: string; optionId?: string } }>(
        'session/request_permission' as string,
        { sessionId, toolCall: { toolCallId: callId, title, kind: 'edit', status: 'pending' }, options },
      );
      return outcome.outcome === 'selected' ? (outcome.optionId ?? null) : null;
    },
    read: async (path) => (await client.request('fs/read_text_file', { sessionId, path })).content,
    write: async (path, content) => void (await client.request('fs/write_text_file', { sessionId, path, content })),
    async run(callId, command, onStarted) {
      const terminal = await client.createTerminal({ sessionId, command: 'sh', args: ['-c', command] });
      await raw({
        sessionUpdate: 'tool_call_update',
        toolCallId: callId,
        content: [{ type: 'terminal', terminalId: terminal.id }],
      });
      onStarted?.();
      const [exit] = await Promise.all([terminal.waitForExit(), after(0)]);
      const { output } = await terminal.currentOutput();
      await terminal.release();
      return `${output.trim()} (${exit.exitCode})`;
    },
    elicit: async (params) =>
      JSON.stringify(await client.request('elicitation/create' as string, { sessionId, ...params })),
    working: async () => {},
  };
}
