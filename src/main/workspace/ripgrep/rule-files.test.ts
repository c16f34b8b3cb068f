import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createRuleFilesMemory } from './rule-files.ts';
import { runRipgrep } from './run-ripgrep.ts';

test('where rules are is looked for again after two seconds, or when those of the root change; what they say is read each time', async () => {
  const root = await temporaryFolder({
    'a/x.ts': '',
    'a/.gitignore': 'none',
    'b/y.ts': '',
    'b/z.ts': '',
    'b/deep/w.ts': '',
  });
  let time = 0;
  const ruleFiles = createRuleFilesMemory(() => time);
  async function files() {
    const found: string[] = [];
    const onPart = (path: string) => found.push(path) > 0;
    const { signal } = new AbortController();
    const args = ['--files', '--null', '--glob=!.gitignore', './'];
    await runRipgrep({ cwd: root, args, end: '\0', signal, ruleFiles, onPart });
    return found;
  }
  expect(await files()).toEqual(['./a/x.ts', './b/deep/w.ts', './b/y.ts', './b/z.ts']);
  await writeFile(join(root, 'a', '.gitignore'), 'x.ts');
  await writeFile(join(root, 'b', '.gitignore'), 'y.ts');
  time = 1_999;
  expect(await files()).toEqual(['./b/deep/w.ts', './b/y.ts', './b/z.ts']);
  time = 2_000;
  expect(await files()).toEqual(['./b/deep/w.ts', './b/z.ts']);
  await writeFile(join(root, '.gitignore'), '*.md');
  await writeFile(join(root, 'b', 'deep', '.gitignore'), 'w.ts');
  expect(await files()).toEqual(['./b/z.ts']);
});
