import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openJsonFile } from './json-file.ts';

const schema = z.looseObject({ words: z.array(z.string()) });

async function fileWith(content?: string) {
  const folder = await temporaryFolder();
  const path = join(folder, 'deep', 'words.json');
  if (content !== undefined) {
    await mkdir(join(folder, 'deep'));
    await writeFile(path, content);
  }
  const problems: string[] = [];
  const onProblem = (sentence: string) => problems.push(sentence);
  const open = () => openJsonFile({ path, schema, empty: { words: [] }, what: 'The list of words', onProblem });
  return { path, problems, open, file: await open() };
}

describe('openJsonFile', () => {
  it('begins empty, and keeps a change and keys that it does not know', async () => {
    const fresh = await fileWith();
    expect(fresh.file.get()).toEqual({ words: [] });
    await fresh.file.update(() => ({ words: ['a'] }));
    expect((await fresh.open()).get()).toEqual({ words: ['a'] });
    if (process.platform !== 'win32') expect((await stat(fresh.path)).mode & 0o777).toBe(0o600);

    const known = await fileWith('\uFEFF{"words":[],"later":1}');
    await known.file.update((value) => ({ ...value, words: ['b'] }));
    expect(JSON.parse(await readFile(known.path, 'utf8'))).toEqual({ words: ['b'], later: 1 });
    expect([...fresh.problems, ...known.problems]).toEqual([]);
  });

  it('ends with the last of changes that were made at once', async () => {
    const { file, open } = await fileWith();
    const words = Array.from({ length: 20 }, (_, index) => `w${index}`);
    await Promise.all(words.map((word) => file.update((value) => ({ words: [...value.words, word] }))));
    expect((await open()).get()).toEqual({ words });
  });

  it.each(['{"words": ["private-word"', '{"words":"x"}', '[]', ''])(
    'keeps aside what it cannot read: %s',
    async (content) => {
      const { file, path, problems } = await fileWith(content);
      expect(file.get()).toEqual({ words: [] });
      const [aside] = await readdir(join(path, '..'));
      expect(aside).toMatch(/^words\.json\.unreadable-/);
      expect(await readFile(join(path, '..', aside ?? ''), 'utf8')).toBe(content);
      expect(problems).toEqual([expect.stringContaining(`The list of words could not be read`)]);
      expect(problems[0]).toContain(aside);
      expect(problems[0]).not.toContain('private-word');
      await file.update(() => ({ words: ['new'] }));
      expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ words: ['new'] });
    },
  );

  it('says that it cannot be saved, and holds the change', async () => {
    const { file, path, problems } = await fileWith();
    await mkdir(path, { recursive: true });
    await file.update(() => ({ words: ['a'] }));
    expect(file.get()).toEqual({ words: ['a'] });
    expect(problems).toEqual([expect.stringContaining('The list of words could not be saved (EISDIR)')]);
  });
});
