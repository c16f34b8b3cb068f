import type { ChildProcessByStdio } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { basename, isAbsolute } from 'node:path';
import type { Readable } from 'node:stream';
import { type ProcessGroup, spawnGroup } from '../processes/process-group.ts';
import { commandEnvironment } from '../tools/commands/command-environment.ts';

export interface LoginShell {
  /** Its program, absolute. */
  readonly shell: string;
  /** The app's; the shell gets it without apparent secrets. */
  readonly environment: NodeJS.ProcessEnv;
  /** Where it begins, as a terminal does. */
  readonly home: string;
  readonly deadlineMs: number;
}

export type LoginPath = { readonly path: string } | { readonly problem: string };

/** Has the mark by which the path is found between what profiles write; a profile may ask for it, to do less. */
const markVariable = 'OUTRIGGER_READS_PATH';
/** Every shell understands it, as it has neither double quotes nor anything that is replaced between the single ones. */
const line = `/bin/sh -c 'set -f; IFS=; printf %s=%s=%s $${markVariable} $PATH $${markVariable}'`;
/** Characters of output; a shell that writes more is ended. */
const longest = 1024 * 1024;
/** Milliseconds for the last output after the shell has ended. */
const lastWordsMs = 250;

/**
 * The PATH of a terminal: that of a shell which has read the profiles of the person. A shell that ends without having told
 * it, as a profile exits in shells that are interactive, is tried once more as one that is not.
 */
export async function readLoginPath(of: LoginShell): Promise<LoginPath> {
  if (!isAbsolute(of.shell)) return { problem: `“${of.shell}” is not the absolute path of a shell` };
  const until = performance.now() + of.deadlineMs;
  let read: LoginPath = { problem: 'it was not started' };
  for (const words of waysOf(basename(of.shell))) {
    read = await readOnce(of, words, until - performance.now());
    if ('path' in read) break;
  }
  return read;
}

/** The arguments of a shell, best first. */
function waysOf(name: string): readonly (readonly string[])[] {
  if (name === 'nu') return [['-l', '-c', line]];
  if (name === 'pwsh') return [['-Login', '-Command', line]];
  // They are login shells by their name alone when there is a command.
  if (name === 'csh' || name === 'tcsh') return [['-i', '-c', line]];
  return [
    ['-i', '-l', '-c', line],
    ['-l', '-c', line],
  ];
}

function readOnce(of: LoginShell, words: readonly string[], withinMs: number): Promise<LoginPath> {
  const mark = randomUUID();
  return new Promise((resolve) => {
    if (withinMs <= 0) return resolve({ problem: 'its profile takes too long' });
    let child: ChildProcessByStdio<null, Readable, null>;
    let group: ProcessGroup;
    try {
      ({ child, group } = spawnGroup<typeof child>(of.shell, words, {
        cwd: of.home,
        env: { ...commandEnvironment(of.environment, process.platform), [markVariable]: mark },
        // A profile that asks gets no answer, and does not wait for one.
        stdio: ['ignore', 'pipe', 'ignore'],
        argv0: /^t?csh$/.test(basename(of.shell)) ? `-${basename(of.shell)}` : of.shell,
        // A profile may begin what the person's terminals go on with.
        leavers: 'stay',
      }));
    } catch (error) {
      return resolve({ problem: `it could not be started (${codeOf(error)})` });
    }
    let output = '';
    let isDone = false;
    const done = (read: LoginPath) => {
      // Its pid may be another's by then.
      if (isDone) return;
      isDone = true;
      clearTimeout(timer);
      clearTimeout(lastWords);
      child.stdout.destroy();
      resolve(read);
      // Also what a profile left running in its group.
      void group.end().finally(group.hasEnded);
    };
    let lastWords: NodeJS.Timeout | undefined;
    const timer = setTimeout(() => done({ problem: 'its profile takes too long' }), withinMs);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const path = toldIn(output, mark);
      if (path !== undefined) done({ path });
      else if (output.length > longest) done({ problem: 'its profile writes without end' });
    });
    child.stdout.on('error', () => {});
    child.once('error', (error) => done({ problem: `it could not be started (${codeOf(error)})` }));
    child.once('exit', (code, signal) => {
      const over = () => done({ problem: `it ended ${signal ?? `with ${code}`} before it told its PATH` });
      child.once('close', over);
      // What a profile has started may hold the output open.
      lastWords = setTimeout(over, lastWordsMs);
    });
  });
}

/** What is told between two marks; a profile may write marks too, and a PATH may have line ends. */
function toldIn(output: string, mark: string): string | undefined {
  const pieces = output.split(mark).slice(1, -1);
  return pieces.find((piece) => /^=.+=$/s.test(piece))?.slice(1, -1);
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
