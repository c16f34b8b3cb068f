import type { AgentRef } from '../../../shared/contract/agent-servers/agent-ref.ts';
import type { AgentServerSnapshot } from '../../../shared/contract/agent-servers/agent-server.ts';

/** An agent server that somebody offers, installed or not. */
export interface AgentOffer {
  readonly ref: AgentRef;
  readonly name: string;
  /** "" if there is none. */
  readonly description: string;
  /** Sanitised SVG text. */
  readonly icon?: string | undefined;
  readonly from: AgentServerSnapshot['from'];
  readonly distribution: AgentDistribution;
  /** Not secret. */
  readonly environment: Readonly<Record<string, string>>;
  /** Variables with a secret that it names itself, with their titles. */
  readonly keys: Readonly<Record<string, string>>;
}

/** How an agent is had. */
export type AgentDistribution = AgentCommand;

/** It is on this computer already. */
export interface AgentCommand {
  readonly type: 'command';
  /** Absolute, `~/…`, or found in the PATH. */
  readonly command: string;
  readonly args: readonly string[];
}
