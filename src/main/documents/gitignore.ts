import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { isInside } from './project-border.ts';

/** Bytes; a larger file is ignored. */
const maxRuleFile = 1024 * 1024;
const ruleFile = '.gitignore';

export interface DirectoryRules {
  /** Whether an entry of the directory is ignored. @param path absolute */
  isIgnored(path: string, kind: 'file' | 'directory'): boolean;
}

/**
 * Reads the .gitignore files from the workspace's root down to a directory. As in git, a deeper rule overrides one
 * above, and "!" re-includes an entry.
 * @param root absolute; `directory` is it or below it
 */
export async function readRules(root: string, directory: string): Promise<DirectoryRules> {
  const places = placesBetween(root, directory);
  const levels = (await Promise.all(places.map(readLevel))).filter((level) => level !== null).reverse();
  const base = directory.endsWith(sep) ? directory : directory + sep;
  const withBase = levels.map(({ place, rules }) => ({ rules, base: relative(place, base).split(sep).join('/') }));
  return {
    isIgnored(path, kind) {
      if (withBase.length === 0) return false;
      const name = path.slice(base.length).split(sep).join('/');
      for (const { base, rules } of withBase) {
        const below = base === '' ? name : `${base}/${name}`;
        const verdict = rules.test(kind === 'directory' ? `${below}/` : below);
        if (verdict.ignored) return true;
        if (verdict.unignored) return false;
      }
      return false;
    },
  };
}

/** The rules of a directory, derived from its parent's, for walking downwards. It waits for the disk: not for main. */
export function rulesBelow(parent: DirectoryRules | null, directory: string): DirectoryRules {
  const text = readRuleFileSync(join(directory, ruleFile));
  const rules = text === null ? null : toRules(text);
  return {
    isIgnored(path, kind) {
      const below = relative(directory, path).split(sep).join('/');
      const verdict = rules?.test(kind === 'directory' ? `${below}/` : below);
      if (verdict?.ignored || verdict?.unignored) return verdict.ignored;
      return parent?.isIgnored(path, kind) ?? false;
    },
  };
}

/** @returns all directories from the root to the directory, the root first */
function placesBetween(root: string, directory: string): string[] {
  const places = [directory];
  for (let place = directory; place !== root && isInside(root, dirname(place)); ) {
    place = dirname(place);
    places.unshift(place);
  }
  return places;
}

async function readLevel(place: string): Promise<{ place: string; rules: Ignore } | null> {
  const text = await readRuleFile(join(place, ruleFile));
  return text === null ? null : { place, rules: toRules(text) };
}

const toRules = (text: string): Ignore => ignore({ ignorecase: process.platform !== 'linux' }).add(text);

// Windows lacks this flag. Without it, opening a pipe without a writer would block.
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The text of a rule file; null if it is missing, too large or not a regular file. */
export async function readRuleFile(path: string): Promise<string | null> {
  const handle = await open(path, openFlags).catch(() => null);
  if (!handle) return null;
  try {
    return mayHoldRules(await handle.stat()) ? withoutBom(await handle.readFile('utf8')) : null;
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}

function readRuleFileSync(path: string): string | null {
  let handle: number;
  try {
    handle = openSync(path, openFlags);
  } catch {
    return null;
  }
  try {
    return mayHoldRules(fstatSync(handle)) ? withoutBom(readFileSync(handle, 'utf8')) : null;
  } catch {
    return null;
  } finally {
    closeSync(handle);
  }
}

const mayHoldRules = (stats: Stats): boolean => stats.isFile() && stats.size <= maxRuleFile;
const withoutBom = (text: string): string => text.replace(/^\uFEFF/, '');
