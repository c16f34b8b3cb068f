import { rm, symlink } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { rootsWorld } from './roots-world.fixture.ts';

test('prompts come in the order of the roots; of one name each stays callable by its id', async () => {
  const { offered, rootFiles } = await rootsWorld({
    'project/.outrigger/prompts/review.md': '---\ndescription: "Ours"\nargument: <file>\n---\nLook at $1.',
    'user/prompts/review.md': '# Mine\nLook.',
    'tools/prompts/review.md': 'Theirs: $ARGUMENTS',
    'tools/prompts/explain.md': 'Explain.',
  });
  expect((await offered()).templates).toEqual([
    { id: 'user:review', source: 'user', name: 'review', description: 'Mine', argument: '' },
    { id: 'project:review', source: 'project', name: 'project:review', description: 'Ours', argument: '<file>' },
    { id: 'tools:explain', source: 'extension', name: 'explain', description: 'Explain.', argument: '' },
    {
      id: 'tools:review',
      source: 'extension',
      name: 'tools:review',
      description: 'Theirs: $ARGUMENTS',
      argument: '<text>',
    },
  ]);
  expect(await rootFiles.expand('user:review', '')).toEqual({ ok: true, value: '# Mine\nLook.' });
  expect(await rootFiles.expand('tools:review', ' a b ')).toEqual({ ok: true, value: 'Theirs: a b' });
});

test('those of roots that the command line names come first', async () => {
  const { offered, rootFiles } = await rootsWorld({
    'project/.outrigger/prompts/review.md': 'Ours.',
    'named/prompts/review.md': 'Named.',
    'other/prompts/review.md': 'Other.',
  });
  expect((await offered()).templates.map(({ id, name }) => [id, name])).toEqual([
    ['root:review', 'review'],
    ['root-2:review', 'root-2:review'],
    ['project:review', 'project:review'],
  ]);
  expect(await rootFiles.expand('root-2:review', '')).toEqual({ ok: true, value: 'Other.' });
});

test('theme files are offered by their paths, those of the folder if it is trusted', async () => {
  const { at, trust, offered } = await rootsWorld({
    'user/themes/dusk.json': '{}',
    'user/themes/notes.txt': '',
    'project/.outrigger/themes/dawn.json': '{}',
  });
  const dusk = { value: at('user/themes/dusk.json'), label: 'dusk' };
  expect((await offered()).themes).toEqual([dusk, { value: at('project/.outrigger/themes/dawn.json'), label: 'dawn' }]);
  trust.isTrusted = false;
  expect((await offered()).themes).toEqual([dusk]);
});

test('many other files in a folder hide none', async () => {
  const others = Object.fromEntries(Array.from({ length: 210 }, (_, index) => [`user/prompts/a${index}.txt`, '']));
  const { offered } = await rootsWorld({ ...others, 'user/prompts/z.md': 'Z.' });
  expect((await offered()).templates).toMatchObject([{ id: 'user:z' }]);
});

test('of more than 100 agents those that are left out are told', async () => {
  const name = (index: number) => `a${String(index).padStart(3, '0')}`;
  const files = Array.from({ length: 101 }, (_, index) => [`user/agents/${name(index)}.agent.md`, '']);
  const { offered, told } = await rootsWorld(Object.fromEntries(files));
  expect((await offered()).agents).toHaveLength(100);
  expect(told.problems).toEqual(['100 agents can be chosen at most. Left out: a100.']);
});

test('a change is told, and only a change; what is used is read where it is used', async () => {
  const { at, put, offered, rootFiles, told } = await rootsWorld({ 'user/prompts/a.md': 'Old.' });
  await offered();
  await offered();
  expect(told.changes).toBe(1);
  put('user/prompts/a.md', 'New.');
  expect(await rootFiles.expand('user:a', '')).toEqual({ ok: true, value: 'New.' });
  await rm(at('user/prompts/a.md'));
  expect((await offered()).templates).toEqual([]);
  put('user/agents/a.agent.md', '');
  await offered();
  expect(told.changes).toBe(3);
});

test('nothing of a folder that is not trusted is there, and such a prompt cannot be sent', async () => {
  const { at, trust, offered, rootFiles } = await rootsWorld({
    'project/.outrigger/prompts/review.md': 'Ours.',
    'project/.outrigger/agents/reviewer.agent.md': 'Review.',
    'project/.outrigger/skills/one/SKILL.md': '---\ndescription: One\n---\n',
    'project/.agents/skills/two/SKILL.md': '---\ndescription: Two\n---\n',
  });
  const all = async () => {
    const { templates, agents } = await offered();
    const skills = await rootFiles.skills(at('project'));
    return [...templates, ...agents, ...skills].map(({ name }) => name);
  };
  trust.isTrusted = false;
  expect(await all()).toEqual([]);
  expect(await rootFiles.expand('project:review', '')).toMatchObject({ ok: false });
  expect(await rootFiles.expand('skill:two', '')).toMatchObject({ ok: false });
  expect(await rootFiles.agent('reviewer', at('project'))).toBeNull();
  trust.isTrusted = true;
  expect(await all()).toEqual(['review', 'skill:one', 'skill:two', 'reviewer', 'one', 'two']);
});

test('prompts with other names, what is empty, and links that lead out are passed over', async () => {
  const { at, offered, rootFiles } = await rootsWorld({
    'secret.md': 'Secret.',
    'project/.outrigger/prompts/Upper.md': 'x',
    'project/.outrigger/prompts/a b.md': 'x',
    'project/.outrigger/prompts/none.md': '---\ndescription: nothing\n---\n',
    'project/.outrigger/prompts/long.md': 'x'.repeat(200_001),
  });
  await symlink(at('secret.md'), at('project/.outrigger/prompts/out.md'));
  expect((await offered()).templates).toEqual([]);
  const codeOf = async (id: string) => {
    const expanded = await rootFiles.expand(id, '');
    return expanded.ok ? 'ok' : expanded.failure.code;
  };
  expect(await codeOf('project:out')).toBe('file-outside-project');
  expect(await codeOf('project:long')).toBe('file-too-large');
  expect(await codeOf('user:gone')).toBe('file-not-found');
  for (const id of ['project:../../secret', 'nobody:a', 'a', ':', 'skill:', 'skill:../x']) {
    expect(await codeOf(id)).toBe('invalid-request');
  }
});

test('an agent has the instructions, tools and model of its file; the first of a name is used', async () => {
  const { at, put, offered, rootFiles, told } = await rootsWorld({
    'user/agents/reviewer.agent.md':
      '---\nname: Reviewer\ndescription: Looks for mistakes\ntools: [read-file, "search-text"]\nmodel: fast\n---\nReview.\n',
    'project/.outrigger/agents/reviewer.agent.md': 'Not this one.',
    'project/.outrigger/agents/plain.agent.md': 'Be plain.',
    'project/.outrigger/agents/notes.md': 'No agent.',
    'project/.outrigger/agents/Upper.agent.md': '',
    'project/.outrigger/agents/broken.agent.md': '---\ntools: read\nwhat is this\n---\n',
  });
  expect((await offered()).agents).toEqual([
    { name: 'reviewer', label: 'Reviewer', description: 'Looks for mistakes', source: 'user', model: 'fast' },
    { name: 'plain', label: 'plain', description: '', source: 'project' },
  ]);
  const agent = (name: string) => rootFiles.agent(name, at('project'));
  expect(await agent('reviewer')).toEqual({
    instructions: 'Review.',
    tools: ['read-file', 'search-text'],
    model: 'fast',
  });
  expect(await agent('plain')).toEqual({ instructions: 'Be plain.' });
  const folder = 'project/.outrigger/agents';
  expect(told).toMatchObject({
    problems: [
      `The agent ${folder}/Upper.agent.md is not used: its name needs small letters, digits and hyphens, at most 64.`,
      `The agent ${folder}/broken.agent.md:3 is not used: “what is this” is no field. Write it as "name: value".`,
    ],
    remarks: [
      `The agent ${folder}/reviewer.agent.md is not used: user/agents/reviewer.agent.md has its name and comes first.`,
    ],
  });
  await rm(at('user/agents/reviewer.agent.md'));
  expect(await agent('reviewer')).toEqual({ instructions: 'Not this one.' });
  put(`${folder}/reviewer.agent.md`, '---\ntools: read\n');
  expect(await agent('reviewer')).toBeNull();
});

describe('snippets', () => {
  const body = (text: string) => ({ prefix: 'p', body: text });
  const file = (snippets: object) => JSON.stringify(snippets);
  const names = ['tsx', 'typescriptreact', 'TSX'];

  test('are those of the files for the language, of every root', async () => {
    const { rootFiles, trust } = await rootsWorld({
      'user/snippets/snippets.json': file({ all: body('a'), one: { ...body('b'), scope: 'go, TypeScript React' } }),
      'user/snippets/python.json': file({ other: body('c') }),
      'project/.outrigger/snippets/tsx.json': file({ ours: body('d'), notOurs: { ...body('e'), scope: 'go' } }),
      'tools/code/tsx.json':
        '// mine\n{ "named": { "prefix": ["x", "y"], "body": ["1", "\\t$0"], "description": ["D", "E"] }, }',
      'tools/snippets/tsx.json': file({ unnamed: body('f') }),
    });
    const found = async (languages: string[]) => (await rootFiles.snippets(languages)).map(({ name }) => name);
    expect(await found(names)).toEqual(['all', 'one', 'ours', 'named']);
    expect(await found(['go'])).toEqual(['all', 'one']);
    expect((await rootFiles.snippets(names)).at(-1)).toEqual({
      name: 'named',
      prefixes: ['x', 'y'],
      body: '1\n\t$0',
      description: 'D E',
    });
    trust.isTrusted = false;
    expect(await found(names)).toEqual(['all', 'one', 'named']);
  });

  test('are no more than can be sent for each word', async () => {
    const long = (count: number, length: number, prefixes: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_each, index) => [
          `s${index}`,
          { prefix: Array.from({ length: prefixes }, (_one, at) => `p${at}`), body: 'x'.repeat(length) },
        ]),
      );
    const { rootFiles, put } = await rootsWorld({ 'user/snippets/tsx.json': file(long(400, 0, 20)) });
    expect(await rootFiles.snippets(names)).toHaveLength(250);
    put('user/snippets/tsx.json', file(long(9, 20_000, 1)));
    for (let index = 0; index < 12; index += 1)
      put(`user/snippets/t${'_'.repeat(index)}sx.json`, file(long(9, 20_000, 1)));
    expect(await rootFiles.snippets(names)).toHaveLength(100);
  });

  test('with marks in their prefix that falsify its look are not used', async () => {
    const { rootFiles, told } = await rootsWorld({
      'user/snippets/tsx.json': file({ good: body('a'), turned: { prefix: 'a\u202Eb', body: '' } }),
    });
    expect((await rootFiles.snippets(names)).map(({ name }) => name)).toEqual(['good']);
    expect(told.problems[0]).toContain('“turned”');
  });

  test('that are wrong are told of once, and cost no other', async () => {
    const { rootFiles, told, put } = await rootsWorld({
      'user/snippets/tsx.json': file({ good: body('a'), bad: { prefix: 'b' }, 'no prefix': { body: 'c' } }),
      'named/snippets/tsx.json': '{ "a": ',
    });
    const found = async () => (await rootFiles.snippets(names)).map(({ prefixes }) => prefixes);
    expect(await found()).toEqual([['p'], ['no prefix']]);
    await found();
    expect(told.problems).toEqual([
      'The file of snippets named/snippets/tsx.json is not used: it is not valid JSON: line 1, value expected.',
      'Of the snippets in user/snippets/tsx.json these are not used: “bad”. Each needs a “body”, a text or a list of lines, and a “prefix”.',
      'The file of snippets tools/code/tsx.json is not used: “tsx.json” could not be opened: it does not exist.',
    ]);
    put('user/snippets/tsx.json', file({ mended: { prefix: 'now', body: '' } }));
    expect(await found()).toEqual([['now']]);
  });
});
