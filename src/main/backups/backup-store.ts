import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import pLimit, { type LimitFunction } from 'p-limit';
import { z } from 'zod/mini';
import type { BackupEntry, OpenTabs, RestoredJournal } from '../../shared/contract/documents/backup.ts';
import { openTabsSchema } from '../../shared/contract/documents/backup.ts';
import { decodeInPieces } from '../documents/encoding/in-pieces.ts';
import { atomicWrite } from '../documents/saving/atomic-write.ts';
import { type JournalFile, openJournal, readBeginning, readJournal } from './journal-file.ts';

/** A journal without the text before the first edit. */
export interface KeptJournal extends Omit<RestoredJournal, 'text'> {
  /** In bytes; null: that text is not kept completely. */
  readonly textSize: number | null;
}

/** The documents with which a folder was left. */
export interface LeftFolder {
  readonly tabs: OpenTabs;
  /** By id; also those that no tab names, which is so when the app ended before the tabs were kept. */
  readonly journals: ReadonlyMap<string, KeptJournal>;
}

/**
 * The backups of what is open: journals, the texts that they begin with, and the tabs of each folder. They lie in the
 * profile, never in a folder of the person, who alone may read them. Journals know the folder in which they began; tabs
 * know their journals, also of another one.
 */
export type BackupStore = ReturnType<typeof createBackupStore>;

const noTabs: OpenTabs = { tabs: [], active: null };
const journalName = /^([0-9a-f-]{36})\.jsonl$/;
const textName = /^([0-9a-f-]{36})\.txt(?:\.part)?$/;
const lastSchema = z.object({ folder: z.nullable(z.string()) });

/** @param directory absolute; made when it is needed */
export function createBackupStore(directory: string) {
  const journals = new Map<string, Promise<JournalFile>>();
  const turns = new Map<string, LimitFunction>();
  /** Received length of a text that is not yet complete. */
  const received = new Map<string, number>();
  const dropped = new Set<string>();
  let isSwept = false;
  let last: string | null | undefined;
  const pathOf = (id: string): string => join(directory, id);
  /** A name made of a folder's path would be too long for some. */
  const tabsOf = (folder: string | null): string =>
    join(
      directory,
      `tabs-${createHash('sha256')
        .update(folder ?? '')
        .digest('hex')
        .slice(0, 32)}.json`,
    );
  const lastPath = join(directory, 'last.json');
  const makeDirectory = () => mkdir(directory, { recursive: true, mode: 0o700 });

  /** Work on one file runs in the order of the requests. */
  function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
    const turn = turns.get(path) ?? pLimit(1);
    turns.set(path, turn);
    return turn(work).finally(() => {
      if (turn.activeCount + turn.pendingCount === 0) turns.delete(path);
    });
  }

  async function journalOf(id: string): Promise<JournalFile> {
    const present = journals.get(id) ?? makeDirectory().then(() => openJournal(`${pathOf(id)}.jsonl`));
    journals.set(id, present);
    // A disk that is full may have room later.
    present.catch(() => journals.delete(id));
    return present;
  }

  async function closeJournal(id: string): Promise<void> {
    const journal = await journals.get(id)?.catch(() => undefined);
    journals.delete(id);
    await journal?.close();
  }

  async function readTabs(path: string, onProblem: (sentence: string) => void): Promise<OpenTabs> {
    try {
      return openTabsSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return noTabs;
      const aside = `${path}.unreadable-${Date.now()}`;
      await rename(path, aside).catch(() => undefined);
      onProblem(
        `The list of open files could not be read. It is kept as ${aside}; unsaved texts are there all the same.`,
      );
      return noTabs;
    }
  }

  /** @returns null: there is nothing of it, as the app ended before its beginning was on disk */
  async function readKept(id: string, onProblem: (sentence: string) => void): Promise<KeptJournal | null> {
    const onDamaged = (copy: string) =>
      onProblem(`Not all that was typed in a file could be read. What could not is kept as ${copy}.`);
    const journal = await inTurn(id, () => readJournal(`${pathOf(id)}.jsonl`, onDamaged));
    const textSize = await stat(`${pathOf(id)}.txt`).then(
      ({ size }) => size,
      () => null,
    );
    return journal && { id, ...journal, textSize };
  }

  /** The lists of other folders that name a journal, by its id: one that began in a folder may have gone along. */
  async function namedElsewhere(names: readonly string[], own: string): Promise<Map<string, string>> {
    const others = names.filter((name) => /^tabs-[0-9a-f]+\.json$/.test(name)).map((name) => join(directory, name));
    const named = new Map<string, string>();
    for (const list of others.filter((path) => path !== own)) {
      const { tabs } = await readTabs(list, () => undefined);
      for (const { id } of tabs) if (id !== undefined) named.set(id, list);
    }
    return named;
  }

  /** Takes tabs from the list of a folder that is gone: should it be there again, they are open elsewhere. */
  const takeTabs = (list: string, ids: ReadonlySet<string>): Promise<OpenTabs['tabs']> =>
    inTurn(list, async () => {
      const { tabs, ...rest } = await readTabs(list, () => undefined);
      const isTaken = ({ id }: OpenTabs['tabs'][number]) => id !== undefined && ids.has(id);
      const taken = tabs.filter(isTaken);
      if (taken.length === 0) return [];
      const left = tabs.filter((tab) => !isTaken(tab));
      // A disk that is full must not keep the texts from being restored.
      await atomicWrite(list, JSON.stringify({ ...rest, tabs: left }), { mode: 0o600 }).catch(() => undefined);
      return taken;
    });

  /** Once, at the start: texts whose journal did not come to be. Nobody is writing yet. */
  async function sweep(names: readonly string[]): Promise<void> {
    if (isSwept) return;
    isSwept = true;
    const journals = new Set(names.map((name) => journalName.exec(name)?.[1]));
    for (const name of names) {
      const id = textName.exec(name)?.[1];
      if (id !== undefined && !journals.has(id)) await rm(join(directory, name), { force: true });
    }
  }

  /** The document is closed, and what was not saved of it is not wanted. What comes for it later is let be. */
  const drop = (id: string): Promise<void> =>
    inTurn(id, async () => {
      dropped.add(id);
      await closeJournal(id);
      await rm(`${pathOf(id)}.jsonl`, { force: true });
      await inTurn(`${id}.txt`, async () => {
        for (const name of ['txt', 'txt.part']) await rm(`${pathOf(id)}.${name}`, { force: true });
      });
    });

  return {
    /** Adds to the journal of a document; the first entry of all is its beginning. @throws the system's error */
    append: (id: string, entries: readonly BackupEntry[]) =>
      inTurn(id, async () => {
        if (!dropped.has(id)) await (await journalOf(id)).append(entries);
      }),
    /**
     * The text before the first edit, in pieces. Until the last has come the one on disk stands for it.
     * @param at how much of it has come; at 0 it begins anew
     * @throws the system's error
     */
    keepText: (id: string, at: number, piece: string, isLast: boolean) =>
      inTurn(`${id}.txt`, async () => {
        if (dropped.has(id)) return;
        // Of two who send it at a time, the one that began last goes on.
        if (at > 0 && received.get(id) !== at) throw new Error(`piece at ${at} of ${received.get(id)}`);
        received.delete(id);
        await makeDirectory();
        const path = `${pathOf(id)}.txt`;
        const handle = await open(`${path}.part`, at === 0 ? 'w' : 'a', 0o600);
        try {
          await handle.appendFile(piece);
          if (isLast) await handle.datasync();
        } finally {
          await handle.close();
        }
        if (isLast) await rename(`${path}.part`, path);
        else received.set(id, at + piece.length);
      }),
    /** It stays where it is, and is not read again. */
    putAside: (id: string) =>
      inTurn(id, async () => {
        await closeJournal(id);
        const aside = `${pathOf(id)}.aside-${Date.now()}`;
        await rename(`${pathOf(id)}.txt`, `${aside}.txt`).catch(() => undefined);
        await rename(`${pathOf(id)}.jsonl`, `${aside}.jsonl`);
      }),
    drop,
    /** @param folder null: what is open without one @throws the system's error */
    keepTabs: (folder: string | null, tabs: OpenTabs) =>
      inTurn(tabsOf(folder), async () => {
        await makeDirectory();
        await atomicWrite(tabsOf(folder), JSON.stringify(tabs), { mode: 0o600 });
      }),
    /** @param folder the one that is open now; null: none. @throws the system's error */
    keepLastFolder: (folder: string | null) =>
      inTurn(lastPath, async () => {
        if (folder === last) return;
        await makeDirectory();
        await atomicWrite(lastPath, JSON.stringify({ folder }), { mode: 0o600 });
        last = folder;
      }),
    /** The one that was open when the app ended; null: none. undefined: nobody said. */
    async lastFolder() {
      const read = await readFile(lastPath, 'utf8').catch(() => '{}');
      try {
        return lastSchema.parse(JSON.parse(read)).folder;
      } catch {
        return undefined;
      }
    },
    /**
     * Reads what a folder was left with, and what was not saved in folders that are gone, which nobody could open.
     * @param isGone whether there is no folder of that path any more
     * @param onProblem a sentence for the person about what could not be read, or what was moved here
     */
    async read(
      folder: string | null,
      isGone: (folder: string) => Promise<boolean>,
      onProblem: (sentence: string) => void,
    ): Promise<LeftFolder> {
      const own = tabsOf(folder);
      const tabs = await inTurn(own, () => readTabs(own, onProblem));
      const named = new Set(tabs.tabs.map(({ id }) => id));
      const journals = new Map<string, KeptJournal>();
      const adopted = new Set<string>();
      const lost = new Set<string>();
      const names = await readdir(directory).catch(() => []);
      await sweep(names);
      const theirs = await namedElsewhere(names, own);
      for (const name of names) {
        const id = journalName.exec(name)?.[1];
        if (id === undefined || dropped.has(id)) continue;
        try {
          const beganIn = named.has(id) ? folder : (await readBeginning(`${pathOf(id)}.jsonl`))?.folder;
          const other = theirs.get(id);
          const isOurs = named.has(id) || (beganIn === folder && !other);
          if (!isOurs) {
            const isOfItsFolder = beganIn != null && (!other || other === tabsOf(beganIn));
            if (!isOfItsFolder || beganIn === folder || !(await isGone(beganIn))) continue;
          }
          const journal = await readKept(id, onProblem);
          if (!journal) await drop(id);
          else if (isOurs || isUnsaved(journal)) journals.set(id, journal);
          if (isOurs || !journals.has(id)) continue;
          adopted.add(id);
          lost.add(beganIn ?? '');
        } catch (error) {
          const why = codeOf(error) || String(error);
          onProblem(`An unsaved text could not be read (${why}). It is kept as ${pathOf(id)}.jsonl.`);
        }
      }
      const taken: OpenTabs['tabs'] = [];
      for (const one of lost) {
        taken.push(...(await takeTabs(tabsOf(one), adopted)));
        onProblem(`The folder ${one} is no longer on disk. What was not saved in it is open here: save it elsewhere.`);
      }
      return { tabs: { ...tabs, tabs: [...tabs.tabs, ...taken] }, journals };
    },
    /** The text before the first edit of a document, in pieces; null: it is not kept completely. */
    async textOf(id: string): Promise<readonly string[] | null> {
      const bytes = await readFile(`${pathOf(id)}.txt`).catch(() => null);
      return bytes && decodeInPieces(bytes, new StringDecoder('utf8'));
    },
    /** Resolves when nothing is being written any more. */
    async close() {
      await Promise.all([...turns.values()].map((turn) => turn(async () => undefined)));
      await Promise.all([...journals.keys()].map(closeJournal));
    },
  };
}

/** Whether the text was edited since it was last saved. */
function isUnsaved({ entries }: KeptJournal): boolean {
  const last = entries.findLast(({ type }) => type !== 'moved');
  return last !== undefined && !(last.type === 'based' && last.isText);
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException | null)?.code ?? '');
