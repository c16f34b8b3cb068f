import { z } from 'zod/mini';

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
  readonly id: string;
  /** What the model is told. */
  readonly description: string;
  /** JSON Schema as JSON text. */
  readonly inputSchema: string;
  /** It says of itself that it changes nothing. A person sees this in the question; it is not a permission. */
  readonly isReadOnly: boolean;
}

/** What a thread keeps of the tool that was called. */
export type CalledTool = Pick<ContributedTool, 'extensionId' | 'extensionName' | 'id' | 'isReadOnly'>;

/** The name under which a model calls it, of which services allow 64 letters, digits and "_". Two tools may come to the same. */
export const toolName = ({ extensionId, id }: Pick<ContributedTool, 'extensionId' | 'id'>): string =>
  `${extensionId}__${id}`.replaceAll('-', '_').slice(0, 64);

export const toolRunStateSchema = z.discriminatedUnion('type', [
  /** A person is asked. */
  z.object({ type: z.literal('waiting') }),
  z.object({ type: z.literal('running') }),
  z.object({ type: z.literal('done'), output: z.string(), isError: z.boolean() }),
  z.object({ type: z.literal('denied') }),
  /** There is no output: it was never run, it was stopped, or the extension went. */
  z.object({ type: z.literal('failed'), reason: z.string() }),
]);
export type ToolRunState = z.output<typeof toolRunStateSchema>;

export type ToolDecision = 'allow-once' | 'allow-thread' | 'deny';
