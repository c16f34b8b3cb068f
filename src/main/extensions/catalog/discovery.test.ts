import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ExtensionSource } from '../../../shared/contract/extensions/extension-state.ts';
import { extensionFolders, manifestText } from '../test-support/extension-folders.ts';
import { discoverExtensions } from './discovery.ts';
import { extensionRoots } from './extension-roots.ts';

function create() {
  const folders = extensionFolders();
  onTestFinished(() => folders.remove());
  const at = (path: string): string => join(folders.root, path);
  const discover = (...roots: [path: string, source: ExtensionSource][]) =>
    discoverExtensions(
      roots.map(([path, source]) => ({
        path: at(path),
        source,
        isNamed: source === 'explicit' || source === 'development',
        ...(source === 'user' || source === 'project' ? {} : { required: at(path) }),
      })),
    );
  /** Discovery as in the app, with `work` as the open folder. */
  const discoverAll = (trustedWorkspace: string | null = at('work')) =>
    discoverExtensions(
      extensionRoots({
        development: [at('dev')],
        explicit: [at('named')],
        explicitRoots: [],
        user: at('user'),
        trustedWorkspace,
        bundled: at('bundled'),
      }),
    );
  return { ...folders, at, discover, discoverAll };
}
const ids = ({ extensions }: Awaited<ReturnType<typeof discoverExtensions>>) =>
  extensions.map(({ manifest, source }) => `${manifest.id} ${source}`);
const reasons = ({ problems }: Awaited<ReturnType<typeof discoverExtensions>>) =>
  problems.map(({ file, reason }) => [file, reason]);

const projectFolder = 'work/.outrigger/extensions';

describe('discovery', () => {
  test('finds every extension of a folder in the order of bytes, and a named root that is one itself', async () => {
    const { at, write, discover } = create();
    for (const name of ['b', 'a', 'B', 'ä', 'z', '\u{1F600}', '\uFF5E'])
      write(`all/${name}/extension.toml`, manifestText(`x${Buffer.from(name).toString('hex')}`));
    write('single/extension.toml', manifestText('single'));
    const found = await discover(['single', 'explicit'], ['all', 'bundled']);
    expect(found.extensions[0]).toMatchObject({ rootPath: at('single'), source: 'explicit' });
    const order = ['B', 'a', 'b', 'z', 'ä', '\uFF5E', '\u{1F600}'];
    expect(found.extensions.slice(1).map(({ rootPath }) => rootPath)).toEqual(order.map((name) => at(`all/${name}`)));
    expect(found.problems).toEqual([]);
  });

  test('one that cannot be read is listed with file, line and reason, and stops no other', async () => {
    const { at, write, discover } = create();
    write('all/bad/extension.toml', 'id = "bad"\nname = \n');
    write('all/good/extension.toml', manifestText('good'));
    const found = await discover(['all', 'bundled']);
    expect(ids(found)).toEqual(['good bundled']);
    const bad = { rootPath: at('all/bad'), source: 'bundled', file: at('all/bad/extension.toml') };
    expect(found.problems).toEqual([{ ...bad, line: 2, reason: expect.stringMatching(/\S/) }]);
  });

  test('of one id the first root’s counts, and the others are shadowed by it', async () => {
    const { at, write, discoverAll } = create();
    for (const root of ['dev/x', 'named/y', 'user/z', `${projectFolder}/p`, 'bundled/b'])
      write(`${root}/extension.toml`, manifestText('same'));
    write('user/own/extension.toml', manifestText('own'));
    write(`${projectFolder}/own/extension.toml`, manifestText('own'));
    write('bundled/only/extension.toml', manifestText('only'));
    const found = await discoverAll();
    expect(ids(found)).toEqual(['same development', 'own user', 'only bundled']);
    const first = at('dev/x');
    expect(found.shadowed.map(({ rootPath, source, by, reason }) => [rootPath, source, by, reason])).toEqual([
      [at('named/y'), 'explicit', first, `the one in ${first} comes first`],
      [at('user/z'), 'user', first, `the one in ${first} comes first`],
      [at(`${projectFolder}/own`), 'project', at('user/own'), `the one in ${at('user/own')} comes first`],
      [at(`${projectFolder}/p`), 'project', first, `the one in ${first} comes first`],
      [at('bundled/b'), 'bundled', first, `the one in ${first} comes first`],
    ]);
    expect(found.problems).toEqual([]);
    // An extension that replaces a bundled one is marked as such.
    const names = Object.fromEntries(found.extensions.map(({ manifest, takesOver }) => [manifest.id, takesOver]));
    const own = found.shadowed.at(-1)?.manifest.name;
    expect(names).toEqual({ same: own, own: undefined, only: undefined });
    // So are the shadowed ones, which are used when none before them may run.
    const later = found.shadowed.filter(({ manifest }) => manifest.id === 'same').map(({ takesOver }) => takesOver);
    expect(later).toEqual([own, own, own, undefined]);
  });

  test('a project’s extensions come only with a folder that is trusted', async () => {
    const { write, discoverAll } = create();
    for (const root of ['dev', 'named', 'bundled', `${projectFolder}/p`])
      write(`${root}/extension.toml`, manifestText(root.replace(/\W/g, '')));
    expect(ids(await discoverAll(null)).filter((id) => id.endsWith('project'))).toEqual([]);
    expect(ids(await discoverAll()).filter((id) => id.endsWith('project'))).toHaveLength(1);
  });

  test('a folder that is named twice is one extension, not shadowed by itself', async () => {
    const { write, discover } = create();
    write('mine/extension.toml', manifestText('mine'));
    const found = await discover(['mine', 'development'], ['mine', 'explicit']);
    expect(ids(found)).toEqual(['mine development']);
    expect(found.shadowed).toEqual([]);
  });

  test('passes over files, folders without a manifest and hidden ones, and follows links', async () => {
    const { at, write, discover } = create();
    write('all/readme.md', 'text');
    write('all/empty/notes.txt', 'text');
    write('all/.hidden/extension.toml', manifestText('hidden'));
    write('linked/extension.toml', manifestText('linked'));
    symlinkSync(at('linked'), at('all/link'));
    symlinkSync(at('gone'), at('all/broken-link'));
    const found = await discover(['all', 'user']);
    expect(ids(found)).toEqual(['linked user']);
    expect(found.problems).toEqual([]);
  });

  test('a manifest in the root of the installed ones does not hide them', async () => {
    const { write, discover } = create();
    write('user/extension.toml', manifestText('stray'));
    write('user/a/extension.toml', manifestText('a'));
    expect(ids(await discover(['user', 'user']))).toEqual(['a user']);
  });

  test('a root that should be there and is not is a problem, and one without an extension that a person named', async () => {
    const { at, discover } = create();
    mkdirSync(at('empty'));
    const found = await discover(
      ['nowhere', 'explicit'],
      ['empty', 'development'],
      ['empty', 'bundled'],
      ['no-app', 'bundled'],
      ['nothing-yet', 'user'],
      ['nothing-yet', 'project'],
    );
    expect(found.extensions).toEqual([]);
    expect(reasons(found)).toEqual([
      [at('nowhere'), 'there is no such folder'],
      [at('empty'), 'there is no extension.toml or init.lua in it or its folders'],
      [at('no-app'), 'there is no such folder'],
    ]);
  });

  test('links in a circle, a file for a root and a folder for a manifest are problems, and stop no other', async () => {
    const { at, write, discover } = create();
    write('file.txt', 'text');
    write('all/folder-for-a-file/extension.toml/x', 'text');
    write('all/good/extension.toml', manifestText('good'));
    symlinkSync(at('all/circle'), at('all/circle'));
    const found = await discover(['file.txt', 'explicit'], ['file.txt', 'user'], ['all', 'user']);
    expect(ids(found)).toEqual(['good user']);
    expect(reasons(found)).toEqual([
      [at('file.txt/extension.toml'), 'what should be its folder is a file'],
      [at('file.txt'), 'it is not a folder'],
      [at('all/circle/extension.toml'), 'its links lead in a circle'],
      [at('all/folder-for-a-file/extension.toml'), 'it is not a file'],
    ]);
  });

  test.runIf(process.platform === 'linux')('a pipe for a manifest does not hold anything up', async () => {
    const { at, write, discover } = create();
    write('all/good/extension.toml', manifestText('good'));
    mkdirSync(at('all/pipe'));
    execFileSync('mkfifo', [at('all/pipe/extension.toml')]);
    const found = await discover(['all', 'user']);
    expect(ids(found)).toEqual(['good user']);
    expect(reasons(found)).toEqual([[at('all/pipe/extension.toml'), 'it is not a file']]);
  });

  test('without roots there are no extensions', async () => {
    expect(await discoverExtensions([])).toEqual({ extensions: [], shadowed: [], problems: [], order: [] });
  });
});

describe('discovery in a project', () => {
  const out = 'it is a link that leads out of the open folder';

  test('follows links within the folder and refuses those that lead out', async () => {
    const { at, write, discoverAll } = create();
    write('work/packages/mine/extension.toml', manifestText('mine'));
    write('elsewhere/extension.toml', manifestText('elsewhere'));
    write(`${projectFolder}/plain/extension.toml`, manifestText('plain'));
    mkdirSync(at(`${projectFolder}/half`));
    symlinkSync('../../packages/mine', at(`${projectFolder}/inside`));
    symlinkSync(at('elsewhere'), at(`${projectFolder}/outside`));
    mkdirSync(at('back'));
    symlinkSync(at('work/packages/mine/extension.toml'), at('back/extension.toml'));
    symlinkSync(at('back'), at(`${projectFolder}/out-and-back`));
    symlinkSync(at('elsewhere/extension.toml'), at(`${projectFolder}/half/extension.toml`));
    const found = await discoverAll();
    expect(ids(found)).toEqual(['mine project', 'plain project']);
    expect(reasons(found).filter(([, reason]) => reason === out)).toEqual([
      [at(`${projectFolder}/half/extension.toml`), out],
      [at(`${projectFolder}/out-and-back/extension.toml`), out],
      [at(`${projectFolder}/outside/extension.toml`), out],
    ]);
  });

  test('refuses a folder of extensions that is a link out, at each of its levels', async () => {
    for (const level of ['work/.outrigger', projectFolder]) {
      const { at, write, discoverAll } = create();
      write('evil/extensions/a/extension.toml', manifestText('a'));
      write('evil/a/extension.toml', manifestText('a'));
      mkdirSync(join(at(level), '..'), { recursive: true });
      symlinkSync(at('evil'), at(level));
      const found = await discoverAll();
      expect(ids(found)).toEqual([]);
      expect(reasons(found)).toContainEqual([at(projectFolder), out]);
    }
  });

  test('takes an open folder that is a link itself by where it leads', async () => {
    const { at, write, discoverAll } = create();
    write(`${projectFolder}/a/extension.toml`, manifestText('a'));
    symlinkSync(at('work'), at('alias'));
    expect(ids(await discoverAll(at('alias')))).toEqual(['a project']);
  });

  test('finds scripts: a file, a folder with init.lua, and one with a manifest of its own', async () => {
    const { at, write, discoverAll } = create();
    write('user/hello.lua', 'return 1');
    write('user/words/init.lua', 'return 2');
    write('user/words/count.lua', 'return 3');
    write(
      'user/named/extension.toml',
      manifestText('my-own').replace('"js"', '"lua"').replace('main.mjs', 'start.lua'),
    );
    write('user/named/start.lua', 'return 4');
    write('user/notes.txt', 'no extension');
    write('bundled/b/extension.toml', manifestText('b'));
    const found = await discoverAll(null);
    expect(ids(found)).toEqual(['hello user', 'my-own user', 'words user', 'b bundled']);
    const [hello, own, words] = found.extensions;
    expect(hello).toMatchObject({
      rootPath: at('user/hello.lua'),
      manifest: { id: 'hello', name: 'hello', runtime: { kind: 'lua' } },
      script: { place: { main: at('user/hello.lua'), folder: null, root: at('') }, isKnown: false },
    });
    expect(own?.script?.place).toMatchObject({ main: at('user/named/start.lua'), folder: at('user/named') });
    expect(words?.script?.place.main).toBe(at('user/words/init.lua'));
    expect(words?.script?.hash).not.toBe(hello?.script?.hash);
  });

  test('of scripts with one name the first claims it: by root, then by bytes, and those below after/ last', async () => {
    const { at, write, discoverAll } = create();
    mkdirSync(at('bundled'));
    const folder = write('user/hello/init.lua', '').slice(0, -'/init.lua'.length);
    const file = write('user/hello.lua', '');
    const project = write(`${projectFolder}/hello.lua`, '');
    const after = write('after/extensions/hello.lua', '');
    write('after/extensions/last.lua', '');
    const found = await discoverAll();
    expect(ids(found)).toEqual(['hello user', 'last user']);
    expect(found.extensions[0]?.rootPath).toBe(folder);
    expect(found.shadowed.map(({ rootPath, by }) => [rootPath, by])).toEqual(
      [file, project, after].map((path) => [path, folder]),
    );
  });

  test('a script that cannot be one is a problem that says why, and stops no other', async () => {
    const { at, write, discoverAll } = create();
    mkdirSync(at('bundled'));
    write('user/Hello World.lua', '');
    write('user/good.lua', '');
    write('user/gone/extension.toml', manifestText('gone').replace('"js"', '"lua"'));
    const found = await discoverAll(null);
    expect(ids(found)).toEqual(['good user']);
    expect(reasons(found)).toContainEqual([
      at('user/Hello World.lua'),
      expect.stringMatching(/^its name, which is its id: use lower-case letters, digits/),
    ]);
    expect(reasons(found)).toContainEqual([at('user/gone/main.mjs'), 'there is no such file']);
  });

  test('a script of a project that leads out of it by a link is not read', async () => {
    const { at, write, discoverAll } = create();
    mkdirSync(at('bundled'));
    write('out/secret.lua', '');
    write('work/.outrigger/extensions/near.lua', '');
    symlinkSync(at('out/secret.lua'), at(`${projectFolder}/far.lua`));
    const found = await discoverAll();
    expect(ids(found)).toEqual(['near project']);
    expect(reasons(found)).toContainEqual([
      at(`${projectFolder}/far.lua`),
      'it is a link that leads out of the open folder',
    ]);
  });

  test('a root of the command line has its extensions in extensions/, and has to be there', async () => {
    const { at, write } = create();
    write('root/extensions/hello.lua', '');
    write('root/lua/words.lua', '');
    write('wordy/prompts/a.md', '');
    mkdirSync(at('bundled'));
    const places = { development: [], explicit: [], user: at('user'), trustedWorkspace: null, bundled: at('bundled') };
    const found = await discoverExtensions(
      extensionRoots({
        ...places,
        explicitRoots: ['root', 'missing', 'wordy', 'root/extensions'].map((path) => at(path)),
      }),
    );
    expect(ids(found)).toEqual(['hello explicit']);
    expect(reasons(found)).toEqual([
      [at('missing'), 'there is no such folder'],
      [
        at('root/extensions'),
        expect.stringMatching(
          /^a root has a folder "extensions", "prompts", "skills", "agents", "themes", "snippets" or "after"/,
        ),
      ],
    ]);
  });
});
