import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { visibleName } from '../../shared/visible-text.ts';
import { parseJsonc } from '../files/jsonc.ts';
import type { Colour } from './colour.ts';
import { readFamily, type ThemeFamily } from './read-family.ts';
import { readTheme, type ThemeFileContent, type ThemeRule } from './read-theme.ts';
import type { ScopeLook } from './scope-rules.ts';
import { largestThemeFile } from './theme-choices.ts';

/** A theme with all that its file includes; what stands in the file itself goes last. */
export interface ThemeSource {
  readonly name: string;
  /** As the file or the nearest included one says, such as `dark` or `hcLight`. */
  readonly type: string | null;
  readonly colours: ReadonlyMap<string, Colour>;
  readonly rules: readonly ThemeRule[];
  /** Of a theme in a file of Zed, which has no rules: what it says of captures of syntax. */
  readonly captures?: ReadonlyMap<string, ScopeLook>;
}

export type LoadedTheme = {
  /** Absolute paths of all files that were looked for, and of those that they are links to. */
  readonly files: readonly string[];
} & (
  | {
      readonly ok: true;
      readonly source: ThemeSource;
      /** The names of all themes in a file that is made for several. */
      readonly family: readonly string[];
      /** Sentences about what was left out. */
      readonly remarks: readonly string[];
    }
  | {
      readonly ok: false;
      /** Why, and what to do, in sentences. */
      readonly problem: string;
      /** Absolute path of the file to mend; null: it is not there. */
      readonly broken: string | null;
    }
);

/** Files of a theme, which include each other. */
const mostFiles = 10;

class ThemeFault extends Error {
  /** Absolute path of the file to mend; null: it is not there. */
  readonly broken: string | null;
  constructor(message: string, broken: string | null) {
    super(message);
    this.broken = broken;
  }
}

/**
 * @param path absolute, of a theme file of VS Code or Zed
 * @param name of one of the themes in a file of Zed; null: the first one
 */
export async function loadTheme(path: string, name: string | null): Promise<LoadedTheme> {
  const files: string[] = [];
  const linked: string[] = [];
  const remarks: string[] = [];
  let skipped = 0;

  async function jsonOf(file: string): Promise<unknown> {
    if (files.length >= mostFiles) throw new ThemeFault(`The theme consists of more than ${mostFiles} files.`, path);
    files.push(file);
    const json = parseJsonc(await textOf(file));
    if ('fault' in json) throw faultOf(file, json.fault);
    // What a link leads to changes elsewhere.
    const real = await realpath(file).catch(() => file);
    if (real !== file) linked.push(real);
    return json.value;
  }

  function contentIn(json: unknown, file: string): ThemeFileContent {
    const read = readTheme(json);
    if (!read.ok) throw faultOf(file, read.fault);
    skipped += read.content.skipped;
    return read.content;
  }

  const contentOf = async (file: string): Promise<ThemeFileContent> => contentIn(await jsonOf(file), file);

  /** A file together with what it includes. @param around the files that include it */
  async function load(
    file: string,
    content: ThemeFileContent,
    around: readonly string[],
  ): Promise<Omit<ThemeSource, 'name'> & { name: string | null }> {
    const within = [...around, file];
    const included = content.include === null ? null : relatedPath(content.include, file, within);
    const base = included === null ? null : await load(included, await contentOf(included), within);
    const ruled = content.rulesPath === null ? [] : await rulesAt(content.rulesPath, file, within);
    return {
      name: content.name ?? base?.name ?? null,
      type: content.type ?? base?.type ?? null,
      colours: new Map([...(base?.colours ?? []), ...content.colours]),
      rules: [...(base?.rules ?? []), ...ruled, ...content.rules],
    };
  }

  async function rulesAt(written: string, file: string, around: readonly string[]): Promise<readonly ThemeRule[]> {
    if (/\.tmtheme$/i.test(written)) {
      remarks.push(
        `The colours of code in ${nameOf(written)} are left out: a .tmTheme file is not read. Save it as JSON.`,
      );
      return [];
    }
    return (await contentOf(relatedPath(written, file, around))).rules;
  }

  async function ofVsCode(json: unknown): Promise<ThemeSource> {
    const { name: own, ...rest } = await load(path, contentIn(json, path), []);
    return { name: own ?? basename(path, '.json'), ...rest };
  }

  function ofFamily({ themes, skipped: unread }: ThemeFamily): ThemeSource {
    if (unread > 0) remarks.push(unread === 1 ? oneUnread : `${unread} of its themes ${unreadEnd}`);
    const theme = name === null ? themes[0] : themes.find((one) => one.name === name);
    if (!theme) {
      const none = name === null ? 'has no theme in its list “themes”' : `has no theme “${visibleName(name)}”`;
      throw faultOf(path, none);
    }
    skipped += theme.skipped;
    return { ...theme, rules: [] };
  }

  try {
    const json = await jsonOf(path);
    const family = readFamily(json);
    const source = family === null ? await ofVsCode(json) : ofFamily(family);
    if (skipped > 0) remarks.push(skipped === 1 ? oneSkipped : `${skipped} of its colours and rules ${skippedEnd}`);
    return {
      ok: true,
      source,
      family: family?.themes.map((theme) => theme.name) ?? [],
      remarks,
      files: [...files, ...linked],
    };
  } catch (error) {
    if (!(error instanceof ThemeFault)) throw error;
    const { message, broken } = error;
    return {
      ok: false,
      problem: `${message} Until then the system’s colours are shown.`,
      broken,
      files: [...files, ...linked],
    };
  }
}

const skippedEnd = 'are in a form that is not taken, and are left out. Colours are written as #rrggbb.';
const oneSkipped =
  'One of its colours and rules is in a form that is not taken, and is left out. Colours are written as #rrggbb.';

const unreadEnd = 'are left out: each needs a “name”, an “appearance”, light or dark, and a “style”.';
const oneUnread = 'One of its themes is left out: it needs a “name”, an “appearance”, light or dark, and a “style”.';

const faultOf = (file: string, fault: string): ThemeFault =>
  new ThemeFault(`The theme file ${nameOf(file)} ${fault}. Mend it, or choose another theme.`, file);

const nameOf = (path: string): string => `“${visibleName(basename(path))}”`;

/** @param around files that must not be included again */
function relatedPath(written: string, file: string, around: readonly string[]): string {
  const related = join(dirname(file), written);
  if (isAbsolute(written) || !/\.json$/i.test(related))
    throw new ThemeFault(
      `The theme file ${nameOf(file)} includes ${nameOf(written)}. Name a .json file, relative to it.`,
      file,
    );
  if (around.includes(related))
    throw new ThemeFault(
      `The theme file ${nameOf(file)} includes ${nameOf(written)}, which includes it again. Remove one of these lines.`,
      file,
    );
  return related;
}

async function textOf(path: string): Promise<string> {
  try {
    // Before it is opened: opening a pipe waits for whoever writes to it.
    const stats = await stat(path);
    if (!stats.isFile()) throw new ThemeFault(`${nameOf(path)} is not a file. Choose another theme.`, null);
    if (stats.size > largestThemeFile)
      throw new ThemeFault(`The theme file ${nameOf(path)} is larger than 2 MB. Choose another theme.`, null);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof ThemeFault) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    throw isMissing
      ? new ThemeFault(`The theme file ${nameOf(path)} was not found. Put it back, or choose another theme.`, null)
      : new ThemeFault(
          `The theme file ${nameOf(path)} could not be read (${code}). Check its permissions, or choose another theme.`,
          null,
        );
  }
}
