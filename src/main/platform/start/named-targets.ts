import { stat } from 'node:fs/promises';
import type { BootState } from '../../../shared/contract/methods/editor-methods.ts';
import type { DocumentService } from '../../documents/document-service.ts';
import type { WorkspaceService } from '../../workspace/workspace-service.ts';
import { resolveTarget, type Target } from './command-line.ts';

export interface NamedTargetsDeps {
  readonly workspace: Pick<WorkspaceService, 'open'>;
  readonly documents: Pick<DocumentService, 'open' | 'openNamed'>;
  /** The folder that was open when the app ended; null: none. */
  lastFolder(): Promise<string | null>;
}

type Opened = Pick<BootState, 'document' | 'position'>;

/**
 * Opens the targets of command lines.
 * @param first of the command line that started the app, opened at once; without any, the last folder is reopened
 */
export function createNamedTargets({ workspace, documents, lastFolder }: NamedTargetsDeps, first: readonly string[]) {
  /** Opens the last folder as the workspace and the last file as the document. */
  async function open(targets: readonly string[]): Promise<Opened> {
    const found: Target[] = await Promise.all(targets.map((target) => resolveTarget(target, kindOf)));
    const folder = found.findLast(({ kind }) => kind === 'directory');
    if (folder) await workspace.open(folder.path);
    const file = found.findLast((target) => target.kind === 'file');
    if (!file) return { document: null };
    return { document: await documents.openNamed(file.path), position: file.position };
  }

  async function openLast(): Promise<Opened> {
    const folder = await lastFolder();
    // A folder that has disappeared is ignored without a message, as nobody asked for it.
    if (folder !== null) await workspace.open(folder);
    return { document: null };
  }

  const opened = first.length === 0 ? openLast() : open(first);
  let isTold = false;
  return {
    open,
    /** The result of the first command line. A reloaded page gets the present content of the file. */
    async atStart() {
      const start = await opened;
      const isAgain = isTold;
      isTold = true;
      if (!isAgain || !start.document?.ok) return start;
      return { ...start, document: await documents.open(start.document.value.path) };
    },
  };
}

async function kindOf(path: string): Promise<'file' | 'directory' | null> {
  const found = await stat(path).catch(() => null);
  if (!found) return null;
  return found.isDirectory() ? 'directory' : 'file';
}
