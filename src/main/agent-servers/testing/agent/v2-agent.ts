import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AgentContext, agent, methods, RequestError } from '@agentclientprotocol/sdk/experimental/v2';
import { diffTexts } from '../../../../shared/text-diff.ts';
import type { TestSession, TestSessions } from './sessions.ts';
import type { TestAgentSettings } from './settings.ts';
import { doSteps, type StepsEnd, wordsIn } from './steps.ts';
import type { Teller } from './teller.ts';

export function v2Agent(sessions: TestSessions, settings: TestAgentSettings) {
  let isSignedOut = settings.isSignedOut;
  const configOptions = ({ mode, isBrave }: TestSession) => [
    {
      configId: 'mode',
      name: 'Mode',
      category: 'mode',
      type: 'select' as const,
      currentValue: mode,
      options: [
        { value: 'careful', name: 'Careful' },
        { value: 'quick', name: 'Quick', description: 'Asks less' },
      ],
    },
    { configId: 'brave', name: 'Brave', type: 'boolean' as const, currentValue: isBrave },
  ];
  const availableCommands = [
    {
      type: 'command' as const,
      name: 'review',
      description: 'Looks at what changed',
      input: { type: 'text' as const, hint: 'what' },
    },
  ];
  const need = (id: string): TestSession => {
    const session = sessions.find(id);
    if (!session) throw RequestError.sessionNotFound(id);
    return session;
  };

  return agent({ name: 'test agent' })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: 2,
      info: { name: 'test-agent', title: 'Test Agent', version: '1.0.0' },
      capabilities: {
        session: { prompt: settings.takesWordsAlone ? {} : { image: {}, embeddedContext: {} } },
        auth: {},
      },
      authMethods: [
        { type: 'agent' as const, methodId: 'browser', name: 'In the browser' },
        {
          type: 'terminal' as const,
          methodId: 'terminal',
          name: 'In a terminal',
          args: ['--login'],
          env: [{ name: 'MODE', value: 'sign in' }],
        },
      ],
    }))
    .onRequest(methods.agent.auth.login, () => {
      isSignedOut = false;
      return {};
    })
    .onRequest(methods.agent.auth.logout, () => {
      isSignedOut = true;
      return {};
    })
    .onRequest(methods.agent.session.new, ({ params }) => {
      if (isSignedOut) throw RequestError.authRequired();
      const session = sessions.begin(params.cwd);
      return { sessionId: session.id, configOptions: configOptions(session), availableCommands };
    })
    .onRequest(methods.agent.session.resume, async ({ params, client }) => {
      const session = need(params.sessionId);
      const tell = tellerOf(client, session);
      for (const { by, id, text } of params.replayFrom ? session.said : []) await tell.say(by, id, text);
      return { configOptions: configOptions(session), availableCommands };
    })
    .onRequest(methods.agent.session.list, ({ params }) => ({ sessions: sessions.list(params.cwd) }))
    .onRequest(methods.agent.session.close, ({ params }) => {
      sessions.close(params.sessionId);
      return {};
    })
    .onRequest(methods.agent.session.delete, () => ({}))
    .onRequest(methods.agent.session.setConfigOption, ({ params }) => {
      const session = need(params.sessionId);
      if (params.configId === 'mode') session.mode = String(params.value);
      else session.isBrave = params.value === true;
      return { configOptions: configOptions(session) };
    })
    .onRequest(methods.agent.session.prompt, ({ params, client }) => {
      const session = need(params.sessionId);
      session.turn = new AbortController();
      const { text, told } = wordsIn(params.prompt);
      session.told = told;
      session.given = params.prompt;
      const messageId = `person-${crypto.randomUUID()}`;
      session.said.push({ by: 'person', id: messageId, text });
      const tell = tellerOf(client, session);
      // The answer says that it is accepted; the turn goes on after it.
      setImmediate(async () => {
        await tell.raw({ sessionUpdate: 'user_message', messageId, content: [{ type: 'text', text }] });
        await tell.raw({ sessionUpdate: 'state_update', state: 'running' });
        const end = await doSteps(text, session, tell).catch(
          (error: unknown): StepsEnd => ({ error: { code: -32603, message: String(error) } }),
        );
        sessions.keep(session);
        const usage = { totalTokens: 30, inputTokens: 10, outputTokens: 20 };
        const idle = 'error' in end ? { stopReason: 'error', error: end.error } : { ...end, usage };
        await tell.raw({ sessionUpdate: 'state_update', state: 'idle', ...idle });
        // Repeated, it is no second end.
        await tell.raw({ sessionUpdate: 'state_update', state: 'idle' });
      });
      return { messageId };
    })
    .onNotification(methods.agent.session.cancel, ({ params }) => {
      sessions.find(params.sessionId)?.turn.abort();
    });
}

function tellerOf(client: AgentContext, session: TestSession): Teller {
  const sessionId = session.id;
  const loose = client as unknown as {
    notify(method: string, params: unknown): Promise<void>;
    request<R>(method: string, params: unknown): Promise<R>;
  };
  const raw = (update: unknown, id = sessionId) => loose.notify('session/update', { sessionId: id, update });
  return {
    version: 2,
    raw,
    say: (by, id, text) =>
      raw({
        sessionUpdate: { person: 'user_message_chunk', agent: 'agent_message_chunk', thought: 'agent_thought_chunk' }[
          by
        ],
        messageId: id,
        content: { type: 'text', text },
      }),
    call: ({ id, title, kind, status, text, diff, terminalId, path, input }) => {
      const content = [
        ...(text === undefined ? [] : [{ type: 'content', content: { type: 'text', text } }]),
        ...(diff ? [{ type: 'diff', ...patchOf(session.cwd, diff) }] : []),
        ...(terminalId ? [{ type: 'terminal', terminalId }] : []),
      ];
      return raw({
        sessionUpdate: 'tool_call_update',
        toolCallId: id,
        title,
        kind,
        status,
        rawInput: input,
        ...(content.length > 0 && { content }),
        ...(path && { locations: [{ path, line: 1 }] }),
      });
    },
    plan: (entries) =>
      raw({
        sessionUpdate: 'plan_update',
        plan: { type: 'items', planId: 'plan', entries: entries.map((one) => ({ ...one, priority: 'medium' })) },
      }),
    async ask(callId, title, options) {
      const toolCall = { toolCallId: callId, title, kind: 'edit', status: 'pending' };
      const { outcome } = await loose.request<{ outcome: { outcome: string; optionId?: string } }>(
        'session/request_permission',
        { sessionId, title, options, ...(callId !== null && { subject: { type: 'tool_call', toolCall } }) },
      );
      return outcome.outcome === 'selected' ? (outcome.optionId ?? null) : null;
    },
    read: async (path) => readFileSync(path, 'utf8'),
    write: async (path, text) => writeFileSync(path, text),
    run(callId, command, onStarted) {
      const ended = runItself(raw, callId, command, session.cwd);
      onStarted?.();
      return ended;
    },
    elicit: async (params) => JSON.stringify(await loose.request('elicitation/create', { sessionId, ...params })),
    working: (isRunning) => raw({ sessionUpdate: 'state_update', state: isRunning ? 'running' : 'idle' }),
  };
}

/** In version 2 an agent has its own terminals, and shows their bytes. */
function runItself(
  raw: (update: unknown) => Promise<void>,
  callId: string,
  command: string,
  cwd: string,
): Promise<string> {
  const terminalId = `terminal-${crypto.randomUUID()}`;
  const child = spawn('sh', ['-c', command], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  void raw({ sessionUpdate: 'terminal_update', terminalId, command, cwd });
  void raw({ sessionUpdate: 'tool_call_update', toolCallId: callId, content: [{ type: 'terminal', terminalId }] });
  let output = '';
  const add = (bytes: Buffer) => {
    output += bytes.toString();
    // A byte at a time: letters come in pieces.
    for (const byte of bytes) {
      void raw({ sessionUpdate: 'terminal_output_chunk', terminalId, data: Buffer.from([byte]).toString('base64') });
    }
  };
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  return new Promise((resolve) => {
    child.on('close', async (exitCode) => {
      await raw({ sessionUpdate: 'terminal_update', terminalId, exitStatus: { exitCode } });
      resolve(`${output.trim()} (${exitCode})`);
    });
  });
}

function patchOf(cwd: string, { path, before, after }: { path: string; before: string | null; after: string }) {
  const name = path.slice(cwd.length + 1);
  const head = `diff --git a/${name} b/${name}\n--- ${before === null ? '/dev/null' : `a/${name}`}\n+++ b/${name}\n`;
  return {
    changes: [{ operation: before === null ? 'add' : 'modify', path }],
    patch: { format: 'git_patch', text: head + diffTexts(before, after).patch },
  };
}
