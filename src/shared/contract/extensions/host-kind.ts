/** Properties of a kind of extension host. */
type HostKindRow = HostKindWords & (SandboxedHost | AskedHost);

/** It has no access except through main. All other kinds need consent to run. */
interface SandboxedHost {
  readonly isSandboxed: true;
}

interface AskedHost {
  readonly isSandboxed: false;
  /** Text of the question for consent. */
  readonly asksToRun: string;
}

interface HostKindWords {
  /** Values of `[runtime] kind` in manifests that run in this kind. */
  readonly runtimes: readonly [string, ...string[]];
  /** Id of the host shared by bundled extensions. No extension id contains ":", so none can claim it. */
  readonly sharedHostId: `shared:${string}`;
  /** Completes "It …" about an extension: "runs as a program". */
  readonly runs: string;
  /** Label in a table of hosts. */
  readonly label: string;
  /** Text for an extension without capabilities. */
  readonly asksNothing: string;
  /**
   * Its extensions cannot reach into each other although they share a process, so that all of them do. In other kinds
   * only bundled ones share a host.
   */
  readonly separates: boolean;
  readonly code: CodeForm;
}

/**
 * What a host runs of an extension:
 * - `modules` of JavaScript, which it loads from the extension's folder by itself;
 * - `scripts`, whose sources main hands over with `activate`. What a script adds to the app is what it registers then,
 *   beside what a manifest declares;
 * - `components` of WebAssembly, which main compiles and hands over with `activate`.
 */
export type CodeForm = 'modules' | 'scripts' | 'components';

/**
 * The kinds of extension host. Each is a row here and a file in main that starts it, listed in `host-services.ts`.
 * Code reads the properties from the row, and never compares the kind.
 */
export const hostKinds = {
  worker: {
    runtimes: ['worker'],
    isSandboxed: true,
    sharedHostId: 'shared:bundled',
    runs: 'sandboxed',
    label: 'sandbox',
    asksNothing: 'It asks for nothing: it runs in a sandbox without files and network.',
    separates: false,
    code: 'modules',
  },
  /** A sandbox as that of `worker`, with an interpreter for each extension. */
  lua: {
    runtimes: ['lua'],
    isSandboxed: true,
    sharedHostId: 'shared:lua',
    runs: 'sandboxed',
    label: 'Lua',
    asksNothing: 'It asks for nothing: it runs in a sandbox without files and network.',
    separates: true,
    code: 'scripts',
  },
  /** A sandbox as that of `worker`, with a worker of its own for each instance of a component. */
  wasm: {
    runtimes: ['wasm'],
    isSandboxed: true,
    sharedHostId: 'shared:wasm',
    runs: 'sandboxed',
    label: 'WASM',
    asksNothing: 'It asks for nothing: it runs in a sandbox without files and network.',
    separates: true,
    code: 'components',
  },
  process: {
    runtimes: ['js'],
    isSandboxed: false,
    asksToRun:
      'Runs outside the sandbox, as a program of yours: it can read and change your files, use the network and start programs.',
    sharedHostId: 'shared:bundled-process',
    runs: 'runs as a program',
    label: 'program',
    asksNothing: 'It asks for nothing.',
    separates: false,
    code: 'modules',
  },
} as const satisfies Record<string, HostKindRow>;

export type HostKind = keyof typeof hostKinds;
export type RuntimeKind = (typeof hostKinds)[HostKind]['runtimes'][number];

/** Kinds of host that load modules of JavaScript. */
export type ModuleHostKind = {
  [Kind in HostKind]: (typeof hostKinds)[Kind]['code'] extends 'modules' ? Kind : never;
}[HostKind];
export const moduleHostKinds = (Object.keys(hostKinds) as HostKind[]).filter(
  (kind): kind is ModuleHostKind => hostKinds[kind].code === 'modules',
);

const rows = Object.entries(hostKinds) as [HostKind, HostKindRow][];
export const runtimeKinds = rows.flatMap(([, { runtimes }]) => runtimes) as RuntimeKind[];

const kindOf = Object.fromEntries(
  rows.flatMap(([kind, { runtimes }]) => runtimes.map((runtime) => [runtime, kind])),
) as Record<RuntimeKind, HostKind>;

/** The text of the question whether a kind of host may run. */
export function askToRun(kind: HostKind): string {
  const row: HostKindRow = hostKinds[kind];
  return row.isSandboxed ? row.asksNothing : row.asksToRun;
}

export const hostKindOfRuntime = (runtime: RuntimeKind): HostKind => kindOf[runtime];

/** What of a manifest tells where its code runs; one without `runtime` has no code. */
interface WithRuntime {
  readonly runtime?: { readonly kind: RuntimeKind } | undefined;
}

/** @returns null for an extension without code, which needs no host */
export const hostKindOf = ({ runtime }: WithRuntime): HostKind | null =>
  runtime ? hostKindOfRuntime(runtime.kind) : null;

/** @returns null for an extension without code */
export function codeFormOf(manifest: WithRuntime): CodeForm | null {
  const kind = hostKindOf(manifest);
  return kind && hostKinds[kind].code;
}

/** Whether it has no access except through main; without code it has none. */
export function isSandboxed(manifest: WithRuntime): boolean {
  const kind = hostKindOf(manifest);
  return kind === null || hostKinds[kind].isSandboxed;
}
