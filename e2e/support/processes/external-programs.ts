import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

export interface ExternalPrograms {
  /** For the app's environment: puts our programs before the system's. */
  readonly env: Readonly<Record<string, string>>;
  /** Addresses that the app has opened, oldest first. */
  opened(): Promise<string[]>;
}

/** Replaces the system's programs for opening addresses on Linux by ones that record the address. */
export async function noteWhatIsOpened(folder: string): Promise<ExternalPrograms> {
  const list = join(folder, 'opened');
  await mkdir(folder, { recursive: true });
  for (const name of ['xdg-open', 'xdg-email']) {
    const program = join(folder, name);
    await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$*" >> '${list}'\n`);
    await chmod(program, 0o755);
  }
  return {
    env: { PATH: `${folder}${delimiter}${process.env.PATH}` },
    async opened() {
      const text = await readFile(list, 'utf8').catch(() => '');
      return text.split('\n').filter(Boolean);
    },
  };
}
