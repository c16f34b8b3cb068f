/**
 * What components find of the app, by the names of their imports without package and version; those of WASI have theirs. The
 * thread of a component serves them, and a test there compares; main tells with them what will fail when it is called.
 */
const served: ReadonlySet<string> = new Set([
  'http-client',
  'log',
  'settings',
  'state',
  'time',
  'llm-get-credential',
  'llm-store-credential',
  'llm-delete-credential',
  'llm-request-credential',
  'llm-get-env-var',
  'llm-oauth-start-web-auth',
  'llm-send-oauth-http-request',
  'llm-oauth-open-browser',
  'llm-models-changed',
  // Zed's, interfaces and the world's own, and what was the world's before it was an interface's.
  'platform',
  'process',
  'github',
  'nodejs',
  'worktree',
  'project',
  'key-value-store',
  'get-settings',
  'download-file',
  'make-file-executable',
  'set-language-server-installation-status',
  'current-platform',
  'latest-github-release',
  'github-release-by-tag-name',
  'node-binary-path',
  'npm-package-latest-version',
  'npm-package-installed-version',
  'npm-install-package',
  'wasi:cli/environment',
  'wasi:cli/exit',
  'wasi:cli/stdin',
  'wasi:cli/stdout',
  'wasi:cli/stderr',
  'wasi:cli/terminal-input',
  'wasi:cli/terminal-output',
  'wasi:cli/terminal-stdin',
  'wasi:cli/terminal-stdout',
  'wasi:cli/terminal-stderr',
  'wasi:clocks/monotonic-clock',
  'wasi:clocks/wall-clock',
  'wasi:filesystem/preopens',
  'wasi:filesystem/types',
  'wasi:io/error',
  'wasi:io/poll',
  'wasi:io/streams',
  'wasi:random/random',
  'wasi:random/insecure',
  'wasi:random/insecure-seed',
]);

export const servedImports: readonly string[] = [...served];

/** A component that was built for another app's package of the same interfaces is served as well. */
export const plainImport = (name: string): string =>
  name.startsWith('wasi:') ? name : name.slice(name.indexOf('/') + 1);

/** @returns those of a component's imports that fail when they are called */
export const unservedImports = (names: readonly string[]): string[] =>
  names.filter((name) => !served.has(plainImport(name)));
