import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { visibleName } from '../../shared/visible-text.ts';
import type { Colour } from './colour.ts';
import { type ReadTheme, readTheme, type ThemeFileContent, type ThemeRule } from './read-theme.ts';

/** A theme with all that its file includes; what stands in the file itself goes last. */
export interface ThemeSource {
  readonly name: string;
  /** As the file or the nearest included one says, such as `dark` or `hcLight`. */
  readonly type: string | null;
  readonly colours: ReadonlyMap<string, Colour>;
  readonly rules: readonly ThemeRule[];
}

export type LoadedTheme = {
  /** Absolute paths of all files that were looked for, and of those that they are links to. */
  readonly files: readonly string[];
} & (
  | {
      readonly ok: true;
      readonly source: ThemeSource;
      /** What was left out, in sentences. */
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

/** Bytes of a file. Large themes have a quarter of a megabyte. */
const largest = 2 * 1024 * 1024;
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

/** @param path absolute, of a theme file of VS Code */
export async function loadTheme(path: string): Promise<LoadedTheme> {
  const files: string[] = [];
  const linked: string[] = [];
  const remarks: string[] = [];
  let skipped = 0;

  async function contentOf(file: string): Promise<ThemeFileContent> {
    if (files.length >= mostFiles) throw new ThemeFault(`The theme consists of more than ${mostFiles} files.`, path);
    files.push(file);
    const content = await readContent(file);
    // What a link leads to changes elsewhere.
    const real = await realpath(file).catch(() => file);
    if (real !== file) linked.push(real);
    skipped += content.skipped;
    return content;
  }

  /** A file together with what it includes. @param around the files that include it */
  async function load(
    file: string,
    around: readonly string[],
  ): Promise<Omit<ThemeSource, 'name'> & { name: string | null }> {
    const content = await contentOf(file);
    const within = [...around, file];
    const base = content.include === null ? null : await load(relatedPath(content.include, file, within), within);
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

  try {
    const { name, ...rest } = await load(path, []);
    if (skipped > 0) remarks.push(skipped === 1 ? oneSkipped : `${skipped} of its colours and rules ${skippedEnd}`);
    return {
      ok: true,
      source: { name: name ?? basename(path, '.json'), ...rest },
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

async function readContent(file: string): Promise<ThemeFileContent> {
  const read: ReadTheme = readTheme(await textOf(file));
  if (!read.ok)
    throw new ThemeFault(`The theme file ${nameOf(file)} ${read.fault}. Mend it, or choose another theme.`, file);
  return read.content;
}

async function textOf(path: string): Promise<string> {
  try {
    // Before it is opened: opening a pipe waits for whoever writes to it.
    const stats = await stat(path);
    if (!stats.isFile()) throw new ThemeFault(`${nameOf(path)} is not a file. Choose another theme.`, null);
    if (stats.size > largest)
      throw new ThemeFault(`The theme file ${nameOf(path)} is larger than 2 MB. Choose another theme.`, null);
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
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
