import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SetUpError } from './project.mjs';

const heartbeatMs = 2000;

/**
 * Takes the lock that prevents concurrent set-ups of one checkout; waits while another process holds it.
 * The holder touches the file every two seconds. A lock of a dead process, or untouched for a minute, is taken over.
 * @param {string} file
 * @param {{ onWait?: (pid: number) => void, silentMs?: number, pollMs?: number }} [options]
 * @returns {Promise<() => void>} releases the lock
 */
export async function takeLock(file, options = {}) {
  const { onWait, silentMs = 60_000, pollMs = 200 } = options;
  mkdirSync(dirname(file), { recursive: true });
  let told = false;
  let seen = '';
  let seenAt = Date.now();
  while (!tryCreate(file)) {
    const holder = readHolder(file);
    if (holder === null) continue;
    const sight = `${holder.pid} ${holder.touched}`;
    if (sight !== seen) {
      seen = sight;
      seenAt = Date.now();
    }
    if (!isAlive(holder.pid) || Date.now() - seenAt > silentMs) {
      moveAway(file, holder.text);
      continue;
    }
    if (!told) onWait?.(holder.pid);
    told = true;
    await delay(pollMs);
  }
  const isOurs = () => readHolder(file)?.pid === process.pid;
  // After a long sleep of the computer the lock may have been taken over as stale.
  const heartbeat = setInterval(() => isOurs() && utimesSync(file, new Date(), new Date()), heartbeatMs);
  heartbeat.unref();
  return () => {
    clearInterval(heartbeat);
    if (isOurs()) rmSync(file, { force: true });
  };
}

/** @param {string} file */
function tryCreate(file) {
  // Written to another file and linked, so that a lock is never read without its pid.
  const own = `${file}.${process.pid}`;
  try {
    writeFileSync(own, `${process.pid}`);
    linkSync(own, file);
    return true;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EEXIST') return false;
    if (code !== 'EACCES' && code !== 'EROFS') throw error;
    throw new SetUpError(`${dirname(file)} cannot be written, so nothing can be set up here (${code}).`);
  } finally {
    rmSync(own, { force: true });
  }
}

/** @param {string} file */
function readHolder(file) {
  try {
    const text = readFileSync(file, 'utf8');
    return { text, pid: Number.parseInt(text, 10), touched: statSync(file).mtimeMs };
  } catch {
    return null;
  }
}

/**
 * Removes a stale lock. It is renamed first: of several processes one succeeds, and one that renames a newer lock by
 * mistake puts it back.
 * @param {string} file
 * @param {string} staleText
 */
function moveAway(file, staleText) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== staleText) linkSync(aside, file);
  } catch {
    // Another process was faster: the next round checks again.
  }
  rmSync(aside, { force: true });
}

/** @param {number} pid */
function isAlive(pid) {
  if (!Number.isInteger(pid) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
