import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { boundToUs } from '../setup/commands.mjs';

/**
 * Runs a program in the foreground. SIGINT, SIGTERM and SIGHUP are forwarded once each; a second one kills it. It has
 * its own session, so that Ctrl+C in a terminal does not reach it twice: Chromium takes a second signal as an order
 * to exit at once.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>} exit code; 128 + number of the signal that ended it
 */
export function runProgram(command, args, options = {}) {
  const isWindows = process.platform === 'win32';
  const bound = boundToUs(command, args);
  return new Promise((resolve, reject) => {
    const child = spawn(bound.command, bound.args, { ...options, stdio: 'inherit', detached: !isWindows });
    let asked = false;
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      if (child.pid === undefined) return;
      if (asked && !isWindows) process.kill(-child.pid, 'SIGKILL');
      else child.kill(signal);
      asked = true;
    };
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
    for (const signal of signals) process.on(signal, forward);
    const settle = () => {
      for (const signal of signals) process.off(signal, forward);
    };
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('close', (code, signal) => {
      settle();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
