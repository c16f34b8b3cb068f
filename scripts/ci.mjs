// All that shows that a commit is sound, one after the other: tests, that every bench runs, and soak in what is left of the
// time; what of it there was no time for is named. The last line sums it up.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { boundToUs } from './setup/commands.mjs';
import { root, say } from './setup/project.mjs';
import { settle, sum } from './testing/count-results.mjs';
import { seedOfTree } from './testing/seed.mjs';

// Whoever judges the same files once more sees the same; other files draw anew. `npm test` and `npm run soak` draw each time.
process.env.OUTRIGGER_SEED ||= seedOfTree(root) ?? '';
const minute = 60_000;
/** Those that run it wait 90 minutes; what did not end by itself until then would be seen by nobody. */
const endsAt = Date.now() + 80 * minute;
// On the slowest computer that was seen the end-to-end tests alone take an hour: from here on no more of them are begun.
process.env.OUTRIGGER_E2E_UNTIL = String(Date.now() + 58 * minute);

/**
 * @typedef {object} Part
 * @property {string} title
 * @property {readonly string[]} args of node; it prints "N passed, N failed" in the end
 * @property {number} limitMs after this it is ended, and has failed
 */

/** @type {readonly ((leftMs: number) => Part | string)[]} the words: why there is no such part */
const parts = [
  () => ({ title: 'tests', args: ['scripts/test.mjs'], limitMs: 82 * minute }),
  (leftMs) =>
    // They take five minutes, and half an hour on the slowest computer that was seen.
    leftMs < 35 * minute
      ? 'not run, the time was over: benches'
      : { title: 'benches', args: ['scripts/bench.mjs', '--quick'], limitMs: leftMs },
  (leftMs) => {
    // It begins nothing new when its own time is over; what it has begun then may end, which on a slow computer takes long.
    const minutes = Math.floor(leftMs / minute) - 20;
    // Setting up takes a part of it, and a soak that began nothing has failed.
    if (minutes < 5) return 'not soaked, the time was over: all of it';
    return { title: 'soak', args: ['scripts/test.mjs', 'soak', `--minutes=${minutes}`], limitMs: leftMs };
  },
];

/** @param {Part} part */
async function run({ title, args, limitMs }) {
  // Ends when we end, however we end; a group of its own, so that what it started directly can be ended with it.
  const bound = boundToUs(process.execPath, args);
  const child = spawn(bound.command, bound.args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const exited = once(child, 'exit');
  /** @type {{ passed: number, failed: number } | null} */
  let count = null;
  /** @type {string[]} what it says of what did not pass */
  const remarks = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    process.stdout.write(`${line}\n`);
    const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(line) ?? [];
    if (passed !== undefined) count = { passed: Number(passed), failed: Number(failed) };
    else if (/^(?:failed|skipped|todo|pending|passed only when repeated|not soaked|not run)\b/.test(line))
      remarks.push(line);
  });
  const end = () => {
    // It hands the first on to what it runs, and ends that with the second.
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGTERM'), 5_000).unref();
    setTimeout(() => endGroup(child.pid), 10_000).unref();
  };
  const stop = () => {
    end();
    void exited.then(() => process.exit(130));
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.once(signal, stop);
  const limit = setTimeout(() => {
    const remark = `failed: ${title} had not ended after ${Math.round(limitMs / minute)} minutes`;
    say(remark);
    remarks.push(remark);
    end();
  }, limitMs);
  const [code] = await exited;
  clearTimeout(limit);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.off(signal, stop);
  // Its end counts, not that of its output, which something that it left behind may hold open. The last lines are on their way.
  await Promise.race([once(child.stdout, 'close'), new Promise((resolve) => setTimeout(resolve, 2000))]);
  child.stdout.destroy();
  const { passed, failed } = count ?? { passed: 0, failed: 0 };
  return settle({ passed, failed, remarks }, code ?? 1);
}

/** @param {number | undefined} pid */
function endGroup(pid) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

const counts = [];
for (const plan of parts) {
  const part = plan(endsAt - Date.now());
  if (typeof part === 'string') counts.push({ passed: 0, failed: 0, remarks: [part] });
  else counts.push(await run(part));
}
const { passed, failed, remarks } = sum(counts);
// Whoever reads only the end of a long log sees what is to be mended.
for (const remark of remarks ?? []) process.stdout.write(`\n${remark}`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
