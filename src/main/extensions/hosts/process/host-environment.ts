const everywhere = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'USER', 'LOGNAME'];
const byPlatform: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  win32: ['SystemRoot', 'SystemDrive', 'windir', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'ComSpec', 'PATHEXT'],
  linux: ['XDG_RUNTIME_DIR', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME'],
};
/** For machines that reach the network through a proxy or with their own certificates only. */
const network = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
];

/**
 * The environment of an extension host: an allow-list, so that no API key in the person's shell reaches an extension.
 * Never empty, because Electron replaces an empty environment by its own.
 */
export function hostEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): Record<string, string> {
  const allowed: Record<string, string> = { OUTRIGGER_EXTENSION_HOST: '1' };
  for (const name of [...everywhere, ...(byPlatform[platform] ?? []), ...network]) {
    const value = environment[name];
    if (value !== undefined) allowed[name] = value;
  }
  return allowed;
}
