import type { AgentQuestion } from '../../../shared/contract/agent-servers/agent-item.ts';
import type {
  AgentCommand,
  AgentOption,
  AgentSignInMethod,
  KeptSessionPage,
} from '../../../shared/contract/agent-servers/agent-session.ts';
import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';
import type { Elicitation, ElicitationAnswer } from '../../../shared/contract/agent-servers/elicitation.ts';
import type { Failure } from '../../../shared/contract/errors.ts';
import type { AnswerEnd } from '../../../shared/contract/thread.ts';

/**
 * An agent's process that speaks the Agent Client Protocol, whichever version it answered. Every method rejects with a
 * `FailureError`: `agent-signed-out` when a person has to sign in first (-32000), `agent-gone` when the process has ended
 * or was ended, `agent-failed` with the agent's own words otherwise. A connection that is over is never used again.
 */
export interface AgentConnection {
  readonly version: 1 | 2;
  /** As it calls itself; "" if it does not. */
  readonly info: { readonly name: string; readonly version: string };
  readonly can: AgentAbilities;
  readonly signIn: readonly AgentSignInMethod[];
  /** @param cwd absolute */
  newSession(cwd: string, signal: AbortSignal): Promise<OpenedSession>;
  /** Goes on with one without its history: `can.resume`. */
  resumeSession(id: string, cwd: string, signal: AbortSignal): Promise<OpenedSession>;
  /** Goes on with one; its history comes first, in `replayed`: `can.load`. */
  loadSession(id: string, cwd: string, signal: AbortSignal): Promise<OpenedSession>;
  /** Those of a folder, newest first: `can.list`. */
  listSessions(cwd: string, cursor: string | null, signal: AbortSignal): Promise<KeptSessionPage>;
  /** The agent may forget what it holds of it: `can.close`; without, nothing happens. */
  closeSession(id: string): Promise<void>;
  /** Nobody listens to it any more; it is closed unless it is opened again within `ms`. */
  leaveSession(id: string, ms: number): void;
  /** Resolves when the turn is over; a second prompt waits for that. `signal` only ends the waiting: see `cancel`. */
  prompt(sessionId: string, blocks: readonly PromptBlock[], signal: AbortSignal): Promise<PromptEnd>;
  /** Asks it to end the turn. Questions of the session that are open end as cancelled. */
  cancel(sessionId: string): void;
  setOption(sessionId: string, optionId: string, value: string | boolean): Promise<void>;
  authenticate(methodId: string, signal: AbortSignal): Promise<void>;
  logout(): Promise<void>;
  /** The process has ended, or is being ended: nothing more can be asked of it. It may be known before `gone` is told. */
  isOver(): boolean;
  /** Ends the process and all that it started. */
  close(): Promise<void>;
}

export interface AgentAbilities {
  readonly images: boolean;
  /** Contents of files within the prompt. */
  readonly contents: boolean;
  readonly load: boolean;
  readonly resume: boolean;
  readonly list: boolean;
  readonly close: boolean;
  readonly logout: boolean;
}

export interface OpenedSession {
  readonly id: string;
  readonly options: readonly AgentOption[];
  readonly commands: readonly AgentCommand[];
  /** What came before the answer: history, after `loadSession`. */
  readonly replayed: readonly AgentUpdate[];
}

export type PromptBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly data: string }
  /** A file or page by its address alone. */
  | { readonly type: 'link'; readonly uri: string; readonly name: string }
  /** With its content, if it takes that: `can.contents`. */
  | { readonly type: 'resource'; readonly uri: string; readonly text: string };

export interface PromptEnd {
  /** `stopped-by-person`: it was cancelled, whatever the agent called it. */
  readonly end: AnswerEnd;
  readonly tokens?: { readonly input: number; readonly output: number } | undefined;
}

/** What an agent asks of the app, and tells it. All of it is of one connection. */
export interface AgentClient {
  /** In the order in which they came. */
  updated(sessionId: string, updates: readonly AgentUpdate[]): void;
  /**
   * Its call has been upserted before, by `updated`. @param callId of that call @returns the id of an option; null: cancelled
   */
  ask(sessionId: string, callId: string, question: AgentQuestion, signal: AbortSignal): Promise<string | null>;
  /** `line` from 1. @throws {FailureError} */
  readText(
    sessionId: string,
    file: { readonly path: string; readonly line?: number | undefined; readonly limit?: number | undefined },
    signal: AbortSignal,
  ): Promise<string>;
  /** @throws {FailureError} */
  writeText(
    sessionId: string,
    file: { readonly path: string; readonly text: string },
    signal: AbortSignal,
  ): Promise<void>;
  readonly terminals: AgentTerminals;
  /** @param sessionId null: of none, as while it signs in */
  elicit(sessionId: string | null, elicitation: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer>;
  /** A line of its standard error, without control sequences. */
  logged(line: string): void;
  /** The process has ended, or was ended as it broke a rule; told once, after all updates. */
  gone(failure: Failure): void;
}

/** Processes that an agent has us run. @throws {FailureError} for an unknown id, and when it cannot be started */
export interface AgentTerminals {
  create(sessionId: string, command: TerminalCommand): Promise<string>;
  output(terminalId: string): { readonly output: string; readonly isCut: boolean; readonly exit: TerminalExit | null };
  ended(terminalId: string, signal: AbortSignal): Promise<TerminalExit>;
  kill(terminalId: string): Promise<void>;
  release(terminalId: string): Promise<void>;
}

export interface TerminalCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
  /** Bytes of the output that are kept, its end. */
  readonly limit?: number | undefined;
}

export interface TerminalExit {
  readonly code: number | null;
  readonly signal: string | null;
}
