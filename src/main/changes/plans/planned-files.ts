import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { FileText } from '../../documents/encoding/text-encoding.ts';
import { quote } from '../../documents/file-failure.ts';
import { revisionOf } from '../../documents/read-document.ts';
import { isLeftoverTemp } from '../../documents/saving/atomic-write.ts';
import { isBelow } from '../buffer-bridge.ts';
import type { ChangedPath } from '../checkpoints/change-record.ts';
import { type FileContent, type FileSnapshot, sameSnapshot } from '../checkpoints/file-snapshot.ts';
import { bytesOf } from '../file-text.ts';
import type { PresentFiles } from '../present-files.ts';

/** A path as it will be, when the changes before have been made. */
interface Planned {
  readonly snapshot: FileSnapshot;
  /** Where its content is now; a file that was moved is read there. */
  readonly source: string;
  /** The content that the changes gave it. */
  readonly text?: FileText | undefined;
  readonly bytes?: Buffer | undefined;
  /** It is open with edits that are not saved. */
  readonly isEdited: boolean;
}

/** Paths in a directory that is deleted or moved at once. */
const maxPaths = 2000;
const atOnce = 16;

/** The files as changes will leave them that have not been made yet. */
export class PlannedFiles {
  readonly #files: PresentFiles;
  readonly #before = new Map<string, FileSnapshot>();
  readonly #planned = new Map<string, Planned>();

  constructor(files: PresentFiles) {
    this.#files = files;
  }

  async get(path: string): Promise<Planned> {
    const known = this.#planned.get(path);
    if (known) return known;
    const { snapshot, buffer } = await this.#files.look(path);
    const planned = { snapshot, source: path, isEdited: buffer?.isEdited === true };
    this.#before.set(path, snapshot);
    this.#planned.set(path, planned);
    return planned;
  }

  /** @throws {FailureError} when it is no text */
  async text(path: string): Promise<FileText | null> {
    const { snapshot, text, source } = await this.get(path);
    if (snapshot === null || text) return text ?? null;
    return this.#files.text(source);
  }

  /** Makes it a file of this text. @throws {FailureError} `file-encoding` */
  async write(path: string, text: FileText): Promise<void> {
    const { snapshot, source, isEdited } = await this.get(path);
    const bytes = await bytesOf(path, text);
    const mode = snapshot?.type === 'file' ? snapshot.mode : newFileMode();
    const next: FileContent = { type: 'file', hash: revisionOf(bytes), size: bytes.length, mode };
    this.#planned.set(path, { snapshot: next, source, text, bytes, isEdited });
  }

  async remove(path: string): Promise<void> {
    const { source } = await this.get(path);
    this.#planned.set(path, { snapshot: null, source, isEdited: false });
  }

  async makeDirectory(path: string): Promise<void> {
    const { snapshot, source } = await this.get(path);
    if (snapshot?.type === 'directory') return;
    if (snapshot !== null) throw notAFolder(path);
    await this.makeParents(path);
    this.#planned.set(path, { snapshot: { type: 'directory', mode: newDirectoryMode() }, source, isEdited: false });
  }

  /** Makes the directories that a path needs. */
  async makeParents(path: string): Promise<void> {
    const parent = dirname(path);
    if (parent !== path) await this.makeDirectory(parent);
  }

  /** The path and all paths below it. */
  async all(path: string): Promise<string[]> {
    const { snapshot } = await this.get(path);
    if (snapshot?.type !== 'directory') return [path];
    await this.#lookBelow(path);
    const below = [...this.#planned].filter(([one, planned]) => isBelow(path, one) && planned.snapshot !== null);
    return [path, ...below.map(([one]) => one).sort()];
  }

  /** Takes a path and all below it to a place that is free. */
  async move(from: string, to: string): Promise<void> {
    const paths = await this.all(from);
    await this.makeParents(to);
    for (const path of paths) {
      const end = to + path.slice(from.length);
      // The state before has to be known, and is nothing.
      await this.get(end);
      this.#planned.set(end, await this.get(path));
      this.#planned.set(path, { snapshot: null, source: path, isEdited: false });
    }
  }

  /** The new state of each path that will change. */
  paths(): ChangedPath[] {
    const paths: ChangedPath[] = [];
    for (const [path, { snapshot }] of this.#planned) {
      const before = this.#before.get(path) ?? null;
      if (!sameSnapshot(before, snapshot)) paths.push({ path, before, after: snapshot });
    }
    return paths;
  }

  /** The contents that changes gave, by their hash. */
  contents(): ReadonlyMap<string, Buffer> {
    const contents = new Map<string, Buffer>();
    for (const { snapshot, bytes } of this.#planned.values()) {
      if (snapshot?.type === 'file' && bytes) contents.set(snapshot.hash, bytes);
    }
    return contents;
  }

  async #lookBelow(directory: string): Promise<void> {
    const waiting = [directory];
    const found: string[] = [];
    for (const place of waiting) {
      // A result of the changes is on no disk yet.
      const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        const path = join(place, entry.name);
        if (isLeftoverTemp(entry.name)) continue;
        found.push(path);
        if (entry.isDirectory()) waiting.push(path);
        if (found.length > maxPaths) throw tooMany(directory);
      }
    }
    await pLimit(atOnce).map(found, (path) => this.get(path));
  }
}

const newFileMode = (): number => 0o666 & ~process.umask();
const newDirectoryMode = (): number => 0o777 & ~process.umask();

const notAFolder = (path: string): FailureError =>
  new FailureError({ code: 'file-failed', message: `${quote(path)} is a file, so nothing can be made in it.` });

const tooMany = (path: string): FailureError =>
  new FailureError({
    code: 'file-failed',
    message: `${quote(path)} has more than ${maxPaths} files, which is the most for one change. Change it in parts.`,
  });
