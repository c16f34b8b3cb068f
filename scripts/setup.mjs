import { runScript, SetUpError, say } from './setup/project.mjs';
import { setUp } from './setup/set-up.mjs';

const stages = /** @type {const} */ (['dependencies', 'runtime', 'build']);

await runScript(async () => {
  const wanted = process.argv[2] ?? 'build';
  const until = stages.find((stage) => stage === wanted);
  if (until === undefined) throw new SetUpError(`There is no stage "${wanted}". Choose one of: ${stages.join(', ')}.`);
  await setUp({ until, desktop: true });
  say(`set up, up to and including: ${until}`);
  return 0;
});
