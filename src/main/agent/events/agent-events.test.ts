import { expect, test, vi } from 'vitest';
import type { EventName } from '../../../shared/contract/extensions/thread-events.ts';
import { entryEvents } from '../../../shared/contract/extensions/thread-events.ts';
import type { CompletionRequest } from '../../../shared/contract/provider.ts';
import { toolName } from '../../../shared/contract/tool.ts';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import { say } from '../../providers/memory-extension.fixture.ts';
import type { AgentService } from '../agent-service.ts';
import {
  agentSetting,
  answers,
  ended,
  modelsWithTools,
  send,
  textOf,
  tool,
  toolParts,
} from '../agent-setting.fixture.ts';
import { asPrompt } from '../as-prompt.fixture.ts';
import { type Asked, eventsOf, type Hearing, says, type Told } from './hearing.fixture.ts';

const set = agentSetting();

/** One extension that has its say in these events, for which there is a function each. */
function hearing(saying: Partial<Record<EventName, (event: never) => unknown>>) {
  const { events } = eventsOf([
    {
      id: 'words',
      names: Object.keys(saying) as EventName[],
      ask: ({ id, event }: Asked) => says(saying[id]?.(event as never) ?? {}),
    } satisfies Hearing,
  ]);
  set.threadEvents = events;
}

const turns = async (agent: AgentService) => foldThread((await agent.thread()).entries).turns;

/** A model that keeps what it is sent. */
function recording() {
  const requests: CompletionRequest[] = [];
  return {
    requests,
    complete(request: CompletionRequest) {
      requests.push(request);
      return say({ type: 'text', value: 'Yes.' }, { type: 'stop', value: 'end-turn' });
    },
  };
}

const wordsOf = (request: CompletionRequest | undefined, role: string) =>
  request?.messages
    .filter((message) => message.role === role)
    .flatMap(({ content }) => content.map((part) => (part.type === 'text' ? part.value : '')));

test('what a person wrote is changed before it is a prompt, and the thread keeps both', async () => {
  hearing({ input: ({ text }: { text: string }) => ({ text: text.toUpperCase() }) });
  const { requests, complete } = recording();
  const agent = set.start({ complete });
  await send(agent, 'hi');
  await ended(agent);
  expect(wordsOf(requests[0], 'user')).toEqual(['HI']);
  expect(await turns(agent)).toMatchObject([{ text: 'HI', typed: { text: 'hi', by: ['Extension words'] } }]);
  // It is in the thread now: it is not heard again.
  await agent.retry((await agent.thread()).id);
  await ended(agent, 2);
  expect(wordsOf(requests[1], 'user')).toEqual(['HI']);
});

test('of a prompt that an extension changed, what the person mentioned is looked up as theirs, and the rest is not', async () => {
  hearing({ input: ({ text }: { text: string }) => ({ text: `${text} Also <https://b.example>.` }) });
  const agent = set.start();
  await send(agent, 'See <https://a.example>.');
  await ended(agent);
  expect(set.lookedUp).toEqual([
    { text: 'See <https://a.example>. Also <https://b.example>.', isTyped: false },
    { text: 'See <https://a.example>.', isTyped: true },
  ]);
});

test('what an extension has done itself is no prompt: the thread has the reply, and the queue goes on', async () => {
  hearing({ input: ({ text }: { text: string }) => (text.startsWith('ping') ? { handled: 'pong' } : {}) });
  const { requests, complete } = recording();
  const agent = set.start({ complete });
  const { id } = await agent.thread();
  expect(await agent.send(id, asPrompt('ping me'))).toEqual({ ok: true, value: null });
  const { turns: none, replies, queue } = foldThread((await agent.thread()).entries);
  expect({ none, queue }).toEqual({ none: [], queue: [] });
  expect(replies).toMatchObject([{ command: 'ping me', extensionName: 'Extension words', text: 'pong' }]);
  expect(requests).toEqual([]);
});

test('before an answer instructions are changed and something is added, which stays with the prompt', async () => {
  set.rules = [{ of: 'person', source: '/AGENTS.md', text: 'Be kind.' }];
  hearing({
    before_agent_start: ({ instructions, prompt, added }: { instructions: string; prompt: string; added: string }) => ({
      instructions: `${instructions}\n\nBe brief.`,
      added: `${added}It is about ${prompt}.`,
    }),
  });
  const { requests, complete } = recording();
  const agent = set.start({ complete });
  const id = await send(agent, 'cats');
  await ended(agent);
  expect(wordsOf(requests[0], 'system')?.[0]).toMatch(/Be kind\.\n\nBe brief\.$/);
  expect(wordsOf(requests[0], 'user')?.[0]).toContain('It is about cats.');
  expect((await turns(agent))[0]?.context).toMatchObject([{ kind: 'extension', label: 'Extension words' }]);
  await agent.retry(id);
  await ended(agent, 2);
  // Once, though it was answered twice.
  expect(wordsOf(requests[1], 'user')?.[0]?.split('It is about cats.')).toHaveLength(2);
});

test('extensions are told of the skills, and only who added something to a prompt stands beside it', async () => {
  const skill = { name: 'knots', description: 'Ties', source: 'user', folder: '/s', file: '/s/SKILL.md' } as const;
  set.skills = [skill];
  set.offers = { ...set.offers, tools: () => [tool('read-skill', { needsSkills: true })] };
  const asked: Asked[] = [];
  const { events } = eventsOf([
    { id: 'one', names: ['before_agent_start'], ask: () => says({ instructions: 'Be brief.' }) },
    {
      id: 'two',
      names: ['before_agent_start'],
      ask(one) {
        asked.push(one);
        return says({ added: 'A rope.' });
      },
    },
  ]);
  set.threadEvents = events;
  const agent = set.start({ models: modelsWithTools, complete: recording().complete });
  await send(agent, 'cats');
  await ended(agent);
  expect(asked).toMatchObject([{ event: { instructions: 'Be brief.', skills: ['knots'] } }]);
  expect((await turns(agent))[0]?.context).toMatchObject([{ label: 'Extension two', text: 'A rope.' }]);
});

test('messages and requests are others as they are sent, and the thread keeps its own', async () => {
  hearing({
    context: ({ messages }: Pick<CompletionRequest, 'messages'>) => ({
      messages: [...messages, { role: 'user', content: [{ type: 'text', value: 'P.S.' }], cache: false }],
    }),
    before_provider_request: ({ request }: { request: CompletionRequest }) => ({
      request: { ...request, temperature: 0.25 },
    }),
  });
  const { requests, complete } = recording();
  const agent = set.start({ complete });
  await send(agent, 'hi');
  await ended(agent);
  expect(requests).toMatchObject([
    { temperature: 0.25, messages: [{ role: 'user' }, { content: [{ value: 'P.S.' }] }] },
  ]);
  expect(await turns(agent)).toMatchObject([{ text: 'hi' }]);
});

/** A model that calls a tool once, then says what came of it. */
const callsOnce = async function* (request: CompletionRequest) {
  const result = request.messages.at(-1)?.content.find((part) => part.type === 'tool-result');
  if (result?.type === 'tool-result') {
    yield* say(
      { type: 'text', value: `It said ${String(result.value.content.value)}` },
      { type: 'stop', value: 'end-turn' },
    );
    return;
  }
  const toolUse = { id: 'call', name: toolName(tool('echo')), input: '{"text":"rm -rf"}', isInputComplete: true };
  yield* say({ type: 'tool-use', value: toolUse }, { type: 'stop', value: 'tool-use' });
};

function offering(ran: unknown[]) {
  set.offers = {
    ...set.offers,
    tools: () => [tool('echo', { isReadOnly: true })],
    async runTool(_tool, input) {
      ran.push(input);
      return { text: (input as { text: string }).text, details: { n: 1 } };
    },
  };
}

/** A person who allows every call that waits for them. */
async function allowing(agent: AgentService): Promise<void> {
  await vi.waitFor(async () => {
    const [part] = toolParts((await answers(agent)).at(-1));
    expect(part?.run?.state.type).toBe('waiting');
  });
  await agent.decideTool((await agent.thread()).id, 'call', 'allow-once');
}

test('a call runs with the arguments that an extension left, and its result is what another made of it', async () => {
  const ran: unknown[] = [];
  offering(ran);
  hearing({
    tool_call: ({ input }: { input: { text: string } }) => ({ input: { ...input, text: 'ls' } }),
    tool_result: ({ text }: { text: string }) => ({ text: `${text}!`, details: { n: 2 } }),
  });
  const agent = set.start({ models: modelsWithTools, complete: callsOnce });
  await send(agent, 'go');
  await allowing(agent);
  const [answer] = await ended(agent);
  expect(ran).toEqual([{ text: 'ls' }]);
  expect(textOf(answer)).toBe('It said ls!');
  expect(toolParts(answer)[0]?.run).toMatchObject({
    changedBy: ['Extension words'],
    input: '{"text":"ls"}',
    state: { type: 'done', output: 'ls!', details: '{"n":2}' },
  });
});

test('the person is asked about a call as it would run, not as the model made it', async () => {
  offering([]);
  hearing({ tool_call: () => ({ input: { text: 'ls' } }) });
  const agent = set.start({ models: modelsWithTools, complete: callsOnce });
  await send(agent, 'go');
  const asked = await vi.waitFor(async () => {
    const [part] = toolParts((await turns(agent))[0]?.answers[0]);
    expect(part?.run?.state.type).toBe('waiting');
    return part;
  });
  expect(asked?.run).toMatchObject({ input: '{"text":"ls"}', changedBy: ['Extension words'] });
});

test('however long it is, nothing of a result passes an extension by: it is given what the model would get', async () => {
  offering([]);
  set.offers = { ...set.offers, runTool: async () => `key${'-'.repeat(1_100_000)}key` };
  hearing({ tool_result: ({ text }: { text: string }) => ({ text: text.replaceAll('key', '…') }) });
  const agent = set.start({ models: modelsWithTools, complete: callsOnce });
  await send(agent, 'go');
  await allowing(agent);
  const [answer] = await ended(agent);
  const state = toolParts(answer)[0]?.run?.state;
  expect(state?.type === 'done' && state.output).toMatch(/^…-/);
  expect(JSON.stringify(answer)).not.toContain('key');
});

test('an extension that answers for a tool with details that are no JSON is passed over: what the tool did is told', async () => {
  const ran: unknown[] = [];
  offering(ran);
  hearing({ tool_result: () => ({ details: { n: 2n } }) });
  const agent = set.start({ models: modelsWithTools, complete: callsOnce });
  await send(agent, 'go');
  await allowing(agent);
  const [answer] = await ended(agent);
  expect(toolParts(answer)[0]?.run?.state).toMatchObject({ type: 'done', isError: false });
});

test('a call that an extension stops never runs, nobody is asked, and the model is told why', async () => {
  const ran: unknown[] = [];
  offering(ran);
  hearing({ tool_call: () => ({ block: 'it would delete too much' }) });
  const agent = set.start({ models: modelsWithTools, complete: callsOnce });
  await send(agent, 'go');
  const [answer] = await ended(agent);
  expect(ran).toEqual([]);
  const reason = 'Extension words stopped it: it would delete too much';
  expect(toolParts(answer)[0]?.run?.state).toEqual({ type: 'failed', reason });
  expect(textOf(answer)).toContain(reason);
});

test('Stop ends the wait for an extension: the text is kept, and nothing is in the thread', async () => {
  const { events, waiting } = eventsOf([{ id: 'words', names: ['input'], ask: () => new Promise(() => {}) }]);
  waiting.add('words');
  set.threadEvents = events;
  const agent = set.start();
  const { id } = await agent.thread();
  const sent = agent.send(id, asPrompt('hi'));
  await vi.waitFor(() =>
    expect(set.events).toContainEqual(
      expect.objectContaining({
        type: 'answer-activity',
        activity: expect.objectContaining({ type: 'extension', name: 'Extension words' }),
      }),
    ),
  );
  await agent.stop(id);
  expect(await sent).toMatchObject({ failure: { code: 'cancelled', message: 'It was stopped. Your text is kept.' } });
  expect(await turns(agent)).toEqual([]);
});

test('who follows a thread is told of all that happens in it, in order', async () => {
  const told: Told[] = [];
  set.threadEvents = eventsOf([
    {
      id: 'words',
      names: entryEvents,
      tell(one) {
        told.push(one);
        return null;
      },
    },
  ]).events;
  offering([]);
  const agent = set.start({ models: modelsWithTools, complete: callsOnce });
  await send(agent, 'go');
  await allowing(agent);
  await ended(agent);
  await vi.waitFor(() => expect(told.at(-1)?.id).toBe('agent_end'));
  // How many pieces a text comes in is a matter of time.
  const names = told.map(({ id }) => id).filter((id) => id !== 'message_update');
  expect(names).toEqual([
    'message_start',
    'message_end',
    'agent_start',
    'turn_start',
    'message_start',
    'message_end',
    'tool_execution_start',
    'tool_execution_end',
    'turn_end',
    'turn_start',
    'message_start',
    'message_end',
    'turn_end',
    'agent_end',
  ]);
  const of = (id: Told['id']) => told.filter((one) => one.id === id).map(({ event }) => event);
  expect(of('message_end')).toMatchObject([
    { message: { role: 'user', text: 'go' } },
    { message: { role: 'assistant', text: '' } },
    { message: { role: 'assistant', text: 'It said rm -rf', model: 'good:chat/live' } },
  ]);
  expect(of('tool_execution_end')).toMatchObject([{ call: { id: 'call', name: 'toolbox__echo', output: 'rm -rf' } }]);
  expect(of('turn_end')).toMatchObject([
    { turn: 0, calls: [{ id: 'call' }] },
    { turn: 1, calls: [] },
  ]);
  expect(of('agent_end')).toMatchObject([{ answer: { type: 'answer', text: 'It said rm -rf', end: 'end-turn' } }]);
});
