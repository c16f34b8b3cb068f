import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture, runLogged } from './commands.mjs';
import { resolveRuntime } from './electron-runtime.mjs';
import { npmCommand, toolEnvironment, toolNode } from './node-toolchain.mjs';
import { root, SetUpError } from './project.mjs';
import { compilerAdvice } from './system-libraries.mjs';

const folder = join(root, 'node_modules', 'keytar', 'build', 'Release');
const binary = join(folder, 'keytar.node');
const stamp = join(folder, 'verified');

/**
 * keytar is the only dependency with a binary; install scripts of others never run. It is downloaded prebuilt, or
 * compiled with the headers of the project's Node. It comes after the runtime, which must be able to load it.
 * @type {import('./project.mjs').Step}
 */
export const keytarStep = {
  name: 'keytar (system keychain)',
  isDone: () => existsSync(stamp) && readFileSync(stamp, 'utf8') === describeBinary(),
  run: async () => {
    if (!existsSync(binary) || (await load()) !== '') await build();
    writeFileSync(stamp, describeBinary());
  },
};

async function build() {
  const npm = npmCommand(process.env, process.platform);
  const env = toolEnvironment();
  const { headers } = toolNode();
  if (headers !== null) env.npm_config_nodedir = headers;
  // Headers of a newer Node request a newer N-API than an older Electron has, which would then crash on loading.
  env.CXXFLAGS = `${env.CXXFLAGS ?? ''} -UNAPI_VERSION -DNAPI_VERSION=8`;
  const args = [...npm.args, 'rebuild', 'keytar', '--ignore-scripts=false', '--foreground-scripts'];
  const outcome = await runLogged('keytar', npm.command, args, { cwd: root, env, shell: npm.shell });
  const problem = existsSync(binary) ? await load() : `no binary was made (log: ${outcome.logFile})`;
  if (outcome.code === 0 && problem === '') return;
  throw new SetUpError(
    `keytar could not be built: ${problem || `npm rebuild ended with code ${outcome.code}`}\n${outcome.tail}\n${await compilerAdvice()}`,
  );
}

/** Loads the binary in the Electron runtime. Returns '' or the error. */
async function load() {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const outcome = await capture(resolveRuntime().executable, ['-e', 'require(process.argv[1])', binary], { env });
  return outcome.code === 0 ? '' : `Electron cannot load it (code ${outcome.code}). ${outcome.stderr.trim()}`;
}

/** Changes with the binary and with the runtime that loaded it. */
function describeBinary() {
  const { size, mtimeMs } = statSync(binary, { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 };
  const { kind, version } = resolveRuntime();
  return `${process.platform}-${process.arch} ${size} ${mtimeMs} ${kind} ${version}`;
}
