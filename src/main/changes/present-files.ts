import { open } from 'node:fs/promises';
import type { Encoding, TextForm } from '../../shared/contract/documents/encoding.ts';
import { FailureError, ok } from '../../shared/contract/errors.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import type { DocumentReading } from '../documents/encoding/text-encoding.ts';
import { beginsWithBom, type FileText, longestBom } from '../documents/encoding/text-encoding.ts';
import { quote } from '../documents/file-failure.ts';
import { readDocument, revisionOf } from '../documents/read-document.ts';
import type { BufferBridge } from './buffer-bridge.ts';
import type { DiskReader, FileContent, FileSnapshot } from './checkpoints/file-snapshot.ts';
import { bytesOf, lossy } from './file-text.ts';

/** A document in the editor, of a file that is on disk. */
export interface OpenBuffer extends FileText {
  readonly openPath: string;
  readonly isEdited: boolean;
  /** The content on disk. */
  readonly disk: FileContent;
}

/** The entry at a path as the person sees it: its existence is the disk's, its text the editor's when it is open there. */
export interface Present {
  readonly snapshot: FileSnapshot;
  readonly buffer: OpenBuffer | null;
}

export type PresentFiles = ReturnType<typeof createPresentFiles>;

export interface PresentFilesDeps {
  readonly disk: DiskReader;
  readonly bridge: BufferBridge;
  /** With which encoding an open file is read. */
  readingOf(openPath: string): DocumentReading | undefined;
  publish(event: Extract<MainEvent, { type: 'document-changed' }>): void;
}

export function createPresentFiles({ disk, bridge, readingOf, publish }: PresentFilesDeps) {
  async function read(openPath: string, snapshot: FileContent, form: TextForm): Promise<OpenBuffer | null> {
    const answer = await bridge.ask({ type: 'read', path: openPath });
    if (answer.type !== 'text') return null;
    const { encoding, hasBom } = form;
    return { openPath, text: answer.text, isEdited: answer.isEdited, encoding, hasBom, disk: snapshot };
  }

  async function bufferOf(path: string, snapshot: FileContent): Promise<OpenBuffer | null> {
    const openPath = await bridge.openAs(path);
    if (openPath === null) return null;
    const reading = readingOf(openPath);
    // It is shown and cannot be edited: the disk has what counts.
    if (reading?.isForced) return null;
    const encoding = reading?.encoding ?? 'utf8';
    const buffer = await read(openPath, snapshot, { encoding, hasBom: await hasBom(path, encoding) });
    if (!buffer || buffer.isEdited || revisionOf(await bytesOf(path, buffer)) === snapshot.hash) return buffer;
    // Another program wrote to it a moment ago, and the editor has not heard of it.
    const document = await readDocument(path, reading);
    const shown = document.ok ? ok({ ...document.value, path: openPath }) : document;
    publish({ type: 'document-changed', path: openPath, document: shown });
    // It is no text any more: what the editor still shows is nowhere else.
    if (!document.ok || document.value.isLossy) return null;
    return read(openPath, { ...snapshot, hash: document.value.revision }, document.value);
  }

  /** @param path links resolved. @throws {FailureError}, or the system's error */
  async function look(path: string): Promise<Present> {
    const snapshot = await disk.look(path);
    if (snapshot?.type !== 'file') return { snapshot, buffer: null };
    const buffer = await bufferOf(path, snapshot);
    if (!buffer) return { snapshot, buffer };
    const bytes = await bytesOf(path, buffer);
    return { snapshot: { ...snapshot, hash: revisionOf(bytes), size: bytes.length }, buffer };
  }

  return {
    look,
    /** @returns null: there is no file. @throws {FailureError} when it is no text, or a directory */
    async text(
      path: string,
    ): Promise<(FileText & { readonly snapshot: FileContent; readonly buffer: OpenBuffer | null }) | null> {
      const { snapshot, buffer } = await look(path);
      if (snapshot === null) return null;
      if (snapshot.type === 'link') {
        throw new FailureError({
          code: 'file-failed',
          message: `${quote(path)} is a link. Name the file it leads to.`,
        });
      }
      if (snapshot.type === 'file' && buffer) {
        const { text, encoding, hasBom } = buffer;
        return { text, encoding, hasBom, snapshot, buffer };
      }
      const document = await readDocument(path);
      if (!document.ok) throw new FailureError(document.failure);
      if (document.value.isLossy) throw lossy(path);
      const { text, encoding, hasBom, revision: hash } = document.value;
      const size = (await bytesOf(path, document.value)).length;
      return { text, encoding, hasBom, snapshot: { type: 'file', hash, size, mode: snapshot.mode }, buffer: null };
    },
  };
}

async function hasBom(path: string, encoding: Encoding): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestBom), 0, longestBom, 0);
    return beginsWithBom(buffer.subarray(0, bytesRead), encoding);
  } finally {
    await handle.close();
  }
}
