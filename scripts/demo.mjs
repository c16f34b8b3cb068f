// npm run demo: runs the main job automatically, with a picture of each step.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDesktop } from './desktop/desktop.mjs';
import { runProgram } from './desktop/run-program.mjs';
import { toolNode } from './setup/node-toolchain.mjs';
import { root, runScript, say } from './setup/project.mjs';
import { setUp } from './setup/set-up.mjs';

await runScript(async () => {
  await setUp({ until: 'build', desktop: true });
  const pictures = join(root, 'demo-output');
  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures);
  const workplace = mkdtempSync(join(tmpdir(), 'outrigger-demo-'));
  const desktop = await openDesktop({ keyring: true });
  try {
    const args = [join(root, 'scripts', 'demo-drive.ts'), pictures, workplace];
    const code = await runProgram(toolNode().executable, args, { env: desktop.env, cwd: root });
    say(code === 0 ? `the demo went through; its pictures are in ${pictures}` : `pictures up to there: ${pictures}`);
    return code;
  } finally {
    await desktop.close();
    rmSync(workplace, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
});
