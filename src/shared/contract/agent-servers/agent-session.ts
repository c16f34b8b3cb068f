import type { Failure } from '../errors.ts';

/** What a session of an agent server has besides its thread. Not kept: the agent tells it anew. */

export interface AgentCommand {
  /** Without "/". */
  readonly name: string;
  readonly description: string;
  /** What may follow it; absent: nothing. */
  readonly hint?: string | undefined;
}

export interface AgentOptionValue {
  readonly value: string;
  readonly name: string;
  readonly description?: string | undefined;
  /** Heading above it. */
  readonly group?: string | undefined;
}

/** A mode, a model or anything else that the agent lets the person choose. */
export interface AgentOption {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  /** `mode`, `model`, `thought_level` or the agent's own word. */
  readonly category?: string | undefined;
  /** A boolean has no `values`. */
  readonly value: string | boolean;
  readonly values: readonly AgentOptionValue[];
}

export interface AgentUsage {
  /** Tokens that are in its context, and that fit. */
  readonly used: number;
  readonly size: number;
  readonly cost?: { readonly amount: number; readonly currency: string } | undefined;
}

export interface AgentSignInMethod {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  /** `agent`: it does it itself. `terminal`: a person runs `command` in a terminal. */
  readonly type: 'agent' | 'terminal';
  /** The command line to be run, as one would type it. */
  readonly command?: string | undefined;
}

/** The session of a thread with its agent. */
export interface AgentSessionState {
  /** An agent reference. */
  readonly agent: string;
  readonly phase: 'starting' | 'ready' | 'signed-out' | 'failed' | 'ended';
  /** Of `signed-out` and `failed`. */
  readonly failure?: Failure | undefined;
  readonly commands: readonly AgentCommand[];
  readonly options: readonly AgentOption[];
  readonly signIn: readonly AgentSignInMethod[];
  /** It can be asked to forget who is signed in. */
  readonly canSignOut: boolean;
  /** As it told last. */
  readonly usage?: AgentUsage | undefined;
  /** It works although no answer of it is under way: since when, in ms since 1970. */
  readonly workingSince?: number | undefined;
}

/** Some of the sessions that an agent has kept, newest first; `next` asks for more, null: there are none. */
export interface KeptSessionPage {
  readonly sessions: readonly KeptAgentSession[];
  readonly next: string | null;
}

/** A session that an agent has kept. */
export interface KeptAgentSession {
  readonly id: string;
  readonly title: string;
  /** In ms since 1970. */
  readonly at?: number | undefined;
}
