import { describe, expect, test } from 'vitest';
import { manifestSchema } from './manifest.ts';

const manifest = {
  id: 'sample',
  name: 'Sample',
  version: '1.0.0',
  schema_version: 1,
  runtime: { kind: 'js', main: 'main.js' },
};
const accepts = (more: object) => manifestSchema.safeParse({ ...manifest, ...more }).success;

describe('the schema of a manifest', () => {
  test('needs five fields and gives the rest their defaults', () => {
    expect(manifestSchema.parse(manifest)).toEqual({
      ...manifest,
      activation_events: [],
      language_model_providers: {},
      settings: {},
      commands: {},
      slash_commands: {},
      tools: {},
      events: {},
      agent_servers: {},
      snippets: [],
    });
    const { runtime: _, ...needed } = manifest;
    for (const field of Object.keys(needed)) expect(accepts({ [field]: undefined })).toBe(false);
  });

  test.each([
    ['in two ways', { command: 'a', npm: 'a@1.0.0' }],
    ['in none', {}],
    ['of any version', { npm: 'a@latest' }],
    ['by http', { targets: { 'linux-x86_64': { archive: 'http://a.test/a.tgz', cmd: 'a' } } }],
    ['for no system', { targets: { linux: { archive: 'https://a.test/a.tgz', cmd: 'a' } } }],
    ['at a path of the computer', { command: '/usr/bin/a' }],
    ['outside of the folder', { command: './../a' }],
  ])('refuses an agent that is had %s', (_, row) => {
    expect(accepts({ agent_servers: { a: { name: 'A', ...row } } })).toBe(false);
  });

  test('refuses agents of an extension that is called as other places of agents are', () => {
    const agent_servers = { a: { name: 'A', command: './a' } };
    expect(accepts({ agent_servers })).toBe(true);
    expect(accepts({ id: 'registry', agent_servers })).toBe(false);
  });

  test('takes everything that the format has', () => {
    const full = {
      description: 'd',
      authors: ['A <a@example.org>'],
      repository: 'https://example.org',
      activation_events: ['onStartup', 'onLanguage:ts', 'onCommand:c', 'onSlashCommand:s', 'workspaceContains:**/x'],
      language_model_providers: {
        p: {
          name: 'P',
          icon: 'icons/p.svg',
          models: [{ id: 'm', name: 'M', max_output_tokens: 1 }],
          auth: { env_var: 'A', env_vars: ['A', 'B'], credential_label: 'Key', oauth: false },
        },
      },
      settings: {
        url: { type: 'string', title: 'URL', description: 'd', default: 'x' },
        count: { type: 'number', title: 'Count', default: 3 },
        on: { type: 'boolean', title: 'On' },
        colour: { type: 'choice', title: 'Colour', choices: ['red', 'blue'], default: 'blue' },
      },
      commands: { c: { title: 'C' } },
      slash_commands: { s: { description: 'S', argument: '<path>' } },
      tools: {
        t: {
          description: 'T',
          read_only: true,
          input_schema: { type: 'object', properties: { n: { type: 'number' } } },
        },
      },
      events: { tool_call: {}, agent_end: {} },
      agent_servers: { a: { name: 'A', npm: '@a/a@1.0.0', args: ['--acp'], keys: { A_KEY: 'Key' } } },
      capabilities: { network: ['example.org', 'ask'], workspace: 'read' },
      snippets: ['snippets/a.json', 'b.json'],
    };
    expect(accepts(full)).toBe(true);
  });

  test.each([
    ['Ünïcode 模型 👩‍💻', true],
    ['Trusted\u202Egro', false],
    ['Trusted\u2066x', false],
    ['two\nlines', false],
    ['two\u2028lines', false],
    ['a\u0000b', false],
  ])('the name %j, which dialogs show, is taken: %s', (name, expected) => {
    expect(accepts({ name })).toBe(expected);
    expect(accepts({ language_model_providers: { p: { name } } })).toBe(expected);
    expect(accepts({ language_model_providers: { p: { name: 'P', auth: { credential_label: name } } } })).toBe(
      expected,
    );
  });

  test.each([
    ['a', true],
    ['0-a', true],
    ['a'.repeat(63), true],
    ['a'.repeat(64), false],
    ['', false],
    ['-a', false],
    ['A', false],
    ['a_b', true],
    ['a:b', false],
    ['a/b', false],
    ['a\n', false],
    ['ä', false],
  ])('the id %j is taken: %s', (id, expected) => {
    expect(accepts({ id })).toBe(expected);
  });

  test.each([
    ['main.js', true],
    ['dist/a..b/main.js', true],
    ['./main.js', true],
    ['', false],
    ['/main.js', false],
    ['\\main.js', false],
    ['c:main.js', false],
    ['..', false],
    ['a/../b', false],
    ['a\\..\\b', false],
  ])('the file %j is inside the folder: %s', (main, expected) => {
    expect(accepts({ runtime: { kind: 'js', main } })).toBe(expected);
  });

  test.each([
    ['1.0.0', true],
    ['0.10.200-rc.1', true],
    ['1.0', false],
    ['v1.0.0', false],
    ['1.0.0 ', false],
  ])('the version %j is taken: %s', (version, expected) => {
    expect(accepts({ version })).toBe(expected);
  });

  test.each([
    ['an unknown field', { icon: 'x' }],
    ['an unknown field of the runtime', { runtime: { kind: 'js', main: 'm', args: [] } }],
    ['an unknown kind of runtime', { runtime: { kind: 'python', main: 'm' } }],
    ['another format version', { schema_version: 2 }],
    ['an event of no kind', { activation_events: ['onFire:x'] }],
    ['an event without its name', { activation_events: ['onProvider:'] }],
    ['a provider’s id in capitals', { language_model_providers: { P: { name: 'P' } } }],
    ['an icon outside the folder', { language_model_providers: { p: { name: 'P', icon: '../x.svg' } } }],
    ['a model without an id', { language_model_providers: { p: { name: 'P', models: [{ id: '', name: 'M' }] } } }],
    [
      'no tokens',
      { language_model_providers: { p: { name: 'P', models: [{ id: 'm', name: 'M', max_token_count: 0 }] } } },
    ],
    ['a setting of no type', { settings: { s: { type: 'date', title: 'S' } } }],
    ['a default of another type', { settings: { s: { type: 'number', title: 'S', default: '3' } } }],
    ['a default that is no choice', { settings: { s: { type: 'choice', title: 'S', choices: ['a'], default: 'b' } } }],
    ['a choice of nothing', { settings: { s: { type: 'choice', title: 'S', choices: [], default: '' } } }],
    ['an unknown field of a command', { commands: { c: { title: 'C', later: 1 } } }],
    [
      'arguments of a tool that are no object',
      { tools: { t: { description: 'T', input_schema: { type: 'string' } } } },
    ],
    ['a setting’s key with a hyphen', { settings: { 'a-b': { type: 'string', title: 'S' } } }],
    ['a command without a title', { commands: { c: {} } }],
    ['an unknown capability', { capabilities: { camera: true } }],
    ['more than reading and writing', { capabilities: { workspace: 'execute' } }],
  ])('%s is refused', (_what, more) => {
    expect(accepts(more)).toBe(false);
  });

  test.each<[kind: string, capabilities: object | undefined, expected: boolean]>([
    ['worker', undefined, true],
    ['worker', { network: [] }, true],
    ['worker', { workspace: 'read' }, false],
    ['worker', { workspace: 'write' }, false],
    ['worker', { network: ['example.org'] }, false],
    ['js', undefined, false],
  ])('a tool of a %s with %j is asked for by its effects: %s', (kind, capabilities, expected) => {
    const tools = (approval: string) => ({ tools: { t: { description: 'T', approval } } });
    const runtime = { kind, main: 'm.js' };
    expect(accepts({ runtime, capabilities, ...tools('each-effect') })).toBe(expected);
    expect(accepts({ runtime, capabilities, ...tools('call') })).toBe(true);
    expect(accepts({ runtime, ...tools('never') })).toBe(false);
  });

  test.each([
    [{}, true],
    [{ snippets: 'a.json' }, true],
    [{ commands: { c: { title: 'C' } } }, false],
    [{ slash_commands: { s: { description: 'S' } } }, false],
    [{ tools: { t: { description: 'T' } } }, false],
    [{ events: { agent_end: {} } }, false],
    [{ language_model_providers: { p: { name: 'P' } } }, false],
    [{ settings: { on: { type: 'boolean', title: 'On' } } }, false],
    [{ activation_events: ['onStartup'] }, false],
    [{ capabilities: { network: ['example.org'] } }, false],
  ])('without code it may have %j: %s', (more, expected) => {
    expect(accepts({ runtime: undefined, ...more })).toBe(expected);
    expect(accepts(more)).toBe(true);
  });

  test.each([
    ['wasm', true],
    ['js', false],
    ['worker', false],
    ['lua', false],
  ])('of the kind %s it may do without a file of code: %s', (kind, expected) => {
    expect(accepts({ runtime: { kind } })).toBe(expected);
  });

  test.each([
    ['a.json', ['a.json']],
    [
      ['a.json', 'b/c.json'],
      ['a.json', 'b/c.json'],
    ],
  ])('snippets may be one file or several', (snippets, expected) => {
    expect(manifestSchema.parse({ ...manifest, snippets }).snippets).toEqual(expected);
  });
});
