import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { testAgent } from '../testing/test-agent.ts';
import { startAgentProcess } from './agent-process.ts';

test('an agent that floods its standard error has to wait', async () => {
  const flood = { ...testAgent(1), command: 'sh', args: ['-c', 'head -c 600000 /dev/zero >&2'] };
  const since = performance.now();
  const { ended } = await startAgentProcess(flood, tmpdir(), String, () => {});
  await ended;
  // Twice 50 ms; a timer may be early by one.
  expect(performance.now() - since).toBeGreaterThan(98);
});
