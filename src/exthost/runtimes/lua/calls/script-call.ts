import type { ExtensionContext } from '../../../../shared/contract/extension-api/extension-api.ts';
import type { ExtensionThread } from '../../../../shared/contract/extension-api/extension-threads.ts';
import type { ToolCall } from '../../../../shared/contract/extension-api/extension-tool-call.ts';

/** A call of one of the script's functions, as its `ctx` reaches it. */
export interface ScriptCall {
  readonly signal: AbortSignal;
  /** Time of `performance.now` beyond which it may not run, however little it has run. */
  readonly until?: number;
  /** The thread that it is a part of; undefined: of none. */
  readonly thread?: ExtensionThread;
  /** The extension ends with it. */
  readonly isEnd?: boolean;
  /** Runs a command as a part of a tool's call. */
  readonly exec?: ToolCall['exec'];
  /** Begins a task as a part of a tool's call. */
  readonly spawn?: ToolCall['spawn'];
  /** Shows progress of a tool. */
  readonly report?: (text: string) => void;
  /** Passes an event of an answer on; resolves when it was taken. */
  readonly emit?: (event: unknown) => Promise<void>;
}

/** What a script asks for, with the arguments as they came from Lua. */
export interface ScriptRequest {
  readonly call: ScriptCall;
  /** The name of the function that it called, as `ctx.sleep`. */
  readonly op: string;
  readonly args: readonly unknown[];
}

/** Calls a function of the script with an event. @param handler what the prelude knows it by */
export type CallHandler = (
  handler: string,
  event: unknown,
  at: Pick<ScriptCall, 'signal' | 'thread'>,
) => Promise<unknown>;

export type Answers<Result> = Readonly<
  Record<string, (context: ExtensionContext, args: readonly unknown[], call: ScriptCall, handle: CallHandler) => Result>
>;
