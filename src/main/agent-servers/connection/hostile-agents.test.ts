import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { patientLimits, recordingClient } from '../testing/recording-client.fixture.ts';
import { connectAgent } from './connect-agent.ts';

/** Agents that no kit for agents has a hand in. */

const secret = 'sk-0123456789abcdef';
const scrub = (text: string) => text.replaceAll(secret, '[removed]');
const forever = new AbortController().signal;

/** `requests` has an answer for each method, as code with `id` and `params`; `say` writes a message, `line` a line. */
const program = (requests: Readonly<Record<string, string>>) => `
  const line = (text) => process.stdout.write(text + '\\n');
  const say = (message) => line(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const tell = (sessionId, text) => say({ method: 'session/update', params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } } });
  const requests = {
    initialize: (id) => say({ id, result: { protocolVersion: 1, agentCapabilities: { sessionCapabilities: { close: {}, resume: {} } } } }),
    ${Object.entries(requests)
      .map(([method, code]) => `'${method}': (id, params) => { ${code} }`)
      .join(',\n')}
  };
  require('node:readline').createInterface({ input: process.stdin }).on('line', (text) => {
    const { id, method, params } = JSON.parse(text);
    requests[method]?.(id, params);
  });`;

const connected = (requests: Readonly<Record<string, string>>, limits = patientLimits) =>
  started(program(requests), limits);

async function started(code: string, limits = patientLimits) {
  const recorded = recordingClient();
  const folder = await temporaryFolder();
  const environment = { PATH: process.env.PATH ?? '' };
  const launch = { name: 'Bad', program: 'bad', command: process.execPath, args: ['-e', code], environment };
  const connection = await connectAgent(launch, recorded.client, { version: '0', limits, scrub, folder }, forever);
  onTestFinished(() => connection.close());
  return { connection, folder, ...recorded };
}

test('of a secret that stands where a text is cut not even a part is kept', async () => {
  const long = (characters: number) => `'x'.repeat(${characters - 6}) + '${secret}'`;
  const { connection, folder, lines } = await connected({
    'session/new': `
      process.stderr.write(${long(2000)} + '\\n');
      line(${long(300)});
      line(${long(500)});
      say({ id, error: { code: -32603, message: ${long(500)}, data: ${long(20_000)} } });
      tell('${secret}', 'of no session');`,
  });
  const failed = connection.newSession(folder, forever);
  await expect(failed).rejects.toMatchObject({ code: 'agent-failed' });
  const failure = await failed.catch((error) => JSON.stringify(error.failure));
  await expect.poll(() => lines).toHaveLength(4);
  expect(`${failure}${lines.join()}`).not.toContain('sk-0');
});

test('lines that are no messages, or strange ones, end nothing', async () => {
  const { connection, folder, said, failures } = await connected({
    'session/new': `
      for (const text of [
        '{', '[]', '[{"id":1}]', 'null', '{"id":{}}', '{"method":{},"id":[]}', '{"method":"x","id":null}', '{"method":"x","id":{"a":1}}',
        '{"id":"initialize","result":{"protocolVersion":9}}', '{"method":"session/update"}', '{"method":"session/update","id":1,"params":[]}',
        '{"method":"session/update","params":{"sessionId":"__proto__","update":{"sessionUpdate":"plan"}}}',
        '{"jsonrpc":"2.0","method":"session/request_permission","id":"__proto__","params":{"sessionId":"s"}}',
        '{"jsonrpc":"2.0","method":"constructor","id":7,"params":null}', '{"jsonrpc":"2.0","id":99,"result":1}',
        '{"jsonrpc":"2.0","method":"fs/read_text_file","id":8,"params":{"sessionId":"s","path":{}}}',
      ]) line(text);
      say({ id, result: { sessionId: 's' } });
      say({ id, result: { sessionId: 'other' } });`,
    'session/prompt': `tell(params.sessionId, 'Well'); say({ id, result: {} }); say({ id, result: { stopReason: 'refusal' } });`,
  });
  const { id } = await connection.newSession(folder, forever);
  expect(id).toBe('s');
  const { end } = await connection.prompt(id, [], forever);
  expect(end).toEqual({ type: 'stop', reason: 'end-turn' });
  expect(await connection.prompt(id, [], forever)).toMatchObject({ end });
  expect(said()).toBe('WellWell');
  expect(failures).toEqual([]);
});

test('a message that is too long ends it', async () => {
  const { connection, folder, failures } = await connected({
    'session/new': `line('{' + 'y'.repeat(17 * 1024 * 1024));`,
  });
  const asked = connection.newSession(folder, forever);
  await expect(asked).rejects.toMatchObject({ code: 'agent-gone', message: expect.stringContaining('too long') });
  await expect.poll(() => failures.length).toBe(1);
});

test('of a message with too many parts none is parsed: news are left out, an answer ends it', async () => {
  const { connection, folder, said, lines } = await connected({
    'session/new': `
      tell('s', 'Before. ');
      line('{"jsonrpc":"2.0","method":"session/update","params":' + '['.repeat(400_000) + ']'.repeat(400_000) + '}');
      tell('s', JSON.stringify(Array(200_000).fill('"')).slice(0, 500_000));
      say({ id, result: { sessionId: 's' } });`,
    'session/prompt': `
      tell('s', 'After.');
      line('{"jsonrpc":"2.0","id":' + id + ',"result":{"_meta":[' + '1,'.repeat(400_000) + '1]}}');`,
  });
  const { id, replayed } = await connection.newSession(folder, forever);
  const long = replayed.map((one) => one.type === 'message' && one.text.length);
  expect(long).toEqual(['Before. '.length + 500_000]);
  expect(lines).toEqual(['[A message that has too many parts was left out.]']);
  await expect(connection.prompt(id, [], forever)).rejects.toMatchObject({
    code: 'agent-gone',
    message: 'Bad wrote a message that has too many parts, and was ended.',
  });
  expect(said()).toBe('After.');
});

test('that an update has too many parts is said where it belongs, and the call that it was about ends with it', async () => {
  const { connection, folder, updates } = await connected({
    'session/new': `say({ id, result: { sessionId: 's' } });`,
    'session/prompt': `
      const many = '[' + '1,'.repeat(400_000) + '1]';
      const update = (fields) => line('{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{' + fields + '}}}');
      update('"sessionUpdate":"tool_call","toolCallId":"a","title":"A","status":"in_progress"');
      update('"sessionUpdate":"tool_call","toolCallId":"b","title":"B","status":"in_progress"');
      update('"sessionUpdate":"tool_call_update","toolCallId":"a","status":"completed","rawOutput":' + many + '');
      update('"sessionUpdate":"tool_call_update","rawOutput":{"of":"\\\\"status\\\\":\\\\"completed\\\\"","many":' + many + '},"toolCallId":"b","status":"failed"');
      update('"sessionUpdate":"agent_message_chunk","_meta":' + many + '');
      line('{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"other","update":{"_meta":' + many + '}}}');
      say({ id, result: {} });`,
  });
  const { id } = await connection.newSession(folder, forever);
  await connection.prompt(id, [], forever);
  const calls = updates.flatMap(({ update }) => (update.type === 'call' ? [update.call] : []));
  expect(calls.slice(2)).toEqual([
    { id: 'a', isPartly: true, state: 'completed' },
    { id: 'b', isPartly: true, state: 'failed' },
  ]);
  const notes = updates.flatMap(({ sessionId, update }) =>
    update.type === 'note' ? [[sessionId, update.note.title]] : [],
  );
  const title = 'Bad told of something in more parts than can be read. It was left out.';
  expect(notes).toEqual(Array(3).fill(['s', title]));
});

test('one that asks and does not read has no files heaped up for it, and is ended for asking on', async () => {
  const { connection, folder, client, failures } = await connected({
    'session/new': `say({ id, result: { sessionId: 's' } });`,
    'session/prompt': `
      process.stdin.pause();
      const ask = (from) => {
        for (let each = from; each < from + 500; each++) say({ id: each, method: 'fs/read_text_file', params: { sessionId: 's', path: '/a' } });
        if (from < 12_000) setImmediate(ask, from + 500);
      };
      ask(1);`,
  });
  let reads = 0;
  client.readText = async () => {
    reads++;
    return 'x'.repeat(1024 * 1024);
  };
  const { id } = await connection.newSession(folder, forever);
  await expect(connection.prompt(id, [], forever)).rejects.toMatchObject({
    code: 'agent-gone',
    message: 'Bad asked for more than 10,000 things without taking the answers, and was ended.',
  });
  expect(reads).toBeLessThan(20);
  expect(failures).toHaveLength(1);
});

test('one that opens no further session, or answers nothing else, is waited for so long, and goes on with its turn', async () => {
  const limits = { ...patientLimits, openMs: 200, answerMs: 200 };
  const { connection, folder, failures } = await connected(
    {
      'session/new': `if (!globalThis.isOpen) say({ id, result: { sessionId: 's' } }); globalThis.isOpen = true;`,
      'session/prompt': `prompted = id;`,
      'session/close': `say({ id: prompted, result: {} });`,
    },
    limits,
  );
  const { id } = await connection.newSession(folder, forever);
  const turn = connection.prompt(id, [], forever);
  await expect(connection.newSession(folder, forever)).rejects.toMatchObject({
    failure: { code: 'timeout', message: 'Bad has not answered for 0 s.' },
  });
  // It ends the turn, and does not answer this.
  await expect(connection.closeSession(id)).rejects.toMatchObject({ code: 'timeout' });
  expect(await turn).toMatchObject({ end: { type: 'stop' } });
  expect(failures).toEqual([]);
});

test('one that closes its output and stays is ended', async () => {
  const { connection, folder } = await connected({
    'session/new': `process.stdout.end(); setInterval(() => {}, 1000);`,
  });
  await expect(connection.newSession(folder, forever)).rejects.toMatchObject({
    code: 'agent-gone',
    message: 'Bad closed its output, and was ended.',
  });
});

test('one that closes its input and stays is ended, also when it does so after what it was told last', async () => {
  const { connection, folder } = await started(`
    const { closeSync, readSync, writeSync } = require('node:fs');
    const byte = Buffer.alloc(1);
    for (const result of [{ protocolVersion: 1 }, { sessionId: 's' }, null]) {
      let line = '';
      while (readSync(0, byte) && byte[0] !== 10) line += byte;
      if (result) writeSync(1, JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(line).id, result }) + '\\n');
    }
    closeSync(0);
    setInterval(() => {}, 1000);`);
  const { id } = await connection.newSession(folder, forever);
  await expect(connection.prompt(id, [], forever)).rejects.toMatchObject({
    code: 'agent-gone',
    message: 'Bad closed its input, and was ended.',
  });
});

test('one that tells of sessions that are not open does not flood the log', async () => {
  const { connection, folder, lines } = await connected({
    'session/new': `for (let each = 0; each < 2000; each++) tell('other', 'x'); say({ id, result: { sessionId: 's' } });`,
    'session/prompt': `for (let each = 0; each < 2000; each++) tell('other' + each, 'x'); say({ id, result: {} });`,
  });
  const { id } = await connection.newSession(folder, forever);
  await connection.prompt(id, [], forever);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThan(1000);
});

test('a session that is opened again before its end is answered stays open', async () => {
  const requests = {
    'session/new': `say({ id, result: { sessionId: 's' } });`,
    'session/close': `closing = id;`,
    'session/resume': `say({ id, result: {} }); say({ id: closing, result: {} });`,
    'session/prompt': `tell('s', 'Still here'); say({ id, result: {} });`,
  };
  const { connection, folder, said } = await connected(requests, { ...patientLimits, closeMs: 20 });
  const { id } = await connection.newSession(folder, forever);
  const closed = connection.closeSession(id);
  await connection.resumeSession(id, folder, forever);
  await closed;
  await connection.prompt(id, [], forever);
  expect(said()).toBe('Still here');
});

test('a session is opened again once the agent has closed it, which may take it a while', async () => {
  const { connection, folder, said } = await connected({
    'session/new': `isClosed = false; say({ id, result: { sessionId: 's' } });`,
    'session/close': `setTimeout(() => { isClosed = true; say({ id, result: {} }); }, 20);`,
    'session/resume': `say({ id, result: {} });`,
    'session/prompt': `tell('s', isClosed ? 'Closed before' : 'Lost'); say({ id, result: {} });`,
  });
  const { id } = await connection.newSession(folder, forever);
  void connection.closeSession(id);
  await connection.resumeSession(id, folder, forever);
  await connection.prompt(id, [], forever);
  expect(said()).toBe('Closed before');
});

test('a new session does not get the name of one that another thread has', async () => {
  const { connection, folder } = await connected({ 'session/new': `say({ id, result: { sessionId: 's' } });` });
  const both = [connection.newSession(folder, forever), connection.newSession(folder, forever)];
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  await expect(connection.newSession(folder, forever)).rejects.toMatchObject({ code: 'agent-failed' });
});

test('what cannot be started fails with a sentence, which has no secret', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'file');
  await writeFile(file, '');
  const start = (environment: Record<string, string>, where: string) => {
    const launch = { name: 'Bad', program: 'bad', command: process.execPath, args: [], environment };
    return connectAgent(
      launch,
      recordingClient().client,
      { version: '0', limits: patientLimits, scrub, folder: where },
      forever,
    );
  };
  await expect(start({}, file)).rejects.toMatchObject({
    code: 'agent-failed',
    message: expect.stringContaining('not a folder'),
  });
  const failure = await start({ KEY: `${secret.slice(0, 9)}\0${secret.slice(9)}` }, folder).catch(
    (error) => error.failure,
  );
  expect(failure).toMatchObject({ code: 'agent-not-started' });
  expect(JSON.stringify(failure)).not.toContain('sk-');
});
