import { expect, test } from 'vitest';
import { parseManifest } from '../manifest/manifest-file.ts';
import { manifestText } from '../test-support/extension-folders.ts';
import { contributionsOf, toolsOf } from './contributions.ts';

function manifest(id: string, tables: string) {
  const read = parseManifest('extension.toml', `${manifestText(id)}${tables}`);
  if ('problem' in read) throw new Error(read.problem.reason);
  return read.manifest;
}

test('commands say whose they are; of one name the first has it, and others a number', () => {
  const one = manifest('one', '[commands.go]\ntitle = "Go"\n[slash_commands.shout]\ndescription = "Shouts"\n');
  const other = manifest(
    'other',
    '[slash_commands.shout]\ndescription = "S"\n[slash_commands.ask]\ndescription = "A"\n' +
      '[commands.shout]\ntitle = "Shout it out"\n[commands.ask]\ntitle = "ask"\n',
  );
  const { commands, slashCommands } = contributionsOf([one, other]);
  expect(slashCommands.map(({ extensionId, name }) => [extensionId, name])).toEqual([
    ['one', 'shout'],
    ['other', 'shout:2'],
    ['other', 'ask'],
  ]);
  // A command that can be typed too says as what.
  expect(commands.map(({ extensionName, id, title }) => [extensionName, id, title])).toEqual([
    ['Extension one', 'go', 'Go'],
    ['Extension other', 'shout', 'Shout it out (/shout:2)'],
    ['Extension other', 'ask', '/ask'],
  ]);
});

test('a tool has the schema of its arguments as JSON, any object when it names none', () => {
  const schema = '{ type = "object", properties = { text = { type = "string" } } }';
  const tools = `[tools.count]\ndescription = "C"\nread_only = true\ninput_schema = ${schema}\n[tools.plain]\ndescription = "P"\n`;
  const [count, plain] = toolsOf([manifest('one', tools)], () => '/here');
  expect(count).toMatchObject({ extensionId: 'one', origin: '/here', id: 'count', isReadOnly: true });
  expect(JSON.parse(count?.inputSchema ?? '')).toEqual({ type: 'object', properties: { text: { type: 'string' } } });
  expect(plain).toMatchObject({ inputSchema: '{"type":"object"}', isReadOnly: false });
});

test('a tool is asked for as a whole, unless it says that its effects are to be', () => {
  const tables = '[tools.one]\ndescription = "O"\napproval = "each-effect"\n[tools.other]\ndescription = "O"\n';
  const worker = parseManifest(
    'extension.toml',
    `${manifestText('w').replace('kind = "js"', 'kind = "worker"')}${tables}`,
  );
  const tools = 'manifest' in worker ? toolsOf([worker.manifest], () => '/here') : [];
  expect(tools.map(({ id, asksByEffect }) => [id, asksByEffect])).toEqual([
    ['one', true],
    ['other', false],
  ]);
});
