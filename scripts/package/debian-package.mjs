import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { runOrThrow } from '../setup/commands.mjs';
import { root } from '../setup/project.mjs';
import { controlFile, copyrightFile, debianArchitecture, desktopEntry } from './debian-files.mjs';

/**
 * Makes a .deb of an unpacked app with dpkg-deb alone (docs/decisions/0003). It needs no maintainer scripts: the mode
 * of Chromium's sandbox helper is in the archive, and dpkg's triggers update menus and icons.
 * @param {{ unpacked: string, names: import('./package-names.mjs').PackageNames, folder: string }} request
 * @returns {Promise<string>} path of the .deb
 */
export async function makeDebianPackage({ unpacked, names, folder }) {
  const { version, author, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { packageName: name, productName } = names;
  const architecture = debianArchitecture(process.arch);
  const staging = mkdtempSync(join(folder, 'deb-'));
  try {
    chmodSync(staging, 0o755);
    const app = join(staging, 'opt', name);
    cpSync(unpacked, app, { recursive: true, verbatimSymlinks: true });
    chmodSync(join(app, 'chrome-sandbox'), 0o4755);
    /** @type {(path: string, text: string) => void} */
    const write = (path, text) => {
      mkdirSync(dirname(join(staging, path)), { recursive: true });
      writeFileSync(join(staging, path), text, { mode: 0o644 });
    };
    write(`usr/share/applications/${name}.desktop`, desktopEntry({ name, productName, description }));
    const licence = readFileSync(join(root, 'LICENSE'), 'utf8');
    write(`usr/share/doc/${name}/copyright`, copyrightFile({ name, productName }, licence));
    for (const icon of readdirSync(join(root, 'build', 'icons'))) {
      const target = join(staging, 'usr/share/icons/hicolor', icon.replace('.png', ''), 'apps', `${name}.png`);
      cpSync(join(root, 'build', 'icons', icon), target);
    }
    mkdirSync(join(staging, 'usr', 'bin'));
    symlinkSync(`../../opt/${name}/${name}`, join(staging, 'usr', 'bin', name));
    const { sums, bytes } = sumFiles(staging);
    const installedKilobytes = Math.ceil(bytes / 1024);
    write(
      'DEBIAN/control',
      controlFile({ name, productName, version, architecture, maintainer: author, description, installedKilobytes }),
    );
    write('DEBIAN/md5sums', sums);
    const file = join(folder, `${name}_${version}_${architecture}.deb`);
    // A release is packed once and downloaded often; during development speed counts.
    const compression = names.isRelease ? ['-Zxz', '-z6'] : ['-Zgzip', '-z4'];
    await runOrThrow('dpkg-deb', 'dpkg-deb', ['--root-owner-group', ...compression, '--build', staging, file]);
    return file;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * Content of DEBIAN/md5sums, and the installed size. Also normalises file modes, which depend on the umask.
 * @param {string} staging
 */
function sumFiles(staging) {
  let sums = '';
  let bytes = 0;
  /** @param {string} folder */
  const visit = (folder) => {
    chmodSync(folder, 0o755);
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      const stat = lstatSync(path);
      if (stat.isDirectory()) visit(path);
      if (!stat.isFile()) continue;
      if ((stat.mode & 0o4000) === 0) chmodSync(path, (stat.mode & 0o111) === 0 ? 0o644 : 0o755);
      sums += `${createHash('md5').update(readFileSync(path)).digest('hex')}  ${relative(staging, path)}\n`;
      bytes += statSync(path).size;
    }
  };
  visit(staging);
  return { sums, bytes };
}
