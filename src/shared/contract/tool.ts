import { z } from 'zod/mini';
import type { DeepReadonly } from './deep-readonly.ts';

/** Tools that extensions offer to models. Manifests declare them, so that they are known before any code is loaded. */

export const toolOutputSchema = z.union([
  z.string(),
  z.object({ text: z.string(), isError: z._default(z.boolean(), false), details: z.optional(z.unknown()) }),
]);
/**
 * Output of a tool for the model. An expected failure is an output with `isError`; anything else is thrown. `details` are
 * for the person, and never sent to a model: any JSON, of at most 64 KB.
 */
export type ToolOutput = string | { text: string; isError?: boolean; details?: unknown };
/** Characters of JSON. */
export const longestDetails = 65_536;

/** A tool for the turn loop. */
export interface ContributedTool {
  readonly extensionId: string;
  readonly extensionName: string;
  /** Location of its extension: the folder, or `bundled`. An id alone proves nothing. */
  readonly origin: string;
  readonly id: string;
  /** For the model. */
  readonly description: string;
  /** JSON Schema as JSON text. */
  readonly inputSchema: string;
  /** The tool claims to change nothing. Shown in the question; not a permission. */
  readonly isReadOnly: boolean;
  /**
   * All its effects go through its call (`ToolCall`), so the person is asked for each effect instead of for the call.
   */
  readonly asksByEffect: boolean;
  /** It is offered only where there are skills, and reads them. */
  readonly needsSkills?: boolean;
}

/** The part of a tool that a thread stores with a call. */
export type CalledTool = Pick<ContributedTool, 'extensionId' | 'extensionName' | 'id' | 'isReadOnly'>;

/** The name for models: services allow 64 letters, digits and "_". Two tools may get the same name. */
export const toolName = ({ extensionId, id }: Pick<ContributedTool, 'extensionId' | 'id'>): string =>
  `${extensionId}__${id}`.replaceAll('-', '_').slice(0, 64);

export const shownChangeSchema = z.object({
  kind: z.enum(['create', 'edit', 'delete', 'move', 'create-directory']),
  /** Relative to the open folder, with "/"; absolute outside of it. */
  path: z.string(),
  /** Target of a `move`. */
  to: z.exactOptional(z.string()),
  /** Unified diff without its header; "" if no text changes. At most `longestPatch` characters. */
  patch: z.string(),
  isCut: z.boolean(),
  /** Lines. */
  added: z.number(),
  removed: z.number(),
});
/** A change of a file, for display. */
export type ShownChange = z.output<typeof shownChangeSchema>;
export const longestPatch = 100_000;

/** The exact effect that a call is about to have, as determined by main, never by the extension. */
const toolEffectSchema = z.discriminatedUnion('type', [
  /** Runs code whose effects the app cannot know. */
  z.object({ type: z.literal('run') }),
  /** Reads a file. `path` as in a change. */
  z.object({ type: z.literal('read'), path: z.string() }),
  z.object({ type: z.literal('change'), changes: z.array(shownChangeSchema) }),
  z.object({
    type: z.literal('command'),
    /** The command line for the shell. */
    line: z.string(),
    /** Relative to the open folder; "." for the folder itself. */
    cwd: z.string(),
    /** The commands of the chain, in the form that rules are matched with. */
    parts: z.array(z.string()),
    /** Why no rule can allow it, in a sentence: the line does not tell for sure what the shell would run. */
    warning: z.exactOptional(z.string()),
  }),
  z.object({ type: z.literal('fetch'), url: z.string() }),
]);
export type ToolEffect = z.output<typeof toolEffectSchema>;

/** Folder of a rule that holds in every trusted folder, and without a folder. */
export const everyTrustedFolder = '*';

/**
 * A permanent decision. `pattern`: for `read` and `change` a glob over paths, relative to the open folder or absolute
 * outside of it; for `command` the words of one command of a chain, "*" for anything; for `fetch` a host, "*." for
 * its subdomains, or the beginning of an address; for `run` `extension:tool`, "*" for all its tools, followed by ` in
 * ` and the folder of the extension unless that is bundled with the app. Precedence: denials of the app itself, deny,
 * ask, allow. Default: reading inside the folder is allowed, all else asks.
 */
export const toolRuleSchema = z.looseObject({
  effect: z.enum(['run', 'read', 'change', 'command', 'fetch']),
  pattern: z.string().check(z.minLength(1), z.maxLength(1000)),
  decision: z.enum(['allow', 'ask', 'deny']),
  /**
   * Where the rule holds: an absolute folder with links resolved, or `everyTrustedFolder`. For a command it is the
   * working directory. Without it, as in rules of an earlier version, a rule that denies or asks holds everywhere,
   * and one that allows nowhere.
   */
  folder: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(4096))),
});
export type ToolRule = z.output<typeof toolRuleSchema>;
export const maxToolRules = 500;

const toolWhereSchema = z.object({
  /** The working directory of a command, otherwise the folder of the thread; null: none. Links resolved. */
  folder: z.nullable(z.string()),
  /** Whether it is the thread's folder itself: rules for every trusted folder hold only there. */
  isWhole: z.boolean(),
  /** Whether permissions for more than one time are possible in it. */
  isTrusted: z.boolean(),
});
/** The place of an effect, for matching rules. */
export type ToolWhere = z.output<typeof toolWhereSchema>;

export const toolRunStateSchema = z.discriminatedUnion('type', [
  /** A person is asked. `patterns`: suggested for rules of "always" and "never"; they can be edited. */
  z.object({
    type: z.literal('waiting'),
    effect: z.exactOptional(toolEffectSchema),
    patterns: z.exactOptional(z.array(z.string())),
    /** Number of the question in this call, from 1. A decision names it, so that it is never taken for the next one. */
    question: z.exactOptional(z.number()),
    /** Where a rule would hold; `isTrusted` as at the time of the question. */
    where: z.exactOptional(toolWhereSchema),
    /** A permission for the whole thread would cover this effect: its folder is trusted. */
    isForThread: z.exactOptional(z.boolean()),
  }),
  /** `effect`: the last one that was allowed. */
  z.object({ type: z.literal('running'), effect: z.exactOptional(toolEffectSchema) }),
  z.object({
    type: z.literal('done'),
    output: z.string(),
    isError: z.boolean(),
    /** JSON text. */
    details: z.exactOptional(z.string()),
    /** The change, command or address that was allowed last. */
    effect: z.exactOptional(toolEffectSchema),
  }),
  /** `reason`: a sentence if a rule denied it, not the person. */
  z.object({ type: z.literal('denied'), reason: z.exactOptional(z.string()) }),
  /** Without output: it never ran, was stopped, or its extension has gone. */
  z.object({ type: z.literal('failed'), reason: z.string() }),
]);
export type ToolRunState = z.output<typeof toolRunStateSchema>;

/** Becomes rules for the effect in question. */
export const ruleDecisionSchema = z.strictObject({
  type: z.enum(['always', 'never']),
  patterns: z.array(z.string().check(z.minLength(1), z.maxLength(1000))).check(z.minLength(1), z.maxLength(50)),
  /** Where the rules hold: in the folder named with the question, or in every trusted one. */
  place: z.enum(['folder', 'every-trusted']),
});

export type RuleDecision = DeepReadonly<z.output<typeof ruleDecisionSchema>>;

/** `allow-thread`: all effects of this kind by this tool, until the app ends. */
export const toolDecisionSchema = z.union([z.enum(['allow-once', 'allow-thread', 'deny']), ruleDecisionSchema]);
export type ToolDecision = DeepReadonly<z.output<typeof toolDecisionSchema>>;

/** A tool call, for display. */
export interface ToolRunView {
  /** Absent if there is no such tool. */
  readonly tool?: CalledTool | undefined;
  readonly state: ToolRunState;
  /** Start of the state. */
  readonly at: number;
  /** Start of its run; absent before that, while the person is asked for its first effect. */
  readonly startedAt?: number | undefined;
  /** Output so far. */
  readonly live?: string | undefined;
  /** Names of extensions that had it otherwise than the model, or the tool. */
  readonly changedBy?: readonly string[] | undefined;
  /** The arguments as JSON text, where extensions had others than the model. */
  readonly input?: string | undefined;
}
