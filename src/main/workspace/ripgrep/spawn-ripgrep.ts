import { spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { FailureError } from '../../../shared/contract/errors.ts';
import { leftOutGlobs } from '../../documents/left-out.ts';
import { environmentOfStarted } from '../../processes/process-group.ts';
import type { OutputFile } from './output-file.ts';

export interface RipgrepRun {
  /** Absolute. */
  readonly cwd: string;
  readonly args: readonly string[];
  /** The character that ends a part of its output. */
  readonly end: '\n' | '\0';
  readonly signal: AbortSignal;
  /** A text to search in place of files. */
  readonly input?: string;
  /** Milliseconds, after which what was found by then counts. */
  readonly limitMs?: number;
  /** In place of a pipe. */
  readonly output?: OutputFile;
  /** @returns false when there is enough: the program is ended */
  onPart(part: string): boolean;
}

/**
 * Arguments for looking at the same files as the tree does, whatever the machine's own settings: hidden ones too. Files of
 * rules are not opened: see `runRipgrep`.
 */
const sameAsTree = [
  '--no-config',
  '--hidden',
  '--no-ignore',
  ...leftOutGlobs.map((glob) => `--glob=${glob}`),
  '--no-messages',
  '--sort=path',
  '--path-separator=/',
];

/** Characters; a longer part is left out, as one line of a file may be all of it. */
const longestPart = 1024 * 1024;
const longestComplaint = 2000;

export interface RipgrepEnd {
  /** Something was left out. */
  readonly isPartial: boolean;
  /** It printed more than the file can take, and was ended. */
  readonly isTooMuch: boolean;
}

/**
 * Runs ripgrep to its end, or until there is enough, over all that is named to it.
 * @throws {FailureError} `cancelled` when the signal aborts, `invalid-request` with its own words when it refuses
 */
export async function spawnRipgrep({
  cwd,
  args,
  end,
  signal,
  input = '',
  limitMs = 60_000,
  output,
  onPart,
}: RipgrepRun): Promise<RipgrepEnd> {
  const program = await findProgram();
  const cancelled = () => new FailureError({ code: 'cancelled', message: 'The search was cancelled.' });
  if (signal.aborted) throw cancelled();
  const child = spawn(program, [...sameAsTree, ...args], {
    cwd,
    env: environmentOfStarted(process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot } : {}),
    stdio: ['pipe', output?.fd ?? 'pipe', 'pipe'],
    windowsHide: true,
  });
  // It may end before it has read all.
  child.stdin?.on('error', () => undefined).end(input);
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  let isPartial = false;
  let isStopped = false;
  const stop = () => {
    isPartial = true;
    isStopped = true;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(stop, limitMs);
  signal.addEventListener('abort', stop);
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, longestComplaint);
  });
  const take = partSplitter(end, {
    // Nobody waits for output after the end, of a program that had printed all by then either.
    part: (part) => !isStopped && !onPart(part) && stop(),
    leftOut: () => {
      isPartial = true;
    },
  });
  child.stdout?.setEncoding('utf8').on('data', take);
  const decoder = new StringDecoder('utf8');
  const follow = (file: OutputFile) =>
    file.follow(exited, (bytes) => {
      take(decoder.write(bytes));
      return !isStopped;
    });
  try {
    // One that cannot be read cannot take it either.
    const isTooMuch = output !== undefined && (await follow(output).catch(() => true));
    if (isTooMuch) stop();
    const code = await exited;
    if (signal.aborted) throw cancelled();
    if (code === 2 && complaint !== '') {
      throw new FailureError({ code: 'invalid-request', message: `The search was refused: ${complaint.trim()}` });
    }
    return { isPartial, isTooMuch };
  } catch (error) {
    if (error instanceof FailureError) throw error;
    throw noProgram(error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** @returns takes what is printed, in pieces */
function partSplitter(end: string, on: { part(part: string): void; leftOut(): void }): (chunk: string) => void {
  let rest = '';
  let isTooLong = false;
  return (chunk) => {
    const pieces = chunk.split(end);
    for (const [index, piece] of pieces.entries()) {
      if (!isTooLong) rest += piece;
      if (rest.length > longestPart) {
        isTooLong = true;
        rest = '';
        on.leftOut();
      }
      if (index === pieces.length - 1) return;
      if (!isTooLong) on.part(rest);
      rest = '';
      isTooLong = false;
    }
  };
}

/** Imported when needed: a system without a build of the program must still have an editor. */
async function findProgram(): Promise<string> {
  try {
    const { rgPath } = await import('@vscode/ripgrep');
    return outsideArchive(rgPath);
  } catch (error) {
    throw noProgram(error);
  }
}

const noProgram = (cause: unknown): FailureError => {
  const message = 'The program that searches files could not be started. Install the app again.';
  return new FailureError({ code: 'file-failed', message, detail: String(cause) }, { cause });
};

/** Inside the archive of a packaged app nothing can be started; the program lies beside it. */
export const outsideArchive = (path: string): string => path.replace(/\bapp\.asar(?=[\\/])/, 'app.asar.unpacked');
