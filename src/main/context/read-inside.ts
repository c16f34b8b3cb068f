import { fail, type Result } from '../../shared/contract/errors.ts';
import { isInside, realPathOf } from '../documents/project-border.ts';
import { readDocument } from '../documents/read-document.ts';

/** Reads a text file, unless it is a link out of its folder: that could show a model what the person never put there. */
export async function readInside(folder: string, path: string): Promise<Result<{ readonly text: string }>> {
  try {
    const [real, root] = await Promise.all([realPathOf(path), realPathOf(folder)]);
    if (!isInside(root, real)) return fail('file-outside-project', 'It is a link that leads out of its folder.');
  } catch {
    // Reading it says why.
  }
  return readDocument(path);
}
