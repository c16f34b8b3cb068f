import { expect, test } from 'vitest';
import { type Manifest, registeredSchema } from '../../../shared/contract/extensions/manifest.ts';
import { bareManifest, withRegistered } from './script-manifest.ts';

function manifest(): Manifest {
  const bare = bareManifest('hello', '/x/extensions/hello.lua');
  if ('reason' in bare) throw new Error(bare.reason);
  return bare.manifest;
}
const registered = registeredSchema.parse({
  tools: { greet: { description: 'Greets' } },
  commands: { go: { title: 'Mine' } },
  events: { tool_call: {} },
});

test('what a script registers goes before what its manifest declares', () => {
  const declared = { ...manifest(), commands: { go: { title: 'Declared' }, stay: { title: 'Stays' } } };
  const both = withRegistered({ ...declared, events: { agent_end: {} } }, registered);
  expect(both.commands).toEqual({ go: { title: 'Mine' }, stay: { title: 'Stays' } });
  expect(both.events).toEqual({ agent_end: {}, tool_call: {} });
});

test('a tool is asked about by effect where its calls are all that it can act through, else as a whole', () => {
  const approval = (capabilities?: Manifest['capabilities']) =>
    withRegistered({ ...manifest(), capabilities }, registered).tools.greet?.approval;
  expect(approval()).toBe('each-effect');
  // Its commands are judged by themselves.
  expect(approval({ exec: true })).toBe('each-effect');
  expect(approval({ network: [], workspace: undefined })).toBe('each-effect');
  expect(approval({ network: ['example.com'] })).toBe('call');
  expect(approval({ workspace: 'read' })).toBe('call');
});
