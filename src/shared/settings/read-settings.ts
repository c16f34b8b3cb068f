import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import {
  formatTakes,
  isSettingKey,
  type SettingKey,
  type Settings,
  settingRow,
} from '../contract/settings/setting-table.ts';
import {
  partDepths,
  type SettingFault,
  type SettingLevel,
  type SettingsReading,
  settingSchemas,
} from '../contract/settings/settings.ts';

/** A syntax error of the JSON. */
export interface SyntaxFault {
  /** Such as "comma expected". */
  readonly message: string;
  readonly from: number;
  readonly to: number;
  /** From 1. */
  readonly line: number;
}

export type SettingsText =
  | { readonly isReadable: true; readonly reading: SettingsReading }
  | { readonly isReadable: false; readonly faults: readonly SyntaxFault[] };

const nothing: SettingsReading = { values: {}, languages: {}, faults: [] };

/** The parser of all readers and writers of settings: accepts comments and trailing commas. */
export function parseSettingsTree(text: string): { readonly root: Node | undefined; readonly errors: ParseError[] } {
  const errors: ParseError[] = [];
  return { root: parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true }), errors };
}

/**
 * Reads the text of a settings file. A fault in one setting voids only that.
 * @param level level of the file: some settings are allowed for the user only
 */
export function readSettings(text: string, level: SettingLevel): SettingsText {
  const { root, errors } = parseSettingsTree(text);
  if (errors.length > 0) {
    const faults = errors.map(({ error, offset, length }) => ({
      message: words(printParseErrorCode(error)),
      from: offset,
      to: offset + length,
      line: lineAt(text, offset),
    }));
    return { isReadable: false, faults };
  }
  if (!root) return { isReadable: true, reading: nothing };
  if (root.type !== 'object') {
    const fault = { message: 'an object in braces expected', from: root.offset, to: root.offset + root.length };
    return { isReadable: false, faults: [{ ...fault, line: lineAt(text, root.offset) }] };
  }
  return { isReadable: true, reading: readObject(text, root, level) };
}

/** The languages of a key such as `[python]` or `[javascript][typescript]`; null: not such a key. */
export function languagesOf(key: string): string[] | null {
  if (!/^(?:\[[^\][]+\])+$/.test(key)) return null;
  return key.slice(1, -1).split('][');
}

function readObject(text: string, root: Node, level: SettingLevel): SettingsReading {
  const faults: SettingFault[] = [];
  const blocks: { readonly ids: readonly string[]; readonly own: Partial<Settings> }[] = [];
  const say = (at: Node, path: SettingFault['path'], message: string, severity: SettingFault['severity'] = 'error') =>
    faults.push({ path, message, severity, from: at.offset, to: at.offset + at.length, line: lineAt(text, at.offset) });

  /** Reads one object: the whole file, or the block of a language. */
  function readValues(object: Node, before: readonly string[]): Partial<Settings> {
    const values: Record<string, unknown> = {};
    const seen = new Set<string>();
    for (const { key, name, value } of propertiesOf(object)) {
      const path = [...before, key];
      if (seen.has(key)) say(name, path, `${quoted(key)} is here twice, and the last one holds.`);
      seen.add(key);
      const ids = before.length === 0 ? languagesOf(key) : null;
      if (ids) {
        if (value.type !== 'object') say(value, path, `${quoted(key)} takes settings in braces.`);
        else blocks.push({ ids, own: readValues(value, path) });
      } else if (!isSettingKey(key)) {
        say(name, path, `${quoted(key)} is not a setting of this app. It is kept but does nothing.`, 'unknown');
      } else {
        const refusal = placeFault(key, level, before.length > 0);
        if (refusal) say(name, path, refusal);
        else {
          const read = readValue(key, getNodeValue(value));
          for (const fault of read.faults) say(nodeAt(value, fault.path), [...path, ...fault.path], fault.message);
          delete values[key];
          if ('value' in read) values[key] = read.value;
        }
      }
    }
    return values as Partial<Settings>;
  }

  const values = readValues(root, []);
  const languages = new Map<string, Partial<Settings>>();
  // A block for one language takes precedence over a block for several.
  for (const { ids, own } of [
    ...blocks.filter(({ ids }) => ids.length > 1),
    ...blocks.filter(({ ids }) => ids.length === 1),
  ]) {
    for (const id of ids) languages.set(id, { ...languages.get(id), ...own });
  }
  return { values, languages: Object.fromEntries(languages), faults };
}

/** @returns why a setting has no effect at its place; null if it has */
export function placeFault(key: SettingKey, level: SettingLevel, isOfLanguage: boolean): string | null {
  const { isOfFolders, isOfLanguages } = settingRow(key);
  if (level === 'folder' && !isOfFolders) return `${quoted(key)} holds in your own settings only.`;
  if (isOfLanguage && !isOfLanguages) return `${quoted(key)} is not one of those that a language may have.`;
  return null;
}

interface ReadValue {
  /** Absent: no part of it is valid. */
  readonly value?: unknown;
  readonly faults: readonly { readonly path: readonly (string | number)[]; readonly message: string }[];
}

/** Validates a value. If it has parts, the valid ones are kept. */
export function readValue(key: SettingKey, raw: unknown): ReadValue {
  const schema = settingSchemas[key];
  const parsed = schema.safeParse(raw);
  if (parsed.success) return { value: parsed.data, faults: [] };
  const depth = partDepths[key] ?? 0;
  const issues = parsed.error.issues.map(({ path }) => path as (string | number)[]);
  if (depth > 0 && issues.every((path) => path.length >= depth)) {
    const parts = [
      ...new Map(issues.map((path) => [JSON.stringify(path.slice(0, depth)), path.slice(0, depth)])).values(),
    ];
    const rest = schema.safeParse(parts.reduceRight(without, raw));
    const message = `This part of ${quoted(key)} has a form that it does not take. It is ignored.`;
    const ownMessage = (path: readonly (string | number)[]) =>
      parsed.error.issues.find((issue) => issue.code === 'custom' && startsWith(issue.path, path))?.message;
    if (rest.success) {
      return { value: rest.data, faults: parts.map((path) => ({ path, message: ownMessage(path) ?? message })) };
    }
  }
  return { faults: [{ path: [], message: `${quoted(key)} ${formatTakes(settingRow(key).takes)}. It is ignored.` }] };
}

const startsWith = (path: readonly PropertyKey[], start: readonly PropertyKey[]): boolean =>
  start.every((step, index) => path[index] === step);

/** A copy of a value without one of its parts; in a list the later ones move up. */
function without(value: unknown, [at, ...below]: readonly (string | number)[]): unknown {
  if (Array.isArray(value)) return value.filter((_each, index) => index !== at);
  const copy = { ...(value as Record<string, unknown>) };
  const name = String(at);
  if (below.length === 0) delete copy[name];
  else copy[name] = without(copy[name], below);
  return copy;
}

/** The properties of an object in order, with their nodes. */
export const propertiesOf = (object: Node): { key: string; name: Node; value: Node }[] =>
  (object.children ?? []).flatMap(({ children: [name, value] = [] }) =>
    name && value ? [{ key: String(name.value), name, value }] : [],
  );

/** The node at a path, or its last ancestor that exists. */
function nodeAt(node: Node, [at, ...below]: readonly (string | number)[]): Node {
  if (at === undefined) return node;
  const next =
    node.type === 'array'
      ? node.children?.[Number(at)]
      : propertiesOf(node).findLast(({ key }) => key === String(at))?.value;
  return next ? nodeAt(next, below) : node;
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

const quoted = (key: string): string => `“${key}”`;

/** Such as "comma expected" for "CommaExpected". */
const words = (code: string): string => code.replace(/(?!^)([A-Z])/g, ' $1').toLowerCase();
