import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from '@playwright/test';

/** A call of the sample model that runs until the test opens its gate, so that what happens meanwhile has time. */
export interface Gate {
  readonly call: { readonly tool: string; readonly input: unknown };
  open(): Promise<void>;
}

/** Rules for settings: the commands run without a question, in a trusted folder. */
export const gateRules = ['sh gate.sh', 'sh gate-2.sh'].map(
  (pattern) => ({ effect: 'command', pattern, decision: 'allow', folder: '*' }) as const,
);

/** @param project of the app, whose settings have `gateRules` @param name tells several gates apart */
export async function gateIn(project: string, name = ''): Promise<Gate> {
  // Outside of the project, so that it is no change in it.
  const opened = test.info().outputPath(`gate${name}-is-open`);
  await mkdir(dirname(opened), { recursive: true });
  // It ends by itself if the test does not end it.
  const script = `n=0; until [ -e '${opened}' ] || [ $n -ge 1800 ]; do n=$((n+1)); sleep 0.1; done\n`;
  await writeFile(join(project, `gate${name}.sh`), script);
  return {
    call: { tool: 'run-command', input: { line: `sh gate${name}.sh` } },
    open: () => writeFile(opened, ''),
  };
}
