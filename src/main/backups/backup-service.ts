import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { within } from '../../shared/bounded.ts';
import type {
  BackupEntry,
  LateDocument,
  OpenTabs,
  Restored,
  RestoredDocument,
} from '../../shared/contract/documents/backup.ts';
import type { OpenedDocument } from '../../shared/contract/documents/document.ts';
import { isUntitled, untitledDocument } from '../../shared/contract/documents/document-key.ts';
import type { Encoding } from '../../shared/contract/documents/encoding.ts';
import { encodingOf, pathOf } from '../../shared/contract/documents/journal.ts';
import { maxPieceLength } from '../../shared/contract/documents/text-limits.ts';
import { ok, type Result, toFailure } from '../../shared/contract/errors.ts';
import type { DocumentService } from '../documents/document-service.ts';
import { fileFailure, quote } from '../documents/file-failure.ts';
import type { LongTexts } from '../documents/long-texts.ts';
import type { BackupStore, KeptJournal } from './backup-store.ts';

export interface BackupServiceDeps {
  readonly store: BackupStore;
  readonly documents: Pick<DocumentService, 'openAgain' | 'realPathOfPermitted'>;
  readonly texts: Pick<LongTexts, 'give'>;
  /** The open folder, as it was named. */
  workspacePath(): string | null;
  /** Milliseconds that a disk has to give a file, which may be that of another computer; the window waits for it. */
  readonly reopenMs: number;
  /** A sentence for the person: what could not be read, and where it is. */
  onProblem(sentence: string): void;
}

/** Backups of open documents, which the page writes and gets back when it is loaded again. */
export function createBackupService(deps: BackupServiceDeps) {
  const { store, documents, texts, reopenMs, onProblem } = deps;
  /** By an id that the page got. */
  const late = new Map<string, Wanted>();
  /** Real paths of the files of the last session, by their paths: of those that have not been read yet, or may not be. */
  const reals = new Map<string, string>();

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
    const withReal = tabs.map(async (tab) => {
      if (isUntitled(tab.path)) return tab;
      const real = (await documents.realPathOfPermitted(tab.path)) ?? reals.get(tab.path);
      return { ...tab, ...(real !== undefined && { real }) };
    });
    return { ...rest, tabs: await Promise.all(withReal) };
  }

  /** A disk that does not answer may have it yet. */
  const isGone = (folder: string): Promise<boolean> =>
    within(stat(folder), reopenMs, () => `${quote(folder)} did not answer.`).then(
      (found) => !found.isDirectory(),
      (error) => ['ENOENT', 'ENOTDIR'].includes(error?.code),
    );

  async function opened({ path, real, encoding, journal }: Wanted): Promise<Result<OpenedDocument>> {
    if (isUntitled(path)) return ok(untitledDocument(path));
    return documents.openAgain(path, real, journal ? encodingOf(journal) : encoding);
  }

  /** null: it is too large for the window to wait for. */
  async function openedSoon(wanted: Wanted): Promise<Result<OpenedDocument> | null> {
    const { path } = wanted;
    const open = async () => ((await isLarge(wanted)) ? null : opened(wanted));
    try {
      return await within(open(), reopenMs, () => `${quote(path)} could not be opened: its disk did not answer.`);
    } catch (thrown) {
      return { ok: false, failure: toFailure(thrown) };
    }
  }

  async function withJournal(
    { real: _real, encoding: _encoding, journal, ...tab }: Wanted,
    document: Result<OpenedDocument>,
  ): Promise<RestoredDocument> {
    if (!journal) return { ...tab, document };
    const { textSize, ...kept } = journal;
    const pieces = textSize === null ? null : await store.textOf(journal.id);
    return { ...tab, document, journal: { ...kept, text: pieces && texts.give(pieces) } };
  }

  async function atOnceOrLate(wanted: Wanted, isSeen: boolean): Promise<RestoredDocument | LateDocument> {
    const isNeeded = isSeen || wanted.journal !== undefined || isUntitled(wanted.path);
    const document = isNeeded ? await openedSoon(wanted) : null;
    if (document) return withJournal(wanted, document);
    const lateId = randomUUID();
    late.set(lateId, wanted);
    const { real: _real, encoding, journal, ...tab } = wanted;
    return { ...tab, lateId, ...(encoding && { encoding }), ...(journal && { journalId: journal.id }) };
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
    /**
     * The documents with which a folder was left, in the order of its tabs: those that are seen or have unsaved edits with
     * their present state on disk.
     * @param named one that is to be seen first, whatever was
     */
    async restore(folder: string | null, named?: string): Promise<Restored> {
      const { tabs, journals } = await store.read(folder, isGone, onProblem);
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
      late.clear();
      for (const { path, real } of wanted) if (real !== undefined) reals.set(path, real);
      const { active, recent = [], panes } = tabs;
      const seen = [named, active ?? wanted[0]?.path, ...(panes?.panes.map((pane) => pane.active) ?? [])];
      const documents = await Promise.all(wanted.map((one) => atOnceOrLate(one, seen.includes(one.path))));
      return { documents, active, recent, ...(panes && { panes }) };
    },
    /** One of the documents that `restore` left for later. null: it has been given already. */
    async restoreLate(id: string): Promise<RestoredDocument | null> {
      const wanted = late.get(id);
      late.delete(id);
      return wanted ? withJournal(wanted, (await openedSoon(wanted)) ?? (await opened(wanted))) : null;
    },
  };
}

interface FoundBy {
  readonly real: string | undefined;
  readonly encoding: Encoding | undefined;
}
async function isLarge({ path, journal }: Wanted): Promise<boolean> {
  if ((journal?.textSize ?? 0) > maxPieceLength) return true;
  if (isUntitled(path)) return false;
  return stat(path).then(
    ({ size }) => size > maxPieceLength,
    () => false,
  );
}

type Wanted = Omit<RestoredDocument, 'document' | 'journal'> & FoundBy & { readonly journal: KeptJournal | undefined };
