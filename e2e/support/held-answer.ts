import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A call of a tool that takes until the test lets it go: it holds an answer of the sample model in its middle. */

/** For the project. */
export const heldFiles = {
  // It ends by itself should nobody end it.
  'wait.sh': 'n=0; until [ -e ../go ] || [ $n -ge 1800 ]; do n=$((n+1)); sleep 0.1; done\n',
} as const;
/** For the settings: nobody is asked. */
export const heldRules = [{ effect: 'command', pattern: 'sh wait.sh', decision: 'allow' }] as const;
export const heldCall = { tool: 'run-command', input: { line: 'sh wait.sh' } } as const;

/** The answer goes on, and so does every one after it. */
export const letGo = (project: string): Promise<void> => writeFile(join(project, '..', 'go'), '');
