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
  /** As in `AgentLaunch`. */
  readonly protocol?: 1 | 2 | undefined;
}

/** How an agent is had on this computer. */
export type AgentDistribution = AgentCommand | InstalledDistribution | Unobtainable;

/** It is there already. */
export interface AgentCommand {
  readonly type: 'command';
  /** Absolute, `~/…`, or found in the PATH. */
  readonly command: string;
  readonly args: readonly string[];
}

/** It is put into the app's own folder first. */
export type InstalledDistribution = NpmDistribution | UvxDistribution | ArchiveDistribution;

interface Versioned {
  readonly version: string;
  readonly args: readonly string[];
}

export interface NpmDistribution extends Versioned {
  readonly type: 'npm';
  readonly package: string;
  /** What the lockfile has to say of it. */
  readonly integrity?: string | undefined;
}

/** `uvx` runs it, and keeps it. */
export interface UvxDistribution extends Versioned {
  readonly type: 'uvx';
  /** With its version. */
  readonly package: string;
}

export interface ArchiveDistribution extends Versioned {
  readonly type: 'archive';
  readonly url: string;
  /** Hexadecimal, in lower case. */
  readonly sha256: string;
  readonly cmd: string;
}

export interface Unobtainable {
  readonly type: 'none';
  /** Why, in a sentence. */
  readonly problem: string;
}
