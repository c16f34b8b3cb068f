import { describe, expect, test } from 'vitest';
import { mainMethods } from '../../../shared/contract/extensions/main-methods.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import { parseManifest } from '../manifest/manifest-file.ts';
import { manifestText } from '../test-support/extension-folders.ts';
import { type ExtensionServices, servicesFor } from './extension-services.ts';

const manifestOf = (id: string): Manifest => {
  const read = parseManifest('extension.toml', manifestText(id));
  if ('problem' in read) throw new Error(read.problem.reason);
  return read.manifest;
};
const caller = manifestOf('sample');
const context = { signal: new AbortController().signal, ports: [] };

function services() {
  const calls: unknown[][] = [];
  const names = Object.keys(mainMethods);
  const record =
    (name: string) =>
    (...args: unknown[]) => {
      calls.push([name, ...args]);
      return `answer of ${name}`;
    };
  const all = Object.fromEntries(names.map((name) => [name, record(name)])) as unknown as ExtensionServices;
  const badCalls: unknown[][] = [];
  return {
    methods: servicesFor(
      () => caller,
      all,
      (...bad) => badCalls.push(bad),
    ),
    calls,
    badCalls,
  };
}

const good: Record<string, unknown> = {
  'credential.get': { providerId: 'p' },
  'credential.store': { providerId: 'p', value: 'v' },
  'credential.delete': { providerId: 'p' },
  'credential.request': { providerId: 'p', credentialType: 'api-key', label: 'Key', placeholder: '' },
  'oauth.startWebAuth': { authUrl: 'https://a.example', callbackPath: '/callback' },
  'oauth.openBrowser': { url: 'https://a.example' },
  'env.get': { name: 'N' },
  'setting.get': { key: 'k' },
  'state.get': { scope: 'global', key: 'k' },
  'state.set': { scope: 'workspace', key: 'k', value: '1' },
  'state.keys': { scope: 'global' },
  'window.message': { severity: 'info', text: 't', actions: ['Yes'] },
  'window.status': { id: 's', item: { text: 't', tooltip: '' } },
  'window.pick': { title: 't', placeholder: '', items: [{ label: 'a' }] },
  'window.confirm': { title: 't', text: '' },
  'window.prompt': { title: 't', placeholder: '', value: '', isMultiline: false },
  'window.showText': { title: 't', text: '', isMarkdown: false },
  'progress.start': { id: 'p', title: 't', isCancellable: true },
  'progress.report': { id: 'p', fraction: 0.5 },
  'progress.end': { id: 'p' },
  'document.subscribe': null,
  'workspace.folder': null,
  'workspace.readFile': { path: 'a' },
  'workspace.writeFile': { path: 'a', content: new Uint8Array(1) },
  'workspace.delete': { path: 'a' },
  'workspace.rename': { from: 'a', to: 'b' },
  'workspace.createDirectory': { path: 'a' },
  'workspace.stat': { path: 'a' },
  'workspace.list': { path: '' },
  'workspace.find': { glob: '*', limit: 1 },
  'workspace.search': { text: 't' },
  'files.folder': null,
  'files.download': { url: 'https://a.example', path: 'a', format: 'zip' },
  'files.makeExecutable': { path: 'a' },
  'files.readFile': { path: 'a' },
  'files.writeFile': { path: 'a', content: new Uint8Array(1) },
  'system.platform': null,
  'system.which': { name: 'n' },
  'system.environment': null,
  'editor.layout': null,
  'call.readText': { callId: 'c', path: 'a' },
  'call.list': { callId: 'c', path: '' },
  'call.find': { callId: 'c', glob: '*', limit: 1 },
  'call.search': { callId: 'c', query: { text: 't' } },
  'call.change': { callId: 'c', changes: [{ type: 'delete', path: 'a' }] },
  'call.exec': { callId: 'c', command: 'ls' },
  'exec.run': { command: ['ls'] },
  'call.fetchPage': { callId: 'c', url: 'https://a.example' },
  'call.diagnostics': { callId: 'c', path: 'a' },
  'call.readSkill': { callId: 'c', name: 's', file: 'a.md' },
  'call.report': { callId: 'c', text: 't' },
  'contributions.register': {
    registered: {
      language_model_providers: {},
      endpoints: {},
      commands: { hi: { title: 'Hi' } },
      slash_commands: {},
      tools: {},
      events: {},
    },
  },
  'thread.shown': null,
  'thread.info': { threadId: 't' },
  'thread.state': { threadId: 't' },
  'thread.items': { threadId: 't', limit: 1, all: false },
  'thread.instructions': { threadId: 't' },
  'thread.rename': { threadId: 't', title: 'n' },
  'thread.annotate': { threadId: 't', itemId: 'i', note: 'n', add: [], remove: [] },
  'thread.stop': { threadId: 't' },
  'model.list': null,
  'endpoint.list': null,
  'endpoint.open': { providerId: 'p' },
  'model.complete': { messages: [{ role: 'user', text: 't' }] },
  'provider.modelsChanged': { providerId: 'p' },
  'log.write': { level: 'info', text: 't' },
};

describe('what main does for an extension', () => {
  test('every method of the contract is there, and no other', () => {
    expect(Object.keys(services().methods).toSorted()).toEqual(Object.keys(good).toSorted());
  });

  test.each(Object.entries(good))('%s is asked with the caller that the port names', (name, params) => {
    const { methods, calls } = services();
    expect(methods[name]?.(params, context)).toBe(`answer of ${name}`);
    expect(calls).toEqual([[name, caller, params, context]]);
  });

  const bad = Object.entries(good).flatMap(([name, params]) => [
    { name, what: 'nothing', params: params === null ? undefined : null },
    { name, what: 'text', params: 'text' },
    { name, what: 'an empty record', params: {} },
    { name, what: 'a field too many', params: { ...(params as object), extensionId: 'another' } },
    { name, what: 'a wrong type', params: Object.fromEntries(Object.keys(params ?? {}).map((key) => [key, 7])) },
  ]);
  test.each(bad)('$name refuses $what, no service sees it, and it is told once', ({ name, params }) => {
    const { methods, calls, badCalls } = services();
    expect(() => methods[name]?.(params, context)).toThrow(
      expect.objectContaining({
        name: 'RpcError',
        code: 'invalid-params',
        message: expect.stringMatching(/: (?:Invalid|Unrecognized|Too) /),
      }),
    );
    expect(calls).toEqual([]);
    expect(badCalls).toEqual([[caller, name, expect.any(String)]]);
  });

  test('a refusal names the method and the field, and never repeats what was sent', () => {
    const { methods, badCalls } = services();
    const secret = `sk-${'x'.repeat(70_000)}`;
    expect(() => methods['credential.store']?.({ providerId: 'p', value: secret }, context)).toThrow(
      /^credential\.store: "value": Too big: expected string to have <=\d+ characters$/,
    );
    expect(() => methods['window.message']?.({ severity: 'loud', text: 't', actions: [] }, context)).toThrow(
      'window.message: "severity": Invalid option: expected one of "info"|"warning"|"error"',
    );
    expect(() => methods['setting.get']?.(secret, context)).toThrow(
      /^setting\.get: the argument: Invalid input: expected object, received string$/,
    );
    expect(JSON.stringify(badCalls)).not.toMatch(/loud|sk-x/);
  });
});
