import { stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { FailureError } from '../../shared/contract/errors.ts';
import type { LinkTarget } from '../../shared/links/link-target.ts';
import { isForeignShare, isInside, realPathOf } from '../documents/project-border.ts';
import { isSensitivePath } from '../documents/sensitive-paths.ts';
import { listFiles } from '../workspace/ripgrep/list-files.ts';
import { blockOf, linesOf, numbered, rangeAt } from './numbered-lines.ts';

export interface MentionedFilesDeps {
  /** The folder of the thread, absolute; null: it has none. */
  readonly root: string | null;
  /** The text as the person sees it; null when there is no such file. `ChangeService.readText` */
  readText(path: string): Promise<string | null>;
}

type FileTarget = Extract<LinkTarget, { kind: 'file' | 'directory' | 'symbol' }>;

/** Resolves mentions of a file, a directory or a symbol. */
export interface MentionedFiles {
  /**
   * @param isTyped the person named it, so it may be outside the open folder
   * @throws {FailureError} why there is nothing, in a sentence
   */
  read(target: FileTarget, isTyped: boolean, signal: AbortSignal): Promise<{ kind: FileTarget['kind']; text: string }>;
  /** A whole text with its lines numbered. @throws as above */
  whole(path: string, isTyped: boolean): Promise<string>;
  /** As it is shown: relative to the open folder when it is inside. */
  nameOf(path: string): string;
}

const maxFiles = 2_000;

export function createMentionedFiles({ root, readText }: MentionedFilesDeps): MentionedFiles {
  /** Absolute, links followed. */
  async function placeOf(path: string, isTyped: boolean): Promise<string> {
    if (root === null && !isAbsolute(path)) throw problem('No folder is open that it could be in.');
    const named = root === null ? resolve(path) : resolve(root, path);
    if (isForeignShare(named, root, process.platform)) throw problem('It is on another computer.');
    const real = await realPathOf(named);
    const isOwn = root !== null && isInside(await realPathOf(root), real);
    if (!isOwn && !isTyped) throw problem('It is outside the open folder, so only you can mention it.');
    if (!isTyped && isSensitivePath(real.split(sep).join('/')))
      throw problem('It may contain secrets, so only you can mention it.');
    return real;
  }

  async function textOf(path: string): Promise<string> {
    const text = await readText(path);
    if (text === null) throw problem('It does not exist.');
    return text;
  }

  function linesAt(text: string, target: Extract<FileTarget, { kind: 'file' | 'symbol' }>): string {
    const lines = linesOf(text);
    const { line, endLine } = target;
    if (target.kind === 'symbol' && endLine === undefined) {
      const block = blockOf(lines, target.name, line);
      if (block) return numbered(lines, block);
      throw problem(`“${target.name}” is no longer in it.`);
    }
    if (line === undefined) return numbered(lines);
    const range = rangeAt(lines, line, endLine);
    if (!range) throw problem(`It has only ${lines.length} lines.`);
    return numbered(lines, range);
  }

  async function listing(place: string, signal: AbortSignal): Promise<string> {
    const folder = root === null ? null : await realPathOf(root);
    const isBelow = folder !== null && isInside(folder, place) && place !== folder;
    const below = isBelow ? `${relative(folder, place).split(sep).join('/')}/` : '';
    // The whole folder is walked: what its own .gitignore leaves out is left out below, too.
    const { paths: files, isPartial } = await listFiles(isBelow ? folder : place, maxFiles, signal, (path) =>
      path.startsWith(below),
    );
    if (files.length === 0) return 'There are no files in it.';
    const more = isPartial ? [`[There are more: these are the first ${files.length}.]`] : [];
    return [...files.map((file) => file.slice(below.length)), ...more].join('\n');
  }

  return {
    async read(target, isTyped, signal) {
      const place = await placeOf(target.path, isTyped);
      const found = await stat(place).catch(() => null);
      if (found?.isDirectory()) return { kind: 'directory', text: await listing(place, signal) };
      if (target.kind === 'directory') throw problem(found ? 'It is a file, not a folder.' : 'It does not exist.');
      return { kind: target.kind, text: linesAt(await textOf(place), target) };
    },
    whole: async (path, isTyped) => numbered(linesOf(await textOf(await placeOf(path, isTyped)))),
    nameOf: (path) => (root !== null && isInside(root, path) ? relative(root, path).split(sep).join('/') : path),
  };
}

const problem = (message: string): FailureError => new FailureError({ code: 'file-not-found', message });
