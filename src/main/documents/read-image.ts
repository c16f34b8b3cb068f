import { imageTypeOf } from '../../shared/content/image-type.ts';
import type { ImageFile } from '../../shared/contract/documents/document.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import { fileFailure, quote } from './file-failure.ts';
import { readRegularFile } from './read-document.ts';

/** Reads an image of at most the size of a document. @param path absolute */
export async function readImage(path: string): Promise<Result<ImageFile>> {
  try {
    const bytes = await readRegularFile(path);
    if (!bytes.ok) return bytes;
    const type = imageTypeOf(bytes.value);
    if (!type) return fail('file-binary', `${quote(path)} is a binary file.`);
    // A copy: a small buffer is a part of one that others use, all of which would be sent.
    return ok({ type, bytes: Uint8Array.from(bytes.value) });
  } catch (error) {
    return fileFailure(error, path, 'opened');
  }
}
