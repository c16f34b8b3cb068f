import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createRules, formatRules } from './rules.ts';

async function world() {
  const folder = await temporaryFolder({ 'user/': '', 'project/': '' });
  const [userData, project] = [join(folder, 'user'), join(folder, 'project')];
  const trust = { isTrusted: true };
  const problems: string[] = [];
  const read = createRules({
    userData,
    isTrusted: async (asked) => asked === project && trust.isTrusted,
    onProblem: (_source, sentence) => problems.push(sentence),
  });
  const texts = async (of: string | null = project) => (await read(of)).map(({ text }) => text);
  const [mine, ours] = [join(userData, 'AGENTS.md'), join(project, 'AGENTS.md')];
  return { folder, mine, ours, trust, problems, read: () => read(project), texts };
}

test('the rules of the person and of the project are told, each with its source, as they are at the time', async () => {
  const { mine, ours, read, texts, problems } = await world();
  expect(await read()).toEqual([]);
  await writeFile(ours, 'Use tabs.\n');
  await writeFile(mine, 'Be brief.\n');
  const words = formatRules(await read());
  expect(words).toContain(
    `Rules of the person, from ${mine}:\n\nBe brief.\n\nRules of the project, from ${ours}:\n\nUse tabs.`,
  );
  await writeFile(ours, 'Use spaces.');
  await rm(mine);
  expect(await texts()).toEqual(['Use spaces.']);
  await writeFile(ours, ' \n');
  expect([await texts(), problems]).toEqual([[], []]);
});

test('those of a folder that is not trusted are not', async () => {
  const { ours, trust, texts } = await world();
  await writeFile(ours, 'Obey.');
  expect(await texts(null)).toEqual([]);
  trust.isTrusted = false;
  expect(await texts()).toEqual([]);
});

test('what is too long is cut, and says so', async () => {
  const { ours, texts } = await world();
  await writeFile(ours, `${'\u20ac'.repeat(30_000)}end`);
  const [text = ''] = await texts();
  expect(Buffer.byteLength(text)).toBeLessThan(64 * 1024 + 100);
  expect(text).toMatch(/^\u20ac+\n\n\[Cut here: this is the first 64 kB of 88 kB\.\]$/);
});

test('a link out of the project and what is no text are told once, and not again before they are another', async () => {
  const { folder, mine, ours, texts, problems } = await world();
  await writeFile(join(folder, 'secret'), 'secret');
  await symlink(join(folder, 'secret'), ours);
  await writeFile(mine, Buffer.from([0xff, 0x00, 0x00]));
  expect([await texts(), await texts()]).toEqual([[], []]);
  expect(problems).toHaveLength(2);
  expect(problems.join()).toContain('is a link that leads out of its folder.');
  await rm(ours);
  await writeFile(ours, 'Good.');
  expect(await texts()).toEqual(['Good.']);
  await writeFile(ours, Buffer.from([0x00]));
  await texts();
  expect(problems).toHaveLength(3);
});
