// npm run bench [-- question …]: measures, and prints a table for each question.
import { join } from 'node:path';
import { openDesktop } from './desktop/desktop.mjs';
import { runProgram } from './desktop/run-program.mjs';
import { toolNode } from './setup/node-toolchain.mjs';
import { root, runScript } from './setup/project.mjs';
import { setUp } from './setup/set-up.mjs';

await runScript(async () => {
  await setUp({ until: 'build', desktop: true });
  const desktop = await openDesktop({ keyring: false });
  try {
    const args = [join(root, 'bench', 'run.ts'), ...process.argv.slice(2)];
    return await runProgram(toolNode().executable, args, { env: desktop.env, cwd: root });
  } finally {
    await desktop.close();
  }
});
