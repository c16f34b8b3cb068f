import { lstat, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, relative } from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';
import type {
  ImageFile,
  OpenedDocument,
  PathState,
  Revision,
  SavedDocument,
  SaveRequest,
} from '../../shared/contract/documents/document.ts';
import { type Encoding, encodings } from '../../shared/contract/documents/encoding.ts';
import type { FileRules } from '../../shared/contract/documents/file-rules.ts';
import { type FailureCode, fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import { visibleName } from '../../shared/visible-text.ts';
import type { Tell } from '../service-events.ts';
import { createDocumentWatcher } from './document-watcher.ts';
import { type DocumentReading, encodePieces } from './encoding/text-encoding.ts';
import { fileFailure, quote } from './file-failure.ts';
import type { LongTexts } from './long-texts.ts';
import { createProjectBorder, isInside, realPathOf } from './project-border.ts';
import { hashOf, type ReadPieces, readPieces, readPresent } from './read-document.ts';
import { readImage } from './read-image.ts';
import { saveFile } from './saving/save-file.ts';
import type { SaveJournals } from './saving/save-journals.ts';

export interface DocumentServiceOptions {
  /** The open folder, or null. Files outside it are refused until the person allows them. */
  readonly workspacePath: () => string | null;
  /** Shows the system's file dialog. @returns null if the person cancelled */
  readonly pickFile: () => Promise<string | null>;
  /** Shows the system's save dialog. @param start its initial path */
  readonly pickSaveFile: (start: string) => Promise<string | null>;
  readonly texts: LongTexts;
  /** Journals for files that are written in place. */
  readonly journals: SaveJournals;
  /** The `.editorconfig` properties of a file, by its absolute path. */
  readonly rulesOf: (path: string) => Promise<FileRules>;
  readonly publish: (event: Extract<MainEvent, { type: 'document-changed' }>) => void;
  readonly tell: Tell<'file-changed'>;
  /** The system has no watches left. */
  readonly onUnwatched: () => void;
}

export type DocumentService = ReturnType<typeof createDocumentService>;

/** Opens, saves and watches text files, within the project's border. */
export function createDocumentService(options: DocumentServiceOptions) {
  const { workspacePath, pickFile, pickSaveFile, texts, journals, rulesOf, publish, tell } = options;
  const border = createProjectBorder(workspacePath);
  /** By the path as opened or written. */
  const readings = new Map<string, DocumentReading>();
  const watcher = createDocumentWatcher(
    readWatched,
    (path, document) => {
      publish({ type: 'document-changed', path, document: forPage(document) });
      tell({ type: 'file-changed', path, by: 'program' });
    },
    options.onUnwatched,
  );
  const savesByPath = new Map<string, LimitFunction>();

  /** @returns the absolute path, if access is permitted */
  async function admit(path: string, doing: 'opened' | 'saved'): Promise<Result<string>> {
    const absolute = border.absolute(path);
    if (!absolute) return fail('file-not-found', `${quote(path)} could not be ${doing}: no folder is open.`);
    try {
      if (await border.permits(absolute)) return ok(absolute);
      const detail = await border.leadsTo(absolute);
      return fail('file-outside-project', `${quote(absolute)} is outside the open folder.`, { detail });
    } catch (error) {
      return fileFailure(error, absolute, doing);
    }
  }

  function forPage(read: Result<ReadPieces>): Result<OpenedDocument> {
    if (!read.ok) return read;
    const { pieces, ...document } = read.value;
    return ok({ ...document, text: texts.give(pieces) });
  }

  /** Reads a file with the encoding used before, also when another program has changed it. */
  async function read(path: string, asked?: DocumentReading): Promise<Result<ReadPieces>> {
    const before = readings.get(path);
    const document = await readPieces(path, asked ?? before);
    // A save or another read may have finished earlier.
    if (document.ok && (asked || readings.get(path) === before)) {
      const { encoding, isLossy } = document.value;
      readings.set(path, { encoding, isForced: isLossy });
    }
    return document;
  }

  /** Reads an open file that may have changed, unless a link has taken its place: nobody asked for what that leads to. */
  async function readWatched(path: string): Promise<Result<ReadPieces>> {
    return (await replacing(path)) ?? read(path);
  }

  /** A failure when an open file is a link by now, or leads to another file than the one that was opened. */
  async function replacing(path: string, consequence = ''): Promise<Result<never> | null> {
    const opened = watcher.realPathOf(path);
    const present = await realpath(path).catch(() => opened);
    if (opened === undefined || present === undefined || present === opened) return null;
    // Of another folder that took the place of its own, the files count as changed.
    const isLink = await lstat(path)
      .then((stats) => stats.isSymbolicLink())
      .catch(() => false);
    if (!isLink && (await border.permits(path).catch(() => false))) return null;
    return fail('file-replaced', `${quote(path)} leads to “${visibleName(present)}” now.${consequence}`);
  }

  async function open(path: string, reading?: DocumentReading): Promise<Result<OpenedDocument>> {
    const admitted = await admit(path, 'opened');
    if (!admitted.ok) return admitted;
    const realPath = await realPathOf(admitted.value).catch(() => admitted.value);
    const document = await read(admitted.value, reading);
    if (document.ok) watcher.watch(document.value.path, document.value.revision, realPath);
    return forPage(document);
  }

  /** Opens a file that the person named outside the renderer: on the command line or in a system dialog. */
  async function openNamed(path: string): Promise<Result<OpenedDocument>> {
    const absolute = border.absolute(path);
    if (absolute) await border.allow(absolute).catch(() => undefined);
    return open(path);
  }

  /**
   * Reopens a file that was open when the app ended. A missing file is watched, as it may come back.
   * @param real its real path then; a file outside the folder must still lead there
   * @param encoding the one it was read with
   */
  async function openAgain(
    path: string,
    real: string | undefined,
    encoding?: Encoding,
  ): Promise<Result<OpenedDocument>> {
    const reading = encoding && { encoding, isForced: false };
    const opened = await open(path, reading);
    if (opened.ok) return opened;
    const { code, detail } = opened.failure;
    if (code === 'file-outside-project' && real !== undefined && detail === real) {
      await border.allow(real).catch(() => undefined);
      return open(path, reading);
    }
    const absolute = border.absolute(path);
    if (code === 'file-not-found' && absolute) watcher.watch(absolute, null);
    return opened;
  }

  /** The absolute path; null: access is not permitted. */
  async function permitted(path: string): Promise<string | null> {
    const absolute = border.absolute(path);
    return absolute !== null && (await border.permits(absolute).catch(() => false)) ? absolute : null;
  }

  /** Initial path of the save dialog; of a path without permission only the file name is used. */
  async function dialogStart(suggested: string): Promise<string> {
    return (await permitted(suggested)) ?? join(workspacePath() ?? homedir(), basename(suggested));
  }

  /** The path under which a file is open; null: it is not. */
  async function openAs(path: string): Promise<string | null> {
    const open = watcher.paths();
    if (open.includes(path)) return path;
    const real = (one: string) => realPathOf(one).catch(() => one);
    const [wanted, ...places] = await Promise.all([path, ...open].map(real));
    return open[places.indexOf(wanted ?? path)] ?? null;
  }

  async function inspect(path: string): Promise<PathState> {
    const absolute = border.absolute(path);
    if (!absolute) return 'missing';
    try {
      if (!(await border.permits(absolute))) return 'outside-project';
      return (await stat(absolute)).isDirectory() ? 'directory' : 'file';
    } catch {
      return 'missing';
    }
  }

  async function writeTo(path: string, request: SaveRequest): Promise<Result<SavedDocument>> {
    const { encoding, hasBom, baseRevision } = request;
    // The text is not the file's content: saving it would lose bytes that nobody has seen.
    if (baseRevision !== null && readings.get(path)?.isForced)
      return lossy(path, readings.get(path)?.encoding ?? encoding);
    const encoded = await encodePieces(path, { pieces: texts.take(request.text), encoding, hasBom });
    if (!encoded.ok) return encoded;
    const bytes = encoded.value;
    const resume = watcher.suspend(path);
    let written: Revision | null = null;
    try {
      const refused = await whyNotOver(path, baseRevision);
      if (refused) return refused;
      await saveFile(path, bytes, journals);
      written = await hashOf(bytes);
      readings.set(path, { encoding, isForced: false });
      return ok({ revision: written });
    } catch (error) {
      return fileFailure(error, path, 'saved');
    } finally {
      resume(written);
    }
  }

  /** A failure when the file is not the one that the edits are based on; null as `base`: whichever it is. */
  const whyNotOver = async (path: string, base: Revision | null): Promise<Result<never> | null> =>
    (await replacing(path, ' Nothing was written.')) ?? (base === null ? null : compare(path, base));

  /** Saves for a caller other than the person. */
  async function write(request: SaveRequest): Promise<Result<SavedDocument>> {
    const key = border.absolute(request.path) ?? request.path;
    // Saves of one file must run in the order in which they were requested.
    const inTurn = savesByPath.get(key) ?? pLimit(1);
    savesByPath.set(key, inTurn);
    const saved = await inTurn(async () => {
      const admitted = await admit(request.path, 'saved');
      return admitted.ok ? writeTo(admitted.value, request) : admitted;
    });
    if (inTurn.activeCount === 0) savesByPath.delete(key);
    return saved;
  }

  return {
    /** A relative path starts at the workspace's root. Watches the file until `close`, and keeps its encoding. */
    open: (path: string) => open(path),
    /** As `open`, with the given encoding even if it does not fit the bytes. */
    reopen: (path: string, encoding: Encoding) => open(path, { encoding, isForced: true }),
    openNamed,
    openAgain,
    /** What `openAgain` is to be given as `real` at the next start; null: the file may not be read without asking. */
    async realPathOfPermitted(path: string): Promise<string | null> {
      const absolute = border.absolute(path);
      return absolute === null ? null : border.realPathOfPermitted(absolute).catch(() => null);
    },
    /** @param path real path as in the failure detail of `open` or `save`; only this path is allowed */
    async allow(path: string) {
      const absolute = border.absolute(path);
      if (absolute) await border.allow(absolute).catch(() => undefined);
    },
    /** Saves for the person. */
    async save(request: SaveRequest) {
      const saved = await write(request);
      if (saved.ok) tell({ type: 'file-changed', path: request.path, by: 'person' });
      return saved;
    },
    write,
    async close(path: string) {
      const absolute = border.absolute(path);
      if (!absolute) return;
      watcher.unwatch(absolute);
      readings.delete(absolute);
    },
    /** The `.editorconfig` properties of a file, which need not exist. */
    async rules(path: string) {
      const absolute = await permitted(path);
      return absolute === null ? {} : rulesOf(absolute);
    },
    async pickFile() {
      const path = await pickFile();
      return path === null ? ok(null) : openNamed(path);
    },
    /** @param suggested a path, or a name for a new file */
    async pickSaveTarget(suggested: string) {
      const picked = await pickSaveFile(await dialogStart(suggested));
      const path = picked === null ? null : border.absolute(picked);
      if (path === null) return null;
      await border.allow(path).catch(() => undefined);
      return { path, openAs: await openAs(path) };
    },
    async image(path: string): Promise<Result<ImageFile>> {
      const admitted = await admit(path, 'opened');
      return admitted.ok ? readImage(admitted.value) : admitted;
    },
    inspect: (paths: readonly string[]) => Promise.all(paths.map(inspect)),
    /**
     * Runs `work`, which moves a file or a folder: open files keep their encoding under the new paths, and are not
     * reported as deleted. @param work throws when nothing was moved
     */
    async whileMoving(from: string, to: string, work: () => Promise<void>) {
      const resumes = watcher.paths().flatMap((path) => {
        if (!isInside(from, path)) return [];
        return [{ path, resume: watcher.suspend(path) }];
      });
      try {
        await work();
      } catch (error) {
        for (const { resume } of resumes) resume(null);
        throw error;
      }
      for (const { path } of resumes) {
        const moved = join(to, relative(from, path));
        const reading = readings.get(path);
        readings.delete(path);
        if (reading) readings.set(moved, reading);
        watcher.move(path, moved, await realPathOf(moved).catch(() => moved));
      }
    },
    /** The encoding with which an open file is read. @param path as opened */
    readingOf: (path: string) => readings.get(path),
    openPaths: watcher.paths,
    /** Checks whether open files changed; called when the window gets the focus. */
    checkForChanges: () => watcher.checkAll(),
    dispose: () => watcher.dispose(),
  };
}

function lossy(path: string, encoding: Encoding): Result<never> {
  const { name } = encodings[encoding];
  return fail(
    'file-lossy',
    `${quote(path)} was not saved: it has bytes that are not ${name}, which would be lost. The file is unchanged.`,
  );
}

async function compare(path: string, base: Revision): Promise<Result<never> | null> {
  const present = await readPresent(path);
  const say = (code: FailureCode, what: string) => fail(code, `${quote(path)} ${what}. Nothing was written.`);
  if (present === null) return say('file-not-found', 'was deleted since you opened it');
  if (!present.ok && present.failure.code !== 'file-too-large') {
    return say('file-failed', 'could not be saved: something that is no file has its name now');
  }
  const isBase = present.ok && (await hashOf(present.value)) === base;
  return isBase ? null : say('file-changed', 'was changed by another program since you opened it');
}
