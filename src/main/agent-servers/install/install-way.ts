import type { AgentInstallPlan } from '../../../shared/contract/agent-servers/agent-server.ts';
import type { ProgramEnvironment } from '../../programs/program-environment.ts';
import type { InstalledDistribution } from '../catalog/agent-offer.ts';
import type { NodePrograms } from '../node/node-programs.ts';
import type { NodeDistribution } from '../node/node-release.ts';

/** Where the content of an archive is, in the folder of the agent. */
export const contentFolder = 'content';

/** How what was installed is started. Paths are relative to its folder, with "/". */
export interface InstalledProgram {
  /** Runs `entry`, or stands alone: found in the PATH. null: `entry` is the program. */
  readonly runner: string | null;
  readonly entry: string | null;
  /** What begins with `./` and the folder of the content is a file there. */
  readonly args: readonly string[];
  /** Of versions of Node.js that it runs on, as under `engines` of a package; absent: any. */
  readonly nodeRange?: string | undefined;
}

/** What comes into the app's own folder: agents, and the Node.js that runs some. */
export type Installable = InstalledDistribution | NodeDistribution;

/** One installation. */
export interface Installing {
  /** Of the agent, for sentences. */
  readonly name: string;
  /** Empty when it is planned, and kept until it is installed; absolute. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** One way to get an agent. Both throw `FailureError` with a sentence; the folder is deleted then. */
export interface InstallWay<T extends Installable = Installable> {
  /** What would come, before anything is put into place. */
  plan(distribution: T, installing: Installing): Promise<AgentInstallPlan>;
  /** @param tell gets what it does, in a few words, as it goes on */
  install(distribution: T, installing: Installing, tell: (progress: string) => void): Promise<InstalledProgram>;
}

/** What the ways need of the computer. */
export interface InstallWorld {
  readonly environment: ProgramEnvironment;
  /** Which Node.js runs npm and agents. */
  readonly nodes: NodePrograms;
  /** The person's folder. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly fetch: typeof globalThis.fetch;
}
