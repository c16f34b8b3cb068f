import { within } from '../../shared/bounded.ts';
import {
  type BackupEntry,
  encodingOf,
  type OpenTabs,
  pathOf,
  type Restored,
  type RestoredDocument,
} from '../../shared/contract/documents/backup.ts';
import type { OpenedDocument } from '../../shared/contract/documents/document.ts';
import { isUntitled, untitledDocument } from '../../shared/contract/documents/document-key.ts';
import type { Encoding } from '../../shared/contract/documents/encoding.ts';
import { ok, type Result, toFailure } from '../../shared/contract/errors.ts';
import type { DocumentService } from '../documents/document-service.ts';
import { fileFailure, quote } from '../documents/file-failure.ts';
import { realPathOf } from '../documents/project-border.ts';
import type { BackupStore } from './backup-store.ts';

export interface BackupServiceDeps {
  readonly store: BackupStore;
  readonly documents: Pick<DocumentService, 'openAgain'>;
  /** The open folder, as it was named. */
  workspacePath(): string | null;
  /** Milliseconds that a disk has to give a file, which may be that of another computer; the window waits for it. */
  readonly reopenMs: number;
  /** A sentence for the person: what could not be read, and where it is. */
  onProblem(sentence: string): void;
}

/** Backups of open documents, which the page writes and gets back when it is loaded again. */
export function createBackupService(deps: BackupServiceDeps) {
  const { store, documents, onProblem } = deps;

  async function kept(work: Promise<unknown>): Promise<Result<null>> {
    try {
      await work;
      return ok(null);
    } catch (error) {
      return fileFailure(error, 'The backup', 'saved');
    }
  }

  /** A link may lead elsewhere by the next start, and then the person is asked about that again. */
  async function withRealPaths({ tabs, ...rest }: OpenTabs): Promise<OpenTabs> {
    const withReal = tabs.map(async (tab) =>
      isUntitled(tab.path) ? tab : { ...tab, real: await realPathOf(tab.path).catch(() => tab.path) },
    );
    return { ...rest, tabs: await Promise.all(withReal) };
  }

  async function opened(path: string, { real, encoding }: FoundBy): Promise<Result<OpenedDocument>> {
    if (isUntitled(path)) return ok(untitledDocument(path));
    try {
      return await within(
        documents.openAgain(path, real, encoding),
        deps.reopenMs,
        () => `${quote(path)} could not be opened: its disk did not answer.`,
      );
    } catch (thrown) {
      return { ok: false, failure: toFailure(thrown) };
    }
  }

  return {
    append: (id: string, entries: readonly BackupEntry[]) => kept(store.append(id, entries)),
    keepText: (id: string, at: number, piece: string, isLast: boolean) => kept(store.keepText(id, at, piece, isLast)),
    putAside: (id: string) => store.putAside(id).catch(() => undefined),
    drop: store.drop,
    keepTabs: (folder: string | null, tabs: OpenTabs) =>
      kept(
        Promise.all([
          withRealPaths(tabs).then((real) => store.keepTabs(folder, real)),
          store.keepLastFolder(deps.workspacePath()),
        ]),
      ),
    /** The documents with which a folder was left, in the order of its tabs, each with its present state on disk. */
    async restore(folder: string | null): Promise<Restored> {
      const { tabs, journals } = await store.read(folder, onProblem);
      const left = new Map(journals);
      const wanted = tabs.tabs.map(({ id, ...tab }): Wanted => {
        const journal = id === undefined ? undefined : left.get(id);
        if (id !== undefined) left.delete(id);
        return { ...tab, path: journal ? pathOf(journal) : tab.path, journal, real: tab.real, encoding: tab.encoding };
      });
      // The app ended before the tabs were kept.
      for (const journal of left.values()) {
        const path = pathOf(journal);
        const at = wanted.findIndex((one) => one.path === path);
        if (wanted[at] && !wanted[at].journal) wanted[at] = { ...wanted[at], journal };
        // Two untitled documents of one key are two documents.
        else if (at < 0 || isUntitled(path)) wanted.push({ path, journal, real: undefined, encoding: undefined });
      }
      const restored = wanted.map(async ({ real, encoding: ofTab, ...one }) => {
        const encoding = one.journal ? encodingOf(one.journal) : ofTab;
        return { ...one, document: await opened(one.path, { real, encoding }) };
      });
      const { active, recent = [], panes } = tabs;
      return { documents: await Promise.all(restored), active, recent, ...(panes && { panes }) };
    },
  };
}

interface FoundBy {
  readonly real: string | undefined;
  readonly encoding: Encoding | undefined;
}
type Wanted = Omit<RestoredDocument, 'document'> & FoundBy;
