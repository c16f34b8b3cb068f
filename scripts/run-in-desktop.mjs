// node scripts/run-in-desktop.mjs [--no-keyring] command [arguments]
// Runs a command on a virtual display with its own keyring and home, all of which are removed afterwards.
import { openDesktop } from './desktop/desktop.mjs';
import { runProgram } from './desktop/run-program.mjs';
import { runScript, SetUpError } from './setup/project.mjs';

await runScript(async () => {
  const args = process.argv.slice(2);
  const keyring = args[0] !== '--no-keyring';
  const [command, ...rest] = keyring ? args : args.slice(1);
  if (command === undefined) throw new SetUpError('Name a command: run-in-desktop [--no-keyring] command [arguments]');
  const desktop = await openDesktop({ keyring });
  try {
    return await runProgram(command, rest, { env: desktop.env });
  } finally {
    await desktop.close();
  }
});
