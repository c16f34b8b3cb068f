/**
 * What components find of the app, by the names of their imports without package and version; those of WASI have theirs. The
 * thread of a component serves all of these; main tells with them what will fail when it is called.
 */

/** Interfaces whose functions the host carries out, as WIT names them. */
export const hostInterfaces = {
  settings: ['get'],
  state: ['get', 'set', 'delete', 'keys'],
  time: ['wait'],
  // Zed's.
  platform: ['current-platform'],
  process: ['run-command'],
  github: ['latest-github-release', 'github-release-by-tag-name'],
  nodejs: ['node-binary-path', 'npm-package-latest-version', 'npm-package-installed-version', 'npm-install-package'],
} as const;

/** Functions of worlds, which no package names. The host carries them out. */
export const worldFunctions = [
  'llm-get-credential',
  'llm-store-credential',
  'llm-delete-credential',
  'llm-request-credential',
  'llm-get-env-var',
  'llm-oauth-start-web-auth',
  'llm-send-oauth-http-request',
  'llm-oauth-open-browser',
  'llm-models-changed',
  // Zed's.
  'get-settings',
  'download-file',
  'make-file-executable',
  'set-language-server-installation-status',
] as const;

type HostInterfaces = typeof hostInterfaces;

/** By the names that a thread asks with: `state.get`. */
export type HostFunction =
  | { [Name in keyof HostInterfaces]: `${Name}.${HostInterfaces[Name][number]}` }[keyof HostInterfaces]
  | (typeof worldFunctions)[number];

/** Interfaces whose functions were those of Zed's world in version 0.0.6. */
export const onceOfWorld = ['platform', 'github', 'nodejs'] as const;

/** Interfaces that the thread carries out by itself. */
export const threadInterfaces = ['log', 'http-client'] as const;

/** Resources of Zed's world. */
export const worldResources = ['worktree', 'project', 'key-value-store'] as const;

export const wasiInterfaces = [
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
] as const;

const served: ReadonlySet<string> = new Set([
  ...Object.keys(hostInterfaces),
  ...worldFunctions,
  ...onceOfWorld.flatMap((name) => hostInterfaces[name]),
  ...threadInterfaces,
  ...worldResources,
  ...wasiInterfaces,
]);

/** A component that was built for another app's package of the same interfaces is served as well. */
export const plainImport = (name: string): string =>
  name.startsWith('wasi:') ? name : name.slice(name.indexOf('/') + 1);

/** @returns those of a component's imports that fail when they are called */
export const unservedImports = (names: readonly string[]): string[] =>
  names.filter((name) => !served.has(plainImport(name)));
