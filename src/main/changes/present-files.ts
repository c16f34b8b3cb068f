import { open } from 'node:fs/promises';
import { FailureError, ok } from '../../shared/contract/errors.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import { quote } from '../documents/file-failure.ts';
import { readDocument, revisionOf } from '../documents/read-document.ts';
import type { BufferBridge } from './buffer-bridge.ts';
import type { DiskReader, FileImage, Image } from './file-snapshot.ts';
import { encodeText, type FileText } from './file-text.ts';

/** A document in the editor, of a file that is on disk. */
export interface OpenBuffer extends FileText {
  readonly openPath: string;
  readonly isEdited: boolean;
  /** What the disk has. */
  readonly disk: FileImage;
}

/** What is at a path as the person sees it: the file's existence is the disk's, its text the editor's when it is open there. */
export interface Present {
  readonly image: Image;
  readonly buffer: OpenBuffer | null;
}

export interface PresentFiles {
  /** @param path links resolved. @throws {FailureError}, or the system's error */
  look(path: string): Promise<Present>;
  /** @returns null: there is no file. @throws {FailureError} when it is no text, or a directory */
  text(path: string): Promise<(FileText & { readonly image: FileImage; readonly buffer: OpenBuffer | null }) | null>;
}

export interface PresentFilesDeps {
  readonly disk: DiskReader;
  readonly bridge: BufferBridge;
  publish(event: Extract<MainEvent, { type: 'document-changed' }>): void;
}

export function createPresentFiles({ disk, bridge, publish }: PresentFilesDeps): PresentFiles {
  async function read(openPath: string, image: FileImage, bom: boolean): Promise<OpenBuffer | null> {
    const answer = await bridge.ask({ type: 'read', path: openPath });
    if (answer.type !== 'text') return null;
    return { openPath, text: answer.text, isEdited: answer.isEdited, hasBom: bom, disk: image };
  }

  async function bufferOf(path: string, image: FileImage): Promise<OpenBuffer | null> {
    const openPath = await bridge.openAs(path);
    if (openPath === null) return null;
    const bom = await hasBom(path);
    const buffer = await read(openPath, image, bom);
    if (!buffer || buffer.isEdited || hashOf(buffer) === image.hash) return buffer;
    // Another program wrote to it a moment ago, and the editor has not heard of it.
    const document = await readDocument(path);
    const shown = document.ok ? ok({ ...document.value, path: openPath }) : document;
    publish({ type: 'document-changed', path: openPath, document: shown });
    // It is no text any more: what the editor still shows is nowhere else.
    if (!document.ok) return null;
    return read(openPath, { ...image, hash: document.value.revision }, bom);
  }

  async function look(path: string): Promise<Present> {
    const image = await disk.look(path);
    if (image?.type !== 'file') return { image, buffer: null };
    const buffer = await bufferOf(path, image);
    if (!buffer) return { image, buffer };
    const bytes = encodeText(buffer);
    return { image: { ...image, hash: revisionOf(bytes), size: bytes.length }, buffer };
  }

  return {
    look,
    async text(path) {
      const { image, buffer } = await look(path);
      if (image === null) return null;
      if (image.type === 'link') {
        throw new FailureError({
          code: 'file-failed',
          message: `${quote(path)} is a link. Name the file it leads to.`,
        });
      }
      if (image.type === 'file' && buffer) return { text: buffer.text, hasBom: buffer.hasBom, image, buffer };
      const document = await readDocument(path);
      if (!document.ok) throw new FailureError(document.failure);
      const { text, hasBom, revision } = document.value;
      const size = encodeText({ text, hasBom }).length;
      return { text, hasBom, image: { type: 'file', hash: revision, size, mode: image.mode }, buffer: null };
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
