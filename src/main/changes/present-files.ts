import { open } from 'node:fs/promises';
import { FailureError, ok } from '../../shared/contract/errors.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import { quote } from '../documents/file-failure.ts';
import { readDocument, revisionOf } from '../documents/read-document.ts';
import type { BufferBridge } from './buffer-bridge.ts';
import type { DiskReader, FileContent, FileSnapshot } from './checkpoints/file-snapshot.ts';
import { encodeText, type FileText } from './file-text.ts';

/** A document in the editor, of a file that is on disk. */
export interface OpenBuffer extends FileText {
  readonly openPath: string;
  readonly isEdited: boolean;
  /** What the disk has. */
  readonly disk: FileContent;
}

/** What is at a path as the person sees it: the file's existence is the disk's, its text the editor's when it is open there. */
export interface Present {
  readonly snapshot: FileSnapshot;
  readonly buffer: OpenBuffer | null;
}

export interface PresentFiles {
  /** @param path links resolved. @throws {FailureError}, or the system's error */
  look(path: string): Promise<Present>;
  /** @returns null: there is no file. @throws {FailureError} when it is no text, or a directory */
  text(
    path: string,
  ): Promise<(FileText & { readonly snapshot: FileContent; readonly buffer: OpenBuffer | null }) | null>;
}

export interface PresentFilesDeps {
  readonly disk: DiskReader;
  readonly bridge: BufferBridge;
  publish(event: Extract<MainEvent, { type: 'document-changed' }>): void;
}

export function createPresentFiles({ disk, bridge, publish }: PresentFilesDeps): PresentFiles {
  async function read(openPath: string, snapshot: FileContent, bom: boolean): Promise<OpenBuffer | null> {
    const answer = await bridge.ask({ type: 'read', path: openPath });
    if (answer.type !== 'text') return null;
    return { openPath, text: answer.text, isEdited: answer.isEdited, hasBom: bom, disk: snapshot };
  }

  async function bufferOf(path: string, snapshot: FileContent): Promise<OpenBuffer | null> {
    const openPath = await bridge.openAs(path);
    if (openPath === null) return null;
    const bom = await hasBom(path);
    const buffer = await read(openPath, snapshot, bom);
    if (!buffer || buffer.isEdited || hashOf(buffer) === snapshot.hash) return buffer;
    // Another program wrote to it a moment ago, and the editor has not heard of it.
    const document = await readDocument(path);
    const shown = document.ok ? ok({ ...document.value, path: openPath }) : document;
    publish({ type: 'document-changed', path: openPath, document: shown });
    // It is no text any more: what the editor still shows is nowhere else.
    if (!document.ok) return null;
    return read(openPath, { ...snapshot, hash: document.value.revision }, bom);
  }

  async function look(path: string): Promise<Present> {
    const snapshot = await disk.look(path);
    if (snapshot?.type !== 'file') return { snapshot, buffer: null };
    const buffer = await bufferOf(path, snapshot);
    if (!buffer) return { snapshot, buffer };
    const bytes = encodeText(buffer);
    return { snapshot: { ...snapshot, hash: revisionOf(bytes), size: bytes.length }, buffer };
  }

  return {
    look,
    async text(path) {
      const { snapshot, buffer } = await look(path);
      if (snapshot === null) return null;
      if (snapshot.type === 'link') {
        throw new FailureError({
          code: 'file-failed',
          message: `${quote(path)} is a link. Name the file it leads to.`,
        });
      }
      if (snapshot.type === 'file' && buffer) return { text: buffer.text, hasBom: buffer.hasBom, snapshot, buffer };
      const document = await readDocument(path);
      if (!document.ok) throw new FailureError(document.failure);
      const { text, hasBom, revision } = document.value;
      const size = encodeText({ text, hasBom }).length;
      return { text, hasBom, snapshot: { type: 'file', hash: revision, size, mode: snapshot.mode }, buffer: null };
    },
  };
}

const hashOf = (text: FileText): string => revisionOf(encodeText(text));

async function hasBom(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(3), 0, 3, 0);
    return buffer.equals(Buffer.from([0xef, 0xbb, 0xbf]));
  } finally {
    await handle.close();
  }
}
