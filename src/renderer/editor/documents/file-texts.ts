import { Text } from '@codemirror/state';
import type {
  LineEnding,
  LongText,
  OpenedDocument,
  SavedDocument,
  SaveRequest,
} from '../../../shared/contract/documents/document.ts';
import type { Encoding } from '../../../shared/contract/documents/encoding.ts';
import { maxPieceLength } from '../../../shared/contract/documents/text-limits.ts';
import { ok, type Result } from '../../../shared/contract/errors.ts';
import { settle } from '../../base/settle.ts';
import { api } from '../../bridge.ts';
import { linesOf, piecesOf, type ReadDocument } from './document-text.ts';
import { toEditorText, toFileText } from './line-endings.ts';

/** Files as main reads and writes them. Long texts go over in pieces, between which the window does its other work. */

export interface FileToSave extends Omit<SaveRequest, 'text'> {
  /** Lines end with `\n`. */
  readonly text: Text;
  readonly lineEnding: LineEnding;
}

/** null: the text has yet to be received. */
export function hereAlready(result: Result<OpenedDocument>): Result<ReadDocument> | null {
  if (!result.ok) return result;
  const { text, ...document } = result.value;
  return typeof text === 'string' ? ok({ ...document, text }) : null;
}

/** Receives the text of a document that main has read. */
export async function receive(result: Result<OpenedDocument>): Promise<Result<ReadDocument>> {
  const here = hereAlready(result);
  if (here) return here;
  if (!result.ok) return result;
  const { value } = result;
  return settle(receiveText(value.text, value.lineEnding).then((text) => ok({ ...value, text })));
}

/** Receives a text from main. @param lineEnding how its lines end now @throws when main does not have it any more */
export async function receiveText(text: string | LongText, lineEnding: LineEnding): Promise<Text> {
  if (typeof text === 'string') return linesOf(toEditorText(text, lineEnding));
  const { id, pieces } = text;
  let received = Text.empty;
  let next = api.documents.piece(id, 0);
  for (let at = 1; at <= pieces; at += 1) {
    const piece = await next;
    // Main prepares one while the window works on the other.
    if (at < pieces) next = api.documents.piece(id, at);
    received = received.append(linesOf(toEditorText(piece, lineEnding)));
  }
  return received;
}

/** Opens a file in main, which watches it until it is closed. @param path as `api.documents.open` */
export const openFile = async (path: string): Promise<Result<ReadDocument>> =>
  receive(await settle(api.documents.open(path)));

/** Reads an open file again with this encoding. */
export const reopenFile = async (path: string, encoding: Encoding): Promise<Result<ReadDocument>> =>
  receive(await settle(api.documents.reopen(path, encoding)));

export const saveFile = (file: FileToSave): Promise<Result<SavedDocument>> => settle(save(file));

async function save({ text, lineEnding, ...file }: FileToSave): Promise<Result<SavedDocument>> {
  return api.documents.save({ ...file, text: await send(text, lineEnding) });
}

/** Characters of a piece, of which each may be a line end of two. */
const pieceLength = maxPieceLength / 4;

async function send(text: Text, lineEnding: LineEnding): Promise<string | LongText> {
  if (text.length <= pieceLength) return toFileText(text.toString(), lineEnding);
  const id = crypto.randomUUID();
  let pieces = 0;
  for (const piece of piecesOf(text, pieceLength)) {
    await api.documents.keepPiece(id, pieces, toFileText(piece, lineEnding));
    pieces += 1;
  }
  return { id, pieces };
}
