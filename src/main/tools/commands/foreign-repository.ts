import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isInside } from '../../documents/project-border.ts';

/**
 * Git runs what the settings of a repository name, and finds the repository by going up from where it runs. The one of
 * the folder itself is trusted with it. One that lies below came with what is there, as a copy of another project or as files
 * that were committed in the form of a repository, and may run whatever its author likes.
 */

/** Settings with which git runs, loads and writes nothing else. */
const harmlessKeys = new RegExp(
  `^(?:${[
    'core\\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|abbrev|quotepath|longpaths)',
    'remote\\.(?:fetch|url|pushurl|tagopt|prune)',
    'branch\\.(?:remote|merge|rebase|description|vscode-merge-base)',
    'submodule\\.(?:url|active|branch|path)',
    'user\\.(?:name|email)',
    '(?:init|pull|push|fetch|gc|color|advice|status|log|rebase|merge)\\.(?:default|defaultbranch|rebase|ff|prune|auto|autosetupremote|ui|stat|date)',
    'extensions\\.(?:objectformat|refstorage|worktreeconfig|partialclone|noop)',
  ].join('|')})$`,
);
/** `ext::` and the like run a program. */
const plainAddress = /^(?:https?|ssh|git|file):\/\/[\w@.:/~%+-]*$|^(?:[\w.-]+@)?[\w.-]+:[\w./~-]+$|^[./][\w./~-]*$/;
/** More than any that people keep by hand. */
const longestConfig = 200_000;

/**
 * @param root of the project, and @param cwd in it where a command runs: absolute, links followed
 * @returns why no rule can allow a command there, as the end of a sentence; null when nothing keeps it from being allowed
 */
export async function foreignRepository(root: string, cwd: string): Promise<string | null> {
  for (let folder = cwd; folder !== root && isInside(root, folder); folder = dirname(folder)) {
    const place = join(folder, '.git');
    const stats = await lstat(place).catch(() => null);
    if (stats && !stats.isDirectory()) {
      const found = await namedBy(place);
      // A submodule or a working tree of the folder's own repository keeps its settings there.
      return found !== null && isInside(await ownRepository(root), found) ? null : mayRun;
    }
    if (stats && (await looksLikeOne(place))) return (await isHarmless(place)) ? null : mayRun;
    if (await looksLikeOne(folder))
      return 'the folder has the form of a repository, which may run programs of its own.';
  }
  return null;
}

const mayRun = 'the repository that lies there may run programs of its own.';

/** Of a working tree it lies elsewhere. */
async function ownRepository(root: string): Promise<string> {
  const place = join(root, '.git');
  return (await namedBy(place)) ?? place;
}

/** Where a file in the place of a repository says that it is; null: nowhere. */
async function namedBy(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const [, way] = /^gitdir:[ \t]*([^\r\n]+)/.exec(text.slice(0, 5_000)) ?? [];
  return way === undefined ? null : realpath(resolve(dirname(file), way)).catch(() => null);
}

/** As git knows a repository: by its head, and by two folders, which may also be elsewhere. */
async function looksLikeOne(folder: string): Promise<boolean> {
  const has = (name: string) =>
    lstat(join(folder, name)).then(
      () => true,
      () => false,
    );
  const [head, objects, refs, common] = await Promise.all(['HEAD', 'objects', 'refs', 'commondir'].map(has));
  return Boolean(head && (common || (objects && refs)));
}

async function isHarmless(repository: string): Promise<boolean> {
  const [hooks, config, ...more] = await Promise.all([
    readdir(join(repository, 'hooks')).catch(() => []),
    readFile(join(repository, 'config'), 'utf8').catch(() => ''),
    lstat(join(repository, 'config.worktree')).catch(() => null),
    // Its settings are elsewhere.
    lstat(join(repository, 'commondir')).catch(() => null),
  ]);
  if (
    more.some((one) => one !== null) ||
    config.length > longestConfig ||
    hooks.some((name) => !name.endsWith('.sample'))
  )
    return false;
  let section = '';
  for (const line of config.split(/\r?\n/)) {
    const [, name] = /^\s*\[\s*([\w.-]+)(?:\s+"[^"\\]*")?\s*\]\s*$/.exec(line) ?? [];
    const [, key, value = ''] = /^\s*([\w-]+)\s*(?:=\s*([^"\\;#]*))?$/.exec(line) ?? [];
    if (name !== undefined) section = name.toLowerCase();
    else if (key !== undefined) {
      if (!harmlessKeys.test(`${section}.${key.toLowerCase()}`)) return false;
      if (/url$/i.test(key) && !plainAddress.test(value.trim())) return false;
    } else if (!/^\s*(?:[#;].*)?$/.test(line)) return false;
  }
  return true;
}
