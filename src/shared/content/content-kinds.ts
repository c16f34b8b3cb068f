import { z } from 'zod/mini';
import { type MessageContent, toolUseSchema } from '../contract/provider.ts';
import type { ToolRunView } from '../contract/tool.ts';
import { codeSpan, contained, fenced, wordOf } from './markdown-text.ts';
import { formatRunState, sentToolUse, toolResult } from './tool-result.ts';

/** What an answer consists of. A kind of content is one row of each of the two tables here; the compiler names every other place. */

/** What a line of a thread's file holds of each kind, besides the answer. A line of an earlier version is read by the same schema. */
const fields = {
  text: z.object({ text: z.string() }),
  thinking: z.object({ text: z.string() }),
  'tool-use': z.object({ toolUse: toolUseSchema }),
};

export type ContentKind = keyof typeof fields;
type Fields<K extends ContentKind> = z.output<(typeof fields)[K]>;

/** What becomes of a part after it was said, told by entries of other kinds. */
interface Later {
  'tool-use': { run?: ToolRunView | undefined };
}

/** An entry that adds to an answer. */
export type ContentEntry<K extends ContentKind = ContentKind> = {
  [P in K]: { kind: `answer-${P}`; answerId: string } & Fields<P>;
}[K];

/** A part of an answer, as it is shown. */
export type ContentPart<K extends ContentKind = ContentKind> = {
  [P in K]: { type: P } & Fields<P> & (P extends keyof Later ? Later[P] : unknown);
}[K];

interface ContentRow<K extends ContentKind> {
  /** Continues what was said: part of a part that is there, or a part of its own. */
  add(parts: Part[], said: Fields<K>): void;
  /** Two neighbours of one answer in one; null: they are two. */
  join(last: Fields<K>, next: Fields<K>): Fields<K> | null;
  /** A model says it to itself. */
  readonly isThought: boolean;
  /** It may have words of its own, which are searched. */
  readonly isSpoken: boolean;
  /** Its share in the answer's own words, which are copied, read out and named; "" for none. */
  words(part: ContentPart<K>): string;
  /** In a document that tells the whole thread; "" leaves it out. */
  markdown(part: ContentPart<K>): string;
  /** As later requests give it back to a model; null: they do not. */
  toModel(part: ContentPart<K>): MessageContent | null;
  /** For a model that only reads what happened. */
  toReader(part: ContentPart<K>): string;
}

/** One that is no content as well. */
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
  // Services want thoughts back only within an answer, and as they sent them: those are in the step, not in the thread.
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
    /** It comes again as its arguments grow. */
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
      const line = `- Tool ${codeSpan(toolUse.name)}${of} ${codeSpan(toolUse.input)}: ${formatRunState(run?.state)}`;
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

/** Characters: whoever only reads what happened need not read whole files. */
const maxOfCall = 2_000;
const beginningOf = (words: string): string => (words.length <= maxOfCall ? words : `${words.slice(0, maxOfCall)} […]`);

export const contentKinds = Object.keys(rows) as readonly ContentKind[];

/** The row of a kind, for what is of that kind. */
const rowOf = <K extends ContentKind>(kind: K): ContentRow<K> => rows[kind];
const kindOf = ({ kind }: ContentEntry): ContentKind => kind.slice('answer-'.length) as ContentKind;

const entryKinds: ReadonlySet<string> = new Set(contentKinds.map((kind) => `answer-${kind}`));
/** Of the entries that may hold words. */
export const spokenEntryKinds = contentKinds.filter((kind) => rows[kind].isSpoken).map((kind) => `answer-${kind}`);
export const isContentEntry = <T extends { readonly kind: string }>(entry: T): entry is T & ContentEntry =>
  entryKinds.has(entry.kind);
export const isContent = <T extends { readonly type: string }>(part: T): part is T & ContentPart =>
  Object.hasOwn(rows, part.type);

/** The lines of a thread's file that add to an answer. */
export const contentEntrySchema = z.discriminatedUnion(
  'kind',
  contentKinds.map((kind) =>
    z.object({ kind: z.literal(`answer-${kind}`), answerId: z.string(), ...fields[kind].shape }),
  ) as unknown as [z.ZodMiniObject],
) as unknown as z.ZodMiniDiscriminatedUnion<[z.ZodMiniObject]> & z.ZodMiniType<ContentEntry>;

export const addContent = (parts: Part[], entry: ContentEntry): void => rowOf(kindOf(entry)).add(parts, entry);

/** @returns null when they are of two kinds or answers, or two by themselves */
export function joinContent(last: ContentEntry, next: ContentEntry): ContentEntry | null {
  if (last.kind !== next.kind || last.answerId !== next.answerId) return null;
  const joined = rowOf(kindOf(last)).join(last, next);
  return joined && ({ ...last, ...joined } as ContentEntry);
}

export const isThought = ({ type }: ContentPart): boolean => rows[type].isThought;
export const isSpoken = ({ type }: ContentPart): boolean => rows[type].isSpoken;
/** The words that an entry adds. */
export const entryWords = (entry: ContentEntry): string =>
  contentWords({ type: kindOf(entry), ...entry } as unknown as ContentPart);
export const contentWords = (part: ContentPart): string => rowOf(part.type).words(part);
export const contentMarkdown = (part: ContentPart): string => rowOf(part.type).markdown(part);
export const contentToModel = (part: ContentPart): MessageContent | null => rowOf(part.type).toModel(part);
export const contentToReader = (part: ContentPart): string => rowOf(part.type).toReader(part);
