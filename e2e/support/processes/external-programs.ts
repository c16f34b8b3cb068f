import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

export interface ExternalPrograms {
  /** For the app's environment: finds our programs before the system's. */
  readonly env: Readonly<Record<string, string>>;
  /** What the app has had opened so far, oldest first. */
  opened(): Promise<string[]>;
}

/** Puts programs in place of the system's openers of addresses on Linux; they note what they are given. */
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
