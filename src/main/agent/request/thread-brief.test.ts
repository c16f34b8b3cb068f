import { expect, test } from 'vitest';
import type { ContributedTool } from '../../../shared/contract/tool.ts';
import { modelInfo } from '../../../shared/testing/model-info.ts';
import { formatSkills } from '../../context/roots/skills.ts';
import { toolOf } from '../../tools/called-tool.fixture.ts';
import { createThreadBriefs } from './thread-brief.ts';

const skill = {
  name: 'notes',
  description: 'Writes notes',
  source: 'user',
  folder: '/s',
  file: '/s/SKILL.md',
} as const;
const { capabilities, ...info } = modelInfo('live');
const model = { ...info, capabilities: { ...capabilities, supportsTools: true } };
const [reads, other] = [toolOf('reads', { needsSkills: true }), toolOf('other')];

const briefOf = (tools: readonly ContributedTool[], names?: readonly string[], skills = [skill]) =>
  createThreadBriefs({
    tools: () => tools,
    rules: async () => [{ of: 'person', source: '/AGENTS.md', text: 'Be brief.' }],
    skills: async () => skills,
  })({ workspace: '/project' }, { instructions: 'Be kind.', ...(names && { tools: names }) }, model);

test('rules come first, then what the thread is told, then skills if a tool is offered that reads them', async () => {
  const { told, offered, skills } = await briefOf([other, reads]);
  expect(told).toMatch(/Be brief\.[\s\S]*Instructions for this thread:\n\nBe kind\.\n\n/);
  expect(told.endsWith(formatSkills([skill], offered))).toBe(true);
  expect([...offered.values()]).toEqual([other, reads]);
  const without = await briefOf([other]);
  expect(without.told).toMatch(/Be kind\.$/);
  expect([skills, without.skills]).toEqual([['notes'], []]);
});

test('a tool that reads skills is offered where there are some, and of all tools those that the thread names', async () => {
  const none = await briefOf([other, reads], undefined, []);
  expect([...none.offered.values()]).toEqual([other]);
  const named = await briefOf([other, reads], ['reads', 'gone']);
  expect([[...named.offered.values()], named.unknown]).toEqual([[reads], ['gone']]);
});
