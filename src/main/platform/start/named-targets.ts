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

interface OpenedTargets {
  /** The first file: it comes to the front. */
  readonly first: Opened;
  /** Opens the other files, for tabs behind it. */
  behind(): Promise<readonly Opened[]>;
}

/**
 * Opens the targets of command lines: the last folder, and all files.
 * @param named of the command line that started the app, opened at once; without any, the last folder is reopened
 */
export function createNamedTargets({ workspace, documents, lastFolder }: NamedTargetsDeps, named: readonly string[]) {
  async function open(targets: readonly string[]): Promise<OpenedTargets> {
    const found: Target[] = await Promise.all(targets.map((target) => resolveTarget(target, kindOf)));
    const folder = found.findLast(({ kind }) => kind === 'directory');
    if (folder) await workspace.open(folder.path);
    const [first, ...others] = found.filter((target) => target.kind === 'file');
    return { first: first ? await openFile(first) : noFile, behind: () => Promise.all(others.map(openFile)) };
  }

  const openFile = async ({ path, position }: Extract<Target, { kind: 'file' }>): Promise<Opened> => ({
    document: await documents.openNamed(path),
    position,
  });

  async function openLast(): Promise<OpenedTargets> {
    const folder = await lastFolder();
    // A folder that has disappeared is ignored without a message, as nobody asked for it.
    if (folder !== null) await workspace.open(folder);
    return { first: noFile, behind: async () => [] };
  }

  const opened = named.length === 0 ? openLast() : open(named);
  let isTold = false;
  return {
    open,
    /** The first command line. A reloaded page gets the present content of the file, and no others. */
    async atStart(): Promise<OpenedTargets> {
      const { first, behind } = await opened;
      const isAgain = isTold;
      isTold = true;
      if (!isAgain) return { first, behind };
      const document = first.document?.ok ? await documents.open(first.document.value.path) : first.document;
      return { first: { ...first, document }, behind: async () => [] };
    },
  };
}

const noFile: Opened = { document: null };

async function kindOf(path: string): Promise<'file' | 'directory' | null> {
  const found = await stat(path).catch(() => null);
  if (!found) return null;
  return found.isDirectory() ? 'directory' : 'file';
}
