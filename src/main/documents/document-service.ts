import { stat } from 'node:fs/promises';
import type {
  OpenedDocument,
  PathState,
  Revision,
  SavedDocument,
  SaveRequest,
} from '../../shared/contract/document.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import type { Tell } from '../service-events.ts';
import { atomicWrite } from './atomic-write.ts';
import { createDocumentWatcher } from './document-watcher.ts';
import { fileFailure, quote } from './file-failure.ts';
import { createProjectBorder } from './project-border.ts';
import { readDocument, readRevision, revisionOf } from './read-document.ts';

export interface DocumentServiceOptions {
  /** The open folder, or null. Files outside it are refused until the person allowed them. */
  readonly workspacePath: () => string | null;
  /** Shows the system's dialog. null: the person cancelled. */
  readonly pickFile: () => Promise<string | null>;
  readonly publish: (event: Extract<MainEvent, { type: 'document-changed' }>) => void;
  readonly tell: Tell<'file-changed'>;
}

export interface DocumentService {
  /** A relative path is taken from the workspace's root. Watches the file until `close`. */
  open(path: string): Promise<Result<OpenedDocument>>;
  /** Opens a file that the person named outside the renderer: on the command line or in a system dialog. */
  openNamed(path: string): Promise<Result<OpenedDocument>>;
  /** @param path where it leads, as the failure of `open` or `save` says in its detail: that alone is allowed */
  allow(path: string): Promise<void>;
  save(request: SaveRequest): Promise<Result<SavedDocument>>;
  close(path: string): Promise<void>;
  pickFile(): Promise<Result<OpenedDocument | null>>;
  /** What each of the paths names. */
  inspect(paths: readonly string[]): Promise<PathState[]>;
  /** The files that are open in the window. */
  openPaths(): readonly string[];
  /** Looks whether open files changed; for when the window gets the focus. */
  checkForChanges(): void;
  dispose(): void;
}

/** Opens, saves and watches text files inside the project's border. */
export function createDocumentService(options: DocumentServiceOptions): DocumentService {
  const { workspacePath, pickFile, publish, tell } = options;
  const border = createProjectBorder(workspacePath);
  const watcher = createDocumentWatcher((path, document) => {
    publish({ type: 'document-changed', path, document });
    tell({ type: 'file-changed', path, by: 'program' });
  });
  const savesByPath = new Map<string, Promise<unknown>>();

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

  async function open(path: string): Promise<Result<OpenedDocument>> {
    const admitted = await admit(path, 'opened');
    if (!admitted.ok) return admitted;
    const document = await readDocument(admitted.value);
    if (document.ok) watcher.watch(document.value.path, document.value.revision);
    return document;
  }

  async function openNamed(path: string): Promise<Result<OpenedDocument>> {
    const absolute = border.absolute(path);
    if (absolute) await border.allow(absolute).catch(() => undefined);
    return open(path);
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

  async function write(path: string, request: SaveRequest): Promise<Result<SavedDocument>> {
    const bytes = Buffer.from(request.hasBom ? `\uFEFF${request.text}` : request.text);
    const resume = watcher.suspend(path);
    let written: Revision | null = null;
    try {
      const changed = request.baseRevision === null ? null : await compare(path, request.baseRevision);
      if (changed) return changed;
      await atomicWrite(path, bytes);
      written = revisionOf(bytes);
      return ok({ revision: written });
    } catch (error) {
      return fileFailure(error, path, 'saved');
    } finally {
      resume(written);
    }
  }

  return {
    open,
    openNamed,
    async allow(path) {
      const absolute = border.absolute(path);
      if (absolute) await border.allow(absolute).catch(() => undefined);
    },
    async save(request) {
      const key = border.absolute(request.path) ?? request.path;
      // Two saves of one file must not pass each other, from the moment they were asked for.
      const saved = (savesByPath.get(key) ?? Promise.resolve()).then(async () => {
        const admitted = await admit(request.path, 'saved');
        return admitted.ok ? write(admitted.value, request) : admitted;
      });
      savesByPath.set(key, saved);
      const result = await saved;
      if (savesByPath.get(key) === saved) savesByPath.delete(key);
      return result;
    },
    async close(path) {
      const absolute = border.absolute(path);
      if (absolute) watcher.unwatch(absolute);
    },
    async pickFile() {
      const path = await pickFile();
      return path === null ? ok(null) : openNamed(path);
    },
    inspect: (paths) => Promise.all(paths.map(inspect)),
    openPaths: watcher.paths,
    checkForChanges: () => watcher.checkAll(),
    dispose: () => watcher.dispose(),
  };
}

async function compare(path: string, base: Revision): Promise<Result<never> | null> {
  const revision = await readRevision(path);
  if (revision === base) return null;
  const what = revision === null ? 'was deleted' : 'was changed by another program';
  return fail('file-changed', `${quote(path)} ${what} since you opened it. Nothing was written.`);
}
