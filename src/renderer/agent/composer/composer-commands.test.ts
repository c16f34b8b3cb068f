import { expect, test } from 'vitest';
import type { ContributedSlashCommand } from '../../../shared/contract/command.ts';
import type { PromptTemplate } from '../../../shared/contract/prompt-template.ts';
import { type CommandEffects, runBuiltIn } from './built-in-commands.ts';
import { composerCommands, findCommand, matchCommands, parseSlash } from './composer-commands.ts';

const command = (extensionId: string, id: string, name = id): ContributedSlashCommand => ({
  extensionId,
  extensionName: extensionId,
  id,
  name,
  description: '',
  argument: '',
});
const template = (source: PromptTemplate['source'], id: string, name: string): PromptTemplate => ({
  id,
  source,
  name,
  description: '',
  argument: '',
});
const commands = composerCommands(
  [
    command('toolbox', 'ask', 'toolbox:ask'),
    command('other', 'ask', 'other:ask'),
    command('toolbox', 'shout'),
    command('toolbox', 'task'),
    command('toolbox', 'help'),
  ],
  [
    template('project', 'project:review', 'review'),
    template('user', 'user:shout', 'shout'),
    { ...template('project', 'skill:notes', 'skill:notes'), isSkill: true },
  ],
);

test.each([
  ['/', { name: '', argument: '', argumentFrom: 1, isNaming: true }],
  ['/sh', { name: 'sh', argument: '', argumentFrom: 3, isNaming: true }],
  ['/shout ', { name: 'shout', argument: '', argumentFrom: 7, isNaming: false }],
  ['/shout  hello\nworld ', { name: 'shout', argument: 'hello\nworld', argumentFrom: 7, isNaming: false }],
  ['/toolbox:ask x', { name: 'toolbox:ask', argument: 'x', argumentFrom: 13, isNaming: false }],
])('"%s" is a command', (draft, parsed) => expect(parseSlash(draft)).toEqual(parsed));

test.each(['', 'a /shout', ' /shout', '/usr/bin', '/usr/bin is what?', '//', '/größe'])('"%s" is none', (draft) =>
  expect(parseSlash(draft)).toBeNull(),
);

test('each name is given once: the app’s own keep theirs, others of the name are called by their id', () => {
  const nameOf = (id: string) => commands.find((each) => each.id === id)?.name;
  expect(nameOf('app:help')).toBe('help');
  expect(nameOf('toolbox:help')).toBe('toolbox:help');
  expect(nameOf('toolbox:shout')).toBe('shout');
  expect(nameOf('user:shout')).toBe('user:shout');
  expect(nameOf('project:review')).toBe('review');
  expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
});

test('commands of the thread’s agent come first, and the app’s own keep their names but for those that only models have', () => {
  const own = [
    { name: 'compact', description: 'Sums up' },
    { name: 'help', description: 'Helps', hint: 'topic' },
    { name: 'spec.plan', description: 'Plans' },
  ];
  const all = composerCommands([], [], { agentName: 'Bird', commands: own });
  expect(all.slice(0, 3).map(({ name }) => name)).toEqual(['compact', 'agent:help', 'spec.plan']);
  expect(findCommand(all, 'compact')).toMatchObject({ source: 'Bird', runs: { kind: 'agent' } });
  expect(findCommand(all, 'help')?.source).toBe('Outrigger');
  expect(findCommand(all, 'agent:help')).toMatchObject({ argument: 'topic', runs: { command: { name: 'help' } } });
  expect(findCommand(all, parseSlash('/spec.plan now')?.name ?? '')?.id).toBe('agent:spec.plan');
  expect(findCommand(composerCommands([], []), 'compact')?.source).toBe('Outrigger');
});

test('a command is found by its name, and each by extension:id', () => {
  expect(findCommand(commands, 'Shout')?.id).toBe('toolbox:shout');
  expect(findCommand(commands, 'toolbox:shout')?.id).toBe('toolbox:shout');
  expect(findCommand(commands, 'other:ask')?.source).toBe('other');
  expect(findCommand(commands, 'toolbox:help')?.runs.kind).toBe('extension');
  expect(findCommand(commands, 'project:review')?.runs.kind).toBe('template');
  expect(findCommand(commands, 'ask')).toBeUndefined();
  expect(findCommand(commands, 'toString')).toBeUndefined();
});

test('prompts and skills say where they come from, and a skill is found by its own name too', () => {
  const sources = ['project:review', 'user:shout', 'skill:notes'].map((id) => findCommand(commands, id)?.source);
  expect(sources).toEqual(['Prompt of this project', 'Your prompt', 'Skill of this project']);
  expect(matchCommands(commands, 'not').map(({ name }) => name)).toEqual(['skill:notes']);
});

test('those that begin with what is typed come first', () => {
  const names = (typed: string) => matchCommands(commands, typed).map(({ name }) => name);
  expect(names('')).toEqual(commands.map(({ name }) => name));
  expect(names('as')).toEqual(['toolbox:ask', 'other:ask', 'task']);
  expect(names('toolbox:')).toEqual(['toolbox:ask', 'toolbox:help', 'shout', 'task']);
  expect(names('toolbox')).toEqual(['toolbox:ask', 'toolbox:help', 'shout', 'task']);
  expect(names('he')).toEqual(['help', 'toolbox:help', 'other:ask']);
  expect(names('zzz')).toEqual([]);
});

test('a name that is typed in full comes first, also where other commands are of an extension called so', () => {
  const of = (id: string) => ({
    extensionId: 'guests',
    extensionName: 'guests',
    id,
    name: id,
    description: '',
    argument: '',
  });
  const guests = composerCommands(['arrive', 'guestbook', 'guest'].map(of), []);
  expect(matchCommands(guests, 'guest').map(({ name }) => name)).toEqual(['guest', 'guestbook', 'arrive']);
  expect(matchCommands(guests, 'gues').map(({ name }) => name)).toEqual(['guestbook', 'guest', 'arrive']);
});

test('the app’s own commands do what they say, and take the draft away when it is done', () => {
  const did: unknown[] = [];
  const agents: { name: string; label: string }[] = [];
  let answering: string | null = null;
  const note =
    (what: string) =>
    (...parameters: unknown[]) =>
      void did.push([what, ...parameters].join(' '));
  const effects: CommandEffects = {
    version: '1.2.3',
    clear: note('clear'),
    newThread: note('new'),
    exportThread: note('export'),
    showModels: note('models'),
    models: () => [
      { ref: 'a:a/large', name: 'Large' },
      { ref: 'a:a/small', name: 'Small one' },
    ],
    chooseModel: note('choose'),
    showAgents: note('agents'),
    agents: () => agents,
    answeringAgent: () => answering,
    chooseAgent: note('agent'),
    compact: note('compact'),
    reply: ({ title, lines }) => void did.push(`${title}: ${lines.map(({ text }) => text).join()}`),
    help: () => [{ text: 'all' }],
  };
  const run = (line: string) => {
    const slash = parseSlash(line);
    const found = slash && findCommand(commands, slash.name);
    if (found?.runs.kind === 'built-in') runBuiltIn(found.runs.command, effects, slash?.argument ?? '');
    return did.splice(0);
  };
  expect(run('/new')).toEqual(['clear', 'new ']);
  expect(run('/new and now')).toEqual(['clear', 'new and now']);
  expect(run('/model')).toEqual(['clear', 'models']);
  expect(run('/model smal')).toEqual(['clear', 'choose a:a/small']);
  expect(run('/model none')).toEqual([expect.stringContaining('No model matches “none”.')]);
  expect(run('/agent')).toEqual([expect.stringContaining('There are no agents here.')]);
  agents.push({ name: 'reviewer', label: 'Careful reader' }, { name: 'writer', label: 'Writer' });
  expect(run('/agent')).toEqual(['clear', 'agents']);
  expect(run('/agent review')).toEqual(['clear', 'agent reviewer']);
  expect(run('/agent careful')).toEqual(['clear', 'agent reviewer']);
  expect(run('/agent none')).toEqual(['clear', 'agent ']);
  expect(run('/agent nobody')).toEqual([expect.stringContaining('No agent matches “nobody”.')]);
  answering = 'Bird';
  expect(run('/agent review')).toEqual([expect.stringContaining('Bird answers here')]);
  expect(run('/agent none')).toEqual(['clear', 'agent ']);
  expect(run('/compact keep the names')).toEqual(['compact keep the names']);
  expect(run('/export')).toEqual(['clear', 'export']);
  expect(run('/version')).toEqual(['clear', 'Version: Outrigger 1.2.3']);
  expect(run('/help')).toEqual(['clear', 'Commands and keys: all']);
  for (const name of ['help', 'version', 'export']) {
    const text = `/${name} takes no text after it. What you wrote is kept.`;
    expect(run(`/${name} me out`)).toEqual([`/${name} did not run: ${text}`]);
  }
});
