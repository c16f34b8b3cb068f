import { chmod, lstat, mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { BufferAnswer, BufferRequest } from '../../shared/contract/change.ts';
import type { FileChange } from '../../shared/contract/extension-api/extension-tool-call.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import { usualDeadlines } from '../deadlines.ts';
import { createDocumentService } from '../documents/document-service.ts';
import type { DocumentReading } from '../documents/encoding/text-encoding.ts';
import { createLongTexts } from '../documents/long-texts.ts';
import { readDocument } from '../documents/read-document.ts';
import { createSaveJournals } from '../documents/saving/save-journals.ts';
import type { Files } from '../testing/temporary-folder.ts';
import { type ChangeService, createChangeService } from './change-service.ts';

/** A window that answers as the editor does (src/renderer/editor/buffers/), with texts in place of an editor. */
export interface EditorWindow {
  readonly documents: Map<string, { text: string; isEdited: boolean }>;
  /** It answers nothing any more. */
  isSilent: boolean;
  /** Replaces the next answer to an `apply`. */
  nextApply: BufferAnswer | null;
  /** Before it answers. */
  beforeApply: (() => Promise<void>) | null;
  /** Runs when it shows an applied change. */
  afterApply: (() => void) | null;
}

export interface World {
  readonly root: string;
  readonly userData: string;
  readonly events: MainEvent[];
  readonly problems: string[];
  readonly window: EditorWindow;
  readonly service: ChangeService;
  path(name: string): string;
  write(name: string, text: string | Uint8Array, mode?: number): Promise<void>;
  text(name: string): Promise<string>;
  /** Opens a file in the window. @param text what was typed over it */
  open(name: string, text?: string): Promise<void>;
  /** Prepares changes and makes them. Paths are relative. */
  change(promptId: string, changes: readonly FileChange[], threadId?: string): Promise<void>;
  /** Ends the app and starts it again; no document is open then. */
  restart(): Promise<World>;
}

/** @param files in its folder */
export async function createWorld(files: Files = {}): Promise<World> {
  // Imported here: a child process has no test that runs.
  const { temporaryFolder, writeFiles } = await import('../testing/temporary-folder.ts');
  const folder = await temporaryFolder();
  writeFiles(join(folder, 'project'), files);
  return openWorld(folder);
}

/** @param folder of a world that was there before */
export async function openWorld(folder: string): Promise<World> {
  const root = join(folder, 'project');
  const userData = join(folder, 'user');
  await mkdir(root, { recursive: true });
  const events: MainEvent[] = [];
  const problems: string[] = [];
  const window: EditorWindow = {
    documents: new Map(),
    isSilent: false,
    nextApply: null,
    beforeApply: null,
    afterApply: null,
  };
  const readings = new Map<string, DocumentReading>();
  const documents = createDocumentService({
    texts: createLongTexts(),
    journals: createSaveJournals(join(userData, 'saves')),
    workspacePath: () => root,
    pickFile: async () => null,
    pickSaveFile: async () => null,
    publish: () => {},
    rulesOf: async () => ({}),
    tell: () => {},
    onUnwatched: () => {},
  });

  async function answer(request: BufferRequest): Promise<BufferAnswer> {
    const document = window.documents.get(request.path);
    if (!document) return { type: 'closed' };
    if (request.type === 'read') return { type: 'text', ...document };
    if (request.type === 'moved') {
      window.documents.delete(request.path);
      window.documents.set(request.to, document);
      return { type: 'applied', isEdited: document.isEdited };
    }
    await window.beforeApply?.();
    const next = window.nextApply;
    window.nextApply = null;
    if (next) return next;
    if (document.text !== request.base) return { type: 'changed' };
    document.text = request.text;
    if (request.isSaved) document.isEdited = false;
    window.afterApply?.();
    return { type: 'applied', isEdited: document.isEdited };
  }

  const service = createChangeService({
    directory: join(userData, 'checkpoints'),
    root: () => root,
    openPaths: () => [...window.documents.keys()],
    readingOf: (open) => readings.get(open),
    saveDocument: documents.write,
    deadlines: usualDeadlines.window,
    onProblem: (sentence) => problems.push(sentence),
    publish(event) {
      events.push(event);
      if (event.type === 'document-changed' && event.document.ok) {
        const document = window.documents.get(event.path);
        if (document && !document.isEdited) document.text = String(event.document.value.text);
      }
      if (event.type !== 'buffer-request' || window.isSilent) return;
      void answer(event.request).then((given) => service.review.answerBuffer(event.requestId, given));
    },
  });

  const path = (name: string): string => join(root, name);
  return {
    root,
    userData,
    events,
    problems,
    window,
    service,
    path,
    async write(name, text, mode) {
      await mkdir(dirname(path(name)), { recursive: true });
      await writeFile(path(name), text);
      if (mode !== undefined) await chmod(path(name), mode);
    },
    text: (name) => readFile(path(name), 'utf8'),
    async open(name, text) {
      const opened = await readDocument(path(name));
      if (!opened.ok) throw new Error(opened.failure.message);
      const { encoding, isLossy } = opened.value;
      readings.set(path(name), { encoding, isForced: isLossy });
      window.documents.set(path(name), { text: text ?? opened.value.text, isEdited: text !== undefined });
    },
    async change(promptId, changes, threadId = 'thread') {
      const absolute = changes.map((change) => ({
        ...change,
        path: path(change.path),
        ...(change.type === 'move' && { to: path(change.to) }),
      }));
      await service.apply(await service.prepare(absolute), { threadId, promptId });
    },
    async restart() {
      await service.close();
      return openWorld(folder);
    },
  };
}

/** All that is in a directory: bytes, modes, where links lead. */
export async function treeOf(directory: string): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  // With their types: by names alone it goes through links, and two links to a folder within it are 2 to the 40th paths.
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const path of entries.map(({ parentPath, name }) => join(parentPath, name)).sort()) {
    const name = relative(directory, path);
    const stats = await lstat(path);
    const mode = (stats.mode & 0o7777).toString(8);
    if (stats.isSymbolicLink()) tree[name] = `link ${await readlink(path)}`;
    else if (stats.isDirectory()) tree[name] = `directory ${mode}`;
    else tree[name] = `${mode} ${(await readFile(path)).toString('latin1')}`;
  }
  return tree;
}
