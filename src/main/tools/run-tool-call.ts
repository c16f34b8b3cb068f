import { readInput } from '../../shared/content/tool-result.ts';
import { toFailure } from '../../shared/contract/errors.ts';
import type { ToolUse } from '../../shared/contract/provider.ts';
import {
  type ContributedTool,
  longestDetails,
  type ToolEffect,
  type ToolOutput,
  type ToolRunState,
  toolOutputSchema,
} from '../../shared/contract/tool.ts';
import { cutOutput } from './cut-output.ts';
import type { OfferedTools } from './offered-tools.ts';

/** Context of the tool calls of one answer. */
export interface ToolCalls {
  readonly offered: OfferedTools;
  /** Bytes of an output that the model and the thread get. */
  readonly maxOutput: number;
  /**
   * Runs a tool in its extension; a person is asked for the tool, or for its effects, if the rules demand it.
   * @returns the extension's answer, not validated yet
   * @throws {CallDenied} when it failed because something was not allowed
   */
  run(call: AskedCall, told: CallListener, signal: AbortSignal): Promise<RanCall>;
}

export interface AskedCall {
  /** The id of the model's call. */
  readonly toolUseId: string;
  readonly tool: ContributedTool;
  /** The tool's, as the model was told it. */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface CallListener {
  /** The call waits for a person, or continues. */
  state(state: ToolRunState): void;
  /** Further output of the running call. */
  output(text: string): void;
  /** Extensions of these names had the call, or what came of it, otherwise than it was. `input`: its arguments by now, as JSON. */
  changed?(change: { readonly by: readonly string[]; readonly input?: string }): void;
}

export interface RanCall {
  readonly answer: unknown;
  /** The effect allowed last. */
  readonly effect?: ToolEffect | undefined;
}

/** A person or a rule refused, and the tool gave up. `reason`: a sentence, if it was a rule. */
export class CallDenied extends Error {
  readonly reason: string | undefined;
  constructor(reason: string | undefined) {
    super(reason ?? 'The person did not allow it.');
    this.name = 'CallDenied';
    this.reason = reason;
  }
}

/**
 * Asks for one call and runs it. Never rejects: every outcome is a state, for the panel and for the model.
 * @param told gets every state of the call, the last one included
 * @param stopped gives the reason when the signal aborted
 */
export async function runToolCall(
  { id: toolUseId, name, input: text }: ToolUse,
  calls: ToolCalls,
  told: { state(state: ToolRunState, tool: ContributedTool | undefined): void } & Omit<CallListener, 'state'>,
  signal: AbortSignal,
  stopped: () => string,
): Promise<ToolRunState> {
  const tool = calls.offered.get(name);
  const end = (state: ToolRunState): ToolRunState => {
    told.state(state, tool);
    return state;
  };
  if (!tool) return end(failed(`There is no tool of the name “${name}”.`));
  const input = readInput(text);
  if (!input) return end(failed('The arguments are not a JSON object, so it was not run.'));
  try {
    const listener: CallListener = { ...told, state: (state) => told.state(state, tool) };
    const ran = await calls.run({ toolUseId, tool, name, input }, listener, signal);
    return end(stateOf(tool, ran, calls.maxOutput));
  } catch (thrown) {
    if (signal.aborted) return end(failed(stopped()));
    if (!(thrown instanceof CallDenied)) return end(failed(toFailure(thrown).message));
    return end({ type: 'denied', ...(thrown.reason !== undefined && { reason: thrown.reason }) });
  }
}

function stateOf(tool: ContributedTool, { answer, effect }: RanCall, maxOutput: number): ToolRunState {
  const output = toolOutputSchema.safeParse(answer);
  if (!output.success)
    return failed(`${tool.extensionName} gave an output that is neither text nor { text, isError }.`);
  const {
    text,
    isError = false,
    details = null,
  }: Exclude<ToolOutput, string> = typeof output.data === 'string' ? { text: output.data } : output.data;
  const json = details === null ? undefined : shortJson(details);
  if (json === null) return failed(`${tool.extensionName} gave details that are no JSON of 64 KB at most.`);
  return {
    type: 'done',
    output: cutOutput(text, maxOutput),
    isError,
    ...(json !== undefined && { details: json }),
    ...(effect && { effect }),
  };
}

/** @returns null if it is longer than details may be, or no JSON: it may hold itself */
function shortJson(details: unknown): string | null {
  try {
    const json = JSON.stringify(details);
    return json !== undefined && json.length <= longestDetails ? json : null;
  } catch {
    return null;
  }
}

const failed = (reason: string): ToolRunState => ({ type: 'failed', reason });
