import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cacheDirectory, SetUpError } from './project.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} code exit code; 127: the command could not be started, 128: a signal ended it
 * @property {string} stdout
 * @property {string} stderr
 */

/**
 * Runs a command and collects its output. Never throws if the command fails.
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
 * @param {string} log name of the log, without folder and extension
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, shell?: boolean }} [options]
 * @returns {Promise<{ code: number, tail: string, logFile: string }>} `tail`: the last lines of the output
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
    // If set-up is killed, its npm must not survive and interfere with the next one.
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
 * Like {@link runLogged}, but the command must succeed.
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
 * Wraps a command so that it ends with us, however we end, if the system supports that.
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
