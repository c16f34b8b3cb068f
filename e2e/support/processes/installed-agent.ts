import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', '..', '.cache', 'agents');

export interface AgentPackage {
  /** Of the npm package. */
  readonly name: string;
  readonly version: string;
  /** Its program, below the folder of the package. */
  readonly program: string;
}

/** Installs exactly this version once, without its scripts. @returns the path of its program */
export async function installedAgent({ name, version, program }: AgentPackage): Promise<string> {
  const place = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}`);
  const installed = join(place, 'installed');
  if (!(await isThere(installed))) {
    await rm(place, { recursive: true, force: true });
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'package.json'), '{ "private": true }');
    const how = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', `${name}@${version}`];
    const npm = spawn('npm', how, { cwd: place, stdio: 'inherit', shell: process.platform === 'win32' });
    const [code] = await once(npm, 'exit');
    if (code !== 0) throw new Error(`npm could not install ${name}@${version}.`);
    await writeFile(installed, '');
  }
  return join(place, 'node_modules', name, program);
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
