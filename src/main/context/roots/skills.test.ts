import { rm, symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { toolOf } from '../../tools/called-tool.fixture.ts';
import { rootsWorld } from './roots-world.fixture.ts';
import { formatSkills } from './skills.ts';

const skill = (name: string, description: string, body = `Do ${name}.`) =>
  `---\nname: ${name}\ndescription: ${description}\nlicense: MIT\nallowed-tools: Read\nmetadata:\n  version: "1"\n---\n\n${body}\n`;

test('skills of all roots and of .agents are told by name and description; the first of a name is used', async () => {
  const { skills, told } = await rootsWorld({
    'tools/skills/tests/SKILL.md': skill('tests', 'Of the extension'),
    'project/.agents/skills/tests/SKILL.md': skill('tests', 'Shared'),
    'project/.outrigger/skills/lint/SKILL.md': skill('lint', 'Of the project'),
    'home/.agents/skills/notes/SKILL.md': skill('notes', '>-\n  Writes\n  notes'),
    'home/.agents/prompts/x.md': 'Only skills are taken from here.',
    'user/skills/mine/SKILL.md': skill('mine', 'Mine'),
    'named/skills/named/SKILL.md': skill('named', 'Named'),
    'user/skills/empty/notes.txt': '',
  });
  const all = await skills();
  expect(
    formatSkills(all, new Map([['read', toolOf('read', { needsSkills: true })]]))
      .split('\n')
      .slice(1),
  ).toEqual(['- named: Named', '- mine: Mine', '- notes: Writes notes', '- lint: Of the project', '- tests: Shared']);
  const shared = 'project/.agents/skills/tests/SKILL.md has its name and comes first.';
  expect(told).toEqual({
    problems: [],
    remarks: [`The skill tools/skills/tests/SKILL.md is not used: ${shared}`],
    changes: 0,
  });
});

test('one that is called is sent with its folder and the words after its name', async () => {
  const { at, offered, rootFiles } = await rootsWorld({
    'project/.agents/skills/tests/SKILL.md': skill('tests', 'Writes tests', 'Run `echo $1`.'),
  });
  expect((await offered()).templates).toEqual([
    {
      ...{ id: 'skill:tests', name: 'skill:tests', description: 'Writes tests', argument: '<text>' },
      ...{ source: 'project', isSkill: true },
    },
  ]);
  const head = `Follow the skill “tests”, whose files are in ${at('project/.agents/skills/tests')}:`;
  const run = 'Run `echo $1`.';
  expect(await rootFiles.expand('skill:tests', ' for a.ts ')).toEqual({
    ok: true,
    value: `${head}\n\n${run}\n\nfor a.ts`,
  });
  expect(await rootFiles.expand('skill:tests', '')).toEqual({ ok: true, value: `${head}\n\n${run}` });
  await rm(at('project/.agents/skills/tests/SKILL.md'));
  expect(await rootFiles.expand('skill:tests', '')).toMatchObject({
    failure: { message: 'The skill “skill:tests” no longer exists. Your text is kept.' },
  });
});

test('what is wrong in one is told with its line, once, and nothing else is left out', async () => {
  const { at, put, skills, told } = await rootsWorld({
    'secret/SKILL.md': skill('out', 'Out'),
    'user/skills/good/SKILL.md': skill('good', 'Good'),
    'user/skills/Upper/SKILL.md': skill('Upper', 'x'),
    'user/skills/other/SKILL.md': skill('another', 'x'),
    'user/skills/silent/SKILL.md': '---\nname: silent\n---\nText',
    'user/skills/open/SKILL.md': '---\nname: open\n',
    'user/skills/linked/notes.txt': '',
  });
  await symlink(at('secret'), at('user/skills/out'));
  await symlink(at('user/skills/good/SKILL.md'), at('user/skills/linked/SKILL.md'));
  expect((await skills()).map(({ name }) => name)).toEqual(['good']);
  await skills();
  const of = (name: string, reason: string) => `The skill user/skills/${name} is not used: ${reason}`;
  expect(told.problems).toEqual([
    of('Upper/SKILL.md', 'the name of its folder needs small letters, digits and hyphens, at most 64.'),
    of('linked/SKILL.md', 'It is a link that leads out of its folder.'),
    of('open/SKILL.md:1', 'its head has no end: a line of "---".'),
    of('other/SKILL.md:2', 'it is named “another”, and its folder “other”. Give both one name.'),
    of('out/SKILL.md', 'its folder is a link that leads out.'),
    of('silent/SKILL.md:1', 'it needs a "description" between two lines of "---".'),
  ]);
  put('user/skills/silent/SKILL.md', skill('silent', 'Says it now'));
  expect((await skills()).map(({ name }) => name)).toEqual(['good', 'silent']);
});

test('models are told of 100 skills, and of 20,000 characters; what is left out is said', async () => {
  const name = (index: number) => `s${String(index).padStart(3, '0')}`;
  const { put, skills, told } = await rootsWorld();
  for (let index = 0; index < 102; index++) put(`user/skills/${name(index)}/SKILL.md`, skill(name(index), 'x'));
  expect(await skills()).toHaveLength(100);
  const most = 'Models are told of 100 skills and 20,000 characters of their descriptions at most.';
  expect(told.problems).toEqual([`${most} Left out: s100, s101.`]);
  for (let index = 0; index < 30; index++) {
    put(`user/skills/${name(index)}/SKILL.md`, skill(name(index), 'y'.repeat(2000)));
  }
  const [first, ...others] = await skills();
  expect(first?.description).toHaveLength(1024);
  expect(others).toHaveLength(18);
  expect(told.problems.at(-1)).toMatch(/Left out: s019, .*, s028 and 73 more\.$/);
});
