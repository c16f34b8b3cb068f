import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cacheDirectory, SetUpError } from './project.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} code exit code; 127 when the command could not be started, 128 when a signal ended it
 * @property {string} stdout
 * @property {string} stderr
 */

/**
 * Runs a command and collects what it says. Never throws for the command's own failure.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number }} [options]
 * @returns {Promise<Outcome>}
 */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    let stdout = '';
    let stderr = '';
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env,
      timeout: options.timeoutMs,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.on('error', (error) => resolve({ code: 127, stdout, stderr: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 128, stdout, stderr }));
  });
}

/**
 * Runs a command with its output in `.cache/logs/<log>.log`.
 * @param {string} log name of the log, without folder and ending
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, shell?: boolean }} [options]
 * @returns {Promise<{ code: number, tail: string, logFile: string }>} the last lines of the output are in `tail`
 */
export function runLogged(log, command, args, options = {}) {
  const directory = join(cacheDirectory, 'logs');
  mkdirSync(directory, { recursive: true });
  const logFile = join(directory, `${log}.log`);
  return new Promise((resolve) => {
    const file = createWriteStream(logFile);
    let tail = '';
    /** @param {Buffer | string} chunk */
    const keep = (chunk) => {
      file.write(chunk);
      tail = (tail + chunk.toString()).slice(-4000);
    };
    // A set-up that was killed must not leave an npm behind that works against the next one.
    const bound = boundToUs(command, args);
    const child = spawn(bound.command, bound.args, {
      cwd: options.cwd,
      env: options.env,
      timeout: options.timeoutMs,
      shell: options.shell,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    /** @param {number} code */
    const finish = (code) => file.end(() => resolve({ code, tail: lastLines(tail, 20), logFile }));
    child.on('error', (error) => {
      keep(error.message);
      finish(127);
    });
    child.on('close', (code) => finish(code ?? 128));
  });
}

/**
 * Like {@link runLogged}, for a command that has to work.
 * @param {string} log
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Parameters<typeof runLogged>[3] & { advice?: string }} [options]
 * @throws {SetUpError} with the last lines of the output, and the advice
 */
export async function runOrThrow(log, command, args, options = {}) {
  const outcome = await runLogged(log, command, args, options);
  if (outcome.code === 0) return;
  const advice = options.advice ? `\n${options.advice}` : '';
  throw new SetUpError(
    `${command} ${args.join(' ')} ended with code ${outcome.code}. Its last lines (all: ${outcome.logFile}):\n${outcome.tail}${advice}`,
  );
}

/**
 * @param {string} text
 * @param {number} count
 */
function lastLines(text, count) {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}

/**
 * The command in a form that ends when we end, however we end, where the system can do that.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {{ command: string, args: readonly string[] }}
 */
export function boundToUs(command, args) {
  return process.platform === 'linux' && hasCommand('setpriv')
    ? { command: 'setpriv', args: ['--pdeathsig', 'TERM', command, ...args] }
    : { command, args };
}

/**
 * @param {string} command
 * @returns {boolean}
 */
export function hasCommand(command) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, command)));
}
