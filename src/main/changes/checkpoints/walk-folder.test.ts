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
  expect(await walkFolder(root, '', most)).toEqual({
    paths: named('.gitignore', 'z.txt'),
    ignored: named('1.o', '2.o'),
    isCut: false,
  });
  await writeFile(join(root, 'a.txt'), '');
  expect(await walkFolder(root, '', most)).toMatchObject({ paths: named('.gitignore', 'a.txt'), isCut: true });
});
