import type { ComponentImports } from '../component-import.ts';
import { pairsOf, recordOf, textOf, textsOf } from '../given-values.ts';

/** Zed's interfaces `platform` and `process`: the computer, and what runs on it. */

const systems = { darwin: 'mac', linux: 'linux', win32: 'windows' } as const;
const architectures = { arm64: 'aarch64', x64: 'x8664' } as const;

export const platformImports = {
  'platform.current-platform': {
    async run({ context }) {
      const { os, architecture } = await context.system.platform();
      return [systems[os], architectures[architecture]];
    },
  },
  'process.run-command': {
    async run({ context, signal }, [given]) {
      const { command, args, env } = recordOf(given, 'command');
      const program = [textOf(command, 'command'), ...textsOf(args, 'args')];
      const variables = pairsOf(env, 'env');
      const { exitCode, output, isTimedOut } = await context.exec(
        variables.length > 0 ? await withVariables(context.system, variables, program) : program,
        { signal },
      );
      if (isTimedOut) throw new Error(`${program[0]} took too long and was ended`);
      // The app has what a command prints as one text.
      return { status: exitCode ?? undefined, stdout: new TextEncoder().encode(output), stderr: new Uint8Array() };
    },
  },
} satisfies ComponentImports;

/** The person reads the variables in the question about the command. */
async function withVariables(
  system: { platform(): Promise<{ os: string }> },
  variables: readonly (readonly [string, string])[],
  program: readonly string[],
): Promise<string[]> {
  const { os } = await system.platform();
  if (os === 'win32') throw new Error('The app cannot set variables for a command on Windows. Run it without');
  const bad = variables.find(([name]) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
  if (bad) throw new Error(`"${bad[0]}" is no name of a variable`);
  return ['env', ...variables.map(([name, value]) => `${name}=${value}`), ...program];
}
