import { delimiter, dirname, join } from 'node:path';
import type { FoundNode } from '../../../shared/contract/agent-servers/app-node.ts';
import { type Failure, FailureError } from '../../../shared/contract/errors.ts';
import { plainLine } from '../../../shared/contract/plain-line.ts';
import type { ProgramEnvironment } from '../../programs/program-environment.ts';
import { commandEnvironment } from '../../tools/commands/command-environment.ts';
import { findProgram } from '../../tools/commands/find-program.ts';
import { runInShell } from '../../tools/commands/run-in-shell.ts';
import { quotedLine } from '../../tools/shell/quoted-line.ts';
import { isInRange, readVersion } from './node-range.ts';

/** What of Node.js is needed. */
export interface NodeNeed {
  /** For sentences. */
  readonly who: string;
  readonly program: 'node' | 'npm' | 'npx';
  /** Of versions, as under `engines` of a package. */
  readonly range?: string | undefined;
}

export interface NodeProgramsDeps {
  readonly environment: ProgramEnvironment;
  readonly platform: NodeJS.Platform;
  /** The person's folder. */
  readonly home: string;
  /** For a program to tell its version. */
  readonly versionMs: number;
  /** What is in the app's own folder; null: nothing. (program): absolute. */
  own(): { readonly version: string; readonly program: string } | null;
}

export type NodePrograms = ReturnType<typeof createNodePrograms>;

/**
 * Which Node.js runs agents and npm: that of the PATH, and the app's own only where there is none, or one that does not run or
 * is not in the range that an agent names.
 */
export function createNodePrograms({ environment, platform, home, versionMs, own }: NodeProgramsDeps) {
  async function find(): Promise<FoundNode | null> {
    const all = await environment();
    const path = await findProgram('node', all, platform);
    return path === null ? null : { path, ...(await versionOf(path, commandEnvironment(all, platform))) };
  }

  async function versionOf(path: string, inherited: Record<string, string>): Promise<Omit<FoundNode, 'path'>> {
    const { output, isTimedOut, exitCode } = await runInShell({
      line: quotedLine([path, '--version'], platform),
      cwd: home,
      environment: inherited,
      timeoutMs: versionMs,
      signal: new AbortController().signal,
      onOutput: () => {},
    });
    const said = plainLine(output.trim().split('\n')[0] ?? '').slice(0, 200);
    if (exitCode === 0 && readVersion(said)) return { version: said.replace(/^v/, '') };
    if (isTimedOut) return { version: null, problem: 'it does not answer' };
    return { version: null, problem: said === '' ? `it ends with ${exitCode ?? 'a signal'}` : `“${said}”` };
  }

  return {
    find,
    /** Tells whether a program of Node.js runs. @returns null: it does; else why not, in words */
    async faultOf(path: string): Promise<string | null> {
      return (await versionOf(path, commandEnvironment(await environment(), platform))).problem ?? null;
    },
    /**
     * The environment in whose PATH the program that is needed comes first.
     * @throws {FailureError} `node-missing`, with what there is instead
     */
    async environmentFor({ who, program, range = '*' }: NodeNeed): Promise<NodeJS.ProcessEnv> {
      const all = await environment();
      const found = await find();
      const isThere = program === 'node' || (await findProgram(program, all, platform)) !== null;
      if (found?.version && isThere && isInRange(found.version, range)) return all;
      const ours = own();
      if (ours && isInRange(ours.version, range)) return withFirst(dirname(ours.program), all);
      throw new FailureError(missing(who, program, range, found, ours?.version));
    },
  };
}

/** @param folder absolute, with programs that go before all others */
export function withFirst(folder: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const name = Object.keys(environment).find((each) => each.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...environment, [name]: [folder, environment[name]].filter(Boolean).join(delimiter) };
}

function missing(
  who: string,
  program: NodeNeed['program'],
  range: string,
  found: FoundNode | null,
  own: string | undefined,
): Failure {
  const needs = `${who} needs Node.js${range === '*' ? '' : ` ${range}`}`;
  const ours = own === undefined ? '' : ` The app’s own is ${own}.`;
  const say = (why: string): Failure => ({ code: 'node-missing', message: `${needs}${why}${ours}` });
  if (!found) return say(', which was not found in your PATH.');
  const { path, version, problem } = found;
  if (version === null) return say(`, and the one in your PATH, ${path}, does not run: ${problem}.`);
  if (!isInRange(version, range)) return say(`, and the one in your PATH, ${path}, is ${version}.`);
  return say(` with ${program}: the one in your PATH, ${path} ${version}, has no ${program} beside it.`);
}

/** Where programs are in the app's own Node.js, as an installer of Node.js has them. Relative, with "/". */
export const layoutOf = (platform: NodeJS.Platform) =>
  platform === 'win32'
    ? { program: 'node.exe', npm: 'node_modules/npm' }
    : { program: 'bin/node', npm: 'lib/node_modules/npm' };

export const placeOf = (folder: string, path: string): string => join(folder, ...path.split('/'));
