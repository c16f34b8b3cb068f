import { runScript } from './setup/project.mjs';
import { setUp } from './setup/set-up.mjs';
import { runChecks } from './testing/checks.mjs';

await runScript(async () => {
  await setUp({ until: 'dependencies' });
  const { failed } = await runChecks();
  return failed === 0 ? 0 : 1;
});
