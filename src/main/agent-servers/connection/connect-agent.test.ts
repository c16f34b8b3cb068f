import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { patientLimits, recordingClient } from '../testing/recording-client.fixture.ts';
import { testAgent } from '../testing/test-agent.ts';
import { connectAgent } from './connect-agent.ts';

const forever = new AbortController().signal;
const scrub = (text: string) => text.replaceAll('s3cret', '[removed]');
const connectOptions = { version: '0.0.0', limits: patientLimits, scrub };

async function connected(version: 1 | 2, ...args: string[]) {
  const recorded = recordingClient();
  const folder = await temporaryFolder();
  const launch = testAgent(version, ...args);
  const options = { ...connectOptions, folder };
  const connection = await connectAgent(launch, recorded.client, options, forever);
  onTestFinished(() => connection.close());
  return { connection, folder, ...recorded };
}

test('says who it is, what it can do, and what can be chosen', async () => {
  const { connection, folder } = await connected(1, '--no-resume');
  expect(connection).toMatchObject({
    version: 1,
    info: { name: 'Test Agent', version: '1.0.0' },
    can: { images: true, contents: true, load: true, resume: false, list: true, close: true, logout: true },
  });
  const session = await connection.newSession(folder, forever);
  expect(session.replayed).toEqual([]);
  expect(session.commands).toEqual([{ name: 'review', description: 'Looks at what changed', hint: 'what' }]);
  expect(session.options.map(({ name, category, value }) => [name, category, value])).toEqual([
    ['Mode', 'mode', 'careful'],
    ['Brave', undefined, false],
  ]);
});

test('an agent that speaks the first version only is spoken with in that', async () => {
  const { connection, folder, said } = await connected(2, '--v1-only');
  expect(connection.version).toBe(1);
  const { id } = await connection.newSession(folder, forever);
  const { end, tokens } = await connection.prompt(id, [{ type: 'text', text: 'anonymous Hello to you' }], forever);
  expect(end).toEqual({ type: 'stop', reason: 'end-turn' });
  expect(tokens).toEqual({ input: 10, output: 20 });
  expect(said()).toBe('Hello to you');
});

test('one that breaks is gone once, after all that it said, and leaves nothing', async () => {
  const { connection, folder, said, failures, lines } = await connected(1);
  const { id } = await connection.newSession(folder, forever);
  const sleep = 'sleep 7654';
  const text = `say Not yet\nstderr The key is s3cret.\nfork ${sleep}\ncrash 9`;
  const failure = {
    code: 'agent-gone',
    message: expect.stringContaining('exit code 9'),
    detail: 'The key is [removed].\nIt broke.',
  };
  await expect(connection.prompt(id, [{ type: 'text', text }], forever)).rejects.toMatchObject({ failure });
  expect(said()).toBe('Not yet');
  await expect.poll(() => failures).toEqual([failure]);
  expect(lines).toEqual(['The key is [removed].', 'It broke.']);
  expect(spawnSync('pgrep', ['-f', `^${sleep}`]).status).toBe(1);
  await expect(connection.newSession(folder, forever)).rejects.toMatchObject({ failure });
  await connection.close();
  expect(failures).toHaveLength(1);
});

/** An agent in so many lines, which writes the end of a turn and what comes after it at once. */
const hastyAgent = `
  const say = (...all) => process.stdout.write(all.map((one) => JSON.stringify({ jsonrpc: '2.0', ...one }) + '\\n').join(''));
  const words = (text) => tell({ sessionUpdate: 'agent_message_chunk', messageId: text, content: { type: 'text', text } });
  const tell = (update) => ({ method: 'session/update', params: { sessionId: 's', update } });
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    const answer = (result) => ({ id, result });
    if (method === 'initialize') version = params.protocolVersion, say(answer({ protocolVersion: version, info: { name: 'a', version: '1' } }));
    if (method === 'session/new') say(words('history'), answer({ sessionId: 's' }), words('news'));
    if (method !== 'session/prompt') return;
    if (version === 1) say(words('last'), answer({ stopReason: 'end_turn' }), words('late'));
    else say(answer({ messageId: 'm' }), words('last'), tell({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' }), words('late'));
  });`;

test.each([1, 2] as const)('in version %i whoever waits has an answer before what came after it', async (version) => {
  const { client, updates } = recordingClient();
  const folder = await temporaryFolder();
  const launch = { ...testAgent(version), args: ['-e', hastyAgent] };
  const connection = await connectAgent(launch, client, { ...connectOptions, folder }, forever);
  onTestFinished(() => connection.close());
  const told = () => updates.map(({ update }) => update.type === 'message' && update.text);
  const { id, replayed } = await connection.newSession(folder, forever);
  expect([replayed, told()]).toMatchObject([[{ text: 'history' }], []]);
  await expect.poll(told).toEqual(['news']);
  await connection.prompt(id, [{ type: 'text', text: 'Do' }], forever);
  expect(told()).toEqual(['news', 'last']);
  await expect.poll(told).toEqual(['news', 'last', 'late']);
});

test.each([
  ['that is not there', { command: '/no/such/program' }, 'agent-missing', 'there is no program “/no/such/program”'],
  [
    'that ends at once',
    { args: ['-e', 'console.error("no licence"); process.exit(5)'] },
    'agent-not-started',
    'exit code 5',
  ],
  [
    'whose module is missing',
    { args: ['-e', 'require("./nest")'] },
    'agent-not-started',
    "while it started, with exit code 1: Cannot find module './nest'.",
  ],
  ['that says nothing', { args: ['-e', 'setInterval(() => {}, 1000)'] }, 'agent-not-started', 'has not answered'],
  [
    'of a version to come',
    {
      args: [
        '-e',
        'process.stdin.once("data", () => console.log(JSON.stringify({jsonrpc: "2.0", id: "initialize", result: {protocolVersion: 3}})))',
      ],
    },
    'agent-not-started',
    'speaks version 3',
  ],
])('a program %s is told of', async (_, launch, code, words) => {
  const { client } = recordingClient();
  const folder = await temporaryFolder();
  const options = {
    ...connectOptions,
    folder,
    limits: { ...patientLimits, ...(words === 'has not answered' && { startMs: 500 }) },
  };
  const connecting = connectAgent({ ...testAgent(1), ...launch }, client, options, forever);
  await expect(connecting).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
});

test('a folder that is not there is not called a missing program', async () => {
  const options = { ...connectOptions, folder: '/no/such/folder' };
  const connecting = connectAgent(testAgent(1), recordingClient().client, options, forever);
  await expect(connecting).rejects.toMatchObject({ code: 'agent-failed', message: expect.stringContaining('folder') });
});
