import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { walkFolder } from './walk-folder.ts';

test('what git ignores takes no room of what it does not', async () => {
  const ignored = { '1.o': '', '2.o': '', '3.o': '', 'out/4.o': '' };
  const root = await temporaryFolder({ '.gitignore': '*.o\nout/\n', ...ignored, 'z.txt': '' });
  const named = (...names: string[]): string[] => names.map((name) => join(root, name));
  const most = { paths: 2, ignored: 2 };
  expect(walkFolder(root, '', most)).toEqual({
    paths: named('.gitignore', 'z.txt'),
    ignored: named('1.o', '2.o'),
    ruleFiles: named('.gitignore'),
    isCut: false,
    unread: [],
  });
  await writeFile(join(root, 'a.txt'), '');
  expect(walkFolder(root, '', most)).toMatchObject({ paths: named('.gitignore', 'a.txt'), isCut: true });
});

test('however many directories there are, each is read, in the order of their depth, by the rules that hold in it', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `d${index + 10}`);
  const files = names.map((name) => [`${name}/below/x.txt`, ''] as const);
  const root = await temporaryFolder({ ...Object.fromEntries(files), 'd20/.gitignore': 'x.*\n' });
  const { paths, ignored } = walkFolder(root, '', { paths: 200, ignored: 200 });
  const [directories, below, texts] = [names, names.map((name) => join(name, 'below')), files.map(([path]) => path)];
  const rules = below.toSpliced(10, 0, join('d20', '.gitignore'));
  const all = [...directories, ...rules, ...texts.filter((text) => !text.startsWith('d20'))];
  expect(paths).toEqual(all.map((name) => join(root, name)));
  expect(ignored).toEqual([join(root, 'd20', 'below', 'x.txt')]);
});

test('a directory that cannot be read is told', async () => {
  const gone = join(await temporaryFolder({}), 'gone');
  expect(walkFolder(gone, '', { paths: 2, ignored: 2 })).toMatchObject({ paths: [], unread: [gone] });
});
