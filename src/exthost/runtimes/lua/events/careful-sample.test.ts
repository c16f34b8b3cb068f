import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toolCall } from '../../../test-support/handle-events.ts';
import { loadScript } from '../../../test-support/load-script.ts';

const signal = new AbortController().signal;
const sample = new URL('../../../../../docs/extensions/samples/careful/extensions/careful.lua', import.meta.url);

describe('the gate of the docs', () => {
  const gate = readFileSync(sample, 'utf8');
  const removing = { ...toolCall, name: 'workspace_tools__delete', input: { path: 'src' } };
  const running = (line: string) => ({ name: 'workspace_tools__run_command', input: { line } });

  test.each<[object, boolean, object]>([
    [removing, true, {}],
    [removing, false, { block: 'The person wants to keep it. Ask them what may go.' }],
    [running('cd src; rm *'), false, { block: expect.stringContaining('keep it') }],
    [running('npm run farm'), false, {}],
    [{ name: 'workspace_tools__delete', input: {} }, false, { block: expect.stringContaining('keep it') }],
  ])('asks the person about %j: %j', async (call, yes, outcome) => {
    const { api, asked } = await loadScript(gate, { answers: { 'window.confirm': () => yes } });
    const event = { ...toolCall, ...call };
    const answered = await api.events.ask({ id: 'tool_call', threadId: 'thread', event }, signal);
    expect(answered).toEqual({ outcome, failures: [] });
    if (call === removing) expect(asked).toContainEqual(['window.confirm', { title: 'Let it delete?', text: 'src' }]);
  });

  test('tells models of itself', async () => {
    const { api } = await loadScript(gate);
    const event = { prompt: 'p', images: 0, instructions: 'Be kind.', added: '', tools: [], skills: [] };
    const asked = await api.events.ask({ id: 'before_agent_start', threadId: 'thread', event }, signal);
    expect(asked.outcome).toEqual({ instructions: 'Be kind.\n\nSay why before you delete anything.' });
  });
});
