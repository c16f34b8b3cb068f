import { z } from 'zod/mini';
import {
  type AgentImage,
  type AgentNote,
  type AgentPlan,
  agentCallPatchSchema,
  agentImageSchema,
  agentNoteSchema,
  agentPlanSchema,
  agentTerminalPatchSchema,
} from '../contract/agent-servers/agent-item.ts';
import { type MessageContent, toolUseSchema } from '../contract/provider.ts';
import type { ToolRunView } from '../contract/tool.ts';
import { withImagesNamed } from './agent-images.ts';
import {
  type AgentCall,
  type AgentTerminal,
  callLine,
  callMarkdown,
  isRemoved,
  joinCalls,
  joinNotes,
  joinPlans,
  joinTerminals,
  mergeCall,
  mergeTerminal,
  noteMarkdown,
  planLine,
  planMarkdown,
  terminalLine,
  terminalMarkdown,
} from './agent-items.ts';
import { codeSpan, contained, fenced, wordOf } from './markdown-text.ts';
import { createPartPlaces } from './part-places.ts';
import { callAsRun, formatRunState, sentToolUse, toolResult } from './tool-result.ts';

/**
 * The content of answers. A new kind is one row in each of the two tables here; the compiler names all other places.
 */

/**
 * Fields of each kind in a thread's file, besides those of the answer. The schema also reads lines of earlier
 * versions.
 */
const words = z.object({
  text: z.string(),
  /** Of the message of an agent server, which it continues wherever that stands; absent: it continues the last words. */
  itemId: z.exactOptional(z.string()),
  /** It takes the place of what the message had. */
  isWhole: z.exactOptional(z.boolean()),
});

const fields = {
  text: words,
  thinking: words,
  'tool-use': z.object({ toolUse: toolUseSchema }),
  // Of agent servers: each adds to the record of its id.
  'agent-call': z.object({ call: agentCallPatchSchema }),
  'agent-terminal': z.object({ terminal: agentTerminalPatchSchema }),
  'agent-plan': z.object({ plan: agentPlanSchema }),
  'agent-note': z.object({ note: agentNoteSchema }),
  'agent-image': z.object({ image: agentImageSchema }),
};

export type ContentKind = keyof typeof fields;
type Fields<K extends ContentKind> = z.output<(typeof fields)[K]>;

interface Words {
  text: string;
  itemId?: string;
}

/** What a part has of its entries, and of those of other kinds that come after it. */
interface Told {
  text: Words;
  thinking: Words;
  'tool-use': Fields<'tool-use'> & { run?: ToolRunView | undefined };
  'agent-call': { call: AgentCall };
  'agent-terminal': { terminal: AgentTerminal };
  'agent-plan': { plan: AgentPlan };
  'agent-note': { note: AgentNote };
  /** It is drawn where words or calls of its answer name it. */
  'agent-image': { image: AgentImage };
}

/** An entry that adds content to an answer. */
export type ContentEntry<K extends ContentKind = ContentKind> = {
  [P in K]: { kind: `answer-${P}`; answerId: string } & Fields<P>;
}[K];

/** A part of an answer, for display. */
export type ContentPart<K extends ContentKind = ContentKind> = {
  [P in K]: { type: P } & Told[P];
}[K];

interface ContentRow<K extends ContentKind> {
  /** Adds an entry to the parts: continues one of them, or appends a part. */
  add(parts: Part[], said: Fields<K>): void;
  /** By which entries name it among the parts of its kind; absent: they do not. */
  idOf(part: ContentPart<K>): string | undefined;
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

function joinTexts(last: Fields<'text'>, next: Fields<'text'>): Fields<'text'> | null {
  if (last.itemId !== next.itemId) return null;
  return next.isWhole ? next : { ...last, text: last.text + next.text };
}

/** What an agent server did, and not what it said: others are told of it in a line. */
function done<P>(line: (part: P) => string): DoneRow<P> {
  const toReader = (part: P): string => (line(part) === '' ? '' : `\n[${line(part)}]\n`);
  return {
    isThought: false,
    isSpoken: false,
    words: () => '',
    toModel: (part) => (line(part) === '' ? null : { type: 'text', value: toReader(part) }),
    toReader,
  };
}

interface DoneRow<P> {
  readonly isThought: false;
  readonly isSpoken: false;
  words(): string;
  toModel(part: P): MessageContent | null;
  toReader(part: P): string;
}

const rows: { readonly [K in ContentKind]: ContentRow<K> } = {
  text: {
    add: (parts, said) => addText(parts, 'text', said),
    idOf: ({ itemId }) => itemId,
    join: joinTexts,
    isThought: false,
    isSpoken: true,
    words: ({ text }) => withImagesNamed(text),
    markdown: ({ text }) => contained(withImagesNamed(text)),
    toModel: ({ text }) => ({ type: 'text', value: withImagesNamed(text) }),
    toReader: ({ text }) => withImagesNamed(text),
  },
  // Services want thoughts back only within an answer, and in their own form: that is in the step, not in the thread.
  thinking: {
    add: (parts, said) => addText(parts, 'thinking', said),
    idOf: ({ itemId }) => itemId,
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
      const place = places.of(parts, 'tool-use', toolUse.id);
      const part = parts[place];
      if (part?.type === 'tool-use') parts[place] = { ...part, toolUse };
      else parts.push({ type: 'tool-use', toolUse });
    },
    idOf: ({ toolUse }) => toolUse.id,
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
  'agent-call': {
    add: (parts, { call }) => put(parts, 'agent-call', call.id, (known) => ({ call: mergeCall(known?.call, call) })),
    idOf: ({ call }) => call.id,
    join(last, next) {
      const call = joinCalls(last.call, next.call);
      return call && { call };
    },
    ...done<ContentPart<'agent-call'>>(({ call }) => callLine(call)),
    markdown: ({ call }) => callMarkdown(call),
  },
  'agent-terminal': {
    add: (parts, { terminal }) =>
      put(parts, 'agent-terminal', terminal.id, (known) => ({ terminal: mergeTerminal(known?.terminal, terminal) })),
    idOf: ({ terminal }) => terminal.id,
    join(last, next) {
      const terminal = joinTerminals(last.terminal, next.terminal);
      return terminal && { terminal };
    },
    ...done<ContentPart<'agent-terminal'>>(({ terminal }) => terminalLine(terminal)),
    markdown: ({ terminal }) => terminalMarkdown(terminal),
  },
  'agent-plan': {
    add(parts, { plan }) {
      if (!isRemoved(plan)) return put(parts, 'agent-plan', plan.id, () => ({ plan }));
      const place = places.of(parts, 'agent-plan', plan.id);
      if (place < 0) return;
      parts.splice(place, 1);
      places.forget(parts);
    },
    idOf: ({ plan }) => plan.id,
    join(last, next) {
      const plan = joinPlans(last.plan, next.plan);
      return plan && { plan };
    },
    ...done<ContentPart<'agent-plan'>>(({ plan }) => planLine(plan)),
    markdown: ({ plan }) => planMarkdown(plan),
  },
  'agent-note': {
    add: (parts, { note }) => put(parts, 'agent-note', note.id, () => ({ note })),
    idOf: ({ note }) => note.id,
    join(last, next) {
      const note = joinNotes(last.note, next.note);
      return note && { note };
    },
    ...done<ContentPart<'agent-note'>>(() => ''),
    markdown: ({ note }) => noteMarkdown(note),
  },
  'agent-image': {
    add: (parts, { image }) => put(parts, 'agent-image', image.id, () => ({ image })),
    idOf: ({ image }) => image.id,
    join: (last, next) => (last.image.id === next.image.id ? next : null),
    ...done<ContentPart<'agent-image'>>(() => ''),
    markdown: () => '',
  },
};

function addText(parts: Part[], type: 'text' | 'thinking', { text, itemId, isWhole }: Fields<'text'>): void {
  const place = itemId === undefined ? parts.length - 1 : places.of(parts, type, itemId);
  const known = parts[place];
  const named = itemId !== undefined && { itemId };
  if (known?.type === type && known.itemId === itemId) {
    parts[place] = { type, text: isWhole ? text : known.text + text, ...named };
  } else if (text !== '') parts.push({ type, text, ...named });
}

/** Changes a part of a kind where it stands, or adds one. */
function put<K extends ContentKind>(
  parts: Part[],
  type: K,
  id: string,
  told: (known: ContentPart<K> | undefined) => Told[K],
): void {
  const place = places.of(parts, type, id);
  const known = parts[place];
  const part = { type, ...told(known && isOf(known, type) ? known : undefined) } as unknown as Part;
  if (place < 0) parts.push(part);
  else parts[place] = part;
}

const idOf = (part: Part): string | undefined =>
  part.type === 'step' || part.type === 'broken-off' ? undefined : idOfContent(part);
const idOfContent = <K extends ContentKind>(part: ContentPart<K>): string | undefined =>
  rowOf(part.type as K).idOf(part);
const places = createPartPlaces(idOf);

const isOf = <K extends ContentKind>(part: { readonly type: string }, type: K): part is ContentPart<K> =>
  part.type === type;

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
