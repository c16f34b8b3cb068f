import { chmodSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { type Files, temporaryFolder } from '../testing/temporary-folder.ts';
import { createProgramEnvironment, type ProgramEnvironmentDeps } from './program-environment.ts';

/** An app that was started from a dock, for a person with these files and this shell. */
async function personWith(files: Files, shell: string, more: Partial<ProgramEnvironmentDeps> = {}) {
  const home = await temporaryFolder(files);
  const said: string[] = [];
  if ('shell' in files) chmodSync(join(home, 'shell'), 0o755);
  const environment = createProgramEnvironment({
    environment: {
      SHELL: shell.startsWith('/') ? shell : join(home, shell),
      HOME: home,
      PATH: '/session:/usr/bin',
      A_TOKEN: 'kept',
    },
    platform: 'linux',
    home,
    pathMs: 60_000,
    isInTerminal: false,
    log: (sentence) => said.push(sentence),
    ...more,
  });
  return { home, environment, said };
}

/** Of a shell: it runs what it is given. */
const evalLast = 'for last; do :; done; eval "$last"';
const noise = 'echo "Welcome, OUTRIGGER_READS_PATH=$OUTRIGGER_READS_PATH"; printf "PATH=/no"; env;';

describe('the PATH of a terminal', () => {
  test('is read from the profiles that it reads, whatever they write', async () => {
    const files = {
      '.bash_profile': `${noise} . ~/.bashrc`,
      '.bashrc': 'case $- in *i*) PATH="/my tools/*:/from/rc:$PATH";; esac',
    };
    const { environment, said } = await personWith(files, '/bin/bash');
    const { PATH = '', ...others } = await environment();
    expect(PATH).toMatch(/^\/my tools\/\*:\/from\/rc:/);
    // What the session has beyond it stays, at the end.
    expect(PATH.split(':')).toContain('/session');
    expect(others).toMatchObject({ A_TOKEN: 'kept', SHELL: '/bin/bash' });
    expect(Object.keys(others).filter((name) => name.startsWith('OUTRIGGER_'))).toEqual([]);
    expect(said).toEqual([]);
  });

  test('may have line ends, and has nothing that depends on the folder where a program starts', async () => {
    const marks = 'echo "$OUTRIGGER_READS_PATH=$OUTRIGGER_READS_PATH=$OUTRIGGER_READS_PATH="';
    const path = 'PATH="/a\nb:./node_modules/.bin::.:~/bin:/usr/bin:/bin"';
    const { environment } = await personWith({ shell: `#!/bin/sh\n${marks}; ${path}; ${evalLast}` }, 'shell');
    expect((await environment()).PATH).toBe('/a\nb:/usr/bin:/bin:/session');
  });

  test('is asked of the shell once, without secrets and with the person’s own folder', async () => {
    const shell = `#!/bin/sh\necho "$A_TOKEN|$PWD" >> asked; ${evalLast}`;
    const { environment, home } = await personWith({ shell }, 'shell');
    await Promise.all([environment(), environment()]);
    expect((await environment()).PATH).toBe('/session:/usr/bin');
    expect(await readFile(join(home, 'asked'), 'utf8')).toBe(`|${home}\n`);
  });

  test('is that of a shell that is not interactive when the interactive one ends', async () => {
    const files = { '.bash_profile': 'PATH=/from/profile:$PATH; case $- in *i*) exit 3;; esac' };
    const { environment } = await personWith(files, '/bin/bash');
    expect((await environment()).PATH).toMatch(/^\/from\/profile:/);
  });

  test('does not wait for what a profile leaves running, which is ended', async () => {
    const files = { '.profile': 'sleep 600 & echo $! > "$HOME/pid"; read answer; PATH=/p:$PATH' };
    const { environment, home } = await personWith(files, '/bin/sh');
    expect((await environment()).PATH).toMatch(/^\/p:/);
    const pid = Number(await readFile(join(home, 'pid'), 'utf8'));
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow());
  });

  test('is not asked for in a terminal, or on Windows', async () => {
    const shell = '#!/bin/sh\ntouch asked';
    for (const more of [{ isInTerminal: true }, { platform: 'win32' }] as const) {
      const { environment, home } = await personWith({ shell }, 'shell', more);
      expect((await environment()).PATH).toBe('/session:/usr/bin');
      await expect(readFile(join(home, 'asked'))).rejects.toThrow();
    }
  });
});

test.each([
  ['hangs', '#!/bin/sh\nsleep 600', 'its profile takes too long', 300],
  ['writes without end', '#!/bin/sh\nexec yes', 'its profile writes without end'],
  ['ends', '#!/bin/sh\nexit 4', 'it ended with 4'],
  ['cannot be started', undefined, 'it could not be started (ENOENT)'],
])('a shell that %s is said once, and the app goes on with its own PATH', async (_, shell, why, pathMs = 60_000) => {
  const { environment, said, home } = await personWith(shell === undefined ? {} : { shell }, 'shell', { pathMs });
  expect((await environment()).PATH).toBe('/session:/usr/bin');
  await environment();
  expect(said).toEqual([expect.stringContaining(`${join(home, 'shell')} does not tell it: ${why}`)]);
});
