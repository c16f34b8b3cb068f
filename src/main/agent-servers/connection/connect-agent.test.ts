import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { recordingClient } from '../testing/recording-client.fixture.ts';
import { testAgent } from '../testing/test-agent.ts';
import { connectAgent } from './connect-agent.ts';

const forever = new AbortController().signal;

async function connected(version: 1 | 2, ...args: string[]) {
  const recorded = recordingClient();
  const folder = await temporaryFolder();
  const launch = testAgent(version, ...args);
  const options = { folder, version: '0.0.0', startMs: 30_000 };
  const connection = await connectAgent(launch, recorded.client, options, forever);
  onTestFinished(() => connection.close());
  return { connection, folder, ...recorded };
}

test.each([1, 2] as const)('a prompt is answered in version %i', async (version) => {
  const { connection, folder, said, updates } = await connected(version);
  expect(connection).toMatchObject({ version, info: { name: 'Test Agent', version: '1.0.0' } });
  const session = await connection.newSession(folder, forever);
  expect(session.commands).toEqual([{ name: 'review', description: 'Looks at what changed', hint: 'what' }]);
  expect(session.options.map(({ name, category, value }) => [name, category, value])).toEqual([
    ['Mode', 'mode', 'careful'],
    ['Brave', undefined, false],
  ]);
  const { end, tokens } = await connection.prompt(session.id, [{ type: 'text', text: 'say Hello to you' }], forever);
  expect(end).toEqual({ type: 'stop', reason: 'end-turn' });
  expect(tokens).toEqual({ input: 10, output: 20 });
  expect(said()).toBe('Hello to you');
  // The prompt told back is not a message of its own.
  expect(updates.filter(({ update }) => update.type === 'message' && update.by === 'person')).toEqual([]);
});
