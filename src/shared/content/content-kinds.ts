import { z } from 'zod/mini';
import { type MessageContent, toolUseSchema } from '../contract/provider.ts';
import type { ToolRunView } from '../contract/tool.ts';
import { codeSpan, contained, fenced, wordOf } from './markdown-text.ts';
import { callAsRun, formatRunState, sentToolUse, toolResult } from './tool-result.ts';

/**
 * The content of answers. A new kind is one row in each of the two tables here; the compiler names all other places.
 */

/**
 * Fields of each kind in a thread's file, besides those of the answer. The schema also reads lines of earlier
 * versions.
 */
const fields = {
  text: z.object({ text: z.string() }),
  thinking: z.object({ text: z.string() }),
  'tool-use': z.object({ toolUse: toolUseSchema }),
};

export type ContentKind = keyof typeof fields;
type Fields<K extends ContentKind> = z.output<(typeof fields)[K]>;

/** State that a part gets after it was said, from entries of other kinds. */
interface Later {
  'tool-use': { run?: ToolRunView | undefined };
}

/** An entry that adds content to an answer. */
export type ContentEntry<K extends ContentKind = ContentKind> = {
  [P in K]: { kind: `answer-${P}`; answerId: string } & Fields<P>;
}[K];

/** A part of an answer, for display. */
export type ContentPart<K extends ContentKind = ContentKind> = {
  [P in K]: { type: P } & Fields<P> & (P extends keyof Later ? Later[P] : unknown);
}[K];

interface ContentRow<K extends ContentKind> {
  /** Adds an entry to the parts: continues one of them, or appends a part. */
  add(parts: Part[], said: Fields<K>): void;
  /** Merges two neighbours of one answer; null: they stay two. */
  join(last: Fields<K>, next: Fields<K>): Fields<K> | null;
  /** The model's reasoning, not its answer. */
  readonly isThought: boolean;
  /** It may contain text, which is searched. */
  readonly isSpoken: boolean;
  /** Its share in the text of the answer, which is copied, read out and quoted; "" for none. */
  words(part: ContentPart<K>): string;
  /** Its form in a Markdown export of the thread; "" leaves it out. */
  markdown(part: ContentPart<K>): string;
  /** Its form in later requests to a model; null: left out. */
  toModel(part: ContentPart<K>): MessageContent | null;
  /** Its form for a model that reads a transcript. */
  toReader(part: ContentPart<K>): string;
}

/** A part of an answer that need not be content. */
type Part = ContentPart | { type: 'step' } | { type: 'broken-off' };

const joinTexts = (last: Fields<'text'>, next: Fields<'text'>): Fields<'text'> => ({ text: last.text + next.text });

const rows: { readonly [K in ContentKind]: ContentRow<K> } = {
  text: {
    add: (parts, { text }) => addText(parts, 'text', text),
    join: joinTexts,
    isThought: false,
    isSpoken: true,
    words: ({ text }) => text,
    markdown: ({ text }) => contained(text),
    toModel: ({ text: value }) => ({ type: 'text', value }),
    toReader: ({ text }) => text,
  },
  // Services want thoughts back only within an answer, and in their own form: that is in the step, not in the thread.
  thinking: {
    add: (parts, { text }) => addText(parts, 'thinking', text),
    join: joinTexts,
    isThought: true,
    isSpoken: false,
    words: () => '',
    markdown: () => '',
    toModel: () => null,
    toReader: () => '',
  },
  'tool-use': {
    /** A call is entered again as its arguments grow. */
    add(parts, { toolUse }) {
      const place = parts.findLastIndex((part) => part.type === 'tool-use' && part.toolUse.id === toolUse.id);
      const part = parts[place];
      if (part?.type === 'tool-use') parts[place] = { ...part, toolUse };
      else parts.push({ type: 'tool-use', toolUse });
    },
    join: (last, next) => (last.toolUse.id === next.toolUse.id ? next : null),
    isThought: false,
    isSpoken: false,
    words: () => '',
    markdown({ toolUse, run }) {
      const of = run?.tool ? ` of ${wordOf(run.tool.extensionName)}` : '';
      const line = `- Tool ${codeSpan(toolUse.name)}${of} ${codeSpan(callAsRun(toolUse, run).input)}: ${formatRunState(run?.state)}`;
      return run?.state.type === 'done' && run.state.output !== '' ? `${line}\n\n${fenced(run.state.output)}` : line;
    },
    toModel: ({ toolUse }) => (toolUse.isInputComplete ? { type: 'tool-use', value: sentToolUse(toolUse) } : null),
    toReader({ toolUse, run }) {
      if (!toolUse.isInputComplete) return '';
      const { content } = toolResult(toolUse, run?.state);
      const came = content.type === 'text' ? beginningOf(content.value) : '';
      return `\n\n[Called ${toolUse.name} with ${beginningOf(toolUse.input)}. It came to: ${came}]\n\n`;
    },
  },
};

function addText(parts: Part[], type: 'text' | 'thinking', text: string): void {
  const last = parts.at(-1);
  if (last?.type === type) parts[parts.length - 1] = { type, text: last.text + text };
  else if (text !== '') parts.push({ type, text });
}

/** Characters: a transcript need not contain whole files. */
const maxOfCall = 2_000;
const beginningOf = (words: string): string => (words.length <= maxOfCall ? words : `${words.slice(0, maxOfCall)} […]`);

export const contentKinds = Object.keys(rows) as readonly ContentKind[];

/** The row of a kind, typed by that kind. */
const rowOf = <K extends ContentKind>(kind: K): ContentRow<K> => rows[kind];
const kindOf = ({ kind }: ContentEntry): ContentKind => kind.slice('answer-'.length) as ContentKind;

const entryKinds: ReadonlySet<string> = new Set(contentKinds.map((kind) => `answer-${kind}`));
/** Kinds of the entries that may contain text. */
export const spokenEntryKinds = contentKinds.filter((kind) => rows[kind].isSpoken).map((kind) => `answer-${kind}`);
export const isContentEntry = <T extends { readonly kind: string }>(entry: T): entry is T & ContentEntry =>
  entryKinds.has(entry.kind);
export const isContent = <T extends { readonly type: string }>(part: T): part is T & ContentPart =>
  Object.hasOwn(rows, part.type);

/** The lines of a thread's file that add content to an answer. */
export const contentEntrySchema = z.discriminatedUnion(
  'kind',
  contentKinds.map((kind) =>
    z.object({ kind: z.literal(`answer-${kind}`), answerId: z.string(), ...fields[kind].shape }),
  ) as unknown as [z.ZodMiniObject],
) as unknown as z.ZodMiniDiscriminatedUnion<[z.ZodMiniObject]> & z.ZodMiniType<ContentEntry>;

export const addContent = (parts: Part[], entry: ContentEntry): void => rowOf(kindOf(entry)).add(parts, entry);

/** @returns null when they differ in kind or answer, or stay two */
export function joinContent(last: ContentEntry, next: ContentEntry): ContentEntry | null {
  if (last.kind !== next.kind || last.answerId !== next.answerId) return null;
  const joined = rowOf(kindOf(last)).join(last, next);
  return joined && ({ ...last, ...joined } as ContentEntry);
}

export const isThought = ({ type }: ContentPart): boolean => rows[type].isThought;
export const isSpoken = ({ type }: ContentPart): boolean => rows[type].isSpoken;
/** The text that an entry adds to its answer. */
export const entryWords = (entry: ContentEntry): string =>
  contentWords({ type: kindOf(entry), ...entry } as unknown as ContentPart);
export const contentWords = (part: ContentPart): string => rowOf(part.type).words(part);
export const contentMarkdown = (part: ContentPart): string => rowOf(part.type).markdown(part);
export const contentToModel = (part: ContentPart): MessageContent | null => rowOf(part.type).toModel(part);
export const contentToReader = (part: ContentPart): string => rowOf(part.type).toReader(part);
