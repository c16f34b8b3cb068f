// npm start [-- folder or file …]: sets up missing parts and opens the app.
import { resolve } from 'node:path';
import { startDisplay } from './desktop/desktop.mjs';
import { runProgram } from './desktop/run-program.mjs';
import { resolveRuntime } from './setup/electron-runtime.mjs';
import { root, runScript, SetUpError, say } from './setup/project.mjs';
import { gatherSandboxFacts, judgeSandbox, sandboxAdvice } from './setup/sandbox.mjs';
import { setUp } from './setup/set-up.mjs';

/** @param {string} dist */
async function sandboxSwitches(dist) {
  switch (judgeSandbox(await gatherSandboxFacts(dist))) {
    case 'on':
      return [];
    case 'off-as-root':
      say('Running as root: Chromium takes no sandbox then, so the app starts with --no-sandbox.');
      return ['--no-sandbox'];
    case 'impossible':
      throw new SetUpError(sandboxAdvice(dist));
  }
}

/**
 * Resolves a path against the person's working directory, as the app starts in another one.
 * @param {string} arg
 * @param {string} from
 */
function absolutePath(arg, from) {
  const [, name, path] = /^(--(?:extension-path|extension-development-path|install-extension)=)(.+)$/s.exec(arg) ?? [];
  if (name && path) return name + resolve(from, path);
  return arg.startsWith('-') ? arg : resolve(from, arg);
}

await runScript(async () => {
  const { env } = process;
  const hasNoDisplay = process.platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY;
  await setUp({ until: 'build', desktop: hasNoDisplay });
  const runtime = resolveRuntime();
  const switches = await sandboxSwitches(runtime.dist);
  const from = env.INIT_CWD ?? process.cwd();
  const args = process.argv.slice(2).map((arg) => absolutePath(arg, from));
  const display = hasNoDisplay ? await startDisplay() : null;
  if (display !== null) {
    say(
      `No display here: running on a virtual one, ${display.name}, which nobody sees. "npm run demo" takes pictures of one.`,
    );
  }
  try {
    return await runProgram(runtime.executable, [...switches, root, ...args], {
      env: display === null ? env : { ...env, DISPLAY: display.name },
    });
  } finally {
    await display?.stop();
  }
});
