/** What tells a kind of extension host from the others. */
type HostKindRow = HostKindWords & (SandboxedHost | AskedHost);

/** It reaches nothing but what main does for it. Of any other kind a person is asked whether it may run. */
interface SandboxedHost {
  readonly isSandboxed: true;
}

interface AskedHost {
  readonly isSandboxed: false;
  /** Said where the person is asked. */
  readonly asksToRun: string;
}

interface HostKindWords {
  /** What a manifest names under `[runtime] kind` to run there. */
  readonly runtimes: readonly [string, ...string[]];
  /** Of the host that bundled extensions share. No extension's id holds a ":", so none can ask its way in. */
  readonly sharedHostId: `shared:${string}`;
  /** Completes "It …" beside an extension: "runs as a program". */
  readonly runs: string;
  /** Names it in a table of hosts. */
  readonly label: string;
  /** Said of an extension that asks for nothing. */
  readonly asksNothing: string;
}

/**
 * The kinds of extension host, each a row here and a file in main that starts it, which `host-services.ts` names. What a
 * host is like is read from its row; nobody asks which kind it is.
 */
export const hostKinds = {
  worker: {
    runtimes: ['worker'],
    isSandboxed: true,
    sharedHostId: 'shared:bundled',
    runs: 'sandboxed',
    label: 'sandbox',
    asksNothing: 'It asks for nothing: it runs in a sandbox without files and network.',
  },
  process: {
    runtimes: ['js', 'lua', 'wasm'],
    isSandboxed: false,
    asksToRun:
      'Runs outside the sandbox, as a program of yours: it can read and change your files, use the network and start programs.',
    sharedHostId: 'shared:bundled-process',
    runs: 'runs as a program',
    label: 'program',
    asksNothing: 'It asks for nothing.',
  },
} as const satisfies Record<string, HostKindRow>;

export type HostKind = keyof typeof hostKinds;
export type RuntimeKind = (typeof hostKinds)[HostKind]['runtimes'][number];

const rows = Object.entries(hostKinds) as [HostKind, HostKindRow][];
export const runtimeKinds = rows.flatMap(([, { runtimes }]) => runtimes) as RuntimeKind[];

const kindOf = Object.fromEntries(
  rows.flatMap(([kind, { runtimes }]) => runtimes.map((runtime) => [runtime, kind])),
) as Record<RuntimeKind, HostKind>;

/** The sentence by which a person is asked whether a kind of host may run. */
export function askToRun(kind: HostKind): string {
  const row: HostKindRow = hostKinds[kind];
  return row.isSandboxed ? row.asksNothing : row.asksToRun;
}

/** The kind of host that runs what a manifest names. */
export const hostKindOfRuntime = (runtime: RuntimeKind): HostKind => kindOf[runtime];
