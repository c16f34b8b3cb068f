import { readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createWorkspaceTrust } from './workspace-trust.ts';

async function create(...folders: string[]) {
  const root = await temporaryFolder(Object.fromEntries(folders.map((folder) => [`${folder}/`, ''])));
  const problems: string[] = [];
  const path = join(root, 'user-data', 'trusted-folders.json');
  const open = () =>
    createWorkspaceTrust({ path, onProblem: (sentence) => problems.push(sentence), home: join(root, 'home') });
  return { root, path, problems, open, trust: await open(), at: (folder: string) => join(root, folder) };
}

describe('trust in folders', () => {
  it('is given to nobody at first, and holds for a folder and what is below it, also after a restart', async () => {
    const { trust, open, at } = await create('work/sub', 'workshop');
    expect(await trust.isTrusted(at('work'))).toBe(false);
    await trust.trust(at('work'));
    for (const one of [trust, await open()]) {
      expect(await one.isTrusted(at('work'))).toBe(true);
      expect(await one.isTrusted(at('work/sub'))).toBe(true);
      expect(await one.isTrusted(at('workshop'))).toBe(false);
      expect(await one.isTrusted(at('.'))).toBe(false);
    }
    expect(trust.list()).toEqual([at('work')]);
  });

  it('goes by where a folder really is', async () => {
    const { trust, at } = await create('work', 'other');
    await symlink(at('work'), at('alias'));
    await trust.trust(at('alias'));
    expect(trust.list()).toEqual([at('work')]);
    expect(await trust.isTrusted(at('work'))).toBe(true);
    // The link leads elsewhere now.
    await rm(at('alias'));
    await symlink(at('other'), at('alias'));
    expect(await trust.isTrusted(at('alias'))).toBe(false);
    await symlink(at('other'), at('work/out'));
    expect(await trust.isTrusted(at('work/out'))).toBe(false);
  });

  it('in a home folder or a whole disk is for that folder alone', async () => {
    const { trust, at } = await create('home/downloads');
    await trust.trust(at('home'));
    await trust.trust('/');
    expect(await trust.isTrusted(at('home'))).toBe(true);
    expect(await trust.isTrusted(at('home/downloads'))).toBe(false);
  });

  it('can be ended, also for a folder that is gone or that has it from above', async () => {
    const { trust, open, at } = await create('work/sub', 'gone', 'kept');
    for (const folder of ['work', 'gone', 'kept']) await trust.trust(at(folder));
    await rename(at('gone'), at('moved'));
    expect(await trust.isTrusted(at('gone'))).toBe(false);
    await trust.revoke(at('gone'));
    await trust.revoke(at('work/sub'));
    expect(await trust.isTrusted(at('work/sub'))).toBe(false);
    expect((await open()).list()).toEqual([at('kept')]);
  });

  it('is not given to what does not exist', async () => {
    const { trust, at } = await create();
    await expect(trust.trust(at('nowhere'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await trust.isTrusted(at('nowhere'))).toBe(false);
    expect(trust.list()).toEqual([]);
  });

  it('holds for nothing when the list cannot be read, which is said, and the list is kept', async () => {
    const { path, open, problems, at } = await create('user-data', 'work');
    await writeFile(path, `{"folders": [${JSON.stringify(at('work'))}`);
    const trust = await open();
    expect(await trust.isTrusted(at('work'))).toBe(false);
    expect(problems).toEqual([expect.stringContaining('The list of trusted folders could not be read')]);
    expect(await readdir(join(path, '..'))).toEqual([expect.stringMatching(/^trusted-folders\.json\.unreadable-/)]);
  });
});
