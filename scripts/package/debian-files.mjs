/** The text files in a .deb. Pure. */

/**
 * @typedef {object} DebianPackage
 * @property {string} name
 * @property {string} productName
 * @property {string} version
 * @property {string} architecture in Debian's words
 * @property {string} maintainer
 * @property {string} description one line
 * @property {number} installedKilobytes
 */

/** With both names where Debian 13 and Ubuntu 24.04 have renamed a library. */
const depends = [
  'libasound2 | libasound2t64',
  'libatk-bridge2.0-0 | libatk-bridge2.0-0t64',
  'libcups2 | libcups2t64',
  'libdrm2',
  'libgbm1',
  'libgtk-3-0 | libgtk-3-0t64',
  'libnss3',
  'libsecret-1-0',
  'libxkbcommon0',
];

/**
 * @param {string} arch of Node
 * @returns {string} Debian's word for it
 */
export function debianArchitecture(arch) {
  return arch === 'x64' ? 'amd64' : arch;
}

/** @param {DebianPackage} description */
export function controlFile({ name, version, architecture, maintainer, description, installedKilobytes }) {
  return `${[
    `Package: ${name}`,
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    `Maintainer: ${maintainer}`,
    `Installed-Size: ${installedKilobytes}`,
    `Depends: ${depends.join(', ')}`,
    'Recommends: gnome-keyring | kwalletmanager, xdg-utils',
    'Section: editors',
    'Priority: optional',
    `Description: ${description}`,
  ].join('\n')}\n`;
}

/** @param {Pick<DebianPackage, 'name' | 'productName' | 'description'>} description */
export function desktopEntry({ name, productName, description }) {
  return `${[
    '[Desktop Entry]',
    'Type=Application',
    `Name=${productName}`,
    `Comment=${description}`,
    `Exec=/usr/bin/${name} %F`,
    `Icon=${name}`,
    `StartupWMClass=${productName}`,
    'Categories=Development;TextEditor;',
    'MimeType=text/plain;inode/directory;',
    'Terminal=false',
  ].join('\n')}\n`;
}

/**
 * @param {Pick<DebianPackage, 'name' | 'productName'>} description
 * @param {string} licence the text of the project's licence
 */
export function copyrightFile({ name, productName }, licence) {
  return `${productName} is distributed under this licence:\n\n${licence.trimEnd()}\n\nIt contains Electron and Chromium; their licences are in\n/opt/${name}/LICENSE.electron.txt and /opt/${name}/LICENSES.chromium.html.\n`;
}
