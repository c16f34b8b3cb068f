import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isInside } from '../../documents/project-border.ts';

/**
 * Git runs programs that a repository's settings name, and finds the repository by searching upwards. The repository of
 * the open folder is trusted. One below it may have come with the content, as a copy of another project or as committed
 * files in the layout of a repository, and may run anything.
 */

/** Settings that do not make git run, load or write anything else. */
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
/** `ext::` and similar transports run a program. */
const plainAddress = /^(?:https?|ssh|git|file):\/\/[\w@.:/~%+-]*$|^(?:[\w.-]+@)?[\w.-]+:[\w./~-]+$|^[./][\w./~-]*$/;
/** Characters; no hand-written configuration is longer. */
const longestConfig = 200_000;

/**
 * @param root of the project. @param cwd of the command, in it: both absolute, links resolved
 * @returns the reason why no rule can allow a command there, as the end of a sentence; null if there is none
 */
export async function foreignRepository(root: string, cwd: string): Promise<string | null> {
  for (let folder = cwd; folder !== root && isInside(root, folder); folder = dirname(folder)) {
    const place = join(folder, '.git');
    const stats = await lstat(place).catch(() => null);
    if (stats && !stats.isDirectory()) {
      const found = await namedBy(place);
      // The settings of a submodule or worktree of the folder's own repository are inside that repository.
      return found !== null && isInside(await ownRepository(root), found) ? null : mayRun;
    }
    if (stats && (await looksLikeOne(place))) return (await isHarmless(place)) ? null : mayRun;
    if (await looksLikeOne(folder))
      return 'the folder has the form of a repository, which may run programs of its own.';
  }
  return null;
}

const mayRun = 'the repository that lies there may run programs of its own.';

/** The repository of the folder; that of a worktree lies elsewhere. */
async function ownRepository(root: string): Promise<string> {
  const place = join(root, '.git');
  return (await namedBy(place)) ?? place;
}

/** The target of a `.git` file (`gitdir: …`); null if it has none. */
async function namedBy(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const [, way] = /^gitdir:[ \t]*([^\r\n]+)/.exec(text.slice(0, 5_000)) ?? [];
  return way === undefined ? null : realpath(resolve(dirname(file), way)).catch(() => null);
}

/** Git's own criteria: HEAD and two folders, which may also lie elsewhere. */
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
    // With it, the settings lie elsewhere.
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
