import { noCompiler } from '../test-support/no-compiler.ts';
import { createInstaller } from './installer.ts';

// Installs the folders in turn until it is killed; writes a line after each.
const [userRoot = '', ...sources] = process.argv.slice(2);
const installer = createInstaller({ userRoot, ...noCompiler });
await installer.recover();
for (;;) {
  for (const source of sources) {
    const prepared = await installer.prepare(source);
    if (!prepared.ok) throw new Error(prepared.failure.message);
    const installed = await installer.commit(prepared.value.token);
    if (!installed.ok) throw new Error(installed.failure.message);
    process.stdout.write('installed\n');
  }
}
