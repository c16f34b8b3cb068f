import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { writeFiles } from '../../testing/temporary-folder.ts';
import { good, goodTar, installerSetting } from './test-support/installer-setting.ts';
import { manifestOf } from './test-support/packages.ts';

describe('installing', () => {
  test('a folder copies it, with links and executable bits, and without .git', async () => {
    const { install, folder, userRoot } = await installerSetting();
    const source = folder('source', { ...good, 'bin/run.sh': 'go', '.git/HEAD': 'x', 'deep/er/x': 'x', '.env': 'e' });
    chmodSync(join(source, 'bin/run.sh'), 0o4711);
    chmodSync(join(source, 'main.js'), 0o600);
    symlinkSync('../bin/run.sh', join(source, 'deep/link'));
    const { rootPath, manifest } = await install(source);
    expect(rootPath).toBe(join(userRoot, 'mine'));
    expect(manifest.id).toBe('mine');
    expect(readdirSync(userRoot)).toEqual(['mine']);
    expect(readdirSync(rootPath).sort()).toEqual(['.env', 'bin', 'deep', 'extension.toml', 'main.js']);
    expect(readFileSync(join(rootPath, 'deep/er/x'), 'utf8')).toBe('x');
    expect(readlinkSync(join(rootPath, 'deep/link'))).toBe('../bin/run.sh');
    if (process.platform !== 'win32') {
      expect(lstatSync(join(rootPath, 'bin/run.sh')).mode & 0o7111).toBe(0o111);
      expect(lstatSync(join(rootPath, 'main.js')).mode & 0o7777).toBe(0o644);
    }
    // The author's copy is unchanged.
    expect(readdirSync(source)).toContain('.git');
  });

  test.each(['.', 'package'])('a .tgz with its files in %j', async (top) => {
    const { install, folder, at } = await installerSetting();
    folder(top === '.' ? 'source' : 'source/package', { ...good, 'lib/a.js': 'a' });
    execFileSync('tar', ['-czf', at('made.tgz'), '-C', at('source'), top]);
    const { rootPath } = await install(at('made.tgz'));
    expect(readFileSync(join(rootPath, 'lib/a.js'), 'utf8')).toBe('a');
  });

  test('a .zip as a file manager makes it, whatever its name is', async () => {
    const { install, file } = await installerSetting();
    const folder = {
      'extension.toml': strToU8(good['extension.toml']),
      'main.js': strToU8('m'),
      '.DS_Store': strToU8('x'),
    };
    const { rootPath } = await install(file('dropped', zipSync({ mine: folder, __MACOSX: { mine: strToU8('x') } })));
    expect(readdirSync(rootPath).sort()).toEqual(['extension.toml', 'main.js']);
  });

  test('asks first: nothing is in place before, and all is gone after a no', async () => {
    const { installer, prepared, tgz, userRoot } = await installerSetting();
    const more = '[capabilities]\nnetwork = ["a.test"]\n';
    const path = tgz({ name: 'extension.toml', content: manifestOf('mine', '1.0.0', more) }, ...goodTar.slice(1));
    const { token, manifest, asks, replaces } = await prepared(path);
    expect(manifest.name).toBe('Extension mine');
    expect(asks).toEqual([{ kind: 'network', hosts: ['a.test'] }]);
    expect(replaces).toBeUndefined();
    expect(readdirSync(userRoot)).toEqual([expect.stringMatching(/^\.staging-/)]);
    await installer.discard(token);
    expect(readdirSync(userRoot)).toEqual([]);
    expect(await installer.commit(token)).toMatchObject({ ok: false, failure: { code: 'install-failed' } });
  });

  test('replaces an older version, and says so before', async () => {
    const { installer, install, prepared, folder, userRoot } = await installerSetting();
    await install(folder('one', { ...good, 'only-old.js': 'old' }));
    const newer = folder('two', { ...good, 'extension.toml': manifestOf('mine', '2.0.0') });
    const { token, replaces } = await prepared(newer);
    const rootPath = join(userRoot, 'mine');
    expect(replaces).toEqual({ version: '1.0.0', rootPath });
    expect(await installer.commit(token)).toMatchObject({
      ok: true,
      value: { rootPath, manifest: { version: '2.0.0' } },
    });
    expect(readdirSync(rootPath).sort()).toEqual(['extension.toml', 'main.js']);
    expect(readdirSync(userRoot)).toEqual(['mine']);
  });

  test('replaces one that a person put there under another name, and one whose manifest is broken', async () => {
    const { install, prepared, folder, userRoot } = await installerSetting();
    writeFiles(userRoot, { 'by-hand/extension.toml': manifestOf('mine', '0.1.0'), 'broken/extension.toml': 'id =' });
    await install(folder('source', good));
    const repaired = folder('repaired', { ...good, 'extension.toml': manifestOf('broken') });
    expect((await prepared(repaired)).replaces).toEqual({ version: null, rootPath: join(userRoot, 'broken') });
    await install(repaired);
    expect(readdirSync(userRoot).filter((name) => !name.startsWith('.'))).toEqual(['broken', 'mine']);
  });

  test('leaves alone a folder in its way that is no extension', async () => {
    const { installer, folder, userRoot } = await installerSetting();
    writeFiles(userRoot, { 'mine/diary.txt': 'dear diary' });
    const result = await installer.prepare(folder('source', good));
    expect(result).toMatchObject({ ok: false, failure: { message: expect.stringContaining('is in its way') } });
    expect(readdirSync(userRoot)).toEqual(['mine']);
    expect(readFileSync(join(userRoot, 'mine/diary.txt'), 'utf8')).toBe('dear diary');
  });

  test('uninstalls what it installed, and nothing else', async () => {
    const { installer, install, folder, userRoot } = await installerSetting();
    await install(folder('source', good));
    writeFiles(userRoot, { 'diary/diary.txt': 'x' });
    for (const id of ['diary', '..', 'other', '']) {
      expect(await installer.uninstall(id)).toMatchObject({ ok: false, failure: { code: 'install-failed' } });
    }
    expect(await installer.uninstall('mine')).toEqual({ ok: true, value: null });
    expect(readdirSync(userRoot)).toEqual(['diary']);
  });

  test('a link that a person put among the extensions goes, and what it leads to stays', async () => {
    const { installer, folder, userRoot } = await installerSetting();
    const source = folder('source', good);
    mkdirSync(userRoot, { recursive: true });
    symlinkSync(source, join(userRoot, 'mine'));
    expect(await installer.uninstall('mine')).toEqual({ ok: true, value: null });
    expect(readdirSync(userRoot)).toEqual([]);
    expect(readdirSync(source).sort()).toEqual(['extension.toml', 'main.js']);
  });

  test('two of one id at once end with one of them whole', async () => {
    const { installer, prepared, folder, userRoot } = await installerSetting();
    const tokens = await Promise.all(
      ['1.0.0', '2.0.0', '3.0.0'].map(
        async (version) =>
          (await prepared(folder(version, { ...good, 'extension.toml': manifestOf('mine', version) }))).token,
      ),
    );
    const results = await Promise.all(tokens.map((token) => installer.commit(token)));
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(readFileSync(join(userRoot, 'mine/extension.toml'), 'utf8')).toContain('version = "3.0.0"');
    expect(readdirSync(userRoot)).toEqual(['mine']);
  });
});
