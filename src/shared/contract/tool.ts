import { z } from 'zod/mini';
import type { DeepReadonly } from './deep-readonly.ts';

/** Tools that extensions offer to models. The manifest declares them, so that they are known before anything is loaded. */

/** What a tool says to the model. An expected failure is an output with `isError`; anything else is thrown. */
export const toolOutputSchema = z.union([
  z.string(),
  z.object({ text: z.string(), isError: z._default(z.boolean(), false) }),
]);
export type ToolOutput = string | { text: string; isError?: boolean };

/** A tool as the turn loop sees it. */
export interface ContributedTool {
  readonly extensionId: string;
  readonly extensionName: string;
  /** Where its extension is: the folder, or `bundled`. An id says only who claims to be. */
  readonly origin: string;
  readonly id: string;
  /** What the model is told. */
  readonly description: string;
  /** JSON Schema as JSON text. */
  readonly inputSchema: string;
  /** It says of itself that it changes nothing. A person sees this in the question; it is not a permission. */
  readonly isReadOnly: boolean;
  /** It can do nothing but by its call (`ToolCall`), so a person is asked for each effect instead of for the call. */
  readonly asksByEffect: boolean;
}

/** What a thread keeps of the tool that was called. */
export type CalledTool = Pick<ContributedTool, 'extensionId' | 'extensionName' | 'id' | 'isReadOnly'>;

/** The name under which a model calls it, of which services allow 64 letters, digits and "_". Two tools may come to the same. */
export const toolName = ({ extensionId, id }: Pick<ContributedTool, 'extensionId' | 'id'>): string =>
  `${extensionId}__${id}`.replaceAll('-', '_').slice(0, 64);

const shownChangeSchema = z.object({
  kind: z.enum(['create', 'edit', 'delete', 'move', 'create-directory']),
  /** Relative to the open folder, parts joined by "/"; absolute for what is outside. */
  path: z.string(),
  /** Of a `move`. */
  to: z.exactOptional(z.string()),
  /** As a unified diff without its head; "" where no text changes. At most `longestPatch` characters. */
  patch: z.string(),
  isCut: z.boolean(),
  /** Lines. */
  added: z.number(),
  removed: z.number(),
});
/** A change of a file as a person is shown it. */
export type ShownChange = z.output<typeof shownChangeSchema>;
export const longestPatch = 100_000;

/** What a call is about to do, exactly. Main says so, never the extension. */
export const toolEffectSchema = z.discriminatedUnion('type', [
  /** It runs, and the app cannot know what it does. */
  z.object({ type: z.literal('run') }),
  /** It reads a file. `path` as in a change. */
  z.object({ type: z.literal('read'), path: z.string() }),
  z.object({ type: z.literal('change'), changes: z.array(shownChangeSchema) }),
  z.object({
    type: z.literal('command'),
    /** As the shell gets it. */
    line: z.string(),
    /** Relative to the open folder; "." for the folder itself. */
    cwd: z.string(),
    /** The commands of the chain, each as it is judged. */
    parts: z.array(z.string()),
    /** Why no rule can allow it, in a sentence: what the shell would run cannot be told from the line. */
    warning: z.exactOptional(z.string()),
  }),
  z.object({ type: z.literal('fetch'), url: z.string() }),
]);
export type ToolEffect = z.output<typeof toolEffectSchema>;

/** As the folder of a rule: every one that the person trusts, and where none is open. */
export const everyTrustedFolder = '*';

/**
 * What a person decided for good. `pattern`: for `read` and `change` a glob over paths relative to the open folder, absolute ones
 * outside it; for `command` the words of one command of a chain, "*" for anything; for `fetch` a host, "*." for those
 * below it, or the beginning of an address; for `run` `extension:tool`, "*" for every tool of it,
 * with ` in ` and the folder of the extension where it does not come with the app.
 * Order: what the app itself denies, deny, ask, allow, and then: reading inside the folder is allowed, all else is asked.
 */
export const toolRuleSchema = z.looseObject({
  effect: z.enum(['run', 'read', 'change', 'command', 'fetch']),
  pattern: z.string().check(z.minLength(1), z.maxLength(1000)),
  decision: z.enum(['allow', 'ask', 'deny']),
  /**
   * Where it holds: one folder, absolute with links followed, or `everyTrustedFolder`. Of a command it is the folder in
   * which it runs. Without it, as in rules of an earlier version, one that denies or asks holds everywhere and one that
   * allows nowhere.
   */
  folder: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(4096))),
});
export type ToolRule = z.output<typeof toolRuleSchema>;
export const maxToolRules = 500;

const toolWhereSchema = z.object({
  /** Of a command the one in which it runs, else that of the thread; null: it has none. Links followed. */
  folder: z.nullable(z.string()),
  /** Whether it is the folder of the thread itself: rules for every trusted folder hold only there. */
  isWhole: z.boolean(),
  /** Whether what runs there may be allowed for more than once. */
  isTrusted: z.boolean(),
});
/** Where something is about to be done. */
export type ToolWhere = z.output<typeof toolWhereSchema>;

export const toolRunStateSchema = z.discriminatedUnion('type', [
  /** A person is asked. `patterns`: what "always" and "never" would be for, as they may be changed. */
  z.object({
    type: z.literal('waiting'),
    effect: z.exactOptional(toolEffectSchema),
    patterns: z.exactOptional(z.array(z.string())),
    /** Which question of this call it is, from 1: the decision names it, so that it is never taken for the next one. */
    question: z.exactOptional(z.number()),
    /** Where a rule would hold; whether it is trusted is of when it was asked. */
    where: z.exactOptional(toolWhereSchema),
    /** What is allowed for the thread is for this as well, in a folder that is trusted. */
    isForThread: z.exactOptional(z.boolean()),
  }),
  /** `effect`: the last one that was asked for and allowed. */
  z.object({ type: z.literal('running'), effect: z.exactOptional(toolEffectSchema) }),
  z.object({
    type: z.literal('done'),
    output: z.string(),
    isError: z.boolean(),
    /** What it changed, command or address: what was allowed last. */
    effect: z.exactOptional(toolEffectSchema),
  }),
  /** `reason`: a sentence, when it was a rule and not the person. */
  z.object({ type: z.literal('denied'), reason: z.exactOptional(z.string()) }),
  /** There is no output: it was never run, it was stopped, or the extension went. */
  z.object({ type: z.literal('failed'), reason: z.string() }),
]);
export type ToolRunState = z.output<typeof toolRunStateSchema>;

/**
 * `allow-thread`: every effect of this kind by this tool, until the app ends. `always` and `never` become rules of the
 * effect that was asked for.
 */
export const toolDecisionSchema = z.union([
  z.enum(['allow-once', 'allow-thread', 'deny']),
  z.strictObject({
    type: z.enum(['always', 'never']),
    patterns: z.array(z.string().check(z.minLength(1), z.maxLength(1000))).check(z.minLength(1), z.maxLength(50)),
    /** Where the rules hold: in the folder that was told with the question, or in every one that is trusted. */
    place: z.enum(['folder', 'every-trusted']),
  }),
]);
export type ToolDecision = DeepReadonly<z.output<typeof toolDecisionSchema>>;

/** A call as it is shown. */
export interface ToolRunView {
  /** Absent when there is no such tool. */
  readonly tool?: CalledTool | undefined;
  readonly state: ToolRunState;
  /** When the state began. */
  readonly at: number;
  /** When it began to run, if it did; absent while a person is asked for the first thing that it would do. */
  readonly startedAt?: number | undefined;
  /** What it has put out so far. */
  readonly live?: string | undefined;
}
