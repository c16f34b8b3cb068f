import { createServer } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { listenOnLoopback } from '../../e2e/servers/loopback.ts';
import { componentFrom } from './component-extension.ts';
import { activated, answer, ask, manifestAt, outcome } from './extension-harness.ts';

it('leaked responses of a component are closed with its answer, and it is told of one that it closed itself', async () => {
  const open = new Set<unknown>();
  const server = createServer((_request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    response.writeHead(200).write('a chunk');
  });
  const { origin, close } = await listenOnLoopback(server);
  onTestFinished(close);
  const source = new URL('../../e2e/extensions/faulty-component/', import.meta.url);
  const settings = { base_url: origin, init: 'none' };
  const { provider } = await activated(componentFrom(source), settings, manifestAt(new URL('extension.toml', source)));
  const answered = (fault: string) => outcome(answer(provider, 'faulty', ask(fault)));
  const events = answer(provider, 'faulty', ask('leak'));
  await events.next();
  expect(await events.next()).toMatchObject({ value: { type: 'text', value: 'After.' } });
  expect(open.size).toBe(3);
  for await (const _ of events);
  await vi.waitFor(() => expect(open.size).toBe(0));
  expect((await answered('close-twice')).thrown?.message).toContain('disposed');
  expect((await answered('none')).thrown).toBeNull();
});
