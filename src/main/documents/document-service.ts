import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, relative } from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';
import type {
  OpenedDocument,
  PathState,
  Revision,
  SavedDocument,
  SaveRequest,
} from '../../shared/contract/documents/document.ts';
import { type Encoding, encodings } from '../../shared/contract/documents/encoding.ts';
import type { FileRules } from '../../shared/contract/documents/file-rules.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import type { Tell } from '../service-events.ts';
import { createDocumentWatcher } from './document-watcher.ts';
import { encodeText } from './encoding/text-encoding.ts';
import { fileFailure, quote } from './file-failure.ts';
import { createProjectBorder, isInside, realPathOf } from './project-border.ts';
import { type Reading, readDocument, readRevision, revisionOf } from './read-document.ts';
import { saveFile } from './saving/save-file.ts';
import type { SaveJournals } from './saving/save-journals.ts';

export interface DocumentServiceOptions {
  /** The open folder, or null. Files outside it are refused until the person allowed them. */
  readonly workspacePath: () => string | null;
  /** Shows the system's dialog. null: the person cancelled. */
  readonly pickFile: () => Promise<string | null>;
  /** The same, for where to save. @param start the path that it begins at */
  readonly pickSaveFile: (start: string) => Promise<string | null>;
  /** For files that are written in place. */
  readonly journals: SaveJournals;
  /** What `.editorconfig` files say of a file, by its absolute path. */
  readonly rulesOf: (path: string) => Promise<FileRules>;
  readonly publish: (event: Extract<MainEvent, { type: 'document-changed' }>) => void;
  readonly tell: Tell<'file-changed'>;
}

export type DocumentService = ReturnType<typeof createDocumentService>;

/** Opens, saves and watches text files inside the project's border. */
export function createDocumentService(options: DocumentServiceOptions) {
  const { workspacePath, pickFile, pickSaveFile, journals, rulesOf, publish, tell } = options;
  const border = createProjectBorder(workspacePath);
  /** By the path as it was opened, or written. */
  const readings = new Map<string, Reading>();
  const watcher = createDocumentWatcher(read, (path, document) => {
    publish({ type: 'document-changed', path, document });
    tell({ type: 'file-changed', path, by: 'program' });
  });
  const savesByPath = new Map<string, LimitFunction>();

  /** @returns the absolute path when it may be used */
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

  /** What another program writes meanwhile is read with the same encoding. */
  async function read(path: string, asked?: Reading): Promise<Result<OpenedDocument>> {
    const before = readings.get(path);
    const document = await readDocument(path, asked ?? before);
    // A save or another reading may have been quicker.
    if (document.ok && (asked || readings.get(path) === before)) {
      const { encoding, isLossy } = document.value;
      readings.set(path, { encoding, isForced: isLossy });
    }
    return document;
  }

  async function open(path: string, reading?: Reading): Promise<Result<OpenedDocument>> {
    const admitted = await admit(path, 'opened');
    if (!admitted.ok) return admitted;
    const document = await read(admitted.value, reading);
    if (document.ok) watcher.watch(document.value.path, document.value.revision);
    return document;
  }

  /** Opens a file that the person named outside the renderer: on the command line or in a system dialog. */
  async function openNamed(path: string): Promise<Result<OpenedDocument>> {
    const absolute = border.absolute(path);
    if (absolute) await border.allow(absolute).catch(() => undefined);
    return open(path);
  }

  /**
   * Opens a file that was open when the app ended. One that is missing is watched, for it may come back.
   * @param real where it led then; outside the folder it has to lead there still
   * @param encoding the one that it was read with
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

  /** What may not be looked at gives no more than its name. */
  async function dialogStart(suggested: string): Promise<string> {
    const absolute = border.absolute(suggested);
    const isPermitted = absolute !== null && (await border.permits(absolute).catch(() => false));
    return isPermitted ? absolute : join(workspacePath() ?? homedir(), basename(suggested));
  }

  /** The path by which a file is open. */
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
    const { encoding, baseRevision } = request;
    // What was read is not what is there: written again, bytes that nobody has seen would be lost.
    if (baseRevision !== null && readings.get(path)?.isForced)
      return lossy(path, readings.get(path)?.encoding ?? encoding);
    const encoded = await encodeText(path, request);
    if (!encoded.ok) return encoded;
    const bytes = encoded.value;
    const resume = watcher.suspend(path);
    let written: Revision | null = null;
    try {
      const changed = baseRevision === null ? null : await compare(path, baseRevision);
      if (changed) return changed;
      await saveFile(path, bytes, journals);
      written = revisionOf(bytes);
      readings.set(path, { encoding, isForced: false });
      return ok({ revision: written });
    } catch (error) {
      return fileFailure(error, path, 'saved');
    } finally {
      resume(written);
    }
  }

  /** As `save`, of somebody else. */
  async function write(request: SaveRequest): Promise<Result<SavedDocument>> {
    const key = border.absolute(request.path) ?? request.path;
    // Two saves of one file must not pass each other, from the moment they were asked for.
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
    /** A relative path is taken from the workspace's root. Watches the file until `close`, and keeps its encoding. */
    open: (path: string) => open(path),
    /** As `open`, with this encoding whatever it makes of the bytes. */
    reopen: (path: string, encoding: Encoding) => open(path, { encoding, isForced: true }),
    openNamed,
    openAgain,
    /** @param path where it leads, as the failure of `open` or `save` says in its detail: that alone is allowed */
    async allow(path: string) {
      const absolute = border.absolute(path);
      if (absolute) await border.allow(absolute).catch(() => undefined);
    },
    /** The person saves. */
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
    /** What `.editorconfig` files say of a file, which need not be there yet. */
    async rules(path: string) {
      const absolute = border.absolute(path);
      const isPermitted = absolute !== null && (await border.permits(absolute).catch(() => false));
      return isPermitted ? rulesOf(absolute) : {};
    },
    async pickFile() {
      const path = await pickFile();
      return path === null ? ok(null) : openNamed(path);
    },
    /** @param suggested a path, or a name where there is none yet */
    async pickSaveTarget(suggested: string) {
      const picked = await pickSaveFile(await dialogStart(suggested));
      const path = picked === null ? null : border.absolute(picked);
      if (path === null) return null;
      await border.allow(path).catch(() => undefined);
      return { path, openAs: await openAs(path) };
    },
    /** What each of the paths names. */
    inspect: (paths: readonly string[]) => Promise.all(paths.map(inspect)),
    /**
     * Moves a file, or a folder of them: those that are open are open by their new paths afterwards, are read with the same
     * encoding, and are not told to be gone. @param work moves it, and throws when it did not
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
        watcher.move(path, moved);
      }
    },
    /** With which encoding an open file is read. @param path as it was opened */
    readingOf: (path: string) => readings.get(path),
    /** The files that are open in the window. */
    openPaths: watcher.paths,
    /** Looks whether open files changed; for when the window gets the focus. */
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
  const revision = await readRevision(path);
  if (revision === base) return null;
  const what = revision === null ? 'was deleted' : 'was changed by another program';
  return fail('file-changed', `${quote(path)} ${what} since you opened it. Nothing was written.`);
}
