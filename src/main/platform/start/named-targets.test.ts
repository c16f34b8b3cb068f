import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ok } from '../../../shared/contract/errors.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createNamedTargets, type NamedTargetsDeps } from './named-targets.ts';

test('all files of a command line are opened, the first for the front, and once', async () => {
  const root = await temporaryFolder({ 'a.ts': '', 'b.ts': '', 'c.ts': '' });
  const asked: string[] = [];
  const open = (how: string) => async (path: string) => {
    asked.push(`${how} ${path.slice(root.length + 1)}`);
    return ok({ path }) as never;
  };
  const deps: NamedTargetsDeps = {
    workspace: { open: open('folder') },
    documents: { open: open('again'), openNamed: open('named') },
    lastFolder: async () => null,
  };
  const named = createNamedTargets(deps, [root, ...['a.ts:3', 'b.ts', 'c.ts:1:2'].map((name) => join(root, name))]);
  const { first, behind } = await named.atStart();
  expect(first).toEqual({ document: ok({ path: join(root, 'a.ts') }), position: { line: 3 } });
  expect((await behind()).map(({ position }) => position)).toEqual([undefined, { line: 1, column: 2 }]);
  expect(asked.splice(0)).toEqual(['folder ', 'named a.ts', 'named b.ts', 'named c.ts']);
  const reloaded = await named.atStart();
  expect(await reloaded.behind()).toEqual([]);
  expect(asked).toEqual(['again a.ts']);
});
