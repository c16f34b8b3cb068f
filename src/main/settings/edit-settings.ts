import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  createScanner,
  type FormattingOptions,
  findNodeAtLocation,
  getNodeValue,
  type JSONPath,
  modify,
  type Node,
} from 'jsonc-parser';
import { isSettingKey } from '../../shared/contract/settings/setting-table.ts';
import { parseSettingsTree, propertiesOf, readValue } from '../../shared/settings/read-settings.ts';

/** The edit of one place in a file of settings. */
export interface SettingEdit {
  readonly path: readonly string[];
  /** undefined: it is taken out. */
  readonly value: unknown;
}

/**
 * Edits the text of a file of settings where it says something else: comments, the order of keys and what the app does
 * not know stay as they are.
 * @param text parses; it may be empty
 */
export function editSettings(text: string, edits: readonly SettingEdit[]): string {
  return edits.reduce(editOne, text);
}

function editOne(text: string, { path, value }: SettingEdit): string {
  const single = withoutDoubles(text, path);
  const present = nodeAt(single, path);
  if (!Array.isArray(value) || present?.type !== 'array') return set(single, path, value);
  const before: unknown[] = getNodeValue(present);
  return editList(single, path, before, [...value, ...refusedRows(path, before)]);
}

/** The rows of a list that the app has not taken: whoever writes the list did not see them, so they stay at its end. */
function refusedRows(path: readonly string[], rows: readonly unknown[]): unknown[] {
  const key = path.at(-1) ?? '';
  if (!isSettingKey(key)) return [];
  const { faults } = readValue(key, rows);
  return faults.flatMap(({ path: [at] }) => (typeof at === 'number' ? [rows[at]] : []));
}

/** Of a key that is there twice the last one holds: it is the one that is edited. */
function withoutDoubles(text: string, path: readonly string[]): string {
  const [key] = path;
  const { root } = parseSettingsTree(text);
  if (key === undefined || root?.type !== 'object') return text;
  const count = propertiesOf(root).filter((property) => property.key === key).length;
  let next = text;
  for (let more = count; more > 1; more--) next = set(next, [key], undefined);
  return next;
}

/** Only the rows that differ are written, so that what was written beside the others stays. */
function editList(
  text: string,
  path: readonly string[],
  before: readonly unknown[],
  after: readonly unknown[],
): string {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && isDeepStrictEqual(before[start], after[start])) start++;
  let end = 0;
  while (end < least - start && isDeepStrictEqual(before.at(-1 - end), after.at(-1 - end))) end++;
  let next = text;
  for (let at = before.length - end - 1; at >= start; at--) next = set(next, [...path, at], undefined);
  for (let at = start; at < after.length - end; at++) next = insert(next, [...path, at], after[at]);
  return next;
}

const nodeAt = (text: string, path: JSONPath | readonly (string | number)[]): Node | undefined => {
  const { root } = parseSettingsTree(text);
  return root && findNodeAtLocation(root, [...path]);
};

function set(text: string, path: JSONPath | readonly (string | number)[], value: unknown): string {
  // Anything but an object has no keys: it is replaced by one.
  for (let length = 1; length < path.length; length++) {
    const above = nodeAt(text, path.slice(0, length));
    if (!above) break;
    if (above.type === 'object' || above.type === 'array') continue;
    if (value === undefined) return text;
    return set(text, path.slice(0, length), nested(path.slice(length), value));
  }
  if (value === undefined && !nodeAt(text, path)) return text;
  const base = text.trim() === '' ? '{}\n' : value === undefined ? withoutLastComma(text, path) : text;
  return applyEdits(base, modify(base, [...path], value, { formattingOptions: formatOf(text) }));
}

/** A comma after the only one of its kind would stand alone when that is taken out. */
function withoutLastComma(text: string, path: JSONPath | readonly (string | number)[]): string {
  const above = nodeAt(text, path.slice(0, -1));
  const [only, ...others] = above?.children ?? [];
  if (!only || others.length > 0) return text;
  const scanner = createScanner(text, true);
  scanner.setPosition(only.offset + only.length);
  scanner.scan();
  const at = scanner.getTokenOffset();
  if (text[at] !== ',') return text;
  return text.slice(0, at) + text.slice(at + 1);
}

const insert = (text: string, path: JSONPath, value: unknown): string =>
  applyEdits(text, modify(text, path, value, { formattingOptions: formatOf(text), isArrayInsertion: true }));

const nested = (path: JSONPath | readonly (string | number)[], value: unknown): unknown =>
  [...path].reduceRight((inner: unknown, key) => ({ [key]: inner }), value);

function formatOf(text: string): FormattingOptions {
  const [, indent] = /\n([ \t]+)\S/.exec(text) ?? [];
  const insertSpaces = !indent?.startsWith('\t');
  return {
    insertSpaces,
    tabSize: insertSpaces ? (indent?.length ?? 2) : 4,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

type Values = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The edits that make one value of another, as deep as only a part of an object differs. */
export function editsBetween(before: unknown, after: unknown, path: readonly string[] = []): SettingEdit[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isPlain(before) || !isPlain(after)) return [{ path, value: after }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const isThere = Object.hasOwn(after, key);
    if (!Object.hasOwn(before, key)) return isThere ? [{ path: [...path, key], value: after[key] }] : [];
    return isThere
      ? editsBetween(before[key], after[key], [...path, key])
      : [{ path: [...path, key], value: undefined }];
  });
}
