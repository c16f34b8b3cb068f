import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from '@playwright/test';

/** A call of the sample model that goes on until the test opens its gate: what happens meanwhile holds as long as it takes. */
export interface Gate {
  readonly call: { readonly tool: string; readonly input: unknown };
  open(): Promise<void>;
}

/** For the settings: the command runs without a question, in a folder that is trusted. */
export const gateRules = ['sh gate.sh', 'sh gate-2.sh'].map(
  (pattern) => ({ effect: 'command', pattern, decision: 'allow', folder: '*' }) as const,
);

/** @param project of the app, with `gateRules` among its settings @param name tells several gates apart */
export async function gateIn(project: string, name = ''): Promise<Gate> {
  // Beside the project, of which it is no change.
  const opened = test.info().outputPath(`gate${name}-is-open`);
  await mkdir(dirname(opened), { recursive: true });
  // It ends by itself should nobody end it.
  const script = `n=0; until [ -e '${opened}' ] || [ $n -ge 1800 ]; do n=$((n+1)); sleep 0.1; done\n`;
  await writeFile(join(project, `gate${name}.sh`), script);
  return {
    call: { tool: 'run-command', input: { line: `sh gate${name}.sh` } },
    open: () => writeFile(opened, ''),
  };
}
