import { type Encoding, encodings } from '../../shared/contract/documents/encoding.ts';
import { visibleBaseName } from '../base/paths.ts';

/** Those in which ripgrep reads files, or takes each byte for the letter that the editor shows. */
const searched: ReadonlySet<Encoding> = new Set<Encoding>(['utf8', 'utf16le', 'utf16be', 'windows1252']);

/**
 * Why nothing was replaced in a file.
 * @param encoding in which its bytes were searched; null: its text was, as it is in the editor
 */
export function leftWords(path: string, encoding: Encoding | null): string {
  const start = `${visibleBaseName(path)} was left as it is:`;
  if (encoding === null || searched.has(encoding)) return `${start} its text is not what was found. Search again.`;
  return `${start} Find in Folder does not read its encoding, ${encodings[encoding].name}. Open it and use Find there.`;
}
