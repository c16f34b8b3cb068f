import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { extensionFolders, manifestText } from '../test-support/extension-folders.ts';
import { parseManifest, readManifest } from './manifest-file.ts';

const folders = extensionFolders();
afterAll(folders.remove);

const good = `id = "sample"
name = "Sample"
version = "1.2.3-beta.1"
schema_version = 1
description = "What it does"
activation_events = ["onStartup", "onProvider:p"]

[runtime]
kind = "js"
main = "dist/main.js"

[language_model_providers.p]
name = "P"

[[language_model_providers.p.models]]
id = "m/1:x"
name = "M"

[settings.base_url]
type = "string"
title = "Base URL"
`;

/** The line and reason of the problem of an invalid manifest. */
function problemOf(text: string) {
  const read = parseManifest('/some/extension.toml', text);
  if (!('problem' in read)) throw new Error(`It was accepted: ${JSON.stringify(read.manifest)}`);
  expect(read.problem.file).toBe('/some/extension.toml');
  return [read.problem.line, read.problem.reason];
}
const spoilt = (from: string, to: string) => {
  expect(good).toContain(from);
  return problemOf(good.replace(from, to));
};

describe('a manifest', () => {
  test('that is good is read with its defaults', () => {
    expect(parseManifest('f', good)).toEqual({
      manifest: {
        id: 'sample',
        name: 'Sample',
        version: '1.2.3-beta.1',
        schema_version: 1,
        description: 'What it does',
        activation_events: ['onStartup', 'onProvider:p'],
        runtime: { kind: 'js', main: 'dist/main.js' },
        language_model_providers: {
          p: {
            name: 'P',
            concurrency: 4,
            suggestions: [],
            models: [
              {
                id: 'm/1:x',
                name: 'M',
                max_token_count: 8192,
                supports_images: false,
                supports_tools: false,
                supports_thinking: false,
                default: false,
                default_fast: false,
              },
            ],
          },
        },
        settings: { base_url: { type: 'string', title: 'Base URL', default: '' } },
        commands: {},
        slash_commands: {},
        tools: {},
        events: {},
        agent_servers: {},
        snippets: [],
      },
    });
  });

  test.each([
    ['windows line ends', good.replaceAll('\n', '\r\n')],
    ['a byte-order mark', `\uFEFF${good}`],
  ])('with %s is read', (_what, text) => {
    expect(parseManifest('f', text)).toEqual(parseManifest('f', good));
  });

  test.each([
    ['a value is missing', 'name = "Sample"', 'name =', 2, /.+/],
    ['a quote is not closed', 'name = "Sample"', 'name = "Sample', 2, /not closed on its line/],
    ['a table is not closed', '[runtime]', '[runtime', 8, /.+/],
    ['a key is there twice', 'schema_version = 1', 'schema_version = 1\nid = "again"', 5, /already/],
    ['a number is too big', 'schema_version = 1', 'schema_version = 99999999999999999999', 4, /.+/],
    ['a control character is in it', 'Sample', 'Sam\u0000ple', 2, /control character/],
  ])('is no TOML: %s', (_what, from, to, line, reason) => {
    const [foundLine, foundReason] = spoilt(from, to);
    expect(foundLine).toBe(line);
    expect(foundReason).toMatch(reason);
    expect(foundReason).not.toMatch(/\n|Invalid TOML document/);
  });

  test.each([
    ['id = "sample"\n', '', 1, '"id" is missing'],
    ['name = "Sample"\n', '', 1, '"name" is missing'],
    ['kind = "js"\n', '', 8, '"runtime.kind" is missing'],
    ['title = "Base URL"\n', '', 19, '"settings.base_url.title" is missing'],
    ['id = "m/1:x"\n', '', 15, '"language_model_providers.p.models.0.id" is missing'],
  ])('is refused at its line without %j', (from, to, line, reason) => {
    expect(spoilt(from, to)).toEqual([line, reason]);
  });

  test.each([
    ['id = "sample"', 'id = "Sam ple"', 1, '"id": use lower-case letters, digits, "-" and "_", at most 63'],
    ['name = "Sample"', 'name = 7', 2, '"name": use a text in quotes'],
    ['name = "Sample"', 'name = ""', 2, '"name": it is empty'],
    ['name = "Sample"', `name = "${'n'.repeat(201)}"`, 2, '"name": use at most 200 characters'],
    ['"1.2.3-beta.1"', '"1.2"', 3, '"version": use a version such as 1.0.0'],
    ['"1.2.3-beta.1"', '2024-01-01', 3, '"version": use a text in quotes'],
    ['schema_version = 1', 'schema_version = 2', 4, '"schema_version": use 1'],
    ['schema_version = 1', 'schema_version = "1"', 4, '"schema_version": use 1'],
    ['["onStartup", "onProvider:p"]', '"onStartup"', 6, '"activation_events": use a list in brackets'],
    [
      '["onStartup", "onProvider:p"]',
      '["onStartup", "onOpen"]',
      6,
      '"activation_events.1": use onStartup, or onProvider:, onCommand:, onSlashCommand:, onEvent:, onTool:, onLanguage: or workspaceContains: with a name',
    ],
    ['kind = "js"', 'kind = "python"', 9, '"runtime.kind": must be one of worker, lua, wasm, js'],
    ['main = "dist/main.js"', 'main = ""', 10, '"runtime.main": it is empty'],
    ['main = "dist/main.js"', 'main = "/etc/passwd"', 10, '"runtime.main": name a file inside the extension’s folder'],
    ['main = "dist/main.js"', 'maim = "main.js"', 10, '"maim" is not a field of the manifest in runtime'],
    ['main = "dist/main.js"', '', 8, '"runtime.main" is missing: it names the file to load'],
    [
      'schema_version = 1',
      'schema_version = 1\nsnippets = 3',
      5,
      '"snippets": name files inside the extension’s folder: a text in quotes, or a list of them',
    ],
    [
      'schema_version = 1',
      'schema_version = 1\nsnippets = ["a", "../b"]',
      5,
      '"snippets.1": name a file inside the extension’s folder',
    ],
    [
      '[runtime]\nkind = "js"\nmain = "dist/main.js"\n',
      '',
      1,
      '"runtime" is missing: it names the code that language_model_providers needs',
    ],
    ['kind = "js"', 'kind = "js"\nmode = "fast"', 10, '"mode" is not a field of the manifest in runtime'],
    ['id = "sample"', 'id = "sample"\nicon = "x.svg"', 2, '"icon" is not a field of the manifest at the top level'],
    [
      '[language_model_providers.p]\nname = "P"\n',
      '[language_model_providers."Bad Id"]\nname = "P"\n\n[language_model_providers.p]\nname = "P"\n',
      12,
      '"language_model_providers.Bad Id": use lower-case letters, digits, "-" and "_", at most 63',
    ],
    [
      'name = "M"',
      'name = "M"\nmax_token_count = 0',
      18,
      '"language_model_providers.p.models.0.max_token_count": use a number above 0',
    ],
    [
      'name = "M"',
      'name = "M"\nmax_token_count = 1.5',
      18,
      '"language_model_providers.p.models.0.max_token_count": use a whole number',
    ],
    [
      'name = "M"',
      'name = "M"\ndefault = "yes"',
      18,
      '"language_model_providers.p.models.0.default": use true or false',
    ],
    ['[settings.base_url]', '[settings.baseUrl]', 19, '"settings.baseUrl": use lower-case letters, digits and "_"'],
    [
      'type = "string"',
      'type = "text"',
      20,
      '"settings.base_url.type": must be one of string, boolean, number, choice, list',
    ],
    [
      'name = "P"',
      'name = "P"\nfor_each = "base_url"',
      14,
      '"language_model_providers.p.for_each": there is no setting “base_url” of type "list"',
    ],
    [
      'name = "P"',
      'name = "P"\nfor_each = "toString"',
      14,
      '"language_model_providers.p.for_each": there is no setting “toString” of type "list"',
    ],
    [
      'title = "Base URL"',
      'title = "Base URL"\n[capabilities]\nnetwork = ["a.test", "setting:base_url.host"]',
      23,
      '"capabilities.network.1": there is no such setting: "setting:base_url.host"',
    ],
    ['name = "P"', 'name = "P"\n[events.tool_cal]', 14, '"tool_cal" is not a field of the manifest in events'],
  ])('with %j as %j', (from, to, line, reason) => {
    expect(spoilt(from, to)).toEqual([line, reason]);
  });

  test('names the second model when the second model is wrong', () => {
    const more = '\n[[language_model_providers.p.models]]\nid = "second"\nname = ""\n';
    expect(problemOf(good.replace('\n[settings', `${more}\n[settings`))).toEqual([
      21,
      '"language_model_providers.p.models.1.name": it is empty',
    ]);
  });

  const list = '[settings.servers]\ntype = "list"\ntitle = "Servers"\n[settings.servers.fields.url]\ntitle = "URL"\n';
  const perServer = (id: string) => `[language_model_providers.${id}]\nname = "Server"\nfor_each = "servers"\n`;

  test('may have a provider for each row of a list, and reach the addresses in it', () => {
    const network = '[capabilities]\nnetwork = ["setting:servers.url", "setting:base_url"]\n';
    expect(parseManifest('f', `${good}${list}${perServer('server')}${network}`)).toHaveProperty('manifest');
  });

  test.each([
    [perServer('a'.repeat(32)), `"language_model_providers.${'a'.repeat(32)}": use at most 31 characters`],
    [
      `${perServer('s')}[language_model_providers.s-1]\nname = "S 1"\n`,
      '"language_model_providers.s-1": what begins with "s-" is the id of a row',
    ],
    ['[capabilities]\nnetwork = ["setting:servers"]\n', 'there is no such setting: "setting:servers"'],
    ['[capabilities]\nnetwork = ["setting:servers.host"]\n', 'there is no such setting: "setting:servers.host"'],
    ['[settings.servers.fields.id]\ntitle = "Id"\n', '"settings.servers.fields.id": every row has it by itself'],
  ])('is refused at its line with a list and %j', (more, words) => {
    const [line, reason] = problemOf(`${good}${list}${more}`);
    expect(reason).toContain(words);
    expect(line).toBeGreaterThan(good.split('\n').length);
  });

  test.each([['runtime = "js"', '[runtime]\nkind = "js"\nmain = "dist/main.js"', '"runtime": use a table']])(
    'with a value where a table belongs',
    (value, table, reason) => {
      const [, found] = problemOf(`${value}\n${good.replace(table, '')}`);
      expect(found).toBe(reason);
    },
  );

  test('of any text at all is either read or has a line and a reason, and never throws', { tags: ['search'] }, () => {
    const lines = good.split('\n');
    const piece = fc.oneof(
      fc.constantFrom(...lines, '[', ']', '"', "'''", '"""', '=', '[[a]]', 'a.b = 1', '__proto__ = 1'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('\n');
        const read = parseManifest('f', text);
        if ('manifest' in read) return;
        expect(read.problem.line).toBeGreaterThanOrEqual(1);
        expect(read.problem.line).toBeLessThanOrEqual(text.split('\n').length + 1);
        expect(read.problem.reason).toMatch(/\S/);
      }),
      { numRuns: lengthOf(60, 500) },
    );
  });

  test('cannot touch what every object inherits', () => {
    const proto = parseManifest('f', `${good}\n[settings.__proto__]\ntype = "string"\ntitle = "x"\n`);
    if ('problem' in proto) throw new Error(proto.problem.reason);
    expect(Object.keys(proto.manifest.settings)).toEqual(['base_url']);
    expect(Object.getPrototypeOf(proto.manifest.settings)).toBe(Object.prototype);
    const named = parseManifest('f', `${good}\n[language_model_providers.constructor]\nname = "C"\n`);
    if ('problem' in named) throw new Error(named.problem.reason);
    expect(Object.keys(named.manifest.language_model_providers)).toEqual(['p', 'constructor']);
  });
});

describe('a manifest’s file', () => {
  test('is read from the extension’s folder', async () => {
    folders.write('read/extension.toml', manifestText('read'));
    expect(await readManifest(join(folders.root, 'read'))).toMatchObject({ manifest: { id: 'read' } });
  });

  test('that is not there is a problem without a line', async () => {
    const folder = join(folders.root, 'nowhere');
    expect(await readManifest(folder)).toEqual({
      problem: { file: join(folder, 'extension.toml'), reason: 'there is no such file' },
      isAbsent: true,
    });
  });

  test('that is a folder is a problem, too', async () => {
    folders.write('wrong/extension.toml/file', 'x');
    const read = await readManifest(join(folders.root, 'wrong'));
    expect(read).toMatchObject({ problem: { reason: 'it is not a file' } });
  });

  test('that is larger than any manifest is not read', async () => {
    folders.write('huge/extension.toml', `${manifestText('huge')}#${'x'.repeat(256 * 1024)}`);
    const read = await readManifest(join(folders.root, 'huge'));
    expect(read).toMatchObject({ problem: { reason: 'it is larger than 256 KB' } });
  });

  test('that is binary is a problem with a line', async () => {
    folders.write('binary/extension.toml', '\u0000\u0001\u0002');
    expect(await readManifest(join(folders.root, 'binary'))).toMatchObject({ problem: { line: 1 } });
  });
});
